package destination

// syncFolder does nothing: Windows can't flush a folder, and NTFS journals names by itself.
func syncFolder(interface{ Sync() error }) error { return nil }
