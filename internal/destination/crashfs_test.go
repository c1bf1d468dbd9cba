package destination

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"
)

// disk is a file system in memory that knows what is on the platter and what only in the cache. It can fail its n-th
// call, die at it, run out of space, and lose its power. It models the worst that POSIX allows a file system: content
// is durable after fsync of the file, a name after fsync of its folder, each without the other.
type disk struct {
	top      *inode
	calls    int             // how many calls were made
	failAt   int             // the call that fails with failWith; -1 is none
	failWith error           // errDead: this call and all after it
	injected int             // how many calls failed by it
	space    int             // bytes for content; negative is unlimited
	noLinks  bool            // Link fails, as on file systems without hard links
	noNew    bool            // RenameNew fails, as on systems without it
	unnamed  unnamedSupport  // what of files without names there is
	readOnly error           // what every call that would change something says; nil lets it
	onCall   func(op string) // told of each call
}

// unnamedSupport is how far a system, or a file system, goes with files without names.
type unnamedSupport uint8

const (
	canName unnamedSupport = iota
	cantName
	cantCreate
)

var errDead = errors.New("the process is dead")

type inode struct {
	folder       bool
	mode         fs.FileMode
	data, synced []byte            // content in the cache, content on the platter
	names, kept  map[string]*inode // names in the cache, names on the platter
}

func newFolder() *inode {
	return &inode{folder: true, mode: 0o755, names: map[string]*inode{}, kept: map[string]*inode{}}
}

func newDisk() *disk { return &disk{top: newFolder(), failAt: -1, space: -1} }

// crash is one way to stop.
type crash struct {
	name                string
	keepData, keepNames bool // what of the cache survives
}

var crashes = []crash{
	{"the process is killed", true, true},
	{"the power is lost and nothing but what was synced is left", false, false},
	{"the power is lost and names were quicker than data", false, true},
	{"the power is lost and data was quicker than names", true, false},
}

// after gives the disk as the next process finds it.
func (d *disk) after(c crash) *disk {
	next := newDisk()
	next.top = d.top.after(c, map[*inode]*inode{})
	return next
}

func (i *inode) after(c crash, seen map[*inode]*inode) *inode {
	if copied := seen[i]; copied != nil {
		return copied
	}
	next := &inode{folder: i.folder, mode: i.mode, data: i.synced}
	seen[i] = next
	if c.keepData {
		next.data = i.data
	}
	next.data = slices.Clone(next.data)
	next.synced = next.data
	if i.folder {
		names := i.kept
		if c.keepNames {
			names = i.names
		}
		next.names, next.kept = map[string]*inode{}, map[string]*inode{}
		for name, child := range names {
			next.names[name] = child.after(c, seen)
		}
		maps.Copy(next.kept, next.names)
	}
	return next
}

// files lists every file and its content.
func (d *disk) files() map[string]string {
	found := map[string]string{}
	var walk func(string, *inode)
	walk = func(at string, i *inode) {
		for name, child := range i.names {
			if child.folder {
				walk(path.Join(at, name), child)
			} else {
				found[path.Join(at, name)] = string(child.data)
			}
		}
	}
	walk("/", d.top)
	return found
}

// put makes a durable file, and the folders above it.
func (d *disk) put(name, content string) {
	folder := d.top
	elements := strings.Split(strings.Trim(name, "/"), "/")
	for _, element := range elements[:len(elements)-1] {
		if folder.names[element] == nil {
			folder.names[element] = newFolder()
		}
		folder.kept[element] = folder.names[element]
		folder = folder.names[element]
	}
	last := elements[len(elements)-1]
	folder.names[last] = &inode{mode: 0o600, data: []byte(content), synced: []byte(content)}
	folder.kept[last] = folder.names[last]
}

// changing are the calls that change something.
var changing = []string{"create", "createunnamed", "name", "mkdir", "chmod", "fchmod", "write", "link", "rename", "renamenew", "remove"}

// call counts one call and says whether it fails.
func (d *disk) call(op, name string) error {
	n := d.calls
	d.calls++
	if d.onCall != nil {
		d.onCall(op)
	}
	if d.readOnly != nil && slices.Contains(changing, op) {
		return &fs.PathError{Op: op, Path: name, Err: d.readOnly}
	}
	if d.failAt >= 0 && (n == d.failAt || n > d.failAt && errors.Is(d.failWith, errDead)) {
		d.injected++
		return &fs.PathError{Op: op, Path: name, Err: d.failWith}
	}
	return nil
}

// find walks to a name below folder; parent is nil if a folder on the way is missing.
func find(folder *inode, name string) (parent, found *inode, err error) {
	parent, found = nil, folder
	for _, element := range strings.Split(strings.Trim(path.Clean(name), "/"), "/") {
		if element == "." || element == "" {
			continue
		}
		if found == nil {
			return nil, nil, fs.ErrNotExist
		}
		if !found.folder {
			return nil, nil, syscall.ENOTDIR
		}
		parent, found = found, found.names[element]
	}
	return parent, found, nil
}

