// Package destination writes trace files: whole, under names that can't leave the directory, and never in place of a
// file that isn't the trace's own.
package destination

import (
	"context"
	"errors"
	"io/fs"
)

// Options says where files go and how.
type Options struct {
	Directory string
	FileMode  fs.FileMode // of files, under any umask
	DirMode   fs.FileMode // of directories that this package makes, under any umask
	Sync      bool        // fsync files and folders, so that a file survives power loss once written

	// TraceOf reads the trace id from a file's first line; it tells a trace's own files from others.
	TraceOf func(line []byte) (trace [16]byte, ok bool)
}

// Directory is a folder that trace files are written to. It holds no handle between calls.
type Directory struct{ options Options }

// Draft is a file about to be written.
type Draft struct{}

var errNotBuilt = errors.New("not built")

// Open makes the directory when it's missing, makes sure that files can be written, and removes temporary files that
// an earlier process left.
func Open(options Options) (*Directory, error) { return nil, errNotBuilt }

// Check tells whether a file can be written at present.
func (d *Directory) Check() error { return errNotBuilt }

// Draft decides which file content will go to, without touching it. name is the wanted path below the directory,
// without extension, each of its elements as Clean returns it. record is what the last Draft of this trace gave.
func (d *Directory) Draft(name string, trace [16]byte, content, record []byte) (*Draft, error) {
	return nil, errNotBuilt
}

// Path is the file's path below the directory.
func (f *Draft) Path() string { return "" }

// Intent is the record to keep before Write.
func (f *Draft) Intent() []byte { return nil }

// Write writes the file, whole or not at all.
func (f *Draft) Write(ctx context.Context) error { return errNotBuilt }

// Receipt is the record to keep after Write.
func (f *Draft) Receipt() []byte { return nil }

// Clean turns any text into one path element that is safe everywhere.
func Clean(text string) string { return text }
