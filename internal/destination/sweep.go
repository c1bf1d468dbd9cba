package destination

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

const (
	tempPrefix = ".agentdelta-"
	tempSuffix = ".tmp"
)

// tempName makes the name of a temporary file; isTemp knows exactly the names that it can make.
func tempName(n uint64) string {
	return tempPrefix + hex.EncodeToString(binary.BigEndian.AppendUint64(nil, n)) + tempSuffix
}

func isTemp(name string) bool {
	name, hasPrefix := strings.CutPrefix(name, tempPrefix)
	name, hasSuffix := strings.CutSuffix(name, tempSuffix)
	_, err := hex.DecodeString(name)
	return hasPrefix && hasSuffix && len(name) == 16 && err == nil && name == strings.ToLower(name)
}

// sweep removes temporary files that a killed process left in a folder and down to depth folders below it. Links are
// not followed.
func sweep(top folder, depth int) error {
	return names(top, func(name string) error {
		if err := sweepName(top, name, depth); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing old temporary files: %w", err)
		}
		return nil
	})
}

func sweepName(top folder, name string, depth int) error {
	if !isTemp(name) && depth == 0 {
		return nil
	}
	found, err := top.Look(name)
	switch {
	case err != nil:
		return err
	case found.isFile && isTemp(name):
		return top.Remove(name)
	case found.isFolder && depth > 0:
		err = in(top, name, func(f folder) error { return sweep(f, depth-1) })
	}
	if errors.Is(err, fs.ErrPermission) {
		return nil // not a folder of ours
	}
	return err
}