func (d *disk) used() (n int) {
	for _, content := range d.files() {
		n += len(content)
	}
	return n
}

func (d *disk) Stat(name string) (fs.FileInfo, error) { return d.Lstat(name) }

func (d *disk) Lstat(name string) (fs.FileInfo, error) {
	if err := d.call("lstat", name); err != nil {
		return nil, err
	}
	_, i, err := find(d.top, name)
	if err == nil && i == nil {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, &fs.PathError{Op: "lstat", Path: name, Err: err}
	}
	return diskInfo{path.Base(name), i}, nil
}

func (d *disk) Mkdir(name string, mode fs.FileMode) error {
	return diskFolder{d, d.top}.Mkdir(name, mode)
}

func (d *disk) Chmod(name string, mode fs.FileMode) error {
	if err := d.call("chmod", name); err != nil {
		return err
	}
	_, i, err := find(d.top, name)
	if err == nil {
		i.mode = mode
	}
	return err
}

func (d *disk) SyncDir(name string) error {
	f, err := d.OpenFolder(name, ".", false)
	if err != nil {
		return err
	}
	return f.Sync()
}

func (d *disk) OpenFolder(directory, way string, _ bool) (folder, error) {
	return diskFolder{d, d.top}.Folder(path.Join(directory, way))
}

func (d *disk) Missing(name string) bool {
	if d.call("missing", name) != nil {
		return false
	}
	_, i, err := find(d.top, name)
	return err == nil && i == nil || errors.Is(err, fs.ErrNotExist)
}

// diskFolder is lenient: its names may be paths.
type diskFolder struct {
	disk   *disk
	folder *inode
}

func (r diskFolder) Folder(way string) (folder, error) {
	if err := r.disk.call("openfolder", way); err != nil {
		return nil, err
	}
	_, i, err := find(r.folder, way)
	switch {
	case err == nil && i == nil:
		err = fs.ErrNotExist
	case err == nil && !i.folder:
		err = syscall.ENOTDIR
	}
	if err != nil {
		return nil, &fs.PathError{Op: "openfolder", Path: way, Err: err}
	}
	return diskFolder{r.disk, i}, nil
}

type diskInfo struct {
	name string
	*inode
}

func (i diskInfo) Name() string { return i.name }
func (i diskInfo) Size() int64  { return int64(len(i.data)) }
func (i diskInfo) Mode() fs.FileMode {
	if i.folder {
		return i.mode | fs.ModeDir
	}
	return i.mode
}
func (i diskInfo) ModTime() time.Time { return time.Time{} }
func (i diskInfo) IsDir() bool        { return i.folder }
func (i diskInfo) Sys() any           { return nil }

func (r diskFolder) Look(name string) (entry, error) {
	if err := r.disk.call("look", name); err != nil {
		return entry{}, err
	}
	_, i, err := find(r.folder, name)
	if err == nil && i == nil {
		err = fs.ErrNotExist
	}
	if err != nil {
		return entry{}, &fs.PathError{Op: "look", Path: name, Err: err}
	}
	return entry{isFile: !i.folder, isFolder: i.folder, size: int64(len(i.data))}, nil
}

