package destination

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// underTest is the system that tests write with.
var underTest = native()

// openTemp opens a new directory on the real file system.
func openTemp(t *testing.T) (*Directory, string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "traces")
	directory, err := open(optionsFor(folder), underTest)
	require.NoError(t, err)
	return directory, folder
}

func optionsFor(folder string) Options {
	return Options{Directory: folder, FileMode: 0o600, DirMode: 0o700, Sync: true, Depth: 1, TraceOf: traceOf}
}

// write writes and returns the path and the receipt.
func write(t *testing.T, d *Directory, name string, trace [16]byte, content string, record []byte) (string, []byte) {
	t.Helper()
	draft, err := d.Draft(name, trace, []byte(content), record, Rivals{})
	require.NoError(t, err)
	require.NoError(t, draft.Write(context.Background()))
	return draft.Path(), draft.Receipt()
}

func read(t *testing.T, folder, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, name))
	require.NoError(t, err)
	return string(data)
}

func list(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func TestWhichFileATraceGets(t *testing.T) {
	first := text(traceA, "first")
	tests := []struct {
		name   string
		before func(t *testing.T, d *Directory, folder string) (record []byte)
		want   string
	}{
		{"nothing stands there", func(*testing.T, *Directory, string) []byte { return nil }, "run.jsonl"},
		{"its own file is replaced", func(t *testing.T, d *Directory, _ string) []byte {
			_, record := write(t, d, "run", traceA, first, nil)
			return record
		}, "run.jsonl"},
		{"its own file was taken away by a reader", func(t *testing.T, d *Directory, folder string) []byte {
			_, record := write(t, d, "run", traceA, first, nil)
			require.NoError(t, os.Remove(filepath.Join(folder, "run.jsonl")))
			return record
		}, "run.jsonl"},
		{"its own file was changed by someone", func(t *testing.T, d *Directory, folder string) []byte {
			_, record := write(t, d, "run", traceA, first, nil)
			require.NoError(t, os.WriteFile(filepath.Join(folder, "run.jsonl"), []byte(first+"note\n"), 0o600))
			return record
		}, "run.late.jsonl"},
		{"its own file was changed by someone, but not its size", func(t *testing.T, d *Directory, folder string) []byte {
			_, record := write(t, d, "run", traceA, first, nil)
			changed := strings.Replace(first, "first", "fires", 1)
			require.NoError(t, os.WriteFile(filepath.Join(folder, "run.jsonl"), []byte(changed), 0o600))
			return record
		}, "run.late.jsonl"},
		{"its own file was changed by someone, so that no trace can be told", func(t *testing.T, d *Directory, folder string) []byte {
			_, record := write(t, d, "run", traceA, first, nil)
			require.NoError(t, os.WriteFile(filepath.Join(folder, "run.jsonl"), []byte("{\n"+first), 0o600))
			return record
		}, "run.late.jsonl"},
		{"its own file with a number was changed by someone, likewise", func(t *testing.T, d *Directory, folder string) []byte {
			write(t, d, "run", traceB, text(traceB, "other"), nil)
			_, record := write(t, d, "run", traceA, first, nil)
			require.NoError(t, os.WriteFile(filepath.Join(folder, "run~2.jsonl"), []byte("{\n"+first), 0o600))
			return record
		}, "run~2.late.jsonl"},
		{"its own file gave way to another trace's", func(t *testing.T, d *Directory, folder string) []byte {
			_, record := write(t, d, "run", traceA, first, nil)
			require.NoError(t, os.WriteFile(filepath.Join(folder, "run.jsonl"), []byte(text(traceB, "other")), 0o600))
			return record
		}, "run~2.jsonl"},
		{"its own file gave way to a folder", func(t *testing.T, d *Directory, folder string) []byte {
			_, record := write(t, d, "run", traceA, first, nil)
			require.NoError(t, os.Remove(filepath.Join(folder, "run.jsonl")))
			require.NoError(t, os.Mkdir(filepath.Join(folder, "run.jsonl"), 0o700))
			return record
		}, "run~2.jsonl"},
		{"a power loss cut what it was about to write", torn(text(traceA, "now")[:40]), "run.jsonl"},
		{"a power loss cut it in the first line", torn(text(traceA, "now")[:7]), "run.jsonl"},
		{"a power loss left zeros of it", torn(text(traceA, "now")[:7] + "\x00\x00\x00"), "run.jsonl"},
		{"a power loss left nothing but the name", torn(""), "run.jsonl"},
		{"a power loss cut something else", torn(first[:len(first)-2]), "run.late.jsonl"},
		{"a beginning of what it writes, without a record", func(t *testing.T, _ *Directory, folder string) []byte {
			require.NoError(t, os.WriteFile(filepath.Join(folder, "run.jsonl"), []byte(text(traceA, "now")[:7]), 0o600))
			return nil
		}, "run~2.jsonl"},
		{"a file of the same trace without a record", func(t *testing.T, d *Directory, _ string) []byte {
			write(t, d, "run", traceA, first, nil)
			return nil
		}, "run.late.jsonl"},
		{"a second late group", func(t *testing.T, d *Directory, _ string) []byte {
			write(t, d, "run", traceA, first, nil)
			write(t, d, "run", traceA, text(traceA, "second"), nil)
			return nil
		}, "run.late-2.jsonl"},
		{"a third late group, its record known", func(t *testing.T, d *Directory, _ string) []byte {
			write(t, d, "run", traceA, first, nil)
			write(t, d, "run", traceA, text(traceA, "second"), nil)
			path, record := write(t, d, "run", traceA, text(traceA, "third"), nil)
			assert.Equal(t, "run.late-2.jsonl", path)
			return record
		}, "run.late-2.jsonl"},
		{"a late group stays late when the first file is taken away", func(t *testing.T, d *Directory, folder string) []byte {
			write(t, d, "run", traceA, first, nil)
			_, record := write(t, d, "run", traceA, text(traceA, "second"), nil)
			require.NoError(t, os.Remove(filepath.Join(folder, "run.jsonl")))
			return record
		}, "run.late.jsonl"},
		{"the same content stands there", func(t *testing.T, d *Directory, _ string) []byte {
			write(t, d, "run", traceA, text(traceA, "now"), nil)
			return nil
		}, "run.jsonl"},
		{"another trace's file", func(t *testing.T, d *Directory, _ string) []byte {
			write(t, d, "run", traceB, text(traceB, "other"), nil)
			return nil
		}, "run~2.jsonl"},
		{"another trace's file with the very bytes", func(t *testing.T, d *Directory, _ string) []byte {
			write(t, d, "run", traceB, text(traceB, "now"), nil)
			return nil
		}, "run~2.jsonl"},
		{"a file that is no trace", func(t *testing.T, _ *Directory, folder string) []byte {
			require.NoError(t, os.WriteFile(filepath.Join(folder, "run.jsonl"), []byte("notes"), 0o600))
			return nil
		}, "run~2.jsonl"},
		{"an empty file", func(t *testing.T, _ *Directory, folder string) []byte {
			require.NoError(t, os.WriteFile(filepath.Join(folder, "run.jsonl"), nil, 0o600))
			return nil
		}, "run~2.jsonl"},
		{"a folder", func(t *testing.T, _ *Directory, folder string) []byte {
			require.NoError(t, os.Mkdir(filepath.Join(folder, "run.jsonl"), 0o700))
			return nil
		}, "run~2.jsonl"},
		{"a planted link to a file outside", func(t *testing.T, _ *Directory, folder string) []byte {
			outside := filepath.Join(t.TempDir(), "outside")
			require.NoError(t, os.WriteFile(outside, []byte(text(traceA, "secret")), 0o600))
			require.NoError(t, os.Symlink(outside, filepath.Join(folder, "run.jsonl")))
			t.Cleanup(func() { assert.Equal(t, text(traceA, "secret"), read(t, filepath.Dir(outside), "outside")) })
			return nil
		}, "run~2.jsonl"},
		{"a planted link that leads nowhere", func(t *testing.T, _ *Directory, folder string) []byte {
			require.NoError(t, os.Symlink("../nowhere", filepath.Join(folder, "run.jsonl")))
			return nil
		}, "run~2.jsonl"},
		{"the other name is taken too", func(t *testing.T, _ *Directory, folder string) []byte {
			for _, name := range []string{"run.jsonl", "run~2.jsonl"} {
				require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("notes"), 0o600))
			}
			return nil
		}, "run~3.jsonl"},
		{"late names that other traces have are skipped", func(t *testing.T, d *Directory, _ string) []byte {
			write(t, d, "run", traceA, first, nil)
			write(t, d, "run.late", traceB, text(traceB, "other"), nil)
			return nil
		}, "run.late-2.jsonl"},
		{"a record that can't be read counts as none", func(t *testing.T, d *Directory, _ string) []byte {
			_, record := write(t, d, "run", traceA, first, nil)
			return record[:len(record)-1]
		}, "run.late.jsonl"},
		{"a record of another version counts as none", func(t *testing.T, d *Directory, _ string) []byte {
			_, record := write(t, d, "run", traceA, first, nil)
			record[0]--
			return record
		}, "run.late.jsonl"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d, folder := openTemp(t)
			record := test.before(t, d, folder)
			before := snapshot(t, folder)
			path, _ := write(t, d, "run", traceA, text(traceA, "now"), record)
			assert.Equal(t, test.want, path)
			assert.Equal(t, text(traceA, "now"), read(t, folder, path))
			delete(before, path)
			after := snapshot(t, folder)
			for name, content := range before {
				assert.Equal(t, content, after[name], "%s was touched", name)
			}
		})
	}
}

