package steps

import "slices"

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
