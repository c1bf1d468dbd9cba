package steps

import (
	"cmp"
	"math"
	"slices"
)

// adopt gives a turn the tools whose calls its span lost: those that nobody asked for and that started in the turn's window,
// after the turn, before the last of the tools that it did ask for. Several calls of one answer can be recorded as one.
//
// Sources: openlit/openlit:sdk/python/src/openlit/instrumentation/openai/utils.py (of several calls of the responses API
// the last one is kept); traceloop/openllmetry:packages/opentelemetry-instrumentation-anthropic/opentelemetry/
// instrumentation/anthropic/streaming.py.
func (l *level) adopt() {
	free := l.free()
	for _, t := range l.turns {
		if len(free.tools) == 0 {
			return
		}
		if len(t.asked) == 0 {
			continue
		}
		last := t.asked[len(t.asked)-1].span
		if last == nil || !t.asksInTime() {
			continue
		}
		var whole []*execution
		next := 0
		for at := free.search(max(t.from, t.it.obs.End-grain)); at < len(free.tools); at = free.from(at) {
			tool := free.tools[at]
			if !t.holds(tool) || byTime(tool, last) >= 0 {
				break
			}
			for next < len(t.asked) && byTime(t.asked[next].span, tool) <= 0 {
				whole = append(whole, t.asked[next])
				next++
			}
			tool.taken, free.behind[at] = true, at+1
			whole = append(whole, &execution{span: tool, turn: t})
		}
		if len(whole) > 0 {
			t.asked = append(whole, t.asked[next:]...)
		}
	}
}

// adoptRunning gives a turn whose span has no duration, and tells but when the answer was over, the tools with ids that
// nobody asked for and that ran just then: the calls of an answer can be told one by one, and all but the last get lost.
//
// Source: openlit/openlit:sdk/python/src/openlit/instrumentation/claude_agent_sdk/claude_agent_sdk.py (_buffer_chat_message).
func (l *level) adoptRunning() {
	for i, t := range l.turns {
		o := t.it.obs
		if o.End > o.Start || len(t.asked) == 0 || i > 0 && l.turns[i-1].it == t.it {
			continue
		}
		since := int64(math.MinInt64)
		if i > 0 {
			since = l.turns[i-1].it.obs.End
		}
		var running []*execution
		at, _ := slices.BinarySearchFunc(l.tools, o.Start, func(tool *item, start int64) int { return cmp.Compare(tool.obs.Start, start) })
		for n := 0; at > 0 && n < maxAbove && l.tools[at-1].obs.Start >= since; n++ {
			at--
			if tool := l.tools[at]; !tool.taken && tool.obs.CallID != "" && tool.obs.End > o.Start {
				tool.taken = true
				running = append(running, &execution{span: tool, turn: t})
			}
		}
		slices.Reverse(running)
		t.asked = append(running, t.asked...)
	}
}

// freeTools are tools without ids that nobody asked for, in order of time.
type freeTools struct {
	tools  []*item
	behind []int // where the next of them stands that may be free, or the place itself
}

// free lists those of a level.
func (l *level) free() (free freeTools) {
	for _, tool := range l.tools {
		if !tool.taken && tool.obs.CallID == "" {
			free.tools, free.behind = append(free.tools, tool), append(free.behind, len(free.behind))
		}
	}
	return free
}

// search returns the place of the first that starts at or after a time and is free.
func (f *freeTools) search(from int64) int {
	at, _ := slices.BinarySearchFunc(f.tools, from, func(tool *item, from int64) int { return cmp.Compare(tool.obs.Start, from) })
	return f.from(at)
}

// from returns the place of the first from a place on that is free. It shortens the way for those that ask later.
func (f *freeTools) from(at int) int {
	for at < len(f.behind) && f.behind[at] != at {
		if next := f.behind[at]; next < len(f.behind) {
			f.behind[at] = f.behind[next]
		}
		at = f.behind[at]
	}
	return at
}

// asksInTime reports whether all calls of a turn have spans, which started in the order in which they were asked for.
func (t *turn) asksInTime() bool {
	for i, e := range t.asked {
		if e.span == nil || i > 0 && byTime(t.asked[i-1].span, e.span) > 0 {
			return false
		}
	}
	return true
}
