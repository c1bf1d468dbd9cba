package steps

import (
	"cmp"
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
	kept, open := l.entries[:0], r.held[:0]
	for _, e := range l.entries {
		open = slices.DeleteFunc(open, func(x *execution) bool { return x.closedBy(e) })
		host := e.turn.goesOnWithin()
		if host == nil {
			host = l.host(open, e)
		}
		if host != nil {
			host.addInner(e)
			e.turn.host = host
		} else {
			kept = append(kept, e)
		}
		if e.turn != nil {
			open = append(open, e.turn.asked...)
			open = open[max(0, len(open)-maxHeld):]
		}
	}
	l.entries, r.held = kept, open
}

// goesOnWithin is the execution in which a turn runs that was given the result of a call from there, or nil. Requests that
// hold nothing but what is new don't tell with which words their conversation began.
func (t *turn) goesOnWithin() *execution {
	if t == nil || oldestUserText(t.input) != "" {
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
		if open[i].wasGiven(oldestUserText(next.turn.input)) {
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
	words := oldestUserText(next.input)
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
	theirs := oldestUserText(t.input)
	return theirs != "" && theirs != oldestUserText(e.turn.input) && e.began(t.it, e.span)
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
