package destination

import (
	"errors"
	"io"
	"io/fs"
	"time"
)

// system is what this package needs of the operating system: a seam, so that tests can fail each call in turn and cut
// the power after it.
type system interface {
	Stat(path string) (fs.FileInfo, error)
	Lstat(path string) (fs.FileInfo, error)
	Mkdir(path string, mode fs.FileMode) error
	Chmod(path string, mode fs.FileMode) error
	SyncDir(path string) error

	// OpenFolder opens a directory, or a folder below it as [folder.Folder] does. A directory that is a link, or
	// becomes one while it is opened, is errReplaced, unless it may be.
	OpenFolder(directory, way string, link bool) (folder, error)

	// Missing tells, if one call can, that nothing stands at a path and that no link leads there. Else it's false.
	Missing(path string) bool
}

// folder is an open folder, and nothing outside of it. A name is one element of a path, and never followed if it is a
// link.
type folder interface {
	// Folder opens a folder below this one. The way there, with slashes, may lead over links, but not out.
	Folder(way string) (folder, error)
	Look(name string) (entry, error)
	Open(name string) (file, error)
	Create(name string, mode fs.FileMode) (newFile, error)

	// CreateUnnamed makes a file that is gone when it's closed before it has a name. Where the system, or the file
	// system, can't, the error is errors.ErrUnsupported.
	CreateUnnamed(mode fs.FileMode) (unnamedFile, error)

	Mkdir(name string, mode fs.FileMode) error
	ChmodFolder(name string, mode fs.FileMode) error
	Link(name, other string) error
	Rename(name, other string) error
	RenameNew(name, other string) error // fs.ErrExist if other stands; other errors where the system can't tell
	Remove(name string) error           // a file, or an empty folder
	Sync() error                        // the names in it
	Close() error
}

// entry is what stands under a name.
type entry struct {
	isFile   bool // and no link, folder, or device
	isFolder bool
	size     int64
	written  time.Time
}

// file is an open file or folder that is read.
type file interface {
	io.ReadCloser
	Sync() error
	Readdirnames(n int) ([]string, error)
}

// newFile is a file that was just made.
type newFile interface {
	io.WriteCloser
	Chmod(mode fs.FileMode) error
	Sync() error
}

// unnamedFile is a file in a folder, without a name there.
type unnamedFile interface {
	newFile
	Name(name string) error // fs.ErrExist if that stands; other errors where the system can't
}

// names visits the names in a folder.
func names(of folder, visit func(name string) error) error {
	f, err := of.Open(".")
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	for {
		names, err := f.Readdirnames(1024)
		for _, name := range names {
			if err := visit(name); err != nil {
				return err
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

// in runs a task in a folder below an open one.
func in(top folder, way string, task func(folder) error) error {
	if way == "." {
		return task(top)
	}
	f, err := top.Folder(way)
	if err != nil {
		return err
	}
	return both(task(f), f.Close())
}
