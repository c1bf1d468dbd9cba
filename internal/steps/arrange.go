package steps

import (
	"cmp"
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// arrange orders turns and loose executions by time, and then, where that contradicts what a turn's input holds, by
// cause: a turn stands after every call whose result it was given.
func (l *level) arrange() {
	l.answerOwnTools()
	sorted := make([]entry, 0, len(l.turns)+len(l.loose))
	for _, t := range l.turns {
		sorted = append(sorted, entry{turn: t})
	}
	for _, e := range l.loose {
		sorted = append(sorted, entry{loose: e})
	}
	slices.SortStableFunc(sorted, func(a, b entry) int { return byTime(a.item(), b.item()) })
	settleTies(sorted)
	placed := make(map[any]bool, len(sorted))
	for _, e := range sorted {
		l.place(e, placed)
	}
	if last := len(sorted) - 1; l.trailing != nil && last >= 0 && sorted[last].item().obs.Start > l.trailing.obs.End {
		l.trailing = nil // the run went on with a tool
	}
}

// answerOwnTools lets a turn that asks for nothing and says something stand after the tools that ran inside its span and
// that no turn asked for: a client that runs tools by itself has one span for the whole exchange, and its last answer.
//
// Source: open-telemetry/opentelemetry-python-contrib:instrumentation-genai/opentelemetry-instrumentation-google-genai
// (automatic function calling).
func (l *level) answerOwnTools() {
	answers := make(map[*item]*turn, len(l.turns))
	for _, t := range l.turns {
		if len(t.calls) == 0 && t.text != "" {
			answers[t.it] = t
		}
	}
	for _, e := range l.loose {
		if t := answers[e.span.model]; t != nil {
			t.after = append(t.after, e)
		}
	}
}

func (e entry) item() *item {
	if e.turn != nil {
		return e.turn.it
	}
	return e.loose.span
}

func (e entry) key() any {
	if e.turn != nil {
		return e.turn
	}
	return e.loose
}

// place appends an entry behind the entries that it needs. It walks without recursion, for chains are as long as runs.
func (l *level) place(first entry, placed map[any]bool) {
	stack := []entry{first}
	onStack := map[any]bool{first.key(): true}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		if missing, ok := top.missing(placed, onStack); ok {
			stack = append(stack, missing)
			onStack[missing.key()] = true
			continue
		}
		stack = stack[:len(stack)-1]
		if !placed[top.key()] {
			placed[top.key()] = true
			l.entries = append(l.entries, top)
		}
	}
}

// missing returns an entry that must stand before e and doesn't yet. What waits for e itself is passed over.
func (e entry) missing(placed, onStack map[any]bool) (entry, bool) {
	if e.turn == nil {
		return entry{}, false
	}
	for _, before := range e.turn.after {
		need := entry{loose: before}
		if before.turn != nil {
			need = entry{turn: before.turn}
		}
		if !placed[need.key()] && !onStack[need.key()] {
			return need, true
		}
	}
	return entry{}, false
}

// nest moves turns into the executions they ran in, where no span tree tells so.
//
// A call without a span ran until the first turn that holds its result: turns in between belong to it, and of several
// open calls to the first. A call with a span holds the turns that ran wholly within it, that began with another user's
// words than the turn that asked for the tool, and that don't hold its result.
func (l *level) nest() {
	kept := l.entries[:0:0]
	var open []*execution
	for _, e := range l.entries {
		open = slices.DeleteFunc(open, func(x *execution) bool { return x.closedBy(e) })
		if host := l.host(open, e); host != nil {
			host.addInner(e)
		} else {
			kept = append(kept, e)
		}
		if e.turn != nil {
			open = append(open, e.turn.asked...)
			open = open[max(0, len(open)-maxHeld):]
		}
	}
	l.entries = kept
}

// closedBy reports whether an execution is over, or can hold nothing, once an entry begins.
func (e *execution) closedBy(next entry) bool {
	switch {
	case e.span == nil:
		return e.holder == nil || next.turn != nil && e.holder == next.turn
	default:
		return e.span.obs.End < next.item().obs.Start
	}
}

const (
	maxOpen = 64   // how many open executions are asked whether a turn ran in them
	maxHeld = 4096 // how many are kept open at all
)

// host returns the open execution that an entry ran in, or nil: of the spans around it one that was given the words with
// which the entry's conversation begins, else the innermost; else the first open call without a span.
func (l *level) host(open []*execution, e entry) *execution {
	if e.turn == nil {
		return nil
	}
	var innermost *execution
	for i := len(open) - 1; i >= max(0, len(open)-maxOpen); i-- {
		if open[i].span == nil || !open[i].encloses(e.turn) {
			continue
		}
		if open[i].wasGiven(oldestUserText(e.turn.input)) {
			return open[i]
		}
		innermost = cmp.Or(innermost, open[i])
	}
	if innermost != nil {
		return innermost
	}
	for _, x := range open[:min(len(open), maxOpen)] {
		if x.span == nil && x.holder != e.turn {
			return x
		}
	}
	return nil
}

func (e *execution) encloses(t *turn) bool {
	if e.turn == nil || e.turn == t || e.holder == t || !e.span.lasts(t.it) {
		return false
	}
	theirs := oldestUserText(t.input)
	return theirs != "" && theirs != oldestUserText(e.turn.input)
}

// wasGiven reports whether one of the arguments of a call is a text.
func (e *execution) wasGiven(text string) bool {
	arguments := e.arguments()
	return arguments.Text() == text || slices.ContainsFunc(arguments.Fields(), func(f value.Field) bool { return f.Value.Text() == text })
}

func (e *execution) addInner(added entry) {
	if e.inner == nil {
		e.inner = &level{owner: e.span}
	}
	e.inner.entries = append(e.inner.entries, added)
	e.inner.turns = append(e.inner.turns, added.turn)
}
