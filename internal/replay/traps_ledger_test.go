package replay

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// trapLists are the lists in which traps are numbered, and how many each has. A test's name begins with the numbers of
// the traps that it is about, and then says the fact.
var trapLists = map[string]int{"G": 73, "OI": 86, "V": 53}

var (
	trapName   = regexp.MustCompile("[\"`]((?:(?:G|OI|V)-T[0-9]+(?:, | and |: ))+)")
	trapNumber = regexp.MustCompile(`(G|OI|V)-T([0-9]+)`)
)

// TestEachTrapHasATest reads the names of all tests of this module's packages.
func TestEachTrapHasATest(t *testing.T) {
	covered := coveredTraps(t)
	total, with := 0, 0
	for list, count := range trapLists {
		total += count
		for number := 1; number <= count; number++ {
			if trap := list + "-T" + strconv.Itoa(number); covered[trap] > 0 {
				with++
				delete(covered, trap)
			} else {
				t.Errorf("%s: no test's name begins with it", trap)
			}
		}
	}
	for trap := range covered {
		t.Errorf("%s: a test's name begins with it, but its list ends before", trap)
	}
	t.Logf("%d traps, %d with a test", total, with)
}

// coveredTraps counts the tests of each trap.
func coveredTraps(t *testing.T) map[string]int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "*", "*_test.go"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	covered := map[string]int{}
	for _, file := range files {
		if filepath.Base(file) == "traps_ledger_test.go" {
			continue // names of no tests
		}
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, name := range trapName.FindAllStringSubmatch(string(source), -1) {
			for _, trap := range trapNumber.FindAllString(name[1], -1) {
				covered[trap]++
			}
		}
	}
	return covered
}

func TestTrapNames(t *testing.T) {
	for text, want := range map[string]string{
		`"G-T1: a fact"`:         "G-T1",
		"`OI-T3, OI-T4: a fact`": "OI-T3 OI-T4",
		`"V-T5 and G-T6: both"`:  "V-T5 G-T6",
		`"about G-T7: no name"`:  "",
	} {
		var found []string
		for _, name := range trapName.FindAllStringSubmatch(text, -1) {
			found = append(found, trapNumber.FindAllString(name[1], -1)...)
		}
		assert.Equal(t, want, strings.Join(found, " "), text)
	}
}
