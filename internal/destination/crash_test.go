package destination

import (
	"context"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	traceA = [16]byte{0xaa, 1}
	traceB = [16]byte{0xbb, 2}
)

// text is a file of a trace: its first line carries the trace id, as a real one does.
func text(trace [16]byte, body string) string {
	return hex.EncodeToString(trace[:]) + " meta\n" + body + "\n"
}

func traceOf(line []byte) (trace [16]byte, ok bool) {
	if len(line) < 32 {
		return trace, false
	}
	_, err := hex.Decode(trace[:], line[:32])
	return trace, err == nil
}

func diskOptions(sync bool) Options {
	return Options{Directory: "/data/traces", FileMode: 0o600, DirMode: 0o700, Sync: sync, Depth: 2, TraceOf: traceOf}
}

// scene is a write with what stands before it.
type scene struct {
	name      string
	file      string // the wanted name
	old       string // content of the trace's file before; empty is none
	oldName   string // its name, if another
	unnamed   unnamedSupport
	noNew     bool // no rename fails because a name is taken
	noLinks   bool
	unchanged bool // old is what is written
}

var scenes = []scene{
	{name: "a first file", file: "a"},
	{name: "a first file where each has a name", file: "a", unnamed: cantCreate},
	{name: "a first file where none can be named", file: "a", unnamed: cantName},
	{name: "a first file where a rename always replaces", file: "a", unnamed: cantCreate, noNew: true},
	{name: "a first file where there are no hard links either", file: "a", unnamed: cantCreate, noNew: true, noLinks: true},
	{name: "a first file in folders that are missing", file: "x/y/a"},
	{name: "a file that is rewritten", file: "a", old: text(traceA, "old")},
	{name: "a file that gets another name", file: "b", old: text(traceA, "old"), oldName: "a"},
	{name: "a file that stands already", file: "a", old: text(traceA, "new"), unchanged: true},
}

func sceneOf(t *testing.T, name string) scene {
	t.Helper()
	at := slices.IndexFunc(scenes, func(s scene) bool { return s.name == name })
	require.GreaterOrEqual(t, at, 0)
	return scenes[at]
}

var newText = text(traceA, "new")

// prepare makes the disk of a scene and the draft that is to be written.
func (s scene) prepare(t *testing.T, sync bool) (*disk, *Draft) {
	t.Helper()
	d := newDisk()
	d.unnamed, d.noNew, d.noLinks = s.unnamed, s.noNew, s.noLinks
	d.put("/data/traces/other.jsonl", text(traceB, "other"))
	var record []byte
	if s.old != "" {
		directory, err := open(diskOptions(true), d)
		require.NoError(t, err)
		name := s.file
		if s.oldName != "" {
			name = s.oldName
		}
		first, err := directory.Draft(name, traceA, []byte(s.old), nil, Rivals{})
		require.NoError(t, err)
		require.NoError(t, first.Write(context.Background()))
		record = first.Receipt()
	}
	directory, err := open(diskOptions(sync), d)
	require.NoError(t, err)
	draft, err := directory.Draft(s.file, traceA, []byte(newText), record, Rivals{})
	require.NoError(t, err)
	return d, draft
}

// whole asserts that every trace file is one that was meant.
func (s scene) whole(t *testing.T, d *disk) {
	t.Helper()
	found := false
	for name, content := range d.files() {
		if !strings.HasSuffix(name, ".jsonl") {
			assert.True(t, isTemp(name[strings.LastIndex(name, "/")+1:]), "litter that start-up won't know: %s", name)
			continue
		}
		if name == "/data/traces/other.jsonl" {
			assert.Equal(t, text(traceB, "other"), content)
			continue
		}
		found = true
		assert.Contains(t, []string{s.old, newText}, content, name)
		assert.NotEmpty(t, content, name)
	}
	if s.old != "" {
		assert.True(t, found, "the old file is gone and the new one isn't there")
	}
}

// finish starts anew on what a crash left, with the record that was kept before the write, and writes again.
func (s scene) finish(t *testing.T, d *disk, record []byte) {
	t.Helper()
	directory, err := open(diskOptions(true), d)
	require.NoError(t, err)
	draft, err := directory.Draft(s.file, traceA, []byte(newText), record, Rivals{})
	require.NoError(t, err)
	require.NoError(t, draft.Write(context.Background()))
	assert.Equal(t, map[string]string{
		"/data/traces/other.jsonl":          text(traceB, "other"),
		"/data/traces/" + s.file + ".jsonl": newText,
	}, d.files())
}

func TestEveryCrashPointLeavesTheOldOrTheNewFile(t *testing.T) {
	for _, sync := range []bool{true, false} {
		for _, s := range scenes {
			t.Run(fmt.Sprintf("%s, sync %v", s.name, sync), func(t *testing.T) {
				points := 0
				for n := 0; ; n++ {
					d, draft := s.prepare(t, sync)
					record := draft.Intent()
					d.failAt, d.failWith = d.calls+n, errDead
					err := draft.Write(context.Background())
					for _, c := range crashes {
						left := d.after(c)
						if sync || c == crashes[0] { // else not promised, but what was kept of the trace mends it
							s.whole(t, left)
							if err == nil {
								assert.Equal(t, newText, left.files()["/data/traces/"+s.file+".jsonl"], c.name)
							}
						}
						s.finish(t, left, record)
						if t.Failed() {
							t.Fatalf("at call %d, when %s", n, c.name)
						}
						points++
					}
					if d.injected == 0 {
						require.NoError(t, err)
						break
					}
				}
				nothing := s.unchanged && !sync
				assert.Equal(t, nothing, points == len(crashes), "whether the write made no calls to crash at")
				t.Log(points, "crash points")
			})
		}
	}
}

