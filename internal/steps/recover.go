package steps

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
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
		if t.says() && len(t.calls) == 0 && t.text == "" || len(next.input) <= len(t.input) {
			continue
		}
		told := assistants(next.input[len(t.input):])
		if t.lacksInput() && t.goesOnIn(next) {
			t.takeInputs(gather(told).calls)
		}
		if t.says() && countCalls(told) <= len(t.calls) || !t.goesOnIn(next) && !(i == 0 && t.isSilent() && countCalls(told) > 0) {
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

// lacksInput reports whether a call of a turn has no arguments, or the beginning of some: pieces of a stream may be lost on
// the span of the turn that asked for it. Source: traceloop/openllmetry:packages/opentelemetry-instrumentation-anthropic/
// opentelemetry/instrumentation/anthropic/streaming.py.
func (t *turnText) lacksInput() bool {
	return slices.ContainsFunc(t.calls, func(c observation.Call) bool { return lacksInput(c.Arguments) })
}

func lacksInput(arguments value.Value) bool {
	text, isText := arguments.Str()
	return arguments.IsEmpty() || isText && (text == "{}" || strings.HasPrefix(text, "{") && !strings.HasSuffix(text, "}"))
}

// takeInputs gives calls that lack their arguments those of the same calls as the next request tells them.
func (t *turn) takeInputs(told []observation.Call) {
	if len(told) != len(t.calls) {
		return
	}
	whole := *t.turnText
	whole.calls = slices.Clone(whole.calls)
	for i := range whole.calls {
		if c := &whole.calls[i]; lacksInput(c.Arguments) && !lacksInput(told[i].Arguments) && c.ID == told[i].ID && c.Name == told[i].Name {
			c.Arguments = told[i].Arguments
		}
	}
	t.turnText = &whole
}

// isSilent reports whether nothing was recorded of a turn, neither what it was given nor what it said. With content off,
// what is left of a question's log record is nothing, while an answer's calls keep their names in the next request: that
// one then begins with them. Source: elastic/elastic-otel-node:packages/instrumentation-openai/src/instrumentation.ts.
func (t *turnText) isSilent() bool { return len(t.input) == 0 && !t.says() }

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

// asksForAll reports whether some calls are among those that a turn asks for, each of which may be one of them. Calls
// without ids are told apart by their names.
func (t *turnText) asksForAll(some []observation.Call) bool {
	left := newCallsLeft(t.calls)
	return !slices.ContainsFunc(some, func(c observation.Call) bool { return !left.take(&c) })
}

// callsLeft finds calls that weren't taken yet. The lists hold places, the first of which may be taken.
type callsLeft struct {
	taken  []bool
	byID   map[string][]int
	byName map[string][]int // all of them
	noID   map[string][]int // by name, those without id
}

func newCallsLeft(calls []observation.Call) callsLeft {
	left := callsLeft{make([]bool, len(calls)), map[string][]int{}, map[string][]int{}, map[string][]int{}}
	for at := range calls {
		c := &calls[at]
		left.byName[c.Name] = append(left.byName[c.Name], at)
		if c.ID == "" {
			left.noID[c.Name] = append(left.noID[c.Name], at)
		} else {
			left.byID[c.ID] = append(left.byID[c.ID], at)
		}
	}
	return left
}

// take takes the first call that may be a call, if there is one: with its id, or where one of them has none, with its name.
func (l *callsLeft) take(c *observation.Call) bool {
	lists, key := l.byID, c.ID
	if c.ID == "" {
		lists, key = l.byName, c.Name
	}
	at := l.first(lists, key)
	if other := l.first(l.noID, c.Name); at < 0 || other >= 0 && other < at {
		at = other
	}
	if at >= 0 {
		l.taken[at] = true
	}
	return at >= 0
}

// first is the first place of a list that isn't taken, or -1.
func (l *callsLeft) first(lists map[string][]int, key string) int {
	list := lists[key]
	for len(list) > 0 && l.taken[list[0]] {
		list = list[1:]
	}
	if len(list) == 0 {
		delete(lists, key)
		return -1
	}
	lists[key] = list
	return list[0]
}
