package steps

import (
	"cmp"
	"iter"
	"slices"
)

// match finds for each call that a turn asked for the tool span that recorded it: by id; then, among the spans that
// start in the turn's window, in the rounds below. Spans that are left were asked for by nobody.
func (l *level) match(r *room) {
	l.ask(r)
	l.matchIDs()
	for i := range rounds {
		l.matchRound(&rounds[i])
	}
	l.matchElsewhere()
	l.adopt()
	l.adoptRunning()
	l.leaveLoose(r)
	for e := range l.executions() {
		e.readSpan()
	}
}

// ask makes an execution of each call that a turn asked for.
func (l *level) ask(r *room) {
	calls := 0
	for _, t := range l.turns {
		calls += len(t.calls)
	}
	made, list := r.executions.Take(calls), r.executionLists.Take(calls)
	for _, t := range l.turns {
		n := len(t.calls)
		t.asked, list = list[:n:n], list[n:]
		for i := range t.calls {
			made[i].call, made[i].turn = t.calls[i], t
			t.asked[i] = &made[i]
		}
		made = made[n:]
	}
}

// leaveLoose makes an execution of each tool that no turn asked for.
func (l *level) leaveLoose(r *room) {
	free := 0
	for _, tool := range l.tools {
		if !tool.taken {
			free++
		}
	}
	made := r.executions.Take(free)
	l.loose = r.executionLists.Take(free)[:0]
	for _, tool := range l.tools {
		if !tool.taken {
			e := &made[len(l.loose)]
			e.span = tool
			l.loose = append(l.loose, e)
		}
	}
}

// executions lists all executions of a level.
func (l *level) executions() iter.Seq[*execution] {
	return func(yield func(*execution) bool) {
		for _, t := range l.turns {
			for _, e := range t.asked {
				if !yield(e) {
					return
				}
			}
		}
		for _, e := range l.loose {
			if !yield(e) {
				return
			}
		}
	}
}

// matchIDs pairs by id. An id that occurs again is the call of the turn in whose window its span starts.
func (l *level) matchIDs() {
	byID := newToolIndex(l.tools)
	for _, inWindow := range []bool{true, false} {
		for _, t := range l.turns {
			for _, e := range t.asked {
				if e.span == nil && e.call.ID != "" {
					e.take(byID.first(e.call.ID), inWindow)
				}
			}
		}
	}
}

// take makes the first free span with the execution's id its own: of those that its turn holds, or of all.
func (e *execution) take(tool *item, held bool) {
	for ; tool != nil; tool = tool.next {
		if !tool.taken && tool.obs.CallID == e.call.ID && (!held || e.turn.holds(tool)) {
			e.span, tool.taken = tool, true
			return
		}
	}
}

// holds reports whether a tool starts in the turn's window, or in the instant in which the next turn starts: clocks are
// coarse, and many tools take no time.
func (t *turn) holds(tool *item) bool {
	return tool.obs.Start >= t.from && tool.obs.Start <= t.to
}

// maxTies bounds how many tools that start together with the next turn are looked at.
const maxTies = 256

// window lists the free tool spans that turns of one window hold, if any of their calls has none.
func (l *level) window(turns []*turn) []*item {
	lacks := func(t *turn) bool {
		return slices.ContainsFunc(t.asked, func(e *execution) bool { return e.span == nil })
	}
	if !slices.ContainsFunc(turns, lacks) {
		return nil
	}
	var free []*item
	t, ties := turns[0], 0
	for at := l.search(t.from); at < len(l.tools) && t.holds(l.tools[at]) && ties < maxTies; at++ {
		tool := l.tools[at]
		if tool.obs.Start == t.to {
			ties++
		}
		if !tool.taken {
			free = append(free, tool)
		}
	}
	return free
}

// search returns the index of the first tool that starts at or after a time.
func (l *level) search(from int64) int {
	at, _ := slices.BinarySearchFunc(l.tools, from, func(tool *item, from int64) int { return cmp.Compare(tool.obs.Start, from) })
	return at
}

// round is one way in which a call without a common id is recognised: call and span give the same key, and those with
// equal keys are paired in order. A key that isn't given takes no part.
type round struct {
	call func(e *execution) (string, bool)
	span func(tool *item) (string, bool)
}

