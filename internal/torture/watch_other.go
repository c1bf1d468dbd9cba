//go:build !linux

package main

import (
	"context"
	"time"
)

// appears returns true soon after a file that matches got its name in a folder, after so many others that are let pass, and
// false when none does for long. Only Linux has a watch of the moment itself here.
func appears(ctx context.Context, folder string, matches func(name string) bool, others int) (bool, error) {
	seen := map[string]bool{}
	for end := time.Now().Add(longest); time.Now().Before(end); {
		files, err := contents(folder)
		if err != nil {
			return false, err
		}
		for name := range files {
			if seen[name] || !matches(name) {
				continue
			}
			seen[name] = true
			if len(seen) > others {
				return true, nil
			}
		}
		if err := pause(ctx, time.Millisecond); err != nil {
			return false, err
		}
	}
	return false, nil
}
