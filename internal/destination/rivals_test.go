package destination

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// writeAmong writes a trace's file beside rivals and returns its path.
func writeAmong(t *testing.T, d *Directory, trace [16]byte, name string, rivals Rivals) string {
	t.Helper()
	draft, err := d.Draft(name, trace, []byte(text(trace, "x")), nil, rivals)
	require.NoError(t, err)
	require.NoError(t, draft.Write(context.Background()))
	return draft.Path()
}

func ahead(traces ...[16]byte) Rivals { return Rivals{Ahead: traces} }

func TestTheNumberIsThatOfTheOrderAndNotOfTheWrite(t *testing.T) {
	traces := [][16]byte{{1}, {2}, {3}}
	want := []string{"run.jsonl", "run~2.jsonl", "run~3.jsonl"}
	for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		t.Run(fmt.Sprint("written in the order ", order), func(t *testing.T) {
			for _, stale := range []bool{false, true} {
				d, _ := openTemp(t)
				written := map[int]bool{}
				for _, at := range order {
					before := ahead()
					for i := range at {
						if stale || !written[i] { // a caller may not know yet that a file was written
							before.Ahead = append(before.Ahead, traces[i])
						}
					}
					assert.Equal(t, want[at], writeAmong(t, d, traces[at], "run", before))
					written[at] = true
				}
			}
		})
	}
}

func TestFilesOfEarlierProcessesComeFirst(t *testing.T) {
	d, folder := openTemp(t)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "run.jsonl"), []byte("notes"), 0o600))
	assert.Equal(t, "run~3.jsonl", writeAmong(t, d, traceB, "run", ahead(traceA)))
	assert.Equal(t, "run~2.jsonl", writeAmong(t, d, traceA, "run", ahead()))
}

func TestALateFileStandsBesideTheNumberThatItsTraceHad(t *testing.T) {
	d, _ := openTemp(t)
	write(t, d, "run", traceB, text(traceB, "other"), nil)
	path, _ := write(t, d, "run", traceA, text(traceA, "first"), nil)
	require.Equal(t, "run~2.jsonl", path)
	path, _ = write(t, d, "run", traceA, text(traceA, "late"), nil)
	assert.Equal(t, "run~2.late.jsonl", path)
}

func TestNamesThatDifferInCaseAloneStayApart(t *testing.T) {
	d, _ := openTemp(t)
	assert.Equal(t, "Run.jsonl", writeAmong(t, d, traceA, "Run", ahead()))
	twin := Rivals{Taken: only("run.jsonl")}
	assert.Equal(t, "run~2.jsonl", writeAmong(t, d, traceB, "run", twin))
	assert.Equal(t, "RUN~3.jsonl", writeAmong(t, d, [16]byte{9}, "RUN",
		Rivals{Ahead: [][16]byte{{8}}, Taken: only("run.jsonl")}), "~2 is left to the one that comes first")
}

// It was about to have the name, and failed; or its late file would be another's by case.
func TestATraceThatTriesAgainTakesNoNameThatDiffersInCaseAlone(t *testing.T) {
	d, folder := openTemp(t)
	draft, err := d.Draft("run", traceA, []byte(text(traceA, "x")), nil, Rivals{})
	require.NoError(t, err)
	writeAmong(t, d, traceB, "Run", Rivals{})
	again, err := d.Draft("run", traceA, []byte(text(traceA, "x")), draft.Intent(), Rivals{Taken: only("run.jsonl")})
	require.NoError(t, err)
	assert.Equal(t, "run~2.jsonl", again.Path())

	write(t, d, "run", traceA, text(traceA, "first"), nil)
	late, err := d.Draft("run", traceA, []byte(text(traceA, "late")), nil, Rivals{Taken: only("run.late.jsonl")})
	require.NoError(t, err)
	assert.Equal(t, "run.late-2.jsonl", late.Path())
	assert.Equal(t, []string{"Run.jsonl", "run.jsonl"}, list(t, folder))
}

func TestBeyondNumbersNamesComeFromTraceIDs(t *testing.T) {
	d, folder := openTemp(t)
	var crowd [][16]byte
	for i := range numbered + 5 {
		crowd = append(crowd, [16]byte{0xff, byte(i)})
	}
	path := writeAmong(t, d, traceA, "run", Rivals{Ahead: slices.Clone(crowd)})
	assert.Regexp(t, `^run~[0-9a-f]{8}\.jsonl$`, path)
	for i := range numbered {
		want := "run.jsonl"
		if i > 0 {
			want = fmt.Sprintf("run~%d.jsonl", i+1)
		}
		assert.Equal(t, want, writeAmong(t, d, crowd[i], "run", Rivals{Ahead: crowd[:i]}))
	}
	assert.Len(t, list(t, folder), numbered+1)
}

func TestDraftLeavesItsRivalsAlone(t *testing.T) {
	d, _ := openTemp(t)
	write(t, d, "run", traceB, text(traceB, "other"), nil)
	rivals := ahead([16]byte{7}, traceB, [16]byte{8})
	writeAmong(t, d, traceA, "run", rivals)
	assert.Equal(t, ahead([16]byte{7}, traceB, [16]byte{8}), rivals, "the caller's list is its own")
}

func only(path string) func(string) bool { return func(other string) bool { return other == path } }