// rounds are tried in this order, surest first.
var rounds = []round{
	{ // name and input; a span that records no input may have had any
		func(e *execution) (string, bool) { return callKey(bareTool(e.call.Name), e.asked()), true },
		func(tool *item) (string, bool) {
			return callKey(bareTool(tool.obs.Tool), tool.input()), !tool.obs.Request.IsAbsent()
		},
	},
	{ // name
		func(e *execution) (string, bool) { return bareTool(e.call.Name), true },
		func(tool *item) (string, bool) { return bareTool(tool.obs.Tool), !tool.obs.ToolClass },
	},
	{ // input
		func(e *execution) (string, bool) { return e.asked(), e.asked() != noInput },
		func(tool *item) (string, bool) { return tool.input(), true },
	},
	{ // a span named after a class
		func(*execution) (string, bool) { return "", true },
		func(tool *item) (string, bool) { return "", tool.obs.ToolClass },
	},
}

// matchRound pairs what is free in one round. The turns of one span share their window, which is looked through once for
// all of them: an agent's own span may hold a thousand.
func (l *level) matchRound(r *round) {
	for left := l.turns; len(left) > 0; {
		sharing := 1
		for sharing < len(left) && left[sharing].it == left[0].it {
			sharing++
		}
		matchWindow(r, left[:sharing], l.window(left[:sharing]))
		left = left[sharing:]
	}
}

// matchWindow pairs the calls of turns with the free tools of their window.
func matchWindow(r *round, turns []*turn, window []*item) {
	if len(window) == 0 {
		return
	}
	free := map[string][]*item{}
	for _, tool := range window {
		if key, ok := r.span(tool); ok {
			free[key] = append(free[key], tool)
		}
	}
	for _, t := range turns {
		for _, e := range t.asked {
			if e.span != nil {
				continue
			}
			key, ok := r.call(e)
			if tools := free[key]; ok && len(tools) > 0 {
				e.span, free[key] = tools[0], tools[1:]
				e.span.taken = true
			}
		}
	}
}

// asked is the text of the arguments that the model asked for, rendered once.
func (e *execution) asked() string {
	if e.text == "" {
		e.text = inputText(e.call.Arguments)
	}
	return e.text
}

// matchElsewhere pairs what is left by name and by input, wherever the span starts after the turn. Branches that run at one
// time end each other's windows, and a call without a span beside a span that nobody asked for would be one call twice.
func (l *level) matchElsewhere() {
	for i := range elsewhere {
		l.matchFree(&elsewhere[i])
	}
}

// elsewhere are the rounds for what is left outside of all windows: name and input, then the name of a span that records
// no input.
var elsewhere = []round{
	rounds[0],
	{
		rounds[1].call,
		func(tool *item) (string, bool) {
			return bareTool(tool.obs.Tool), tool.obs.Request.IsAbsent() && !tool.obs.ToolClass
		},
	},
}

// matchFree pairs calls and spans that are left in one round.
func (l *level) matchFree(r *round) {
	var free map[string][]*item
	for _, tool := range l.tools {
		if tool.taken {
			continue
		}
		if key, ok := r.span(tool); ok {
			if free == nil {
				free = map[string][]*item{}
			}
			free[key] = append(free[key], tool)
		}
	}
	if len(free) == 0 {
		return
	}
	for _, t := range l.turns {
		for _, e := range t.asked {
			if e.span != nil {
				continue
			}
			key, _ := r.call(e)
			tools := free[key]
			for len(tools) > 0 && tools[0].obs.Start < t.from {
				tools = tools[1:] // nor is it a later turn's
			}
			if len(tools) > 0 {
				e.span, tools[0].taken, tools = tools[0], true, tools[1:]
			}
			free[key] = tools
		}
	}
}

// input is the text of a tool span's arguments, rendered once.
func (it *item) input() string {
	if it.args == "" {
		it.args = inputText(it.obs.Request)
	}
	return it.args
}

// readSpan reads what the tool span says of an execution.
func (e *execution) readSpan() {
	if e.span == nil {
		return
	}
	o := e.span.obs
	e.result, e.failed, e.err = o.Result, o.Failed, o.Error
}
