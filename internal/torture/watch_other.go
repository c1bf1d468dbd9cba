//go:build !linux

package main

import (
	"context"
	"os"
	"time"
)

// appears returns soon after a file that matches got its name in a folder, after so many others that are let pass. Only
// Linux has a watch of the moment itself here.
func appears(ctx context.Context, folder string, matches func(name string) bool, others int) error {
	seen := map[string]bool{}
	for end := time.Now().Add(3 * time.Second); time.Now().Before(end); {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			if seen[entry.Name()] || !matches(entry.Name()) {
				continue
			}
			seen[entry.Name()] = true
			if len(seen) > others {
				return nil
			}
		}
		if err := pause(ctx, time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}
