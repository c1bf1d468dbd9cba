package steps

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

func TestEmptied(t *testing.T) {
	m := map[int]int{1: 1}
	assert.Empty(t, emptied(m, 5))
	m[2] = 2
	assert.Len(t, m, 1, "a small map is used again")
	assert.Empty(t, emptied(m, mostRefilled+1))
	assert.Len(t, m, 1, "not for many entries")
	for i := range mostRefilled + 1 {
		m[i] = i
	}
	assert.Empty(t, emptied(m, 0))
	assert.Len(t, m, mostRefilled+1, "a large one isn't")
}

// TestFilesOutliveTheRoom builds traces one after the other and at once, and compares what is left of each afterwards with
// the file that it gave right away.
func TestFilesOutliveTheRoom(t *testing.T) {
	var group sync.WaitGroup
	for worker := range uint64(2) {
		group.Go(func() {
			var traces []agentdelta.Trace
			var files []string
			for seed := range uint64(100) {
				trace, ok := Build(randomRun(rand.New(rand.NewPCG(seed, worker))), Options{Limits: agentdelta.DefaultLimits()})
				assert.True(t, ok)
				traces, files = append(traces, trace), append(files, string(trace.AppendTo(nil, true)))
			}
			for i := range traces {
				assert.Equal(t, files[i], string(traces[i].AppendTo(nil, true)))
			}
		})
	}
	group.Wait()
	require.False(t, t.Failed())
}

// TestARoomHoldsNothing looks whether anything of a trace is still known to the next one.
func TestARoomHoldsNothing(t *testing.T) {
	r := rooms.New().(*room)
	for seed := range uint64(50) {
		spans := observation.Dedupe(randomRun(rand.New(rand.NewPCG(seed, 9))))
		run := newRun(spans, r)
		for _, stage := range stages {
			stage.apply(run)
		}
		run.outer = run.drawLevels()
		r.empty()
		assert.Empty(t, r.byID)
		assert.Empty(t, r.named)
		assert.Empty(t, r.open.byID)
		assert.Empty(t, r.open.signs[byIDs])
		for _, it := range r.items.Take(r.items.Cap()) {
			require.Equal(t, item{}, it)
		}
		for _, e := range r.executions.Take(r.executions.Cap()) {
			require.Equal(t, execution{}, e)
		}
		for _, it := range r.some[:cap(r.some)] {
			require.Nil(t, it)
		}
	}
}

func TestMetadataOfOneStepLeavesOthersAlone(t *testing.T) {
	many := set(func(o *observation.Observation) {
		for i := range 2 * mostFields {
			o.Usage = append(o.Usage, observation.Count{Name: fmt.Sprint("count ", i), Tokens: int64(i)})
		}
	})
	trace, _ := Build(spans(
		model("a", "", 0, 10, many, calls("c1 look")), tool("b", "", 11, 20, runs("c1 look"), gives("X")),
		model("c", "", 21, 30, many, says("ok")),
	), Options{Limits: agentdelta.DefaultLimits(), Usage: true})
	for i, length := range []int{1, 2*mostFields + 1, 2, 3, 2 * mostFields} {
		assert.Len(t, trace.Nodes[i].Metadata, length, "step %d", i+1)
	}
	assert.Equal(t, "look", trace.Nodes[3].Metadata.Get(agentdelta.KeyTool).Text())
}
