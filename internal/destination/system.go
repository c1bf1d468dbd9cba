package destination

import (
	"io"
	"io/fs"
	"os"
)

// system is what this package needs of the operating system: a seam, so that tests can fail each call in turn and cut
// the power after it.
type system interface {
	Stat(path string) (fs.FileInfo, error)
	Lstat(path string) (fs.FileInfo, error)
	Mkdir(path string, mode fs.FileMode) error
	Chmod(path string, mode fs.FileMode) error
	SyncDir(path string) error
	OpenRoot(path string) (root, error)
	SameFile(a, b fs.FileInfo) bool
}

// root is one directory, and nothing outside of it. Names are slash-separated.
type root interface {
	Lstat(name string) (fs.FileInfo, error)
	OpenFile(name string, flag int, mode fs.FileMode) (file, error)
	Mkdir(name string, mode fs.FileMode) error
	Link(name, other string) error
	Rename(name, other string) error
	Remove(name string) error
	Close() error
}

// file is an open file or folder.
type file interface {
	io.ReadWriteCloser
	Chmod(mode fs.FileMode) error
	Sync() error
	ReadDir(n int) ([]fs.DirEntry, error)
}

type operatingSystem struct{}

func (operatingSystem) Stat(path string) (fs.FileInfo, error)  { return os.Stat(path) }
func (operatingSystem) Lstat(path string) (fs.FileInfo, error) { return os.Lstat(path) }

func (operatingSystem) Mkdir(path string, mode fs.FileMode) error { return os.Mkdir(path, mode) }
func (operatingSystem) Chmod(path string, mode fs.FileMode) error { return os.Chmod(path, mode) }

func (operatingSystem) SyncDir(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = folder.Close() }()
	return syncFolder(folder)
}

func (operatingSystem) OpenRoot(path string) (root, error) {
	r, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	return osRoot{r}, nil
}

func (operatingSystem) SameFile(a, b fs.FileInfo) bool { return os.SameFile(a, b) }

type osRoot struct{ *os.Root }

func (r osRoot) OpenFile(name string, flag int, mode fs.FileMode) (file, error) {
	f, err := r.Root.OpenFile(name, flag, mode)
	if err != nil {
		return nil, err
	}
	return f, nil
}
