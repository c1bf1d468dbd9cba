package steps

import (
	"math"
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// leaveEnded takes spans out of those that had ended before they began. A producer that doesn't close the context of a span
// hangs whatever comes next below it: the runs of a program below the first of them, and each call of a loop below the
// one before.
//
// That a span had ended says little by itself: agents that answer in a stream are over before their generations begin, and
// what works in the background goes on after the tool that sent for it. So it is taken for a context left open only where
// one producer in one service recorded both, and
//
//	around a generation or an agent   a generation, which can't hold what came after it; one that says nothing may have
//	                                  handed over a stream that wasn't asked for yet
//	around a run                      a run of the same name, which was asked something of its own
//	around anything                   a tool after whose end nothing began but below it
//
// Sources: langfuse/langfuse#9411 (Traceloop's SDK from 0.44 on);
// langchain-ai/langchain-azure:libs/azure-ai/langchain_azure_ai/callbacks/tracers/inference_tracing.py of version 0.1.
func leaveEnded(r *run) {
	if !slices.ContainsFunc(r.items, func(it *item) bool { return it.mayLeave(it.stepAbove()) }) {
		return
	}
	after, moved := r.begun(), false
	for _, it := range r.items {
		for range maxAbove {
			up := it.stepAbove()
			if !it.mayLeave(up) || isTool(up) && after.outside(up) >= up.obs.End {
				break
			}
			r.lift(it, up)
			moved = true
		}
	}
	if moved {
		r.tidy()
		r.items = r.parentsFirst(r.roots)
	}
}

// stepAbove is the nearest item above that is more than a link, or nil.
func (it *item) stepAbove() *item {
	up := it.parent
	for n := 0; up != nil && up.obs.Role == observation.Other && n < maxAbove; n++ {
		up = up.parent
	}
	return up
}

// mayLeave reports whether a producer began a span when another of its own above it, which took some time, had ended, and
// it isn't known that it hangs there rightly.
func (it *item) mayLeave(up *item) bool {
	if up == nil || it.obs.Start < up.obs.End || up.obs.End <= up.obs.Start || it.obs.Role == observation.Other ||
		it.obs.Scope != up.obs.Scope || it.obs.Service != up.obs.Service {
		return false
	}
	role := it.obs.Role
	switch up.obs.Role {
	case observation.LLM:
		return role == observation.Agent || role == observation.LLM && (saysAny(up.obs.Output) || up.isSilent() && it.isSilent())
	case observation.Agent:
		return role == observation.Agent && it.obs.Name == up.obs.Name && !it.obs.Request.IsEmpty()
	case observation.Tool:
		return true
	default:
		return false
	}
}

// isSilent reports whether nothing was recorded of what an item was given and what it gave.
func (it *item) isSilent() bool {
	return it.obs.Content&(observation.InputRecorded|observation.OutputRecorded) == 0
}

// lift hangs an item below what one of those above it hangs below.
func (r *run) lift(it, up *item) {
	it.parent.untidy = true
	it.parent, it.obs.Parent = up.parent, up.obs.Parent
	if it.parent == nil {
		r.roots = append(r.roots, it)
		return
	}
	it.parent.kids = append(it.parent.kids, it)
}

// begun tells when the last step began that isn't below an item, in the tree as it was recorded.
type begun struct {
	place  map[*item]int // in the walk of the tree
	ends   []int         // where what is below an item ends in it
	before []int64       // when the last of the steps before an item began
	from   []int64       // when the last of it and those behind it did
}

func (b *begun) outside(it *item) int64 {
	at := b.place[it]
	return max(b.before[at], b.from[b.ends[at]])
}

func (r *run) begun() *begun {
	n := len(r.items)
	b := &begun{make(map[*item]int, n), make([]int, n), make([]int64, n+1), make([]int64, n+1)}
	b.before[0], b.from[n] = math.MinInt64, math.MinInt64
	for i, it := range r.items {
		b.place[it] = i
		b.before[i+1] = max(b.before[i], it.beginning())
	}
	for i := n - 1; i >= 0; i-- {
		b.from[i] = max(b.from[i+1], r.items[i].beginning())
		b.ends[i] = max(b.ends[i], i+1)
		if up := r.items[i].parent; up != nil {
			b.ends[b.place[up]] = max(b.ends[b.place[up]], b.ends[i])
		}
	}
	return b
}

// beginning is when a step began; what is none never did.
func (it *item) beginning() int64 {
	if it.obs.Role != observation.LLM && it.obs.Role != observation.Tool {
		return math.MinInt64
	}
	return it.obs.Start
}
