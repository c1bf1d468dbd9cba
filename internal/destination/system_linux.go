package destination

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// native is the system that this runs on. A kernel before 5.6, or a filter of system calls that is older, knows no
// openat2.
var native = sync.OnceValue(func() system {
	fd, err := unix.Openat2(unix.AT_FDCWD, "/", &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC})
	if err != nil {
		return portable{}
	}
	_ = unix.Close(fd)
	return linux{}
})

// linux calls the kernel itself where files are written: package os opens each folder of a name for each call, asks
// for the poller for every file, and can't rename without replacing. That is two system calls of three.
type linux struct{ portable }

const folderFlags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_CLOEXEC

// OpenFolder takes one call where there is no link on the whole path, above the directory or below.
func (s linux) OpenFolder(directory, way string, link bool) (folder, error) {
	f, err := openat2(unix.AT_FDCWD, filepath.Join(directory, way), folderFlags, unix.RESOLVE_NO_SYMLINKS)
	if err == nil {
		return f, nil
	}
	top, err := s.openTop(directory, link)
	return below(top, err, way)
}

func (s linux) openTop(path string, link bool) (folder, error) {
	flags := folderFlags
	if !link {
		flags |= unix.O_NOFOLLOW
	}
	fd, err := openat(unix.AT_FDCWD, path, flags, 0)
	if err == nil {
		return descriptor(fd), nil
	}
	if info, failed := s.Lstat(path); !link && failed == nil && info.Mode()&fs.ModeSymlink != 0 {
		return nil, errReplaced
	}
	return nil, err
}

func (linux) Missing(path string) bool {
	f, err := openat2(unix.AT_FDCWD, path, unix.O_PATH|unix.O_CLOEXEC, unix.RESOLVE_NO_SYMLINKS)
	if err == nil {
		_ = f.Close()
	}
	return errors.Is(err, unix.ENOENT)
}

// descriptor is an open folder.
type descriptor int