func TestEveryFailingCallLeavesTheOldFileAndNoLitter(t *testing.T) {
	for _, cause := range []error{syscall.ENOSPC, syscall.EIO, syscall.EACCES} {
		for _, s := range scenes {
			t.Run(fmt.Sprintf("%s, %v", s.name, cause), func(t *testing.T) {
				failed := 0
				for n := 0; ; n++ {
					d, draft := s.prepare(t, true)
					record, op := draft.Intent(), ""
					d.failAt, d.failWith = d.calls+n, cause
					d.onCall = func(name string) {
						if d.calls == d.failAt+1 {
							op = name
						}
					}
					err := draft.Write(context.Background())
					if d.injected == 0 {
						require.NoError(t, err)
						break
					}
					s.whole(t, d)
					if err != nil {
						failed++
						assert.NotErrorIs(t, err, ErrName)
						assert.Contains(t, err.Error(), "directory /data/traces: ")
						assert.NotContains(t, err.Error(), "\n")
					}
					if op != "remove" {
						for name := range d.files() {
							assert.True(t, strings.HasSuffix(name, ".jsonl"), "left after %s failed: %s", op, name)
						}
					}
					d.failAt = -1
					s.finish(t, d, record)
					if t.Failed() {
						t.Fatalf("at call %d, %s", n, op)
					}
				}
				assert.Positive(t, failed, "no call was made to fail")
			})
		}
	}
}

func TestFullDiskKeepsOldFilesAndIsCuredBySpace(t *testing.T) {
	d, draft := sceneOf(t, "a file that is rewritten").prepare(t, true)
	before := d.files()
	d.space = d.used() + 10
	err := draft.Write(context.Background())
	require.ErrorIs(t, err, syscall.ENOSPC)
	assert.Contains(t, err.Error(), "free space")
	assert.Equal(t, before, d.files())
	assert.ErrorIs(t, draft.directory.Check(), syscall.ENOSPC)
	assert.Equal(t, before, d.files())

	d.space = -1
	require.NoError(t, draft.directory.Check())
	require.NoError(t, draft.Write(context.Background()))
	assert.Equal(t, newText, d.files()["/data/traces/a.jsonl"])
}

// A double that forgives a missing fsync would prove nothing.
func TestCrashDoubleForgetsWhatWasNotSynced(t *testing.T) {
	d := newDisk()
	d.put("/data/old", "old")
	folder, err := d.OpenFolder("/data", ".", false)
	require.NoError(t, err)
	f, err := folder.Create("new", 0o600)
	require.NoError(t, err)
	_, err = f.Write([]byte("new"))
	require.NoError(t, err)
	names := func(c crash) []string { return slices.Sorted(maps.Keys(d.after(c).files())) }
	assert.Equal(t, []string{"/data/new", "/data/old"}, names(crashes[0]))
	assert.Equal(t, []string{"/data/old"}, names(crashes[1]))
	assert.Empty(t, d.after(crashes[2]).files()["/data/new"], "names without data")
	require.NoError(t, f.Sync())
	assert.Equal(t, []string{"/data/old"}, names(crashes[1]))
	require.NoError(t, d.SyncDir("/data"))
	assert.Equal(t, "new", d.after(crashes[1]).files()["/data/new"])
}

func TestOpenFailsAtEachCallWithoutPanic(t *testing.T) {
	injected := 0
	for n := 0; ; n++ {
		d := newDisk()
		d.put("/data/traces/"+tempName(7), "litter")
		d.failAt, d.failWith = n, syscall.EIO
		_, err := open(diskOptions(true), d)
		if d.injected == 0 {
			require.NoError(t, err)
			assert.Empty(t, d.files())
			break
		}
		injected++
		if err != nil {
			assert.ErrorIs(t, err, syscall.EIO)
		}
	}
	assert.Greater(t, injected, 8)
}

func TestPowerLossRightAfterAWriteKeepsWhatNobodyHadSynced(t *testing.T) {
	t.Run("a directory that was made by this process", func(t *testing.T) {
		d := newDisk()
		directory, err := open(diskOptions(true), d)
		require.NoError(t, err)
		draft, err := directory.Draft("a", traceA, []byte(newText), nil, Rivals{})
		require.NoError(t, err)
		require.NoError(t, draft.Write(context.Background()))
		assert.Equal(t, newText, d.after(crashes[1]).files()["/data/traces/a.jsonl"])
	})
	t.Run("a file that stood already, in the cache only", func(t *testing.T) {
		d := newDisk()
		for _, sync := range []bool{false, true} {
			directory, err := open(diskOptions(sync), d)
			require.NoError(t, err)
			require.NoError(t, d.SyncDir("/"))
			require.NoError(t, d.SyncDir("/data"))
			draft, err := directory.Draft("a", traceA, []byte(newText), nil, Rivals{})
			require.NoError(t, err)
			require.NoError(t, draft.Write(context.Background()))
			assert.Equal(t, sync, d.after(crashes[1]).files()["/data/traces/a.jsonl"] == newText)
		}
	})
}
