package destination

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// portable is any operating system, by what package os knows of it.
type portable struct{}

func (portable) Stat(path string) (fs.FileInfo, error)  { return os.Stat(path) }
func (portable) Lstat(path string) (fs.FileInfo, error) { return os.Lstat(path) }

func (portable) Mkdir(path string, mode fs.FileMode) error { return os.Mkdir(path, mode) }
func (portable) Chmod(path string, mode fs.FileMode) error { return os.Chmod(path, mode) }

func (portable) SyncDir(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = folder.Close() }()
	return syncFolder(folder)
}

func (portable) Missing(string) bool { return false }

func (portable) OpenFolder(directory, way string, link bool) (folder, error) {
	top, err := openTop(directory, link)
	return below(top, err, way)
}

// below exchanges a folder for one below it.
func below(top folder, err error, way string) (folder, error) {
	if err != nil || way == "." {
		return top, err
	}
	f, err := top.Folder(way)
	return f, both(err, top.Close())
}

// openTop looks before and after, for opening follows a link.
func openTop(path string, link bool) (folder, error) {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return nil, err
	case info.Mode()&fs.ModeSymlink != 0 && !link:
		return nil, errReplaced
	case info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "open", Path: path, Err: syscall.ENOTDIR}
	}
	return openLookedAt(path, info, link)
}

// openLookedAt opens the folder that a look gave info of. By now it may be another, which a link leads to.
func openLookedAt(path string, info fs.FileInfo, link bool) (folder, error) {
	r, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	opened, err := r.Lstat(".")
	if err == nil && !link && !os.SameFile(info, opened) {
		err = errReplaced
	}
	if err != nil {
		return nil, both(err, r.Close())
	}
	return rootFolder{r}, nil
}

// rootFolder is a folder that [os.Root] keeps to.
type rootFolder struct{ *os.Root }

func (r rootFolder) Folder(way string) (folder, error) {
	below, err := r.OpenRoot(way)
	if err != nil {
		return nil, err
	}
	return rootFolder{below}, nil
}

func (r rootFolder) Look(name string) (entry, error) {
	info, err := r.Lstat(name)
	if err != nil {
		return entry{}, err
	}
	return entry{info.Mode().IsRegular(), info.IsDir(), info.Size(), info.ModTime()}, nil
}

func (r rootFolder) Open(name string) (file, error) {
	f, err := r.Root.Open(name)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (r rootFolder) Create(name string, mode fs.FileMode) (newFile, error) {
	f, err := r.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (rootFolder) CreateUnnamed(fs.FileMode) (unnamedFile, error) { return nil, errors.ErrUnsupported }

func (r rootFolder) ChmodFolder(name string, mode fs.FileMode) error {
	f, err := r.Root.Open(name)
	if err != nil {
		return err
	}
	return both(f.Chmod(mode), f.Close())
}

func (rootFolder) RenameNew(string, string) error { return errors.ErrUnsupported }

func (r rootFolder) Sync() error {
	f, err := r.Root.Open(".")
	if err != nil {
		return err
	}
	return both(syncFolder(f), f.Close())
}
