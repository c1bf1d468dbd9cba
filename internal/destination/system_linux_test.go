package destination

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func TestLinuxIsWrittenToByItsOwnCalls(t *testing.T) {
	fd, err := unix.Openat2(unix.AT_FDCWD, "/", &unix.OpenHow{Flags: unix.O_PATH})
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) {
		t.Skip("this kernel, or its filter of system calls, has no openat2: what is tested here is the portable way alone")
	}
	require.NoError(t, err)
	require.NoError(t, unix.Close(fd))
	assert.Equal(t, linux{}, native())
}

func TestNoDescriptorIsLeftOpen(t *testing.T) {
	d, folder := openTemp(t)
	outside := t.TempDir()
	require.NoError(t, os.Symlink(outside, filepath.Join(folder, "out")))
	require.NoError(t, os.Mkdir(filepath.Join(folder, "file.jsonl"), 0o700))
	before := list(t, "/proc/self/fd")
	for i := range byte(8) {
		trace := [16]byte{i}
		_, record := write(t, d, "run", trace, text(trace, "now"), nil)
		write(t, d, "a/b/run", trace, text(trace, "then"), record)
		write(t, d, "file", trace, text(trace, "now"), nil)
		_, err := d.Draft("out/run", trace, nil, nil, Rivals{})
		require.Error(t, err)
		_, err = d.Read("a/b/run.jsonl")
		require.NoError(t, err)
		_, err = d.Read("out/run.jsonl")
		require.Error(t, err)
		require.NoError(t, d.Check())
		prune(t, d, Keep{Files: 1})
	}
	assert.Len(t, list(t, "/proc/self/fd"), len(before))
}

func TestOtherKindsOfFilesAreNeitherOpenedNorReplaced(t *testing.T) {
	d, folder := openTemp(t)
	pipe := filepath.Join(folder, "run.jsonl")
	require.NoError(t, unix.Mkfifo(pipe, 0o600))
	path, _ := write(t, d, "run", traceA, text(traceA, "now"), nil) // opening it would wait for a writer
	assert.Equal(t, "run~2.jsonl", path)
	info, err := os.Lstat(pipe)
	require.NoError(t, err)
	assert.Equal(t, os.ModeNamedPipe, info.Mode().Type())
}

func TestALinkAnywhereAboveTheDirectoryIsNoHindrance(t *testing.T) {
	above, link := t.TempDir(), filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(above, link))
	d, err := open(optionsFor(filepath.Join(link, "traces")), native())
	require.NoError(t, err)
	_, record := write(t, d, "x/run", traceA, text(traceA, "1"), nil)
	write(t, d, "x/run", traceA, text(traceA, "2"), record)
	assert.Equal(t, text(traceA, "2"), read(t, above, "traces/x/run.jsonl"))
}

// lesser is Linux on a file system that can't do all.
type lesser struct {
	system
	limit func(folder) folder
}

func (s lesser) OpenFolder(directory, way string, link bool) (folder, error) {
	f, err := s.system.OpenFolder(directory, way, link)
	return s.limit(f), err
}

// named knows no files without names, as NFS and FUSE don't.
type named struct{ folder }

func (f named) CreateUnnamed(fs.FileMode) (unnamedFile, error) {
	return nil, &fs.PathError{Op: "openat", Err: unix.EOPNOTSUPP}
}

// replacing can't rename without replacing either, as NFS and some others can't.
type replacing struct{ named }

func (replacing) RenameNew(string, string) error { return unix.EINVAL }

// unlinked makes files that no link can name, as is so without /proc on an older kernel.
type unlinked struct{ folder }

func (f unlinked) CreateUnnamed(mode fs.FileMode) (unnamedFile, error) {
	made, err := f.folder.CreateUnnamed(mode)
	return unnamable{made}, err
}

type unnamable struct{ unnamedFile }

func (unnamable) Name(name string) error {
	return &fs.PathError{Op: "linkat", Path: name, Err: unix.ENOENT}
}

func TestWhatAFileSystemCantIsDoneInAnotherWay(t *testing.T) {
	defer func() { underTest = native() }()
	for name, limit := range map[string]func(folder) folder{
		"files without names": func(f folder) folder { return named{f} },
		"nor renaming":        func(f folder) folder { return replacing{named{f}} },
		"naming files":        func(f folder) folder { return unlinked{f} },
	} {
		t.Run(name, func(t *testing.T) {
			underTest = lesser{native(), limit}
			t.Run("names", TestWhichFileATraceGets)
			t.Run("a quicker process", TestFileThatAppearsBetweenDraftAndWriteIsNotReplaced)
			t.Run("a changed directory", TestDirectoryThatChangesWhileRunning)
			t.Run("many writers", TestManyWritersAtOnce)
		})
	}
}

func TestWhatAFileSystemCantIsAskedOnce(t *testing.T) {
	for _, support := range []unnamedSupport{cantCreate, cantName} {
		d, asked := newDisk(), 0
		directory, err := open(diskOptions(false), d)
		require.NoError(t, err)
		d.unnamed, d.onCall = support, func(op string) {
			if op == "createunnamed" {
				asked++
			}
		}
		for n := range byte(3) {
			write(t, directory, "run", [16]byte{n}, text([16]byte{n}, "now"), nil)
		}
		assert.Equal(t, 1, asked)
	}
}

func TestADiskThatFailsIsAskedAgain(t *testing.T) {
	d, asked := newDisk(), 0
	directory, err := open(diskOptions(false), d)
	require.NoError(t, err)
	for range 3 {
		draft, err := directory.Draft("run", traceA, []byte(newText), nil, Rivals{})
		require.NoError(t, err)
		d.onCall = func(op string) {
			if op == "name" {
				asked++
				d.failAt, d.failWith = d.calls-1, errDead
			}
		}
		require.Error(t, draft.Write(t.Context()))
		d.failAt = -1
	}
	assert.Equal(t, 3, asked)
}

func TestAFileIsNamedByProcAsWell(t *testing.T) {
	folder := t.TempDir()
	top, err := linux{}.OpenFolder(folder, ".", false)
	require.NoError(t, err)
	for _, want := range []error{nil, os.ErrExist} {
		f, err := top.CreateUnnamed(0o600)
		require.NoError(t, err)
		_, err = f.Write([]byte(newText))
		require.NoError(t, err)
		require.ErrorIs(t, f.(unnamed).nameByProc("run.jsonl"), want)
		require.NoError(t, f.Close())
	}
	require.NoError(t, top.Close())
	assert.Equal(t, map[string]string{"run.jsonl": newText}, snapshot(t, folder))
}
