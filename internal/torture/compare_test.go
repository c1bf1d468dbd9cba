package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// folder makes a folder of files.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	made := t.TempDir()
	for name, text := range files {
		require.NoError(t, os.MkdirAll(filepath.Join(made, filepath.Dir(name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(made, name), []byte(text), 0o600))
	}
	return made
}

func TestCompare(t *testing.T) {
	spared := map[string]string{"a.jsonl": "one\n", "b.jsonl": "two\n"}
	for name, test := range map[string]struct {
		killed map[string]string
		want   string // empty when they are equal
	}{
		"equal folders are equal":         {map[string]string{"a.jsonl": "one\n", "b.jsonl": "two\n"}, ""},
		"a lost file is a fault":          {map[string]string{"a.jsonl": "one\n"}, "1 faults in 2, the first: b.jsonl is missing"},
		"a torn file is a fault":          {map[string]string{"a.jsonl": "o", "b.jsonl": "two\n"}, "a.jsonl differs"},
		"an empty file is a fault":        {map[string]string{"a.jsonl": "", "b.jsonl": "two\n"}, "a.jsonl differs"},
		"a second file is a fault":        {map[string]string{"a.jsonl": "one\n", "b.jsonl": "two\n", "a.late.jsonl": "one\n"}, "a.late.jsonl should not be there"},
		"a file of another name is one":   {map[string]string{"run/a.jsonl": "one\n", "b.jsonl": "two\n"}, "2 faults in 2, the first: a.jsonl is missing"},
		"a temporary file is a fault":     {map[string]string{"a.jsonl": "one\n", "b.jsonl": "two\n", ".agentdelta-1.tmp": ""}, ".agentdelta-1.tmp should not be there"},
		"every fault counts":              {map[string]string{"c.jsonl": "x"}, "3 faults in 2"},
		"a run that wrote nothing is one": {nil, "2 faults in 2"},
	} {
		t.Run(name, func(t *testing.T) {
			n, err := compare(folder(t, test.killed), folder(t, spared))
			if test.want == "" {
				require.NoError(t, err)
				assert.Equal(t, 2, n)
				return
			}
			require.ErrorContains(t, err, test.want)
		})
	}
	_, err := compare(t.TempDir(), t.TempDir())
	require.ErrorContains(t, err, "no files at all", "two empty runs prove nothing")
}

func TestCheck(t *testing.T) {
	file := func(trace, text string) string {
		return `{"type": "trace_meta", "trace_id": "` + trace + "\"}\n" + text
	}
	files := folder(t, map[string]string{"run/x.jsonl": file("a", "said in turn 1"), "b.jsonl": file("b", "said in turn 2")})
	require.NoError(t, check(files, []word{{"a", "turn 1"}, {"b", "turn 2"}}))
	require.ErrorContains(t, check(files, []word{{"a", "turn 2"}}), `the file of a lacks "turn 2"`, "it is in another trace's file")
	require.ErrorContains(t, check(files, []word{{"c", "turn 1"}}), `the file of c lacks "turn 1"`)
	require.ErrorContains(t, check(files, nil), "nothing was acknowledged")
	require.ErrorContains(t, check(folder(t, map[string]string{"a.jsonl": ""}), []word{{"a", ""}}), "no trace's line")
}

func TestAControlMustFindALoss(t *testing.T) {
	files := folder(t, map[string]string{"b.jsonl": `{"type": "trace_meta", "trace_id": "a"}` + "\nsaid in turn 1"})
	var out strings.Builder
	require.NoError(t, control(files, []word{{"a", "turn 1"}, {"a", "turn 2"}}, &out))
	assert.Contains(t, out.String(), `1 faults in 2, the first: the file of a lacks "turn 2", which was acknowledged`)
	require.ErrorContains(t, control(files, []word{{"a", "turn 1"}}, &out), "nothing is lost")
	require.ErrorContains(t, control(files, nil, &out), "nothing was acknowledged", "that is no loss")
	torn := folder(t, map[string]string{"b.jsonl": "{"})
	require.ErrorContains(t, control(torn, []word{{"a", "turn 1"}}, &out), "begins with no trace's line", "nor is that")
}

func TestUntouched(t *testing.T) {
	files := folder(t, map[string]string{"a.jsonl": "one", "b.jsonl": "two"})
	before, err := written(files)
	require.NoError(t, err)
	require.Len(t, before, 2)
	require.NoError(t, untouched(before, before))

	a := filepath.Join(files, "a.jsonl")
	require.NoError(t, os.Chtimes(a, time.Time{}, before[a].Add(time.Second)))
	after, err := written(files)
	require.NoError(t, err)
	require.ErrorContains(t, untouched(before, after), "a.jsonl: written again")

	require.NoError(t, os.Remove(a))
	after, err = written(files)
	require.NoError(t, err)
	require.ErrorContains(t, untouched(before, after), "2 files became 1")
}
