package steps

import "slices"

// arrange orders turns and loose executions by time, and then, where that contradicts what a turn's input holds, by
// cause: a turn stands after every call whose result it was given.
func (l *level) arrange(r *room) {
	l.answerOwnTools()
	sorted := r.entryLists.Take(len(l.turns) + len(l.loose))[:0]
	for _, t := range l.turns {
		sorted = append(sorted, entry{turn: t})
	}
	for _, e := range l.loose {
		sorted = append(sorted, entry{loose: e})
	}
	if len(l.loose) > 0 { // turns alone are in order
		slices.SortStableFunc(sorted, func(a, b entry) int { return byTime(a.item(), b.item()) })
		settleTies(sorted)
	}
	l.entries = r.entryLists.Take(len(sorted))[:0]
	for _, e := range sorted {
		l.place(e)
	}
	if last := len(sorted) - 1; l.trailing != nil && last >= 0 && sorted[last].item().obs.Start > l.trailing.obs.End {
		l.trailing = nil // the run went on with a tool
	}
}

// answerOwnTools lets a turn that asks for nothing and says something stand after the tools that ran inside its span and
// that no turn asked for: a client that runs tools by itself has one span for the whole exchange, and its last answer. One
// that stopped to ask for tools stands before them.
//
// Source: open-telemetry/opentelemetry-python-contrib:instrumentation-genai/opentelemetry-instrumentation-google-genai
// (automatic function calling).
func (l *level) answerOwnTools() {
	if len(l.loose) == 0 {
		return
	}
	answers := make(map[*item]*turn, len(l.turns))
	for _, t := range l.turns {
		if len(t.calls) == 0 && t.text != "" && !t.owesTools() {
			answers[t.it] = t
		}
	}
	for _, e := range l.loose {
		if t := answers[e.span.model]; t != nil && e.span.obs.Start < t.it.obs.End {
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

// position says whether an entry stands among those of its level.
type position uint8

const (
	_     position = iota
	waits          // for the entries that it needs
	stands
)

// position is that of an entry.
func (e entry) position() *position {
	if e.turn != nil {
		return &e.turn.position
	}
	return &e.loose.position
}

// place appends an entry behind the entries that it needs. It walks without recursion, for chains are as long as runs.
func (l *level) place(first entry) {
	start := waiting{entry: first}
	if _, ok := start.missing(); !ok || *first.position() == stands {
		l.put(first)
		return
	}
	*first.position() = waits
	stack := []waiting{start}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if missing, ok := top.missing(); ok {
			stack = append(stack, waiting{entry: missing})
			*missing.position() = waits
			continue
		}
		l.put(top.entry)
		stack = stack[:len(stack)-1]
	}
}

// put appends an entry unless it stands already.
func (l *level) put(e entry) {
	if at := e.position(); *at != stands {
		*at = stands
		l.entries = append(l.entries, e)
	}
}

// waiting is an entry that others must stand before.
type waiting struct {
	entry
	asked int // how many of those stand or wait: they needn't be asked again
}

// missing returns an entry that must stand before e and doesn't yet. What waits for e itself is passed over.
func (e *waiting) missing() (entry, bool) {
	if e.turn == nil {
		return entry{}, false
	}
	for ; e.asked < len(e.turn.after); e.asked++ {
		before := e.turn.after[e.asked]
		need := entry{loose: before}
		if before.turn != nil {
			need = entry{turn: before.turn}
		}
		if need != e.entry && *need.position() == 0 {
			return need, true
		}
	}
	return entry{}, false
}
