package steps

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// twinWindow bounds how many following spans a span is compared with when it looks for its twin.
const twinWindow = 64

// foldTwins joins model spans that two instrumentations recorded of one generation without nesting them: spans of
// different scopes on one level, neither above the other, that overlap by at least nine tenths of the shorter and
// contradict each other in nothing that both record. The one below an agent or a tool stands, for its place is known;
// the level of one that has neither above it isn't.
func foldTwins(r *run) {
	r.foldPairs(twins, func(it *item) bool { return isModel(it) && len(it.turns) == 1 })
}

// foldToolTwins joins tools that were recorded twice likewise, outer ones before inner ones.
func foldToolTwins(r *run) {
	r.foldPairs(toolTwins, isTool)
}

// foldPairs joins those of the chosen items that are twins.
func (r *run) foldPairs(twins func(a, b *item) bool, chosen func(*item) bool) {
	items := r.choose(chosen)
	slices.SortFunc(items, byTime)
	if !slices.ContainsFunc(items, func(it *item) bool { return it.obs.Scope != items[0].obs.Scope }) && !anyAgain(items) {
		return // twins are of different scopes, or one span that was made twice
	}
	for i, it := range items {
		if it.gone {
			continue
		}
		for _, other := range items[i+1 : min(len(items), i+1+twinWindow)] {
			if other.obs.Start > it.obs.End {
				break
			}
			if !other.gone && twins(it, other) {
				r.crossed = r.crossed || it.owner.standing() != other.owner.standing()
				foldTwin(it, other)
				r.ranked = false
				if it.gone {
					break
				}
			}
		}
	}
}

// foldTwin makes two items one, and returns the one that left.
func foldTwin(a, b *item) *item {
	if !a.below && b.below {
		a, b = b, a
	}
	a.fold(b)
	return b
}

func twins(a, b *item) bool {
	return sideBySide(a, b) && agree(a, b) && (a.obs.Scope != b.obs.Scope || saySame(a, b)) && unrelated(a, b)
}

// anyAgain reports whether any of some items in order of time was made twice.
func anyAgain(items []*item) bool {
	for i, it := range items {
		for _, other := range items[i+1 : min(len(items), i+1+twinWindow)] {
			if other.obs.Start > it.obs.Start {
				break
			}
			if isAgain(it, other) {
				return true
			}
		}
	}
	return false
}

// isAgain reports whether two spans of one producer begin and end with one another to the nanosecond: some make each span
// twice, with another id. Clocks that tick in milliseconds don't tell.
//
// Source: BerriAI/litellm#10588.
func isAgain(a, b *item) bool {
	const tick = 1_000_000
	return a.obs.Start == b.obs.Start && a.obs.End == b.obs.End && a.obs.End > a.obs.Start && a.obs.Scope == b.obs.Scope &&
		(a.obs.Start%tick != 0 || a.obs.End%tick != 0)
}

// saySame reports whether two recordings of a generation say something, and the same.
func saySame(a, b *item) bool {
	one, other := &a.turns[0], &b.turns[0]
	return one.says() && one.text == other.text && one.reasoning == other.reasoning && len(one.calls) == len(other.calls)
}

// toolTwins reports whether two spans record one execution of a tool: the agent's own and that of the protocol by which
// it was called, where the latter doesn't lie below the former. Only the same name and input make them one, and no other id.
func toolTwins(a, b *item) bool { return sideBySide(a, b) && sameExecution(a, b) && unrelated(a, b) }

func sameExecution(a, b *item) bool {
	if a.obs.CallID != "" && b.obs.CallID != "" && a.obs.CallID != b.obs.CallID {
		return false
	}
	if !sameTool(a.obs.Tool, b.obs.Tool) && !isServed(a.obs, b.obs) && !isServed(b.obs, a.obs) {
		return false
	}
	if a.obs.Request.IsAbsent() || b.obs.Request.IsAbsent() {
		return echoes(a, b) || echoes(b, a) || a.obs.CallID != "" && a.obs.CallID == b.obs.CallID && isAgain(a, b)
	}
	return a.input() == b.input() || onlyArgument(a, b) || onlyArgument(b, a)
}

