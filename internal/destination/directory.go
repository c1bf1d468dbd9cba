// Package destination writes trace files: whole, under names that can't leave the directory, and never in place of a
// file that isn't the trace's own.
//
// # How a file appears
//
// Each step has its reason:
//
//	create without a name in the file's folder   readers of *.jsonl never see a part, and a kill leaves nothing
//	fchmod, write, fsync                         the content is on disk before its name is
//	link                                         atomic; fails where another process was quicker
//	fsync of the folder                          the name is on disk too
//
// A file that is replaced takes another way, for no link replaces, and so does a new one where the system, or the file
// system, can't:
//
//	create .agentdelta-*.tmp in the file's folder   readers of *.jsonl never see a part
//	fchmod, write, fsync                            the content is on disk before its name is
//	rename                                          atomic; the first fails where another process was quicker
//	fsync of the folder                             the name is on disk too
//
// A system that can't rename without replacing links first, and removes the temporary name then.
// Without Options.Sync both fsyncs are left out: a killed process still leaves whole files only, a power loss may not.
// Not promised: that a file which another process writes to while it is rewritten here is left alone.
//
// # Which file a trace gets
//
// A trace wants name.jsonl. What stands there is replaced only when it is, byte for byte, what this trace wrote last;
// the caller keeps the record that proves it (see Draft.Intent). Otherwise the file goes beside it:
//
//	name.late.jsonl, name.late-2.jsonl, ...   when the file there is of the same trace, but written by an earlier
//	                                          process, or before the late window was over, or changed since
//	name~2.jsonl, name~3.jsonl, ...           when anything else stands there (then .late as above); after 99 of
//	                                          them name~1a2b3c4d.jsonl, with digits that come from the trace id
//
// Of traces that want one name while all are open, the number that each gets depends on the order that the caller gives
// them (see Rivals), not on which is written first.
//
// Content that equals what stands there already is not written again.
package destination

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"sync/atomic"
)

// Options says where files go and how.
type Options struct {
	Directory string
	FileMode  fs.FileMode // of files, under any umask
	DirMode   fs.FileMode // of directories that this package makes, under any umask
	Sync      bool        // fsync files and folders, so that a file survives power loss once written
	Depth     int         // the most folders that a file's name has; that far temporary files are looked for

	// TraceOf reads the trace id from a file's first line; it tells a trace's own files from others.
	TraceOf func(line []byte) (trace [16]byte, ok bool)

	// Ours tells by a file's first line whether the exporter wrote it; Prune removes no other. nil knows none.
	Ours func(line []byte) bool
}

// Directory is a folder that trace files are written to. It holds no handle between calls, so that a folder that was
// moved away, made again or filled up needs no restart. Its methods may be called from several goroutines.
type Directory struct {
	options Options
	system  system
	link    bool // the directory was reached by a symbolic link when it was opened
	settled settled

	// named says that a new file gets a temporary name first. It was found out with one file, and the folders below the
	// directory are hardly ever on several file systems.
	named atomic.Bool
}

// Open makes the directory when it's missing, makes sure that files can be written, and removes temporary files that
// an earlier process left. A collector that starts beside a running one on the same directory may cost that one a
// temporary file, which it then writes again.
func Open(options Options) (*Directory, error) { return open(options, native()) }

func open(options Options, system system) (*Directory, error) {
	if err := check(options); err != nil {
		return nil, err
	}
	options.Directory = filepath.Clean(options.Directory)
	d := &Directory{options: options, system: system}
	if info, err := system.Lstat(options.Directory); err == nil {
		d.link = info.Mode()&fs.ModeSymlink != 0
	}
	if err := d.Check(); err != nil {
		return nil, err
	}
	return d, d.problem(d.in(".", func(top folder) error { return sweep(top, options.Depth) }))
}

func check(options Options) error {
	switch {
	case options.Directory == "":
		return errors.New("directory: empty; name a folder for the trace files")
	case options.FileMode&0o400 == 0:
		return fmt.Errorf("file_permissions: %04o lets not even the owner read; 0600 does", options.FileMode)
	case options.DirMode&0o700 != 0o700:
		return fmt.Errorf("directory_permissions: %04o keeps the owner out; 0700 doesn't", options.DirMode)
	case options.TraceOf == nil:
		return errors.New("destination: TraceOf is missing")
	}
	return nil
}

// Check tells whether a file can be written at present, by writing one and removing it. Another collector that starts on
// the same directory may remove it first.
func (d *Directory) Check() error {
	return d.problem(d.inMade(".", func(top folder) error {
		temp, err := d.stage(top, make([]byte, 4096))
		if err != nil {
			return err
		}
		if err := top.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return d.settle(".")
	}))
}

// in runs a task in a folder below the directory.
func (d *Directory) in(way string, task func(folder) error) error {
	if !fs.ValidPath(way) {
		return fmt.Errorf("path %q: %w", way, ErrName)
	}
	f, err := d.system.OpenFolder(d.options.Directory, way, d.link)
	if err != nil {
		return err
	}
	err = task(f)
	if err != nil && way != "." {
		err = fmt.Errorf("folder %s: %w", way, err)
	}
	return both(err, f.Close())
}

// missing tells, if that takes one call, that nothing stands at a path below the directory.
func (d *Directory) missing(name string) bool {
	return d.system.Missing(filepath.Join(d.options.Directory, name))
}

// inMade runs a task in a folder below the directory. Both are made again when they are gone.
func (d *Directory) inMade(way string, task func(folder) error) error {
	err := d.in(way, task)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	d.settled.remove(way)
	if way == "." {
		err = d.make(d.options.Directory)
	} else {
		err = d.inMade(path.Dir(way), func(above folder) error { return d.makeBelow(above, path.Base(way)) })
	}
	if err != nil {
		return err
	}
	return d.in(way, task)
}

// make makes a folder and those above it that are missing, each with the wanted mode.
func (d *Directory) make(path string) error {
	parent := filepath.Dir(path)
	if _, err := d.system.Stat(parent); errors.Is(err, fs.ErrNotExist) && parent != path {
		if err := d.make(parent); err != nil {
			return err
		}
	}
	if err := d.system.Mkdir(path, d.options.DirMode); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return nil
		}
		return err
	}
	if d.options.Sync {
		d.settled.made(parent)
	}
	if err := d.system.Chmod(path, d.options.DirMode); err != nil {
		return fmt.Errorf("setting the mode of a new folder: %w", err)
	}
	return nil
}
