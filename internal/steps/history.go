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
	names             string         // of the calls, with their inputs, once they are needed
	turn              *turn          // the turn that gave it, or nil
	next              int            // the first of its calls that no result without an id answered
	picked            []bool         // those behind it that one did by their name, if any
	given             map[string]int // how many results came with an id that several calls have
	index             *callIndex     // of its calls, once they were asked for, if they are many
}

// answersIn adds to the list of answers in a history those from a message on.
func answersIn(input []observation.Message, from int, list []answer) []answer {
	for i := from; i < len(input); i++ {
		m := &input[i]
		last := len(list) - 1
		switch {
		case m.Speaker != observation.Assistant:
			if last >= 0 {
				list[last].until = i + 1
			}
			continue
		case last < 0 || list[last].end < i:
			list = append(list, answer{start: i, calls: slices.Clip(m.Calls)})
			last++
		default:
			list[last].calls = append(list[last].calls, m.Calls...)
		}
		list[last].end, list[last].until = i+1, i+1
	}
	return list
}

// maxAsking bounds how many turns, and how many answers, are compared message by message.
const maxAsking = 64

// read finds in a history who gave each answer. The same calls may have been asked for again and again, and ids given
// again in each turn: the last such answer is that of the last such turn, and so on backwards. An answer that asks for
// nothing leaves open what was asked for before it, unless it is the newest: then it lost its calls.
func (o *openCalls) read(input []observation.Message) {
	o.before, o.history = o.history, answersIn(input, 0, o.before[:0])
	o.reads++
	o.findTurns(input, 0)
}

// findTurns finds the turns of the answers in a history from one on, and what stands behind those.
func (o *openCalls) findTurns(input []observation.Message, from int) {
	history := o.history
	for i := len(history) - 1; i >= from; i-- {
		a, newest := &history[i], i == len(history)-1
		switch {
		case len(a.calls) > 0:
			a.turn = o.asker(i, input, len(history)-i <= maxAsking)
			if a.turn == nil && newest {
				a.turn = o.given(input[:a.start], o.turns, len(a.calls))
			}
		case newest:
			if a.turn = o.given(input[:a.start], o.turns, 0); a.turn == nil {
				a.turn = o.newest()
			}
		}
	}
	for i := max(1, from); i < len(history)-1; i++ {
		if before := &history[i-1]; len(history[i].calls) == 0 && before.turn != nil {
			before.until, history[i].end = history[i].until, history[i].until
		}
	}
}

// asker is the turn that asked for what the nth answer asks for: by the ids of its calls together, else by their names and
// inputs together, else by any of their ids.
func (o *openCalls) asker(n int, input []observation.Message, near bool) *turn {
	a := &o.history[n]
	for kind := range signs {
		if s := o.signed(kind, n); s != nil {
			again := s.again(kind, o.reads)
			if near && s.newest.earlier[kind] != nil {
				if t := s.given(kind, input[:a.start], len(a.calls)); t != nil {
					o.heard.unsteady = o.heard.unsteady || t != again
					return t
				}
			}
			return again
		}
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
		if turns[i].wasGiven(messages, calls) {
			return turns[i]
		}
	}
	return nil
}

func (t *turn) wasGiven(messages []observation.Message, calls int) bool {
	return len(t.input) == len(messages) && len(messages) > 0 && (calls == 0 || calls == len(t.calls)) && beginsWith(messages, t.input)
}

// byID is the call of an answer that has an id. It reports whether the answer asks for one, known or not.
func (a *answer) byID(id string) (e *execution, asked bool) {
	if !a.asksFor(id) {
		return nil, false
	}
	if a.turn == nil {
		return nil, true
	}
	var room [fewCalls]*execution
	switch known := a.having(id, room[:0]); len(known) {
	case 0:
		return nil, false
	case 1:
		return known[0], true
	default: // some servers give all calls of an answer one id
		if a.given == nil {
			a.given = map[string]int{}
		}
		a.given[id]++
		return known[min(a.given[id], len(known))-1], true
	}
}

