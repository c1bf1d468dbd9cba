package steps

import (
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// foldRepeats joins tool spans that stand beside each other and record one call: segments around an approval, which
// share an id of which one has a result, and two instrumentations of one execution.
func foldRepeats(r *run) {
	tools := r.choose(isTool)
	if !r.mayRepeat(tools) {
		return
	}
	seen := map[string]*item{}
	asked := askedAgain(r)
	slices.SortFunc(tools, byTime)
	for _, it := range tools {
		if asked.resume(it) {
			r.ranked = false
			continue
		}
		if it.obs.CallID == "" {
			continue
		}
		first := seen[it.obs.CallID]
		if first == nil || !repeats(first, it) || asked.again(first, it) || asked.wouldLoop(first, it) {
			seen[it.obs.CallID] = it
			continue
		}
		first.fold(it)
		r.ranked = false
	}
}

// mayRepeat reports whether any of the tools waits for a person, or has the id of another.
func (r *run) mayRepeat(tools []*item) bool {
	seen := emptied(r.room.named, len(tools))
	r.room.named = seen
	for _, it := range tools {
		id := it.obs.CallID
		if it.pauses() || id != "" && seen[id] != nil {
			return true
		}
		seen[id] = it
	}
	return false
}

// repeats reports whether two tool spans with one id on one level are one call.
func repeats(a, b *item) bool {
	if a.owner.standing() != b.owner.standing() || !sameTool(a.obs.Tool, b.obs.Tool) {
		return false
	}
	return a.obs.Result.IsAbsent() && !a.obs.Failed || b.obs.Result.IsAbsent() && !b.obs.Failed ||
		a.obs.Scope != b.obs.Scope && overlap(a, b)
}

// asking lists the generations that may have asked for the calls of an id: those that say so, by the id, and those that
// don't say what they asked for, which may have given any.
type asking struct {
	byID   map[string]int
	byName map[string][]int64 // when they started, in order, without regard to ids, by name and input; empty when no tool waits for a person
	silent map[*item][]int64  // when they started, in order, by the tool that they are in
	paused map[string]*item   // tools that wait for a person, by name and input

	crossed bool // twins of two levels were joined, and what was below one is on another level now
}

// wouldLoop reports whether the second of two tools is above the first now, so that it can't become a part of it.
func (a *asking) wouldLoop(first, second *item) bool { return a.crossed && second.mayBeAbove(first) }

func askedAgain(r *run) asking {
	a := asking{byID: map[string]int{}, byName: map[string][]int64{}, silent: map[*item][]int64{}, paused: map[string]*item{}, crossed: r.crossed}
	waits := slices.ContainsFunc(r.items, (*item).pauses)
	for _, it := range r.items {
		if it.gone || it.obs.Role != observation.LLM {
			continue
		}
		silent := true
		for i := range it.turns {
			silent = silent && !it.turns[i].says()
			for c := range it.turns[i].calls {
				call := &it.turns[i].calls[c]
				a.byID[call.ID]++
				if waits {
					key := callKey(bareTool(call.Name), inputText(call.Arguments))
					a.byName[key] = append(a.byName[key], it.obs.Start)
				}
			}
		}
		if silent {
			a.silent[it.owner] = append(a.silent[it.owner], it.obs.Start)
		}
	}
	for _, starts := range a.silent {
		slices.Sort(starts)
	}
	for _, starts := range a.byName {
		slices.Sort(starts)
	}
	return a
}

// again reports whether an id was given to another call before the second of two tools started: some servers begin with
// the same ids in each answer.
func (a *asking) again(first, second *item) bool {
	if n := a.byID[first.obs.CallID]; n > 0 {
		return n > 1
	}
	starts := a.silent[first.owner]
	at, _ := slices.BinarySearch(starts, first.obs.End)
	return at < len(starts) && starts[at] <= second.obs.Start
}

// resume joins a tool to the one that paused for a person, if it is the same call going on: the run that goes on executes
// the tool anew, and the model asked for it once. It reports whether it did.
//
// Sources: langchain-ai/langgraph:docs (interrupt: the node runs again from its start);
// openai/openai-agents-python:docs/human_in_the_loop.md (needs_approval: the span of the first attempt has no output).
func (a *asking) resume(it *item) (joined bool) {
	pauses := it.pauses()
	if !pauses && len(a.paused) == 0 {
		return false
	}
	key := callKey(bareTool(it.obs.Tool), it.input())
	first := a.paused[key]
	switch {
	case first != nil && first.isPausedFor(it) && a.once(key, first, it) && !a.wouldLoop(first, it):
		first.fold(it)
		if !it.obs.Interrupted {
			first.obs.Interrupted = false
			delete(a.paused, key)
		}
		return true
	case pauses:
		a.paused[key] = it
	}
	return false
}

// once reports whether the model asked for a call once, before the first of two tools and not again before the second.
// Where the first tool doesn't say that it paused, the model must have been recorded to do so, and the second must have
// come to something.
func (a *asking) once(key string, first, second *item) bool {
	starts := a.byName[key]
	before, _ := slices.BinarySearch(starts, first.obs.Start+1)
	until, _ := slices.BinarySearch(starts, second.obs.Start+1)
	switch {
	case before != until:
		return false
	case before == 0:
		return len(starts) <= 1 && first.obs.Interrupted
	case before > 1 && starts[before-2] == starts[before-1]:
		return false // one answer asked for it twice
	default:
		return first.obs.Interrupted || !second.obs.Result.IsAbsent()
	}
}

// pauses reports whether a tool says that it waits for a person, or may do so: it has no id, no result and no error.
func (it *item) pauses() bool {
	o := it.obs
	return o.Interrupted || o.Role == observation.Tool && o.CallID == "" && o.Result.IsEmpty() && !o.Failed
}

// isPausedFor reports whether a tool that paused may be the one that another goes on with.
func (it *item) isPausedFor(other *item) bool {
	return it.owner == other.owner && it.obs.End <= other.obs.Start &&
		(it.obs.CallID == "" || other.obs.CallID == "" || it.obs.CallID == other.obs.CallID)
}
