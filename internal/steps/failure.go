package steps

import (
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// failure reports whether the run failed, and the error's text: its root has an error mark and no output of its own, or
// its last step on the outermost level was a failed attempt.
func (r *run) failure(outer []*item) (failed bool, text string) {
	if root := failedRoot(outer); root != nil && !r.outer.overcame(root.Error) {
		return true, root.Error
	}
	if r.outer.trailing != nil {
		return true, r.outer.trailing.obs.Error
	}
	return false, ""
}

// stillThere lists the agents that hadn't ended when the last generation began: the run went on after what became of the
// others.
func stillThere(outer []*item, last *turn) []*item {
	return slices.DeleteFunc(slices.Clone(outer), func(it *item) bool {
		return last != nil && it.obs.End < last.it.obs.Start
	})
}

// lastToEnd is the outermost agent that ended last.
func lastToEnd(outer []*item) *item {
	var last *item
	for _, it := range outer {
		if last == nil || it.obs.End >= last.obs.End {
			last = it
		}
	}
	return last
}

// failedRoot is the outermost agent that ended last, if it has an error mark and no output of its own. What became of
// those before it is not how the run ended.
func failedRoot(outer []*item) *observation.Observation {
	last := lastToEnd(outer)
	if last == nil || !last.obs.Failed || !last.obs.Result.IsEmpty() || !last.obs.Structured.IsEmpty() {
		return nil
	}
	return last.obs
}

// overcame reports whether an error is that of a tool after which a generation came that asked for no more: a processor
// that copies the errors of children to their parents marks runs that went well.
//
// Source: Arize-ai/openinference:js/packages/openinference-vercel/src.
func (l *level) overcame(text string) bool {
	last := len(l.entries) - 1
	if text == "" || last < 0 || l.entries[last].turn == nil || len(l.entries[last].turn.asked) > 0 {
		return false
	}
	for e := range l.executions() {
		if e.failed && e.err == text {
			return true
		}
	}
	return false
}

// interrupted reports whether the run paused for a person. A pause of an agent after which another one ended is over.
func (r *run) interrupted(outer []*item) bool {
	last := lastToEnd(outer)
	for _, it := range r.items {
		if !it.obs.Interrupted {
			continue
		}
		paused := append(agentsAround(it), it)[0]
		if paused.obs.Role != observation.Agent || paused == last {
			return true
		}
	}
	return false
}

// brokenOff reports whether the run goes on elsewhere or was cut: its last turn asked for tools, and either no agent
// encloses it, as its ancestor or in time, or the trace has no span without a parent. Tools alone, with neither agent nor
// model, are a part of a run.
func (r *run) brokenOff(outer []*item, last *turn) bool {
	switch {
	case r.outer.trailing != nil:
		return false
	case last == nil:
		return len(outer) == 0
	case len(last.asked) == 0:
		return false
	}
	enclosed := len(agentsAround(last.it)) > 0 || slices.ContainsFunc(outer, func(it *item) bool { return it.lasts(last.it) })
	return !enclosed || !r.hasRoot()
}