// echoes reports whether a tool span says nothing but its name, while another is on that says more: servers of the Model
// Context Protocol record neither what they were asked nor what they answered.
//
// Source: modelcontextprotocol/python-sdk:src/mcp/server/_otel.py.
func echoes(a, b *item) bool {
	return a.obs.CallID == "" && a.obs.Request.IsAbsent() && a.obs.Result.IsAbsent() && !b.obs.Request.IsAbsent() &&
		a.obs.Start >= b.obs.Start && a.obs.End <= b.obs.End
}

// onlyArgument reports whether a's input is the bare text of the only argument that b's names.
func onlyArgument(a, b *item) bool {
	text, isText := a.obs.Request.Str()
	arguments := b.obs.Request.Fields()
	return isText && len(arguments) == 1 && arguments[0].Value.Text() == text
}

// sideBySide reports whether two spans of different scopes ran at one time on one level, or are one span made twice.
func sideBySide(a, b *item) bool {
	return (a.obs.Scope != b.obs.Scope && overlap(a, b) || isAgain(a, b)) &&
		(a.owner.standing() == b.owner.standing() || !a.below || !b.below)
}

// unrelated reports whether neither of two spans is above the other. It is asked last, for a trace may be as deep as long.
// Most twins hang side by side, or nothing hangs below them.
func unrelated(a, b *item) bool {
	return a.parent == b.parent || (len(a.kids) == 0 || !a.isAbove(b)) && (len(b.kids) == 0 || !b.isAbove(a))
}

// overlap reports whether two spans share at least nine tenths of the shorter one's time, or most of it and all but what
// instrumentations need to take turns.
func overlap(a, b *item) bool {
	shared := min(a.obs.End, b.obs.End) - max(a.obs.Start, b.obs.Start)
	shorter := min(a.obs.End-a.obs.Start, b.obs.End-b.obs.Start)
	return shared >= 0 && (shared >= shorter-shorter/10 || shared >= shorter/2 && shared >= shorter-takingTurns)
}

func (it *item) isAbove(other *item) bool {
	for up := other.parent; up != nil; up = up.parent {
		if up == it {
			return true
		}
	}
	return false
}

// mayBeAbove reports whether an item is above another, or so far up that it isn't looked for.
func (it *item) mayBeAbove(other *item) bool {
	up := other.parent
	for range maxAbove {
		if up == nil || up == it {
			return up == it
		}
		up = up.parent
	}
	return true
}

// agree reports whether two recordings of a generation contradict each other in nothing that both record.
func agree(a, b *item) bool {
	if len(a.turns) == 0 || len(b.turns) == 0 {
		return false // a response that holds nothing but results of tools
	}
	one, other := &a.turns[0], &b.turns[0]
	switch {
	case a.isAttempt() != b.isAttempt():
		return false // one of several tries is no twin of the call that tried again
	case !sameModel(a.obs.Model, b.obs.Model):
		return false
	case one.text != "" && other.text != "" && one.text != other.text && (a.obs.Content|b.obs.Content)&observation.Redacted == 0:
		return false
	}
	return sameCalls(one.calls, other.calls)
}

// sameModel compares models; one may be recorded as asked for and the other as answered, with a date behind it.
func sameModel(a, b string) bool {
	return a == "" || b == "" || strings.HasPrefix(a, b) || strings.HasPrefix(b, a) ||
		strings.HasSuffix(a, "/"+b) || strings.HasSuffix(b, "/"+a)
}

// sameCalls compares names and ids where both are recorded.
func sameCalls(a, b []observation.Call) bool {
	if len(a) == 0 || len(b) == 0 {
		return true
	}
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Name != b[i].Name || a[i].ID != "" && b[i].ID != "" && a[i].ID != b[i].ID {
			return false
		}
	}
	return true
}
