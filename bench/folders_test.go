package bench

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
)

// folders makes the folders that benchmarks write to. Nothing in them is removed before all benchmarks have ended: ext4
// doesn't use the inode of a deleted file again for up to six minutes but searches past it, which would make each new file
// cost ten times as much as on a disk where files are kept.
//
// Source: torvalds/linux:fs/ext4/ialloc.c (recently_deleted).
var folders struct {
	top  string
	next atomic.Int64
}

func TestMain(m *testing.M) {
	flag.StringVar(&folders.top, "files", "", "the folder that files are written to, and stay in; without it a temporary one")
	flag.Parse()
	os.Exit(inFolders(m.Run))
}

// inFolders runs with a folder to write to, and removes it unless the user named it.
func inFolders(run func() int) int {
	var err error
	named := folders.top != ""
	if named {
		err = os.MkdirAll(folders.top, 0o700)
	}
	if err == nil {
		folders.top, err = os.MkdirTemp(folders.top, "bench")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 1
	}
	if !named {
		defer func() { _ = os.RemoveAll(folders.top) }()
	}
	return run()
}

// newFolder is an empty folder that no benchmark had before.
func newFolder(b *testing.B) string {
	folder := filepath.Join(folders.top, strconv.FormatInt(folders.next.Add(1), 10))
	check(b, os.Mkdir(folder, 0o700))
	return folder
}
