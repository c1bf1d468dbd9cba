package destination

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestThePortableSystemDoesTheSame(t *testing.T) {
	underTest = portable{}
	defer func() { underTest = native() }()
	for name, test := range map[string]func(*testing.T){
		"names":               TestWhichFileATraceGets,
		"another name":        TestTraceThatGetsAnotherNameLeavesNoOldFile,
		"a quicker process":   TestFileThatAppearsBetweenDraftAndWriteIsNotReplaced,
		"a changed directory": TestDirectoryThatChangesWhileRunning,
		"a swapped directory": TestDirectoryThatIsSwappedWhileItIsOpenedIsRefused,
		"a file for a folder": TestFolderNameThatAFileHasIsAnErrorUntilItGoes,
		"a link out":          TestFolderThatIsALinkOutOfTheDirectoryIsNeverFollowed,
		"a link within":       TestFolderThatIsALinkWithinTheDirectoryIsFollowed,
		"a file":              TestOpenOnAFileSaysSo,
		"many writers":        TestManyWritersAtOnce,
		"reading":             TestReadGivesFilesBelowTheDirectoryAlone,
		"sweeping":            TestSweepRemovesOnlyWhatThisPackageMade,
		"removing":            TestPrune,
		"others' files":       TestPruneLeavesWhatOthersWrote,
		"links in the way":    TestPruneFollowsNoLinks,
		"modes":               TestModeOfAFolderThatStoodBeforeIsLeftAlone,
	} {
		t.Run(name, test)
	}
}

// A call costs about a microsecond, and writing a small file costs twenty.
func TestAFileCostsFewCalls(t *testing.T) {
	for name, want := range map[string]int{"a": 7, "x/a": 7, "x/y/a": 7} {
		d := newDisk()
		d.put("/data/traces/x/y/other.jsonl", "")
		directory, err := open(diskOptions(false), d)
		require.NoError(t, err)
		before := d.calls
		write(t, directory, name, traceA, newText, nil)
		assert.Equal(t, want, d.calls-before, name)
	}
}