// asksFor reports whether one of an answer's calls has an id.
func (a *answer) asksFor(id string) bool {
	if len(a.calls) > fewCalls {
		return a.indexed().asked[id]
	}
	return slices.ContainsFunc(a.calls, func(c observation.Call) bool { return c.ID == id })
}

// having lists the calls that an answer's turn asked for by an id. The list has room to begin in.
func (a *answer) having(id string, list []*execution) []*execution {
	if len(a.turn.asked) > fewCalls {
		return a.indexed().known[id]
	}
	for _, e := range a.turn.asked {
		if e.hasID(id) {
			list = append(list, e)
		}
	}
	return list
}

func (e *execution) hasID(id string) bool {
	return e.call.ID == id || e.span != nil && e.span.obs.CallID == id
}

// fewCalls is up to how many calls are looked through for each id.
const fewCalls = 16

// callIndex finds the calls of an answer by their ids.
type callIndex struct {
	asked map[string]bool         // ids that the answer gives
	known map[string][]*execution // calls of its turn, in order
	named map[string][]int        // where they stand, by their tools; answered ones are left out, but for the last
}

func (a *answer) indexed() *callIndex {
	if a.index != nil {
		return a.index
	}
	a.index = &callIndex{map[string]bool{}, map[string][]*execution{}, map[string][]int{}}
	for i := range a.calls {
		a.index.asked[a.calls[i].ID] = true
	}
	if a.turn == nil {
		return a.index
	}
	for at, e := range a.turn.asked {
		name := bareTool(e.call.Name)
		a.index.named[name] = append(a.index.named[name], at)
		a.index.known[e.call.ID] = append(a.index.known[e.call.ID], e)
		if e.span != nil && e.span.obs.CallID != e.call.ID {
			a.index.known[e.span.obs.CallID] = append(a.index.known[e.span.obs.CallID], e)
		}
	}
	return a.index
}

// pick returns the call that a result without a known id answers: of those that none answered so far the next one of its
// name, else the next one. A name of which each call was answered already is told again.
func (a *answer) pick(result *observation.Result) *execution {
	if a.turn == nil || a.next >= len(a.turn.asked) {
		return nil
	}
	at := a.next
	if result.Name != "" {
		at = a.placeOf(result.Name)
	}
	if a.isPicked(at) {
		return a.turn.asked[at]
	}
	return a.take(at)
}

// placeOf is where the next call of a name stands that none answered, else the last one of that name, else the next call.
// Those before the first that none answered don't count.
func (a *answer) placeOf(name string) int {
	if len(a.turn.asked) > fewCalls {
		return a.placeOfMany(name)
	}
	place := a.next
	for at := a.next; at < len(a.turn.asked); at++ {
		if sameTool(a.turn.asked[at].call.Name, name) {
			if place = at; !a.isPicked(at) {
				break
			}
		}
	}
	return place
}

// placeOfMany is placeOf where many were asked for.
func (a *answer) placeOfMany(name string) int {
	named := a.indexed().named
	name = bareTool(name)
	for len(named[name]) > 1 && (named[name][0] < a.next || a.isPicked(named[name][0])) {
		named[name] = named[name][1:]
	}
	if places := named[name]; len(places) > 0 && places[0] >= a.next {
		return places[0]
	}
	return a.next
}

// take answers a call.
func (a *answer) take(at int) *execution {
	if at > a.next {
		if a.picked == nil {
			a.picked = make([]bool, len(a.turn.asked))
		}
		a.picked[at] = true
		return a.turn.asked[at]
	}
	for a.next++; a.isPicked(a.next); {
		a.next++
	}
	return a.turn.asked[at]
}

func (a *answer) isPicked(at int) bool { return at < len(a.picked) && a.picked[at] }
