//go:build !windows

package destination

// syncFolder brings the names in an open folder to disk.
func syncFolder(f interface{ Sync() error }) error { return f.Sync() }
