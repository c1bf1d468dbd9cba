package steps

import (
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// answer is what a model said once in the history of a request: assistant messages that follow each other, with what
// stands behind them up to the next answer.
type answer struct {
	start, end, until int
	calls             []observation.Call
	turn              *turn          // the turn that gave it, or nil
	next              int            // how many calls were answered by results without ids
	given             map[string]int // how many results came with an id
}

// answersIn lists the answers in a history.
func answersIn(input []observation.Message) []answer {
	var list []answer
	for i := range input {
		m := &input[i]
		last := len(list) - 1
		switch {
		case m.Speaker != observation.Assistant:
			if last >= 0 {
				list[last].until = i + 1
			}
			continue
		case last < 0 || list[last].end < i:
			list = append(list, answer{start: i})
			last++
		}
		a := &list[last]
		a.end, a.until, a.calls = i+1, i+1, append(a.calls, m.Calls...)
	}
	return list
}

// maxAsking bounds how many turns, and how many answers, are compared message by message.
const maxAsking = 64

// read finds in a history who gave each answer. The same calls may have been asked for again and again, and ids given
// again in each turn: the last such answer is that of the last such turn, and so on backwards. An answer that asks for
// nothing leaves open what was asked for before it, unless it is the newest: then it lost its calls.
func (o *openCalls) read(input []observation.Message) []answer {
	history := answersIn(input)
	later := map[string]int{}
	for i := len(history) - 1; i >= 0; i-- {
		a, newest := &history[i], i == len(history)-1
		switch {
		case len(a.calls) > 0:
			a.turn = o.asker(a, later, input, len(history)-i <= maxAsking)
			if a.turn == nil && newest {
				a.turn = o.given(input[:a.start], o.turns, len(a.calls))
			}
		case newest:
			if a.turn = o.given(input[:a.start], o.turns, 0); a.turn == nil {
				a.turn = o.newest()
			}
		}
	}
	for i := 1; i < len(history)-1; i++ {
		if before := &history[i-1]; len(history[i].calls) == 0 && before.turn != nil {
			before.until, history[i].end = history[i].until, history[i].until
		}
	}
	return history
}

// asker is the turn that asked for what an answer asks for: by the ids of its calls together, else by their names and
// inputs together, else by any of their ids. Of later, it counts how often the same was asked for behind the answer.
func (o *openCalls) asker(a *answer, later map[string]int, input []observation.Message, near bool) *turn {
	for _, sign := range []func([]observation.Call) string{idsOf, o.namesOf} {
		key := sign(a.calls)
		turns := o.bySign[key]
		if key == "" || len(turns) == 0 {
			continue
		}
		at := len(turns) - 1 - later[key]
		later[key]++
		if near && len(turns) > 1 {
			if t := o.given(input[:a.start], turns, len(a.calls)); t != nil {
				return t
			}
		}
		if at < 0 {
			return nil
		}
		return turns[at]
	}
	for i := range a.calls {
		if e := o.byID[a.calls[i].ID]; a.calls[i].ID != "" && e != nil && e.turn != nil {
			return e.turn
		}
	}
	return nil
}

// given is the newest of turns that was given just these messages, and asked for so many calls; for any number when it
// is 0.
func (o *openCalls) given(messages []observation.Message, turns []*turn, calls int) *turn {
	for i := len(turns) - 1; i >= max(0, len(turns)-maxAsking); i-- {
		t := turns[i]
		if len(t.input) == len(messages) && len(messages) > 0 && (calls == 0 || calls == len(t.calls)) && beginsWith(messages, t.input) {
			return t
		}
	}
	return nil
}

// idsOf are the ids of calls together, or empty when one has none.
func idsOf(calls []observation.Call) string {
	if !haveIDs(calls) {
		return ""
	}
	key := []byte("ids")
	for i := range calls {
		key = append(append(key, 0), calls[i].ID...)
	}
	return string(key)
}

// namesOf are the names and inputs of calls together, by which all turns are known from now on.
func (o *openCalls) namesOf(calls []observation.Call) string {
	o.nameAll()
	return namesOf(calls)
}

// namesOf are the names and inputs of calls together.
func namesOf(calls []observation.Call) string {
	key := []byte("names")
	for i := range calls {
		key = append(append(key, 0), callKey(calls[i].Name, inputText(calls[i].Arguments))...)
	}
	return string(key)
}

// byID is the call of an answer that has an id. It reports whether the answer asks for one, known or not.
func (a *answer) byID(id string) (e *execution, asked bool) {
	if !slices.ContainsFunc(a.calls, func(c observation.Call) bool { return c.ID == id }) {
		return nil, false
	}
	if a.turn == nil {
		return nil, true
	}
	var known []*execution
	for _, e := range a.turn.asked {
		if e.call.ID == id || e.span != nil && e.span.obs.CallID == id {
			known = append(known, e)
		}
	}
	if len(known) == 0 {
		return nil, false
	}
	if a.given == nil {
		a.given = map[string]int{}
	}
	a.given[id]++
	return known[min(len(known), a.given[id])-1], true // some servers give all calls of an answer one id
}

// pick returns the call that a result without a known id answers: the next one, or the next one of its name.
func (a *answer) pick(result *observation.Result) *execution {
	if a.turn == nil || a.next >= len(a.turn.asked) {
		return nil
	}
	asked := a.turn.asked
	if result.Name != "" {
		for at := a.next; at < len(asked); at++ {
			if sameTool(asked[at].call.Name, result.Name) {
				if at == a.next {
					a.next++
				}
				return asked[at]
			}
		}
	}
	a.next++
	return asked[a.next-1]
}
