package steps

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// recover gives a turn what the next request tells of it, by the assistant messages right after the messages of its own
// input: all of it where the turn records nothing, and its calls where they are more, or where it records none beside the
// same text. Streamed calls can be lost, or read as one, on the span of the turn that asked for them, while the application
// had them all; and some instrumentations write text or calls, never both.
//
// Sources of lost calls: langfuse/langfuse-js:packages/openai/src/parseOpenAI.ts; traceloop/openllmetry:packages/
// opentelemetry-instrumentation-anthropic/opentelemetry/instrumentation/anthropic/streaming.py, …/
// opentelemetry-instrumentation-bedrock/opentelemetry/instrumentation/bedrock/span_utils.py.
func (l *level) recover() {
	for i, t := range l.turns[:max(0, len(l.turns)-1)] {
		next := l.turns[i+1].turnText
		if t.says() && len(t.calls) == 0 && t.text == "" || len(t.input) == 0 || len(next.input) <= len(t.input) {
			continue
		}
		told := assistants(next.input[len(t.input):])
		if t.says() && countCalls(told) <= len(t.calls) || !t.goesOnIn(next) {
			continue
		}
		said := gather(told)
		switch {
		case !t.says():
			said.input, said.began = t.input, t.began
			t.turnText = &said
		case len(t.calls) == 0 && strings.TrimSpace(said.text) != strings.TrimSpace(t.text):
		case said.asksForAll(t.calls) && !l.anotherSaid(&said, i, next):
			whole := *t.turnText
			whole.calls = said.calls
			t.turnText = &whole
		}
	}
}

// anotherSaid reports whether a turn before one asked for just the same calls and goes on in the same request: then they
// are that turn's, for branches may begin with the same words.
func (l *level) anotherSaid(said *turnText, one int, next *turnText) bool {
	return slices.ContainsFunc(l.turns[max(0, one-maxTried):one], func(t *turn) bool {
		return len(t.calls) == len(said.calls) && t.asksForAll(said.calls) && t.goesOnIn(next)
	})
}

// assistants are the messages that a list begins with and that are the assistant's.
func assistants(list []observation.Message) []observation.Message {
	end := slices.IndexFunc(list, func(m observation.Message) bool { return m.Speaker != observation.Assistant })
	if end < 0 {
		end = len(list)
	}
	return list[:end]
}

func countCalls(messages []observation.Message) int {
	n := 0
	for i := range messages {
		n += len(messages[i].Calls)
	}
	return n
}

// asksForAll reports whether some calls are among those that a turn asks for. Calls without ids are told apart by their
// names.
func (t *turnText) asksForAll(some []observation.Call) bool {
	left := slices.Clone(t.calls)
	for i := range some {
		at := slices.IndexFunc(left, func(c observation.Call) bool { return meansCall(&c, &some[i]) })
		if at < 0 {
			return false
		}
		left = slices.Delete(left, at, at+1)
	}
	return true
}

func meansCall(a, b *observation.Call) bool {
	if a.ID != "" && b.ID != "" {
		return a.ID == b.ID
	}
	return a.Name == b.Name
}
