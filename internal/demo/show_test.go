package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFilesAreListedAndTheLongestIsATable(t *testing.T) {
	folder := recording(t, map[string]string{
		"a.jsonl": `{"type": "trace_meta", "run_id": "a"}` + "\n",
		"b.jsonl": `{"type": "trace_meta", "run_id": "b"}` + "\n" +
			`{"type": "node", "step": 1, "node_type": "start", "content": "two\nlines"}` + "\n" +
			`{"type": "node", "step": 2, "node_type": "llm", "content": "` + strings.Repeat("ä", 100) + `"}` + "\n" +
			`{"type": "edge", "source_step": 1, "target_step": 2}` + "\n",
	})
	var out strings.Builder
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	require.NoError(t, err)
	longest, err := show(&out, "traces", files)
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(folder, "b.jsonl"), longest)
	assert.Equal(t, `
files in traces:
  a.jsonl  0 steps  `+`
  b.jsonl  2 steps  two lines

b.jsonl:
  step  type   content
  1     start  two lines
  2     llm    `+strings.Repeat("ä", 90)+"…\n", out.String())
}

func TestNoFilesAreAFailure(t *testing.T) {
	_, err := show(&strings.Builder{}, "traces", nil)
	require.ErrorContains(t, err, "traces: no files were written")
}

func TestATornFileIsNamed(t *testing.T) {
	folder := recording(t, map[string]string{"a.jsonl": "{\"type\": \"node\"}\n{\"type\":"})
	_, err := show(&strings.Builder{}, folder, []string{filepath.Join(folder, "a.jsonl")})
	require.ErrorContains(t, err, "a.jsonl: line 2: ")
}

func TestADemoThatCantRunSaysWhy(t *testing.T) {
	recorded := recording(t, map[string]string{"traces.jsonl": "{}"})
	s := settings{
		collector: filepath.Join(t.TempDir(), "missing"), directory: t.TempDir(), address: "127.0.0.1:0",
		recordings: []string{recorded},
	}
	require.ErrorIs(t, run(t.Context(), s, &strings.Builder{}), os.ErrNotExist)

	s.recordings = []string{t.TempDir()}
	require.ErrorContains(t, run(t.Context(), s, &strings.Builder{}), "no traces.jsonl")
}

func TestTheEndSaysWhereToLook(t *testing.T) {
	var out strings.Builder
	s := settings{collector: "build/collector", config: "local.yaml", directory: "build/demo", page: "http://127.0.0.1:13134"}
	require.NoError(t, whereToLook(&out, s, "build/demo/a.jsonl"))
	for _, text := range []string{"where to look:\n", "agentdelta inspect build/demo/a.jsonl ", "make page ", "http://127.0.0.1:13134", "build/collector --config local.yaml "} {
		assert.Contains(t, out.String(), text)
	}
}

func TestRecordingsGoToACollectorThatRunsAlready(t *testing.T) {
	to, taken := receiver(t)
	s := settings{address: strings.TrimPrefix(to.endpoint, "http://"), directory: t.TempDir(), recordings: []string{recording(t, map[string]string{"traces.jsonl": "{}"})}}
	kept := filepath.Join(s.directory, "kept.jsonl")
	require.NoError(t, os.WriteFile(kept, nil, 0o600))
	require.NoError(t, run(t.Context(), s, &strings.Builder{}))
	assert.Len(t, *taken, 1)
	assert.FileExists(t, kept, "its files are another's")
}
