package replay

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// casesVariable names further folders of cases, separated as in PATH; variantsVariable how many variants are played.
const (
	casesVariable    = "AGENTDELTA_CASES"
	variantsVariable = "AGENTDELTA_VARIANTS"
	defaultVariants  = 2
)

var showAll = flag.Bool("show", false, "show what is read of each span, and each file, of every case that is played")

// TestCases plays every recorded case, as recorded and in variants, and compares the files with what they must be.
func TestCases(t *testing.T) {
	scores := map[string]*score{}
	mustSayWhatHappened(t)
	dirs := caseFolders(t)
	for _, dir := range dirs {
		c, err := Load(dir)
		require.NoError(t, err)
		t.Run(c.Library+"/"+c.Name, func(t *testing.T) {
			s := scores[c.Library]
			if s == nil {
				s = &score{}
				scores[c.Library] = s
			}
			play(t, c, s)
		})
	}
	for _, library := range slices.Sorted(maps.Keys(scores)) {
		t.Logf("%-42s %s", library, scores[library])
	}
}

// score counts what is right of one library's cases.
type score struct{ right, steps, passed, cases int }

func (s *score) String() string {
	return fmt.Sprintf("%5.1f%% of %d steps, %d of %d cases", 100*float64(s.right)/float64(max(s.steps, 1)), s.steps, s.passed, s.cases)
}

// play plays one case in all its orders.
func play(t *testing.T, c *Case, s *score) {
	t.Helper()
	files, err := Run(c, Recorded)
	require.NoError(t, err)
	if *showAll {
		showCase(t, c, files)
	}
	right, steps := c.Expected.Right(files)
	s.right, s.steps, s.cases = s.right+right, s.steps+steps, s.cases+1
	for _, fault := range c.Expected.Judge(files) {
		t.Error(fault)
	}
	for variant := 1; variant <= variants(t); variant++ {
		again, err := Run(c, Order(variant))
		require.NoError(t, err)
		for _, fault := range changed(files, again) {
			t.Errorf("variant %d: %s", variant, fault)
		}
	}
	if !t.Failed() {
		s.passed++
	}
}

// changed says how the files of a variant differ from those of the recorded order.
func changed(files, again map[string][]byte) []string {
	ids := map[string]bool{}
	for id := range files {
		ids[id] = true
	}
	for id := range again {
		ids[id] = true
	}
	var faults []string
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		if !bytes.Equal(files[id], again[id]) {
			faults = append(faults, id[:8]+": another file than in the recorded order"+firstChange(files[id], again[id]))
		}
	}
	return faults
}

func firstChange(one, other []byte) string {
	ours, theirs := strings.Split(string(one), "\n"), strings.Split(string(other), "\n")
	for i := range max(len(ours), len(theirs)) {
		if line, now := at(ours, i), at(theirs, i); line != now {
			return fmt.Sprintf("\n  line %d\n  - %s\n  + %s", i+1, line, now)
		}
	}
	return ""
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return cmp.Or(lines[i], "(end)")
	}
	return "(end)"
}

// showCase logs what is read of each span and what becomes of it.
func showCase(t *testing.T, c *Case, files map[string][]byte) {
	t.Helper()
	observed, err := Observe(c, Recorded)
	require.NoError(t, err)
	var out strings.Builder
	for id, all := range observed {
		fmt.Fprintf(&out, "\ntrace %s\n", id)
		for i := range all {
			out.WriteString(Describe(&all[i]))
		}
		out.Write(files[id.String()])
	}
	t.Log(out.String())
}

// caseFolders are the cases of this repository, and those that the environment names.
func caseFolders(t *testing.T) []string {
	t.Helper()
	roots := slices.DeleteFunc(filepath.SplitList(os.Getenv(casesVariable)), func(root string) bool { return root == "" })
	dirs, err := Find(roots...)
	require.NoError(t, err, casesVariable)
	return append(ownCases(t), dirs...)
}

// ownCases are the cases of this repository.
func ownCases(t *testing.T) []string {
	t.Helper()
	dirs, err := Find(filepath.Join("..", "..", "testdata", "cases"))
	require.NoError(t, err)
	require.NotEmpty(t, dirs)
	return dirs
}

// A recording whose truth nobody wrote down is never played, and its name in -run finds nothing.
func mustSayWhatHappened(t *testing.T) {
	t.Helper()
	recordings, err := filepath.Glob(filepath.Join("..", "..", "testdata", "cases", "*", "*", "*s.jsonl")) // of traces, of logs
	require.NoError(t, err)
	require.NotEmpty(t, recordings)
	for _, recording := range recordings {
		dir := filepath.Dir(recording)
		if _, err := os.Stat(filepath.Join(dir, "expected.json")); err != nil {
			t.Errorf("%s has no expected.json: write down what really happened, as testdata/README.md says", dir)
		}
	}
}

func variants(t *testing.T) int {
	t.Helper()
	text := os.Getenv(variantsVariable)
	if text == "" {
		return defaultVariants
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err, variantsVariable)
	return n
}
