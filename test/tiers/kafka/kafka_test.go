package kafka

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/test/tiers/runs"
)

func folders(collectors []*collector) (folders []string) {
	for _, c := range collectors {
		folders = append(folders, c.traces)
	}
	return folders
}

func TestThreeCollectorsWriteEachTraceOnceAndWhole(t *testing.T) {
	b := startBroker(t)
	backs := []*collector{b.newBack("collector-0").start(), b.newBack("collector-1").start(), b.newBack("collector-2").start()}
	b.owners(3)
	front := b.startFront()
	all := runs.From(0, 60)
	for part := 1; part <= runs.Parts; part++ {
		front.send(part, all...)
	}
	for group, n := range front.sent {
		b.waitRead(group, n)
	}
	for _, back := range backs {
		back.stop()
	}
	found := runs.Written(t, folders(backs)...)
	runs.AssertWhole(t, all, found)
	runs.AssertSpread(t, found, 3)
}

// A collector that dies, and one that is restarted, keep their partitions, for they are back within the session's time: what
// was open in their storage goes on, and what they hadn't taken they read again.
func TestCollectorsThatComeBackSplitNoTrace(t *testing.T) {
	b := startBroker(t)
	backs := []*collector{b.newBack("collector-0").start(), b.newBack("collector-1").start(), b.newBack("collector-2").start()}
	before := b.owners(3)
	front := b.startFront()
	all := runs.From(0, 60)
	front.send(1, all...)
	b.waitRead("agentdelta-traces", front.sent["agentdelta-traces"])
	backs[0].kill()
	backs[1].stop()
	front.send(2, all...) // waits in Kafka
	backs[0].start()
	backs[1].start()
	b.waitRead("agentdelta-traces", front.sent["agentdelta-traces"])
	assert.Equal(t, before, b.owners(3), "nothing moved")
	backs[2].kill()
	front.send(3, all...)
	backs[2].start()
	for group, n := range front.sent {
		b.waitRead(group, n)
	}
	for _, back := range backs {
		back.stop()
	}
	found := runs.Written(t, folders(backs)...)
	runs.AssertWhole(t, all, found)
	runs.AssertSpread(t, found, 3)
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
	early, moved, late := runs.From(0, 20), runs.From(20, 80), runs.From(80, 100)
	for part := 1; part <= runs.Parts; part++ {
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
	for part := 1; part <= runs.Parts; part++ {
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
	found := runs.Written(t, folders(backs)...)
	whole := func(some []int) map[string][]runs.File {
		only := map[string][]runs.File{}
		for _, n := range some {
			only[runs.Trace(n)] = found[runs.Trace(n)]
		}
		return only
	}
	runs.AssertWhole(t, early, whole(early))
	runs.AssertWhole(t, late, whole(late))
	split := 0
	for _, n := range moved {
		if files := found[runs.Trace(n)]; len(files) == 2 {
			split++
			runs.AssertShows(t, n, files)
			if shared != "" {
				assert.ElementsMatch(t, []string{runs.Trace(n) + ".jsonl", runs.Trace(n) + ".late.jsonl"}, []string{files[0].Name, files[1].Name})
			} else {
				assert.NotEqual(t, files[0].Folder, files[1].Folder)
			}
		} else {
			runs.AssertWhole(t, []int{n}, whole([]int{n}))
		}
	}
	t.Logf("%d of %d traces that were open when partitions moved are split", split, len(moved))
	assert.NotZero(t, split, "the test should move some")
	assert.Less(t, split, len(moved), "and not all")
}
