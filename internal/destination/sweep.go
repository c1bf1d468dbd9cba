package destination

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
)

const (
	tempPrefix = ".agentdelta-"
	tempSuffix = ".tmp"
)

// tempName makes the name of a temporary file; isTemp knows exactly the names that it can make.
func tempName(n uint64) string { return fmt.Sprintf("%s%016x%s", tempPrefix, n, tempSuffix) }

func isTemp(name string) bool {
	name, hasPrefix := strings.CutPrefix(name, tempPrefix)
	name, hasSuffix := strings.CutSuffix(name, tempSuffix)
	_, err := hex.DecodeString(name)
	return hasPrefix && hasSuffix && len(name) == 16 && err == nil && name == strings.ToLower(name)
}

// sweep removes temporary files that a killed process left in folder and down to depth folders below it. Links are
// not followed.
func sweep(r root, folder string, depth int) error {
	f, err := r.OpenFile(folder, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	for {
		entries, err := f.ReadDir(1024)
		for _, entry := range entries {
			if err := sweepEntry(r, path.Join(folder, entry.Name()), entry, depth); err != nil {
				return fmt.Errorf("removing old temporary files: %w", err)
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func sweepEntry(r root, name string, entry fs.DirEntry, depth int) error {
	if entry.IsDir() && depth > 0 {
		err := sweep(r, name, depth-1)
		if errors.Is(err, fs.ErrPermission) {
			return nil // not a folder of ours
		}
		return err
	}
	if !entry.Type().IsRegular() || !isTemp(entry.Name()) {
		return nil
	}
	if err := r.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
