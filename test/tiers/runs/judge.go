package runs

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// File is what one collector wrote of a run.
type File struct {
	Folder   string
	Name     string
	Complete bool
	Steps    []string
}

// Written are the files in some folders by trace id.
func Written(t *testing.T, folders ...string) map[string][]File {
	t.Helper()
	found := map[string][]File{}
	for _, folder := range folders {
		paths, err := filepath.Glob(filepath.Join(folder, "*"))
		require.NoError(t, err)
		for _, path := range paths {
			require.True(t, strings.HasSuffix(path, ".jsonl"), "%s: nothing else is left", path)
			id, f := readFile(t, path)
			f.Folder = folder
			found[id] = append(found[id], f)
		}
	}
	return found
}

func readFile(t *testing.T, path string) (id string, f File) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	f.Name = filepath.Base(path)
	for line := range bytes.Lines(text) {
		var record struct {
			Type, Content string
			TraceID       string `json:"trace_id"`
			Complete      bool
			NodeType      string `json:"node_type"`
		}
		require.NoError(t, json.Unmarshal(line, &record), path)
		switch record.Type {
		case "trace_meta":
			id, f.Complete = record.TraceID, record.Complete
		case "node":
			f.Steps = append(f.Steps, record.NodeType+" "+record.Content)
		}
	}
	return id, f
}

// AssertWhole fails unless each run is in one file of one collector, as if there were no others.
func AssertWhole(t *testing.T, runs []int, found map[string][]File) {
	t.Helper()
	assert.Len(t, found, len(runs))
	for _, n := range runs {
		files := found[Trace(n)]
		if assert.Len(t, files, 1, "run %d", n) {
			assert.Equal(t, Steps(n), files[0].Steps, "run %d", n)
			assert.True(t, files[0].Complete, "run %d", n)
		}
	}
}

// AssertSpread fails unless every collector has written some.
func AssertSpread(t *testing.T, found map[string][]File, collectors int) {
	t.Helper()
	wrote := map[string]bool{}
	for _, files := range found {
		wrote[files[0].Folder] = true
	}
	assert.Len(t, wrote, collectors, "each has its share")
}

// AssertShows fails unless the two files of a run have all of its steps, and the one without the root says so.
func AssertShows(t *testing.T, n int, files []File) {
	t.Helper()
	if files[0].Complete {
		slices.Reverse(files)
	}
	assert.False(t, files[0].Complete, "run %d: the file without the root", n)
	assert.True(t, files[1].Complete, "run %d: the file with the root", n)
	both := append(slices.Clone(files[0].Steps), files[1].Steps...)
	for _, step := range Steps(n) {
		if step != Steps(n)[0] { // the question is on the first turn alone: the second file has none of its own
			assert.Contains(t, both, step, "run %d", n)
		}
	}
}
