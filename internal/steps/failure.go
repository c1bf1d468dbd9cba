package steps

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// failure reports whether the run failed, and the error's text: its root has an error mark and no output of its own, or
// its last step on the outermost level was a failed attempt.
func (r *run) failure(outer []*item) (failed bool, text string) {
	root, trailing := failedRoot(outer), r.outer.trailing
	if within := r.outer.failedWithin(outer); root == nil && (trailing == nil || trailing.obs.Error == "") {
		root = within // what the request said that failed is what the agent failed of
	}
	switch {
	case root != nil && !r.outer.overcame(root.Error):
		return true, root.Error
	case trailing != nil:
		return true, trailing.obs.Error
	default:
		return false, ""
	}
}

// stillThere lists the agents that hadn't ended when the last generation began: the run went on after what became of the
// others.
func stillThere(outer []*item, last *turn) []*item {
	ended := func(it *item) bool { return last != nil && it.obs.End < last.it.obs.Start }
	if !slices.ContainsFunc(outer, ended) {
		return outer
	}
	return slices.DeleteFunc(slices.Clone(outer), ended)
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
	if last == nil || !last.obs.Failed || hasAnswer(last.obs) {
		return nil
	}
	return last.obs
}

// failedWithin is the agent that failed in wrappers which say neither that nor anything else: Google ADK marks the agent,
// and not the workflow around it; the OpenAI Agents SDK the agent whose guardrail stopped it, and not the trace's root.
// Where a generation answered and the agent was let go then, the run did not fail.
//
// Sources: google/adk-python:src/google/adk/telemetry/_instrumentation.py; openai/openai-agents-python:src/agents/run.py;
// microsoft/autogen, whose teams cancel the agents that have answered.
func (l *level) failedWithin(outer []*item) *observation.Observation {
	last := lastToEnd(outer)
	if last == nil || last.obs.Failed || hasAnswer(last.obs) {
		return nil
	}
	for _, it := range agentsBelow(last) {
		switch {
		case hasAnswer(it.obs), it.obs.Failed && l.answered() && isLetGo(it.obs.Error):
			return nil
		case it.obs.Failed:
			return it.obs
		}
	}
	return nil
}

// isLetGo reports whether an error tells only that nobody waited any longer, as runtimes name it.
//
// Sources: Python's asyncio.CancelledError and GeneratorExit; context.Canceled of Go; AbortError of the DOM;
// OperationCanceledException of .NET.
func isLetGo(err string) bool {
	err = strings.ToLower(err)
	return slices.ContainsFunc([]string{"cancel", "generatorexit", "abort"}, func(word string) bool { return strings.Contains(err, word) })
}

// hasAnswer reports whether an agent has an output of its own.
func hasAnswer(o *observation.Observation) bool {
	return !o.Result.IsEmpty() || !o.Structured.IsEmpty()
}

// overcame reports whether an error is that of a tool after which a generation came that asked for no more: a processor
// that copies the errors of children to their parents marks runs that went well.
//
// Source: Arize-ai/openinference:js/packages/openinference-vercel/src.
func (l *level) overcame(text string) bool {
	if text == "" || !l.answered() {
		return false
	}
	for e := range l.executions() {
		if e.failed && e.err == text {
			return true
		}
	}
	return false
}

// answered reports whether the last that happened is a generation that asked for no more.
func (l *level) answered() bool {
	last := len(l.entries) - 1
	return last >= 0 && l.entries[last].turn != nil && len(l.entries[last].turn.asked) == 0
}

// interrupted reports whether the run paused for a person. A pause of an agent after which another one ended is over.
func (r *run) interrupted(outer []*item) bool {
	if !slices.ContainsFunc(r.items, func(it *item) bool { return it.obs.Interrupted }) {
		return false
	}
	last := lastToEnd(outer)
	paused := map[*item]*item{} // the outermost agent around each item, or the item itself
	for _, it := range r.items {
		around := paused[it.parent]
		if around == nil && it.obs.Role == observation.Agent {
			around = it
		}
		if it.obs.Interrupted && (around == nil || around == last) {
			return true
		}
		paused[it] = around
	}
	return false
}

// brokenOff reports whether the run goes on elsewhere or was cut: its last turn asked for tools, not only for those that
// the provider ran for its answer, and either no agent encloses it, as its ancestor or in time, or the trace has no span
// without a parent. Tools alone, with neither agent nor model, are a part of a run.
func (r *run) brokenOff(outer []*item, last *turn) bool {
	switch {
	case r.outer.trailing != nil:
		return false
	case last == nil:
		return len(outer) == 0
	case !slices.ContainsFunc(last.asked, func(e *execution) bool { return last.text == "" || !e.atOnce }):
		return false
	}
	enclosed := len(agentsAround(last.it)) > 0 || slices.ContainsFunc(outer, func(it *item) bool { return it.lasts(last.it) })
	return !enclosed || !r.hasRoot()
}