// torn leaves a content in place of what the trace was about to write.
func torn(content string) func(t *testing.T, d *Directory, folder string) (record []byte) {
	return func(t *testing.T, d *Directory, folder string) []byte {
		t.Helper()
		draft, err := d.Draft("run", traceA, []byte(text(traceA, "now")), nil, Rivals{})
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(folder, "run.jsonl"), []byte(content), 0o600))
		return draft.Intent()
	}
}

func TestOwnFileThatMayNotBeReadIsLeftBeside(t *testing.T) {
	d := newDisk()
	directory, err := open(diskOptions(true), d)
	require.NoError(t, err)
	_, record := write(t, directory, "run", traceA, text(traceA, "first"), nil)
	d.onCall = func(op string) {
		if op == "open" {
			d.failAt, d.failWith = d.calls-1, syscall.EACCES
		}
	}
	path, _ := write(t, directory, "run", traceA, text(traceA, "now"), record)
	assert.Positive(t, d.injected)
	assert.Equal(t, "run.late.jsonl", path)
}

// snapshot reads the regular files of a folder.
func snapshot(t *testing.T, folder string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, name := range list(t, folder) {
		if info, err := os.Lstat(filepath.Join(folder, name)); err == nil && info.Mode().IsRegular() {
			found[name] = read(t, folder, name)
		}
	}
	return found
}

