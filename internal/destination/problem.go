package destination

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// ErrName is a name that no file can have. It is the one error of this package that trying again won't cure; names
// made of elements that Clean returned never meet it.
var ErrName = errors.New("not a usable file name")

// Errors that pass when the directory or its neighbours change.
var (
	errReplaced = errors.New("the directory was replaced by a symbolic link while running")
	errTaken    = errors.New("another process wrote a file of this name meanwhile")
)

// advice tells what to do about an error of the operating system.
var advice = []struct {
	err  error
	text string
}{
	{errReplaced, "put the directory back, or restart if the link is wanted"},
	{errTaken, "it is tried again under another name"},
	{fs.ErrPermission, "make it writable for this user, or set `directory` to a folder that is"},
	{syscall.EROFS, "mount a writable volume there, or set `directory` to another folder"},
	{syscall.ENOSPC, "free space on its volume; what is pending is written then"},
	{syscall.EDQUOT, "raise this user's quota; what is pending is written then"},
	{syscall.ENOTDIR, "a file stands where a folder is needed: move it away, or set `directory` to another folder"},
	{syscall.EMFILE, "raise the limit of open files (ulimit -n)"},
	{fs.ErrNotExist, "make the folders above it, or set `directory` to another folder"},
}

// problem says of an error which directory it is about, as whom, and what to do.
func (d *Directory) problem(err error) error {
	if err == nil || errors.Is(err, ErrName) {
		return err
	}
	mode := "missing"
	if info, failed := d.system.Stat(d.options.Directory); failed == nil {
		mode = fmt.Sprintf("mode %04o", info.Mode().Perm())
	}
	hint := "see that the volume is mounted and well"
	for _, row := range advice {
		if errors.Is(err, row.err) {
			hint = row.text
			break
		}
	}
	return fmt.Errorf("directory %s: %w (uid %d, %s): %s", d.options.Directory, err, os.Getuid(), mode, hint)
}
