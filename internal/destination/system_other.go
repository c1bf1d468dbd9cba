//go:build !linux

package destination

// native is the system that this runs on.
func native() system { return portable{} }
