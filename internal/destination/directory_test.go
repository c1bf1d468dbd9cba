package destination

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOpenRefusesOptionsThatCantWork(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Options)
		want   string
	}{
		{"no directory", func(o *Options) { o.Directory = "" }, "directory: "},
		{"files that the owner can't read", func(o *Options) { o.FileMode = 0o200 }, "file_permissions: 0200"},
		{"directories that the owner can't enter", func(o *Options) { o.DirMode = 0o600 }, "directory_permissions: 0600"},
		{"nothing to tell traces apart", func(o *Options) { o.TraceOf = nil }, "TraceOf"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			options := optionsFor(t.TempDir())
			test.change(&options)
			_, err := open(options, underTest)
			require.ErrorContains(t, err, test.want)
		})
	}
}

func TestProblemsNameTheDirectoryTheUserTheModeAndTheCure(t *testing.T) {
	tests := []struct {
		name  string
		cause error
		want  string
	}{
		{"no permission", syscall.EACCES, "make it writable for this user"},
		{"a read-only volume", syscall.EROFS, "mount a writable volume"},
		{"a full disk", syscall.ENOSPC, "free space"},
		{"a quota", syscall.EDQUOT, "raise this user's quota"},
		{"a broken disk", syscall.EIO, "see that the volume is mounted and well"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := newDisk()
			d.put("/data/traces/x", "")
			d.onCall = func(op string) {
				if op == "create" && d.failAt < 0 {
					d.failAt, d.failWith = d.calls-1, test.cause
				}
			}
			_, err := open(diskOptions(true), d)
			require.ErrorIs(t, err, test.cause)
			assert.Equal(t, 1, d.injected)
			for _, want := range []string{"directory /data/traces: ", fmt.Sprintf("uid %d", os.Getuid()), "mode 0755", test.want} {
				assert.Contains(t, err.Error(), want)
			}
		})
	}
}

func TestOpenOnAFileSaysSo(t *testing.T) {
	file := filepath.Join(t.TempDir(), "traces")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, name := range []string{file, filepath.Join(file, "below")} {
		_, err := open(optionsFor(name), underTest)
		require.ErrorContains(t, err, "a file stands where a folder is needed")
	}
}

func TestOpenMakesTheDirectoryAndLeavesNothingInIt(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "b", "c")
	_, err := open(optionsFor(folder), underTest)
	require.NoError(t, err)
	assert.Empty(t, list(t, folder))
}

