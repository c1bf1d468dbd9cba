package steps

// adopt gives a turn the tools whose calls its span lost: those that nobody asked for and that started in the turn's window,
// after the turn, before the last of the tools that it did ask for. Several calls of one answer can be recorded as one.
//
// Sources: openlit/openlit:sdk/python/src/openlit/instrumentation/openai/utils.py (of several calls of the responses API
// the last one is kept); traceloop/openllmetry:packages/opentelemetry-instrumentation-anthropic/opentelemetry/
// instrumentation/anthropic/streaming.py.
func (l *level) adopt() {
	for _, t := range l.turns {
		if len(t.asked) == 0 {
			continue
		}
		last := t.asked[len(t.asked)-1].span
		if last == nil || !t.asksInTime() {
			continue
		}
		var whole []*execution
		next, taken := 0, 0
		for at := l.search(max(t.from, t.it.obs.End-grain)); at < len(l.tools) && t.holds(l.tools[at]) && byTime(l.tools[at], last) < 0; at++ {
			tool := l.tools[at]
			for next < len(t.asked) && byTime(t.asked[next].span, tool) <= 0 {
				whole = append(whole, t.asked[next])
				next++
			}
			if !tool.taken && tool.obs.CallID == "" {
				tool.taken = true
				taken++
				whole = append(whole, &execution{span: tool, turn: t})
			}
		}
		if taken > 0 {
			t.asked = append(whole, t.asked[next:]...)
		}
	}
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
