package destination

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
)

// stage writes content to a new temporary file in folder and returns its name. On error nothing is left.
func (d *Directory) stage(r root, folder string, content []byte) (string, error) {
	name := path.Join(folder, tempName(rand.Uint64())) //nolint:gosec // no secret: the file is opened with O_EXCL
	f, err := r.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, d.options.FileMode)
	if err != nil {
		return "", err
	}
	if err := both(d.fill(f, content), f.Close()); err != nil {
		return "", both(err, r.Remove(name))
	}
	return name, nil
}

func (d *Directory) fill(f file, content []byte) error {
	if err := f.Chmod(d.options.FileMode); err != nil {
		return err
	}
	if _, err := f.Write(content); err != nil {
		return err
	}
	if !d.options.Sync {
		return nil
	}
	return f.Sync()
}

// create gives a staged file its name, unless that is taken. Where the file system knows no hard links, the check and
// the rename are two steps.
func create(r root, temp, name string) error {
	err := r.Link(temp, name)
	if err == nil {
		return r.Remove(temp)
	}
	if !errors.Is(err, fs.ErrExist) {
		if _, failed := r.Lstat(name); errors.Is(failed, fs.ErrNotExist) {
			if err = r.Rename(temp, name); err == nil {
				return nil
			}
		}
	} else {
		err = errTaken
	}
	return both(err, r.Remove(temp))
}

// replace gives a staged file the name of one that stands.
func replace(r root, temp, name string) error {
	if err := r.Rename(temp, name); err != nil {
		return both(err, r.Remove(temp))
	}
	return nil
}

// makeFolders makes the folders of a path below the directory.
func (d *Directory) makeFolders(r root, folder string) error {
	if folder == "." {
		return nil
	}
	if err := d.makeFolders(r, path.Dir(folder)); err != nil {
		return err
	}
	err := r.Mkdir(folder, d.options.DirMode)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := d.inFolder(r, folder, func(f file) error { return f.Chmod(d.options.DirMode) }); err != nil {
		return err
	}
	return d.syncFolder(r, path.Dir(folder))
}

// syncFolder brings the names in a folder to disk.
func (d *Directory) syncFolder(r root, folder string) error {
	if !d.options.Sync {
		return nil
	}
	if err := d.inFolder(r, folder, func(f file) error { return syncFolder(f) }); err != nil {
		return fmt.Errorf("syncing the folder: %w", err)
	}
	return nil
}

func (d *Directory) inFolder(r root, folder string, task func(file) error) error {
	f, err := r.OpenFile(folder, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	return both(task(f), f.Close())
}

// syncFile brings a file that stands, and its name, to disk.
func (d *Directory) syncFile(r root, name string) error {
	if !d.options.Sync {
		return nil
	}
	if err := d.inFolder(r, name, file.Sync); err != nil {
		return err
	}
	return d.syncFolder(r, path.Dir(name))
}

// both is the error of two calls of which the second tidies up, on one line.
func both(err, tidying error) error {
	switch {
	case tidying == nil:
		return err
	case err == nil:
		return tidying
	}
	return fmt.Errorf("%w; then %w", err, tidying)
}
