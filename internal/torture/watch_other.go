//go:build !linux

package main

import (
	"context"
	"time"
)

// appears returns soon after a file that matches got its name in a folder, after so many others that are let pass. Only
// Linux has a watch of the moment itself here.
func appears(ctx context.Context, folder string, matches func(name string) bool, others int) error {
	seen := map[string]bool{}
	for end := time.Now().Add(longest); time.Now().Before(end); {
		files, err := contents(folder)
		if err != nil {
			return err
		}
		for name := range files {
			if seen[name] || !matches(name) {
				continue
			}
			seen[name] = true
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