func TestWhyAFileIsBesideTheOneOfItsName(t *testing.T) {
	d, _ := openTemp(t)
	beside := func(trace [16]byte, content string) (string, Beside) {
		draft, err := d.Draft("checkout~1a2b3c4d.late", trace, []byte(text(trace, content)), nil, Rivals{})
		require.NoError(t, err)
		require.NoError(t, draft.Write(t.Context()))
		return draft.Path(), draft.Beside()
	}
	for _, test := range []struct {
		trace         [16]byte
		content, path string
		want          Beside
	}{
		{traceA, "first", "checkout~1a2b3c4d.late.jsonl", ""},
		{traceA, "first", "checkout~1a2b3c4d.late.jsonl", ""},
		{traceA, "second", "checkout~1a2b3c4d.late.late.jsonl", Late},
		{traceA, "third", "checkout~1a2b3c4d.late.late-2.jsonl", Late},
		{traceB, "first", "checkout~1a2b3c4d.late~2.jsonl", Numbered},
		{traceB, "second", "checkout~1a2b3c4d.late~2.late.jsonl", Late},
	} {
		path, why := beside(test.trace, test.content)
		assert.Equal(t, test.path, path)
		assert.Equal(t, test.want, why, path)
	}
}

func TestTraceThatGetsAnotherNameLeavesNoOldFile(t *testing.T) {
	d, folder := openTemp(t)
	_, record := write(t, d, "4bf92f", traceA, text(traceA, "early"), nil)
	path, record := write(t, d, "checkout/case-1", traceA, text(traceA, "whole"), record)
	assert.Equal(t, "checkout/case-1.jsonl", path)
	assert.Equal(t, []string{"checkout"}, list(t, folder))

	path, _ = write(t, d, "checkout/case-1", traceB, text(traceB, "another run"), nil)
	assert.Equal(t, "checkout/case-1~2.jsonl", path)
	path, _ = write(t, d, "checkout/case-1", traceA, text(traceA, "whole again"), record)
	assert.Equal(t, "checkout/case-1.jsonl", path)
	assert.Equal(t, []string{"case-1.jsonl", "case-1~2.jsonl"}, list(t, filepath.Join(folder, "checkout")))
}

func TestFileThatAppearsBetweenDraftAndWriteIsNotReplaced(t *testing.T) {
	d, folder := openTemp(t)
	draft, err := d.Draft("run", traceA, []byte(text(traceA, "mine")), nil, Rivals{})
	require.NoError(t, err)
	write(t, d, "run", traceB, text(traceB, "theirs"), nil)
	require.ErrorIs(t, draft.Write(context.Background()), errTaken)
	assert.Equal(t, []string{"run.jsonl"}, list(t, folder))
	assert.Equal(t, text(traceB, "theirs"), read(t, folder, "run.jsonl"))

	path, _ := write(t, d, "run", traceA, text(traceA, "mine"), draft.Intent())
	assert.Equal(t, "run~2.jsonl", path)
}

func TestEndedContextWritesNothing(t *testing.T) {
	d, folder := openTemp(t)
	draft, err := d.Draft("run", traceA, []byte(text(traceA, "mine")), nil, Rivals{})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, draft.Write(ctx), context.Canceled)
	assert.Empty(t, list(t, folder))
}

func TestFolderNameThatAFileHasIsAnErrorUntilItGoes(t *testing.T) {
	d, folder := openTemp(t)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "checkout"), nil, 0o600))
	draft, err := d.Draft("checkout/run", traceA, []byte(text(traceA, "now")), nil, Rivals{})
	if err == nil {
		err = draft.Write(context.Background())
	}
	require.Error(t, err)
	require.NoError(t, os.Remove(filepath.Join(folder, "checkout")))
	write(t, d, "checkout/run", traceA, text(traceA, "now"), nil)
}
