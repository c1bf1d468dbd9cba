package steps

import (
	"cmp"
	"math"
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// nest moves turns into the executions they ran in, where no span tree tells so.
//
// A call without a span ran until the first turn that holds its result: turns in between belong to it, and of several
// open calls to the first. A call with a span holds the turns that ran wholly within it, that began with another user's
// words than the turn that asked for the tool, and that don't hold its result. Neither holds what runs below an agent that
// was there before: that is another branch.
func (l *level) nest(r *room) {
	kept, open := l.entries[:0], held{list: r.held[:0]}
	for _, e := range l.entries {
		open.close(e)
		host := e.turn.goesOnWithin()
		if host == nil {
			host = l.host(open.list, e)
		}
		if host != nil {
			host.addInner(e)
			e.turn.host = host
		} else {
			kept = append(kept, e)
		}
		if e.turn != nil {
			open.add(e.turn.asked)
		}
	}
	l.entries, r.held = kept, open.list
}

// held are the executions that are open when an entry begins.
type held struct {
	list []*execution
	ends int64 // none of them is closed by an entry that starts until then, but for those that the entry answers
}

func (h *held) add(asked []*execution) {
	if len(h.list) == 0 {
		h.ends = math.MaxInt64
	}
	h.list = append(h.list, asked...)
	h.list = h.list[max(0, len(h.list)-maxHeld):]
	for _, e := range asked {
		h.ends = min(h.ends, e.ends())
	}
}

// close takes out those that an entry closes, if there may be any: most that are open stay so for long.
func (h *held) close(next entry) {
	answers := next.turn != nil && slices.ContainsFunc(next.turn.after, func(e *execution) bool { return e.span == nil })
	if len(h.list) == 0 || !answers && h.ends >= next.item().obs.Start {
		return
	}
	h.list = slices.DeleteFunc(h.list, func(e *execution) bool { return e.closedBy(next) })
	h.ends = math.MaxInt64
	for _, e := range h.list {
		h.ends = min(h.ends, e.ends())
	}
}

// goesOnWithin is the execution in which a turn runs that was given the result of a call from there, or nil. Requests that
// hold nothing but what is new don't tell with which words their conversation began.
func (t *turn) goesOnWithin() *execution {
	if t == nil || t.opening() != "" {
		return nil
	}
	for _, before := range t.after {
		if before.turn != nil && before.turn.host != nil && before.turn.host.holder != t {
			return before.turn.host
		}
	}
	return nil
}

// closedBy reports whether an execution is over, or can hold nothing, once an entry begins.
func (e *execution) closedBy(next entry) bool {
	switch {
	case e.span == nil:
		return e.holder == nil || next.turn != nil && (e.holder == next.turn || e.holder.it.failed && byTime(e.holder.it, next.turn.it) < 0)
	default:
		return e.span.obs.End < next.item().obs.Start
	}
}

// ends is until when no entry closes an execution by its start alone.
func (e *execution) ends() int64 {
	switch {
	case e.span != nil:
		return e.span.obs.End
	case e.holder == nil:
		return math.MinInt64
	case e.holder.it.failed:
		return e.holder.it.obs.Start - 1
	default:
		return math.MaxInt64
	}
}

const (
	maxOpen = 64   // how many open executions are asked whether a turn ran in them
	maxHeld = 4096 // how many are kept open at all
)

// host returns the open execution that an entry ran in, or nil: of the spans around it one that was given the words with
// which the entry's conversation begins, else the innermost; else a call without a span.
func (l *level) host(open []*execution, next entry) *execution {
	if next.turn == nil {
		return nil
	}
	var innermost *execution
	for i := len(open) - 1; i >= max(0, len(open)-maxOpen); i-- {
		if open[i].span == nil || !open[i].encloses(next.turn) {
			continue
		}
		if open[i].wasGiven(next.turn.opening()) {
			return open[i]
		}
		innermost = cmp.Or(innermost, open[i])
	}
	if innermost != nil {
		return innermost
	}
	return spanless(open[max(0, len(open)-maxOpen):], next.turn)
}

// spanless returns the open call without a span in which a turn ran, or nil: one that was given the words with which the
// turn's conversation begins, else the first of those that were asked for last, for only what runs in one of them doesn't
// hold its result.
func spanless(open []*execution, next *turn) *execution {
	var latest *execution
	words := next.opening()
	for i := len(open) - 1; i >= 0; i-- {
		x := open[i]
		if x.span != nil || x.holder == next {
			continue
		}
		given, began := words != "" && x.wasGiven(words), x.began(next.it, x.turn.it)
		switch {
		case given && (began || x.turn.it.lasts(next.it)): // a client may keep its span open while its tools run
			return x
		case began && (latest == nil || latest.turn == x.turn):
			latest = x
		}
	}
	return latest
}

// encloses reports whether a turn ran in the time of an execution that has a span, and belongs to another conversation
// than the turn that asked for it.
func (e *execution) encloses(t *turn) bool {
	if e.turn == nil || e.turn == t || e.holder == t || !e.span.lasts(t.it) {
		return false
	}
	theirs := t.opening()
	return theirs != "" && theirs != e.turn.opening() && e.began(t.it, e.span)
}

// wasGiven reports whether one of the arguments of a call is a text.
func (e *execution) wasGiven(text string) bool {
	arguments := e.arguments()
	return arguments.Text() == text || slices.ContainsFunc(arguments.Fields(), func(f value.Field) bool { return f.Value.Text() == text })
}

// began reports whether the agents that are above an item and not above another, which stands for the execution, began
// after the model had asked for it.
func (e *execution) began(it, other *item) bool {
	around := other.above()
	for _, up := range it.above() {
		if up == it.owner || slices.Contains(around, up) {
			break
		}
		if up.obs.Role == observation.Agent && up.obs.Start+grain < e.soonest(other) {
			return false
		}
	}
	return true
}

// soonest is when an execution can have begun: with its span, else when the model had asked for it.
func (e *execution) soonest(other *item) int64 {
	if e.span != nil {
		return other.obs.Start
	}
	return other.obs.End
}

func (e *execution) addInner(added entry) {
	if e.inner == nil {
		e.inner = &level{owner: e.span}
	}
	e.inner.entries = append(e.inner.entries, added)
	e.inner.turns = append(e.inner.turns, added.turn)
}
