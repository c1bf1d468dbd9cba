package destination

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
)

// stage writes content to a new temporary file in a folder and returns its name. On error nothing is left.
func (d *Directory) stage(to folder, content []byte) (string, error) {
	name := tempName(rand.Uint64()) //nolint:gosec // no secret: no file that stands is opened
	f, err := to.Create(name, d.options.FileMode)
	if err != nil {
		return "", err
	}
	if err := both(d.fill(f, content), f.Close()); err != nil {
		return "", both(err, to.Remove(name))
	}
	return name, nil
}

func (d *Directory) fill(f newFile, content []byte) error {
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

// errNamed says that a new file must have a temporary name here.
var errNamed = errors.New("a file without a name can't be given one")

// create writes content to a new file, unless its name is taken.
func (d *Directory) create(to folder, content []byte, name string) error {
	if !d.named.Load() {
		err := d.createUnnamed(to, content, name)
		if !errors.Is(err, errNamed) {
			return err
		}
	}
	temp, err := d.stage(to, content)
	if err == nil {
		err = createByRename(to, temp, name)
	}
	if err == nil {
		d.named.Store(true) // it isn't the disk that failed, nor the name, but the other way
	}
	return err
}

// createUnnamed gives a file its name once it's whole.
func (d *Directory) createUnnamed(to folder, content []byte, name string) error {
	f, err := to.CreateUnnamed(d.options.FileMode)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return errNamed
	case err != nil:
		return err
	}
	if err = d.fill(f, content); err == nil {
		err = nameNew(f, name)
	}
	return both(err, f.Close())
}

func nameNew(f unnamedFile, name string) error {
	err := f.Name(name)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return errTaken
	}
	return fmt.Errorf("%w: %w", errNamed, err)
}

// createByRename gives a staged file its name, unless that is taken.
func createByRename(to folder, temp, name string) error {
	err := to.RenameNew(temp, name)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return both(errTaken, to.Remove(temp))
	}
	return createByLink(to, temp, name)
}

// createByLink creates where no rename fails for a name that is taken. Where the file system knows no hard links
// either, the check and the rename are two steps.
func createByLink(to folder, temp, name string) error {
	err := to.Link(temp, name)
	if err == nil {
		return to.Remove(temp)
	}
	if !errors.Is(err, fs.ErrExist) {
		if _, failed := to.Look(name); errors.Is(failed, fs.ErrNotExist) {
			if err = to.Rename(temp, name); err == nil {
				return nil
			}
		}
	} else {
		err = errTaken
	}
	return both(err, to.Remove(temp))
}

// replace writes content to a new file, which takes the name of one that stands.
func (d *Directory) replace(to folder, content []byte, name string) error {
	temp, err := d.stage(to, content)
	if err != nil {
		return err
	}
	if err := to.Rename(temp, name); err != nil {
		return both(err, to.Remove(temp))
	}
	return nil
}

// makeBelow makes a folder in another, with the wanted mode.
func (d *Directory) makeBelow(above folder, name string) error {
	err := above.Mkdir(name, d.options.DirMode)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := above.ChmodFolder(name, d.options.DirMode); err != nil {
		return both(err, above.Remove(name))
	}
	return nil
}

// sync brings the names in a folder to disk.
func (d *Directory) sync(f folder) error {
	if !d.options.Sync {
		return nil
	}
	if err := f.Sync(); err != nil {
		return fmt.Errorf("syncing the folder: %w", err)
	}
	return nil
}

// syncFile brings a file that stands, and its name, to disk.
func (d *Directory) syncFile(name string) error {
	if !d.options.Sync {
		return nil
	}
	return d.in(path.Dir(name), func(in folder) error {
		f, err := in.Open(path.Base(name))
		if err != nil {
			return err
		}
		if err := both(f.Sync(), f.Close()); err != nil {
			return err
		}
		return d.sync(in)
	})
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
