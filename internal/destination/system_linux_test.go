package destination

import (
	"errors"
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

// replacing is Linux on a file system that can't rename without replacing, as NFS and some others can't.
type replacing struct{ system }

func (s replacing) OpenFolder(directory, way string, link bool) (folder, error) {
	f, err := s.system.OpenFolder(directory, way, link)
	return replacingFolder{f}, err
}

type replacingFolder struct{ folder }

func (replacingFolder) RenameNew(string, string) error { return unix.EINVAL }

func TestWhereRenamingReplacesFilesAreLinked(t *testing.T) {
	underTest = replacing{native()}
	defer func() { underTest = native() }()
	t.Run("names", TestWhichFileATraceGets)
	t.Run("a quicker process", TestFileThatAppearsBetweenDraftAndWriteIsNotReplaced)
	t.Run("many writers", TestManyWritersAtOnce)
}
