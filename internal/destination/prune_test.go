package destination

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// pruned opens a directory of two levels in which files that say "ours" are the exporter's.
func pruned(t *testing.T) (*Directory, string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "traces")
	options := optionsFor(folder)
	options.Depth = 2
	options.Ours = func(line []byte) bool { return bytes.HasPrefix(line, []byte("ours")) }
	d, err := open(options, underTest)
	require.NoError(t, err)
	return d, folder
}

// put makes a file of some hours' age.
func put(t *testing.T, folder, name, content string, hours float64) {
	t.Helper()
	path := filepath.Join(folder, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	written := noon.Add(-time.Duration(hours * float64(time.Hour)))
	require.NoError(t, os.Chtimes(path, written, written))
}

// left lists files and folders.
func left(t *testing.T, folder string) (names []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if name, _ := filepath.Rel(folder, path); name != "." {
			names = append(names, filepath.ToSlash(name))
		}
		return err
	}))
	return names
}

func prune(t *testing.T, d *Directory, keep Keep) (reasons []string) {
	t.Helper()
	require.NoError(t, d.Prune(context.Background(), noon, keep, func(r Removal) { reasons = append(reasons, string(r)) }))
	slices.Sort(reasons)
	return reasons
}

const mine = "ours\nrest\n" // ten bytes

func TestPrune(t *testing.T) {
	for name, test := range map[string]struct {
		keep    Keep
		files   map[string]float64 // ages in hours
		want    []string           // what is left
		reasons string
	}{
		"without bounds nothing goes": {
			Keep{}, map[string]float64{"a.jsonl": 9999}, []string{"a.jsonl"}, "",
		},
		"what is too old goes, wherever it lies": {
			Keep{For: 2 * time.Hour},
			map[string]float64{"a.jsonl": 3, "b.jsonl": 1, "base/c~2.late.jsonl": 3, "x/y/d.jsonl": 4, "x/e.jsonl": 1},
			[]string{"b.jsonl", "x", "x/e.jsonl"},
			"age age age",
		},
		"the newest stay": {
			Keep{Files: 2},
			map[string]float64{"a.jsonl": 4, "r/b.jsonl": 3, "r/c.jsonl": 2, "d.jsonl": 1},
			[]string{"d.jsonl", "r", "r/c.jsonl"},
			"files files",
		},
		"as many bytes stay": {
			Keep{Bytes: 29}, map[string]float64{"a.jsonl": 3, "b.jsonl": 2, "c.jsonl": 1}, []string{"b.jsonl", "c.jsonl"}, "bytes",
		},
		"as many bytes as there are": {
			Keep{Bytes: 30, Files: 3}, map[string]float64{"a.jsonl": 3, "b.jsonl": 2, "c.jsonl": 1}, []string{"a.jsonl", "b.jsonl", "c.jsonl"}, "",
		},
		"age first, then number, then bytes": {
			Keep{For: 10 * time.Hour, Files: 3, Bytes: 20},
			map[string]float64{"a.jsonl": 11, "b.jsonl": 4, "c.jsonl": 3, "d.jsonl": 2, "e.jsonl": 1},
			[]string{"d.jsonl", "e.jsonl"},
			"age bytes files",
		},
		"of equal ages by name": {
			Keep{Files: 1}, map[string]float64{"b.jsonl": 1, "a.jsonl": 1}, []string{"b.jsonl"}, "files",
		},
		"what may be rewritten stays, whatever the bounds": {
			Keep{Files: 1, Rest: 90 * time.Minute}, map[string]float64{"a.jsonl": 3, "b.jsonl": 1, "c.jsonl": 0.5}, []string{"b.jsonl", "c.jsonl"}, "files",
		},
		"other names stay and don't count": {
			Keep{For: time.Hour, Files: 1},
			map[string]float64{"a.txt": 9, ".b.jsonl": 9, tempName(7): 9, "jsonl": 9, "c.jsonl.gz": 9, "d.jsonl": 0.5},
			[]string{tempName(7), ".b.jsonl", "a.txt", "c.jsonl.gz", "d.jsonl", "jsonl"},
			"",
		},
		"what lies deeper stays": {
			Keep{For: time.Hour}, map[string]float64{"x/y/z/a.jsonl": 9}, []string{"x", "x/y", "x/y/z", "x/y/z/a.jsonl"}, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, folder := pruned(t)
			for file, hours := range test.files {
				put(t, folder, file, mine, hours)
			}
			assert.Equal(t, strings.Fields(test.reasons), append([]string{}, prune(t, d, test.keep)...))
			assert.ElementsMatch(t, test.want, left(t, folder))
			assert.Empty(t, prune(t, d, test.keep), "a second time there is nothing to do")
		})
	}
}

func TestPruneLeavesWhatOthersWrote(t *testing.T) {
	for name, content := range map[string]string{
		"a baseline of another tool": "{\"type\": \"trace_meta\"}\n",
		"an empty file":              "",
		"a line without an end":      "ours",
	} {
		t.Run(name, func(t *testing.T) {
			d, folder := pruned(t)
			put(t, folder, "theirs.jsonl", content, 99)
			for hours := range 3 {
				put(t, folder, fmt.Sprintf("run/%d.jsonl", hours), mine, float64(hours))
			}
			assert.Equal(t, []string{"age", "files"}, prune(t, d, Keep{For: 90 * time.Minute, Files: 1}))
			assert.ElementsMatch(t, []string{"theirs.jsonl", "run", "run/0.jsonl"}, left(t, folder), "nor does it count")
		})
	}
}

func TestPruneFollowsNoLinks(t *testing.T) {
	d, folder := pruned(t)
	outside := t.TempDir()
	put(t, outside, "a.jsonl", mine, 99)
	require.NoError(t, os.Symlink(outside, filepath.Join(folder, "link")))
	require.NoError(t, os.Symlink(filepath.Join(outside, "a.jsonl"), filepath.Join(folder, "b.jsonl")))
	assert.Empty(t, prune(t, d, Keep{For: time.Hour, Files: 1, Bytes: 1}))
	assert.Equal(t, []string{"a.jsonl"}, list(t, outside))
	assert.Len(t, list(t, folder), 2)
}

func TestPruneLeavesAFileThatWasWrittenMeanwhile(t *testing.T) {
	d, folder := pruned(t)
	put(t, folder, "a.jsonl", mine, 99)
	put(t, folder, "b.jsonl", mine, 98)
	put(t, folder, "c.jsonl", mine, 97)
	require.NoError(t, d.Prune(context.Background(), noon, Keep{Files: 1}, func(Removal) {
		put(t, folder, "b.jsonl", mine+"more\n", 0)
	}))
	assert.Equal(t, []string{"b.jsonl", "c.jsonl"}, list(t, folder))
}

func TestPruneEndsWithItsContext(t *testing.T) {
	d, folder := pruned(t)
	put(t, folder, "a.jsonl", mine, 99)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, d.Prune(ctx, noon, Keep{For: time.Hour}, nil), context.Canceled)
	assert.Equal(t, []string{"a.jsonl"}, list(t, folder))
}

func TestPruneKnowsNothingWithoutOurs(t *testing.T) {
	d, folder := openTemp(t)
	put(t, folder, "a.jsonl", mine, 99)
	assert.Empty(t, prune(t, d, Keep{For: time.Hour}))
}