// Folder leaves it to the kernel that no link leads out.
func (d descriptor) Folder(way string) (folder, error) {
	f, err := openat2(int(d), way, folderFlags, unix.RESOLVE_BENEATH)
	for attempt := 0; attempt < 8 && errors.Is(err, unix.EAGAIN); attempt++ { // a rename kept it from following .. safely
		f, err = openat2(int(d), way, folderFlags, unix.RESOLVE_BENEATH)
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (d descriptor) Look(name string) (entry, error) {
	var stat unix.Stat_t
	err := call("fstatat", name, func() error { return unix.Fstatat(int(d), name, &stat, unix.AT_SYMLINK_NOFOLLOW) })
	kind := stat.Mode & unix.S_IFMT
	return entry{kind == unix.S_IFREG, kind == unix.S_IFDIR, stat.Size, time.Unix(stat.Mtim.Unix())}, err
}

func (d descriptor) Open(name string) (file, error) {
	fd, err := openat(int(d), name, unix.O_RDONLY|unix.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}

func (d descriptor) Create(name string, mode fs.FileMode) (newFile, error) {
	fd, err := openat(int(d), name, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW, mode)
	return created{fd, name}, err
}

// CreateUnnamed leaves nothing to remove, whatever happens. A file system that doesn't know the flag takes it for the one
// of folders, which can't be written to, or for a wrong one.
func (d descriptor) CreateUnnamed(mode fs.FileMode) (unnamedFile, error) {
	fd, err := openat(int(d), ".", unix.O_WRONLY|unix.O_TMPFILE, mode)
	if errors.Is(err, unix.EISDIR) || errors.Is(err, unix.EINVAL) {
		err = fmt.Errorf("%w: %w", errors.ErrUnsupported, err)
	}
	return unnamed{created{fd, "new file"}, d}, err
}

func (d descriptor) Mkdir(name string, mode fs.FileMode) error {
	return call("mkdirat", name, func() error { return unix.Mkdirat(int(d), name, uint32(mode.Perm())) })
}

func (d descriptor) ChmodFolder(name string, mode fs.FileMode) error {
	fd, err := openat(int(d), name, folderFlags|unix.O_NOFOLLOW, 0)
	if err != nil {
		return err
	}
	err = call("fchmod", name, func() error { return unix.Fchmod(fd, uint32(mode.Perm())) })
	return both(err, unix.Close(fd))
}

func (d descriptor) Link(name, other string) error {
	return call("linkat", other, func() error { return unix.Linkat(int(d), name, int(d), other, 0) })
}

func (d descriptor) Rename(name, other string) error {
	return call("renameat", other, func() error { return unix.Renameat(int(d), name, int(d), other) })
}

func (d descriptor) RenameNew(name, other string) error {
	return call("renameat2", other, func() error {
		return unix.Renameat2(int(d), name, int(d), other, unix.RENAME_NOREPLACE)
	})
}

func (d descriptor) Remove(name string) error {
	err := call("unlinkat", name, func() error { return unix.Unlinkat(int(d), name, 0) })
	if errors.Is(err, unix.EISDIR) {
		return call("unlinkat", name, func() error { return unix.Unlinkat(int(d), name, unix.AT_REMOVEDIR) })
	}
	return err
}

func (d descriptor) Sync() error {
	return call("fsync", ".", func() error { return unix.Fsync(int(d)) })
}
func (d descriptor) Close() error { return unix.Close(int(d)) }

// created is a file that was just made.
type created struct {
	fd   int
	name string
}

func (c created) Write(content []byte) (written int, err error) {
	for written < len(content) && err == nil {
		err = call("write", c.name, func() error {
			n, err := unix.Write(c.fd, content[written:])
			written += max(n, 0)
			return err
		})
	}
	return written, err
}

// Chmod looks first: a look costs less than a change, and few users have a umask that hides bits of a file's mode.
func (c created) Chmod(mode fs.FileMode) error {
	var stat unix.Stat_t
	err := call("fstat", c.name, func() error { return unix.Fstat(c.fd, &stat) })
	if err != nil || fs.FileMode(stat.Mode).Perm() == mode.Perm() {
		return err
	}
	return call("fchmod", c.name, func() error { return unix.Fchmod(c.fd, uint32(mode.Perm())) })
}

func (c created) Sync() error  { return call("fsync", c.name, func() error { return unix.Fsync(c.fd) }) }
func (c created) Close() error { return unix.Close(c.fd) }

// unnamed is a new file that has no name yet.
type unnamed struct {
	created
	folder descriptor
}

// Name links the descriptor itself. Before Linux 6.10 that takes CAP_DAC_READ_SEARCH, and it is as if there were no such
// file; then the way is by the link in /proc, as open(2) tells.
func (u unnamed) Name(name string) error {
	err := call("linkat", name, func() error { return unix.Linkat(u.fd, "", int(u.folder), name, unix.AT_EMPTY_PATH) })
	if !errors.Is(err, unix.ENOENT) {
		return err
	}
	return u.nameByProc(name)
}

func (u unnamed) nameByProc(name string) error {
	link := "/proc/self/fd/" + strconv.Itoa(u.fd)
	return call("linkat", name, func() error {
		return unix.Linkat(unix.AT_FDCWD, link, int(u.folder), name, unix.AT_SYMLINK_FOLLOW)
	})
}

func openat(folder int, name string, flags int, mode fs.FileMode) (fd int, err error) {
	err = call("openat", name, func() (err error) {
		fd, err = unix.Openat(folder, name, flags|unix.O_CLOEXEC, uint32(mode.Perm()))
		return err
	})
	return fd, err
}

func openat2(folder int, name string, flags, resolve uint64) (d descriptor, err error) {
	how := unix.OpenHow{Flags: flags, Resolve: resolve}
	err = call("openat2", name, func() error {
		fd, err := unix.Openat2(folder, name, &how)
		d = descriptor(fd)
		return err
	})
	return d, err
}

// call makes a system call, again if a signal comes between, and says what it was about if it fails.
func call(name, about string, do func() error) error {
	err := do()
	for errors.Is(err, unix.EINTR) {
		err = do()
	}
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: name, Path: about, Err: err}
}