func TestSweepRemovesOnlyWhatThisPackageMade(t *testing.T) {
	folder := t.TempDir()
	put := func(name string) {
		require.NoError(t, os.MkdirAll(filepath.Join(folder, filepath.Dir(name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	gone := []string{tempName(1), "shard/" + tempName(2)}
	stays := []string{"run.jsonl", "shard/run.jsonl", "notes.tmp", ".agentdelta-1.tmp", "too/deep/" + tempName(3)}
	for _, name := range append(gone, stays...) {
		put(name)
	}
	outside := filepath.Join(t.TempDir(), tempName(4))
	require.NoError(t, os.WriteFile(outside, nil, 0o600))
	require.NoError(t, os.Symlink(outside, filepath.Join(folder, tempName(5))))
	require.NoError(t, os.Symlink(filepath.Dir(outside), filepath.Join(folder, "linked")))

	_, err := open(optionsFor(folder), underTest)
	require.NoError(t, err)
	for _, name := range gone {
		assert.NoFileExists(t, filepath.Join(folder, name))
	}
	for _, name := range stays {
		assert.FileExists(t, filepath.Join(folder, name))
	}
	assert.FileExists(t, outside)
}

func assertMode(t *testing.T, want fs.FileMode, name string) {
	t.Helper()
	info, err := os.Stat(name)
	require.NoError(t, err)
	assert.Equal(t, want, info.Mode().Perm(), name)
}

func TestModeOfAFolderThatStoodBeforeIsLeftAlone(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.Chmod(folder, 0o750))
	_, err := open(optionsFor(folder), underTest)
	require.NoError(t, err)
	assertMode(t, 0o750, folder)
}

func TestDirectoryThatChangesWhileRunning(t *testing.T) {
	t.Run("removed: it is made again", func(t *testing.T) {
		d, folder := openTemp(t)
		require.NoError(t, os.RemoveAll(folder))
		write(t, d, "run", traceA, text(traceA, "now"), nil)
		assert.Equal(t, []string{"run.jsonl"}, list(t, folder))
	})
	t.Run("moved away and made anew: the new one is used", func(t *testing.T) {
		d, folder := openTemp(t)
		write(t, d, "old", traceA, text(traceA, "old"), nil)
		require.NoError(t, os.Rename(folder, folder+".1"))
		require.NoError(t, os.Mkdir(folder, 0o700))
		write(t, d, "run", traceA, text(traceA, "now"), nil)
		assert.Equal(t, []string{"run.jsonl"}, list(t, folder))
		assert.Equal(t, []string{"old.jsonl"}, list(t, folder+".1"))
	})
	t.Run("replaced by a link: refused until it is back", func(t *testing.T) {
		d, folder := openTemp(t)
		elsewhere := t.TempDir()
		require.NoError(t, os.Rename(folder, folder+".1"))
		require.NoError(t, os.Symlink(elsewhere, folder))
		_, err := d.Draft("run", traceA, []byte(text(traceA, "now")), nil, Rivals{})
		require.ErrorIs(t, err, errReplaced)
		require.ErrorIs(t, d.Check(), errReplaced)
		assert.Empty(t, list(t, elsewhere))

		require.NoError(t, os.Remove(folder))
		require.NoError(t, os.Rename(folder+".1", folder))
		require.NoError(t, d.Check())
		write(t, d, "run", traceA, text(traceA, "now"), nil)
	})
	t.Run("a link from the start: followed", func(t *testing.T) {
		folder, link := t.TempDir(), filepath.Join(t.TempDir(), "link")
		require.NoError(t, os.Symlink(folder, link))
		d, err := open(optionsFor(link), underTest)
		require.NoError(t, err)
		write(t, d, "run", traceA, text(traceA, "now"), nil)
		assert.Equal(t, []string{"run.jsonl"}, list(t, folder))
	})
}

// swapping is the operating system with a neighbour who does something right before the directory is opened.
type swapping struct {
	system
	swap func()
}

func (s *swapping) OpenFolder(directory, way string, link bool) (folder, error) {
	if s.swap != nil {
		s.swap()
	}
	return s.system.OpenFolder(directory, way, link)
}

func TestDirectoryThatIsSwappedWhileItIsOpenedIsRefused(t *testing.T) {
	for name, missing := range map[string]bool{"one that stands": false, "one that was just made": true} {
		t.Run(name, func(t *testing.T) {
			folder, elsewhere := filepath.Join(t.TempDir(), "traces"), t.TempDir()
			system := &swapping{system: underTest}
			d, err := open(optionsFor(folder), system)
			require.NoError(t, err)
			draft, err := d.Draft("run", traceA, []byte(text(traceA, "now")), nil, Rivals{})
			require.NoError(t, err)
			if missing {
				require.NoError(t, os.Remove(folder))
			}
			system.swap = func() {
				if os.Remove(folder) == nil { // it stands
					require.NoError(t, os.Symlink(elsewhere, folder))
				}
			}
			require.ErrorIs(t, draft.Write(context.Background()), errReplaced)
			system.swap = nil
			require.ErrorIs(t, d.Check(), errReplaced)
			assert.Empty(t, list(t, elsewhere))
		})
	}
}

func TestFolderThatIsSwappedAfterItWasLookedAtIsRefused(t *testing.T) {
	folder, elsewhere := filepath.Join(t.TempDir(), "traces"), t.TempDir()
	require.NoError(t, os.Mkdir(folder, 0o700))
	info, err := os.Lstat(folder)
	require.NoError(t, err)
	require.NoError(t, os.Rename(folder, folder+".1"))
	require.NoError(t, os.Symlink(elsewhere, folder))
	_, err = openLookedAt(folder, info, false)
	require.ErrorIs(t, err, errReplaced)
	opened, err := openLookedAt(folder, info, true)
	require.NoError(t, err)
	require.NoError(t, opened.Close())
}

// On a double, for root writes to real folders whatever their mode.
func TestDirectoryThatTurnsReadOnlyIsAnErrorUntilItIsWritable(t *testing.T) {
	for _, cause := range []error{syscall.EACCES, syscall.EROFS} {
		for _, s := range scenes {
			if s.unchanged {
				continue // nothing needs to be written
			}
			t.Run(fmt.Sprintf("%s, %v", s.name, cause), func(t *testing.T) {
				d, draft := s.prepare(t, true)
				before := d.files()
				d.readOnly = cause
				require.ErrorIs(t, draft.directory.Check(), cause)
				require.ErrorIs(t, draft.Write(context.Background()), cause)
				_, err := open(diskOptions(true), d)
				require.ErrorIs(t, err, cause, "a start says so")
				assert.Equal(t, before, d.files())

				d.readOnly = nil
				require.NoError(t, draft.directory.Check())
				require.NoError(t, draft.Write(context.Background()))
				assert.Equal(t, newText, d.files()["/data/traces/"+s.file+".jsonl"])
			})
		}
	}
}

func TestFolderThatIsALinkOutOfTheDirectoryIsNeverFollowed(t *testing.T) {
	d, folder := openTemp(t)
	outside := t.TempDir()
	require.NoError(t, os.Symlink(outside, filepath.Join(folder, "checkout")))
	draft, err := d.Draft("checkout/run", traceA, []byte(text(traceA, "now")), nil, Rivals{})
	if err == nil {
		err = draft.Write(context.Background())
	}
	require.Error(t, err)
	assert.Empty(t, list(t, outside))
}

func TestFolderThatIsALinkWithinTheDirectoryIsFollowed(t *testing.T) {
	d, folder := openTemp(t)
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "runs", "monday"), 0o700))
	require.NoError(t, os.Symlink("../runs/monday", filepath.Join(folder, "runs", "today")))
	write(t, d, "runs/today/run", traceA, text(traceA, "now"), nil)
	assert.Equal(t, []string{"run.jsonl"}, list(t, filepath.Join(folder, "runs", "monday")))
}

func TestManyWritersAtOnce(t *testing.T) {
	d, folder := openTemp(t)
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			trace := [16]byte{byte(i), 9}
			draft, err := d.Draft("run", trace, []byte(text(trace, "now")), nil, Rivals{})
			for err == nil {
				if err = draft.Write(context.Background()); err == nil {
					return
				}
				draft, err = d.Draft("run", trace, []byte(text(trace, "now")), nil, Rivals{}) // another was quicker
			}
			assert.NoError(t, err)
		})
	}
	group.Wait()
	seen := map[string]bool{}
	for name, content := range snapshot(t, folder) {
		assert.True(t, strings.HasSuffix(name, ".jsonl"), name)
		assert.False(t, seen[content], "written twice: %s", name)
		seen[content] = true
	}
	assert.Len(t, seen, 16)
}

func BenchmarkWrite(b *testing.B) {
	for _, sync := range []bool{false, true} {
		b.Run(fmt.Sprintf("sync=%v", sync), func(b *testing.B) {
			options := optionsFor(b.TempDir())
			options.Sync = sync
			d, err := open(options, underTest)
			require.NoError(b, err)
			body := strings.Repeat("x", 4000)
			for i := 0; b.Loop(); i++ {
				trace := [16]byte{byte(i), byte(i >> 8), byte(i >> 16)}
				draft, err := d.Draft(fmt.Sprintf("%x", trace), trace, []byte(text(trace, body)), nil, Rivals{})
				if err == nil {
					err = draft.Write(context.Background())
				}
				require.NoError(b, err)
			}
		})
	}
}

func TestCollectorsThatStartTogetherOnOneDirectoryDoNotHinderEachOther(t *testing.T) {
	folder := t.TempDir()
	var starting sync.WaitGroup
	for range 8 {
		starting.Go(func() {
			for range 50 {
				_, err := open(Options{Directory: folder, FileMode: 0o600, DirMode: 0o700, TraceOf: func([]byte) (trace [16]byte, ok bool) { return trace, false }}, underTest)
				assert.NoError(t, err)
			}
		})
	}
	starting.Wait()
}
