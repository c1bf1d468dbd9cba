package kafka

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func upTo(n int) (runs []int) {
	for i := range n {
		runs = append(runs, i)
	}
	return runs
}

// assertWhole fails unless each run is in one file of one collector, as if there were no others.
func assertWhole(t *testing.T, runs []int, found map[string][]file) {
	t.Helper()
	assert.Len(t, found, len(runs))
	for _, n := range runs {
		files := found[trace(n)]
		if assert.Len(t, files, 1, "run %d", n) {
			assert.Equal(t, steps(n), files[0].steps, "run %d", n)
			assert.True(t, files[0].complete, "run %d", n)
		}
	}
}

// assertSpread fails unless every collector has written some.
func assertSpread(t *testing.T, found map[string][]file, collectors int) {
	t.Helper()
	wrote := map[string]bool{}
	for _, files := range found {
		wrote[files[0].collector] = true
	}
	assert.Len(t, wrote, collectors, "each has its share")
}

func TestThreeCollectorsWriteEachTraceOnceAndWhole(t *testing.T) {
	b := startBroker(t)
	backs := []*collector{b.newBack("collector-0").start(), b.newBack("collector-1").start(), b.newBack("collector-2").start()}
	b.owners(3)
	front := b.startFront()
	runs := upTo(60)
	for part := 1; part <= parts; part++ {
		front.send(part, runs...)
	}
	for group, n := range front.sent {
		b.waitRead(group, n)
	}
	for _, back := range backs {
		back.stop()
	}
	found := written(t, backs...)
	assertWhole(t, runs, found)
	assertSpread(t, found, 3)
}

// A collector that dies, and one that is restarted, keep their partitions, for they are back within the session's time: what
// was open in their storage goes on, and what they hadn't taken they read again.
func TestCollectorsThatComeBackSplitNoTrace(t *testing.T) {
	b := startBroker(t)
	backs := []*collector{b.newBack("collector-0").start(), b.newBack("collector-1").start(), b.newBack("collector-2").start()}
	before := b.owners(3)
	front := b.startFront()
	runs := upTo(60)
	front.send(1, runs...)
	b.waitRead("agentdelta-traces", front.sent["agentdelta-traces"])
	backs[0].kill()
	backs[1].stop()
	front.send(2, runs...) // waits in Kafka
	backs[0].start()
	backs[1].start()
	b.waitRead("agentdelta-traces", front.sent["agentdelta-traces"])
	assert.Equal(t, before, b.owners(3), "nothing moved")
	backs[2].kill()
	front.send(3, runs...)
	backs[2].start()
	for group, n := range front.sent {
		b.waitRead(group, n)
	}
	for _, back := range backs {
		back.stop()
	}
	found := written(t, backs...)
	assertWhole(t, runs, found)
	assertSpread(t, found, 3)
}

// When a third collector comes to two, partitions move to it, and with them the rest of the traces that are open. Such a
// trace is in two files. Nothing of it is lost, and it shows: the file without the root says that it isn't complete. If the
// collectors share a directory, the second file is beside the first.
func TestATraceWhosePartitionMovesIsInTwoFilesThatShowIt(t *testing.T) {
	t.Run("with a directory each", func(t *testing.T) { move(t, "") })
	t.Run("with one directory", func(t *testing.T) { move(t, t.TempDir()) })
}

func move(t *testing.T, shared string) {
	b := startBroker(t)
	newBack := func(name string) *collector {
		c := b.newBack(name)
		if shared != "" {
			c.traces = shared
			c.env = append(c.env, "AGENTDELTA_DIRECTORY="+shared)
		}
		return c.start()
	}
	backs := []*collector{newBack("collector-0"), newBack("collector-1")}
	before := b.owners(2)
	front := b.startFront()
	early, moved, late := upTo(20), upTo(80)[20:], upTo(100)[80:]
	for part := 1; part <= parts; part++ {
		front.send(part, early...)
	}
	front.send(1, moved...)
	for group, n := range front.sent {
		b.waitRead(group, n)
	}

	backs = append(backs, newBack("collector-2"))
	after := b.owners(3)
	require.NotEqual(t, before, after)
	front.send(2, moved...)
	front.send(3, moved...)
	for part := 1; part <= parts; part++ {
		front.send(part, late...)
	}
	for group, n := range front.sent {
		b.waitRead(group, n)
	}
	time.Sleep(3 * time.Second) // roots have settled; the other halves wait for idle_timeout, or for the stop
	for _, back := range backs {
		back.stop()
	}

	if shared != "" {
		backs = backs[:1]
	}
	found := written(t, backs...)
	whole := func(runs []int) map[string][]file {
		only := map[string][]file{}
		for _, n := range runs {
			only[trace(n)] = found[trace(n)]
		}
		return only
	}
	assertWhole(t, early, whole(early))
	assertWhole(t, late, whole(late))
	split := 0
	for _, n := range moved {
		if files := found[trace(n)]; len(files) == 2 {
			split++
			assertShows(t, n, files)
			if shared != "" {
				assert.ElementsMatch(t, []string{trace(n) + ".jsonl", trace(n) + ".late.jsonl"}, []string{files[0].name, files[1].name})
			} else {
				assert.NotEqual(t, files[0].collector, files[1].collector)
			}
		} else {
			assertWhole(t, []int{n}, whole([]int{n}))
		}
	}
	t.Logf("%d of %d traces that were open when partitions moved are split", split, len(moved))
	assert.NotZero(t, split, "the test should move some")
	assert.Less(t, split, len(moved), "and not all")
}

// assertShows fails unless the two files of a run have all of its steps, and the one without the root says so.
func assertShows(t *testing.T, n int, files []file) {
	t.Helper()
	if files[0].complete {
		slices.Reverse(files)
	}
	assert.False(t, files[0].complete, "run %d: the file without the root", n)
	assert.True(t, files[1].complete, "run %d: the file with the root", n)
	both := append(slices.Clone(files[0].steps), files[1].steps...)
	for _, step := range steps(n) {
		if step != steps(n)[0] { // the question is on the first turn alone: the second file has none of its own
			assert.Contains(t, both, step, "run %d", n)
		}
	}
}