func (r diskFolder) Open(name string) (file, error) {
	if err := r.disk.call("open", name); err != nil {
		return nil, err
	}
	_, i, err := find(r.folder, name)
	if err == nil && i == nil {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &diskFile{disk: r.disk, inode: i}, nil
}

func (r diskFolder) Create(name string, mode fs.FileMode) (newFile, error) {
	if err := r.disk.call("create", name); err != nil {
		return nil, err
	}
	parent, i, err := find(r.folder, name)
	if err == nil && i != nil {
		err = fs.ErrExist
	}
	if err != nil {
		return nil, &fs.PathError{Op: "create", Path: name, Err: err}
	}
	i = &inode{mode: mode &^ 0o077}
	parent.names[path.Base(name)] = i
	return &diskFile{disk: r.disk, inode: i}, nil
}

func (r diskFolder) CreateUnnamed(mode fs.FileMode) (unnamedFile, error) {
	err := r.disk.call("createunnamed", "")
	if err == nil && r.disk.unnamed == cantCreate {
		err = errors.ErrUnsupported
	}
	return &diskUnnamed{diskFile{disk: r.disk, inode: &inode{mode: mode &^ 0o077}}, r.folder}, err
}

// diskUnnamed is found by nobody, whatever stops, before it's named.
type diskUnnamed struct {
	diskFile
	folder *inode
}

func (f *diskUnnamed) Name(name string) error {
	err := f.disk.call("name", name)
	switch {
	case err != nil:
	case f.disk.unnamed == cantName:
		err = fs.ErrNotExist
	case f.folder.names[name] != nil:
		err = fs.ErrExist
	}
	if err != nil {
		return &os.LinkError{Op: "name", New: name, Err: err}
	}
	f.folder.names[name] = f.inode
	return nil
}

func (r diskFolder) ChmodFolder(name string, mode fs.FileMode) error {
	if err := r.disk.call("fchmod", name); err != nil {
		return err
	}
	_, i, err := find(r.folder, name)
	if err == nil && i == nil {
		err = fs.ErrNotExist
	}
	if err == nil {
		i.mode = mode
	}
	return err
}

func (r diskFolder) Mkdir(name string, mode fs.FileMode) error {
	if err := r.disk.call("mkdir", name); err != nil {
		return err
	}
	parent, i, err := find(r.folder, name)
	if err == nil && i != nil {
		err = fs.ErrExist
	}
	if err != nil {
		return &fs.PathError{Op: "mkdir", Path: name, Err: err}
	}
	parent.names[path.Base(name)] = newFolder()
	parent.names[path.Base(name)].mode = mode &^ 0o077
	return nil
}

func (r diskFolder) Link(name, other string) error {
	if err := r.disk.call("link", other); err != nil {
		return err
	}
	_, i, _ := find(r.folder, name)
	parent, taken, err := find(r.folder, other)
	switch {
	case r.disk.noLinks:
		err = syscall.EPERM
	case i == nil:
		err = fs.ErrNotExist
	case taken != nil:
		err = fs.ErrExist
	}
	if err != nil {
		return &os.LinkError{Op: "link", Old: name, New: other, Err: err}
	}
	parent.names[path.Base(other)] = i
	return nil
}

func (r diskFolder) Rename(name, other string) error {
	if err := r.disk.call("rename", other); err != nil {
		return err
	}
	from, i, err := find(r.folder, name)
	to, _, _ := find(r.folder, other)
	if err != nil || i == nil || to == nil {
		return &os.LinkError{Op: "rename", Old: name, New: other, Err: fs.ErrNotExist}
	}
	delete(from.names, path.Base(name))
	to.names[path.Base(other)] = i
	return nil
}

// RenameNew is one step: the name goes over, or nothing happens.
func (r diskFolder) RenameNew(name, other string) error {
	if err := r.disk.call("renamenew", other); err != nil {
		return err
	}
	from, i, err := find(r.folder, name)
	to, taken, _ := find(r.folder, other)
	switch {
	case r.disk.noNew:
		err = syscall.EINVAL
	case err != nil || i == nil || to == nil:
		err = fs.ErrNotExist
	case taken != nil:
		err = fs.ErrExist
	}
	if err != nil {
		return &os.LinkError{Op: "renamenew", Old: name, New: other, Err: err}
	}
	delete(from.names, path.Base(name))
	to.names[path.Base(other)] = i
	return nil
}

func (r diskFolder) Remove(name string) error {
	if err := r.disk.call("remove", name); err != nil {
		return err
	}
	parent, i, err := find(r.folder, name)
	if err != nil || i == nil {
		return &fs.PathError{Op: "remove", Path: name, Err: fs.ErrNotExist}
	}
	delete(parent.names, path.Base(name))
	return nil
}

func (r diskFolder) Sync() error { return (&diskFile{disk: r.disk, inode: r.folder}).Sync() }

func (diskFolder) Close() error { return nil }

type diskFile struct {
	disk  *disk
	inode *inode
	at    int
	ended bool
}

func (f *diskFile) Read(p []byte) (int, error) {
	if err := f.disk.call("read", ""); err != nil {
		return 0, err
	}
	n := copy(p, f.inode.data[f.at:])
	if f.at += n; n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// Write writes half when it fails, as a full disk or a kill may.
func (f *diskFile) Write(p []byte) (int, error) {
	err := f.disk.call("write", "")
	if room := f.disk.space - f.disk.used(); f.disk.space >= 0 && room < len(p) && err == nil {
		f.inode.data = append(f.inode.data, p[:max(room, 0)]...)
		return max(room, 0), syscall.ENOSPC
	}
	if err != nil {
		f.inode.data = append(f.inode.data, p[:len(p)/2]...)
		return len(p) / 2, err
	}
	f.inode.data = append(f.inode.data, p...)
	return len(p), nil
}

func (f *diskFile) Chmod(mode fs.FileMode) error {
	if err := f.disk.call("fchmod", ""); err != nil {
		return err
	}
	f.inode.mode = mode
	return nil
}

func (f *diskFile) Sync() error {
	if err := f.disk.call("fsync", ""); err != nil {
		return err
	}
	f.inode.synced = slices.Clone(f.inode.data)
	if f.inode.folder {
		f.inode.kept = maps.Clone(f.inode.names)
	}
	return nil
}

func (f *diskFile) Readdirnames(int) ([]string, error) {
	if err := f.disk.call("readdir", ""); err != nil {
		return nil, err
	}
	if f.ended {
		return nil, io.EOF
	}
	f.ended = true
	return slices.Sorted(maps.Keys(f.inode.names)), nil
}

func (f *diskFile) Close() error { return f.disk.call("close", "") }
