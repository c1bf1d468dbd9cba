package steps

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// collectResults reads from the requests of later turns what tools returned: for calls that no span recorded, and for
// spans that recorded no result. It also notes for each call the first turn that holds its result, for that turn stands
// after it.
//
// A result belongs to a call by id. One without an id answers the calls of the assistant message before it, in order;
// those are this level's calls when names and inputs are equal, or when the message is the newest and names no calls.
func (l *level) collectResults() {
	open := &openCalls{byID: map[string]*execution{}, bySign: map[string]*turn{}}
	for _, e := range l.loose {
		if id := e.span.obs.CallID; id != "" {
			open.byID[id] = e
		}
	}
	for _, t := range l.turns {
		open.answer(t)
		open.add(t)
	}
	open.answerEarly()
}

// openCalls are the calls of earlier turns.
type openCalls struct {
	byID   map[string]*execution
	bySign map[string]*turn // turns whose calls have no ids, by what they asked for
	turns  []*turn          // turns that asked for anything, oldest first
	last   *turn            // the newest of them
	early  []earlyResult    // results by ids that no earlier turn gave
}

// earlyResult is a result in the input of a turn that stands, by the clocks, before the turn that asked for it.
type earlyResult struct {
	turn   *turn
	result *observation.Result
}

// answerEarly gives results that came before their calls to calls that nothing else answered. Where the clocks and the
// messages contradict each other about two turns, the messages are right, unless they contradict each other too.
func (o *openCalls) answerEarly() {
	for _, early := range o.early {
		if e := o.byID[early.result.ID]; e != nil && e.turn != early.turn && !e.turn.waitsFor(early.turn) {
			e.returned(early.turn, early.result)
		}
	}
}

// waitsFor reports whether a turn's input holds a result of a call that another turn asked for.
func (t *turn) waitsFor(other *turn) bool {
	return t != nil && slices.ContainsFunc(t.after, func(e *execution) bool { return e.turn == other })
}

func (o *openCalls) add(t *turn) {
	if len(t.asked) == 0 {
		return
	}
	o.turns, o.last = append(o.turns, t), t
	for _, e := range t.asked {
		if e.call.ID != "" {
			o.byID[e.call.ID] = e
		}
		if e.span != nil && e.span.obs.CallID != "" && o.byID[e.span.obs.CallID] == nil {
			o.byID[e.span.obs.CallID] = e
		}
	}
	o.bySign[signature(t.calls)] = t
}

// signature is what a list of calls asks for.
func signature(calls []observation.Call) string {
	var sign []byte
	for i := range calls {
		sign = append(sign, callKey(calls[i].Name, inputText(calls[i].Arguments))...)
		sign = append(sign, '\x00')
	}
	return string(sign)
}

// answer gives the results in a turn's input to the open calls. Assistant messages that follow each other are one.
func (o *openCalls) answer(t *turn) {
	var asked *turn // the turn whose calls the assistant message before asked for
	var calls []observation.Call
	next, newest := 0, newestAnswer(t.input)
	if newest < 0 {
		asked = o.last
	}
	for i := range t.input {
		m := &t.input[i]
		if m.Speaker == observation.Assistant && (i == 0 || t.input[i-1].Speaker != observation.Assistant) {
			calls = nil
		}
		if i == newest {
			asked, next = o.asking(t.input, i), 0
		}
		if len(m.Calls) > 0 {
			calls = append(slices.Clip(calls), m.Calls...)
			asked, next = o.asker(calls), 0
		}
		for r := range m.Results {
			result := &m.Results[r]
			e := o.byID[result.ID]
			if result.ID != "" && e == nil {
				o.early = append(o.early, earlyResult{t, result})
			}
			if result.ID == "" || e == nil {
				e = nil
				if asked != nil && next < len(asked.asked) {
					e = asked.pick(result, &next)
				}
			}
			if e != nil {
				e.returned(t, result)
			}
		}
	}
}

// maxAsking bounds how many turns are compared with a history that names no calls.
const maxAsking = 64

// asking is the turn whose answer a message of a history is, where the message lost its calls: the newest one that was
// given just what stands before the message, else the newest one.
func (o *openCalls) asking(input []observation.Message, at int) *turn {
	for at > 0 && input[at-1].Speaker == observation.Assistant {
		at--
	}
	for i := len(o.turns) - 1; i >= max(0, len(o.turns)-maxAsking); i-- {
		if said := o.turns[i].input; len(said) == at && at > 0 && beginsWith(input, said) {
			return o.turns[i]
		}
	}
	return o.last
}

// newestAnswer is the place of the newest assistant message of a request, or -1. What follows it answers the newest
// calls, even where the library that recorded the request lost them from its history.
func newestAnswer(input []observation.Message) int {
	for i := len(input) - 1; i >= 0; i-- {
		if input[i].Speaker == observation.Assistant {
			return i
		}
	}
	return -1
}

// asker is the turn that asked for the calls of a message in the history.
func (o *openCalls) asker(calls []observation.Call) *turn {
	for i := range calls {
		if e := o.byID[calls[i].ID]; calls[i].ID != "" && e != nil && e.turn != nil {
			return e.turn
		}
	}
	return o.bySign[signature(calls)]
}

// pick returns the call that a result without a known id answers: the next one, or the next one of its name.
func (t *turn) pick(result *observation.Result, next *int) *execution {
	if result.Name != "" {
		for at := *next; at < len(t.asked); at++ {
			if sameTool(t.asked[at].call.Name, result.Name) {
				if at == *next {
					*next++
				}
				return t.asked[at]
			}
		}
	}
	e := t.asked[*next]
	*next++
	return e
}

// arrivedCut reports whether the result of a span is what an attribute's greatest length left of an object or a list.
func (e *execution) arrivedCut() bool {
	return e.span != nil && e.span.obs.Content&observation.Truncated != 0 && isPiece(e.result)
}

// isPiece reports whether a value is a text that begins as an object or a list does and can't be read as one.
func isPiece(v value.Value) bool {
	text, isText := v.Str()
	return isText && (strings.HasPrefix(text, "{\"") || strings.HasPrefix(text, "[{")) && value.Decode(text).Kind() == value.String
}

// returned notes a result that a request holds. The span's own result and its own error come before it, unless the result
// arrived cut.
func (e *execution) returned(t *turn, result *observation.Result) {
	if e.holder != nil {
		return
	}
	e.holder = t
	t.after = append(t.after, e)
	if !e.result.IsAbsent() && (!e.arrivedCut() || isPiece(result.Output) || result.Output.IsEmpty()) {
		return
	}
	if e.failed && e.err != "" {
		return
	}
	e.result = result.Output
	e.failed = e.failed || result.Failed
}
