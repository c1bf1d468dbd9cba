package steps

import (
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// The signs by which a turn is known from what it asked for: the ids of its calls together, and their names and inputs.
const (
	byIDs = iota
	byNames
	signs
)

// signed is the turns that asked for the same, each of which knows the one before it.
type signed struct {
	newest *turn
	left   *turn // the newest that isn't one of the answers which were met in this reading
	read   int   // the reading
}

// again is the turn of an answer: of the last such answer in a history it is the last turn, and so on backwards.
func (s *signed) again(kind, reading int) *turn {
	if s.read != reading {
		s.read, s.left = reading, s.newest
	}
	t := s.left
	if t != nil {
		s.left = t.earlier[kind]
	}
	return t
}

// given is the newest of the turns that was given just these messages, and asked for so many calls.
func (s *signed) given(kind int, messages []observation.Message, calls int) *turn {
	t := s.newest
	for n := 0; t != nil && n < maxAsking; n++ {
		if t.wasGiven(messages, calls) {
			return t
		}
		t = t.earlier[kind]
	}
	return nil
}

// signed finds the turns that asked for what the nth answer of a history does, or nil.
func (o *openCalls) signed(kind, n int) *signed {
	calls := o.history[n].calls
	switch {
	case kind == byNames:
		o.nameAll()
		return o.signs[byNames][o.names(n)]
	case !haveIDs(calls):
		return nil
	case len(calls) == 1:
		return o.signs[byIDs][calls[0].ID]
	}
	o.key = appendIDs(o.key[:0], calls)
	return o.signs[byIDs][string(o.key)]
}

// names are those of the nth answer of a history. Most histories begin with the one before.
func (o *openCalls) names(n int) string {
	a := &o.history[n]
	if n < len(o.before) && o.before[n].names != "" && sameWords(o.before[n].calls, a.calls) {
		a.names = o.before[n].names
	} else {
		a.names = namesOf(a.calls)
	}
	return a.names
}

// sameWords reports whether calls have the same names and inputs to the letter.
func sameWords(a, b []observation.Call) bool {
	return slices.EqualFunc(a, b, func(x, y observation.Call) bool {
		return x.Name == y.Name && sameLetters(x.Arguments, y.Arguments)
	})
}

// sameLetters reports whether two values are written alike, which equal ones needn't be: they may have their keys in
// another order.
func sameLetters(a, b value.Value) bool {
	return a.Kind() == b.Kind() && a.Truth() == b.Truth() && a.Text() == b.Text() &&
		slices.EqualFunc(a.Items(), b.Items(), sameLetters) &&
		slices.EqualFunc(a.Fields(), b.Fields(), func(x, y value.Field) bool {
			return x.Key == y.Key && sameLetters(x.Value, y.Value)
		})
}

// sign makes a turn known.
func (o *openCalls) sign(kind int, key string, t *turn) {
	s := o.signs[kind][key]
	if s == nil {
		s = o.made.One()
		o.signs[kind][key] = s
	}
	t.earlier[kind], s.newest = s.newest, t
}

// nameAll makes all turns known by the names and inputs of their calls. Most runs have ids and never need it.
func (o *openCalls) nameAll() {
	for _, t := range o.turns[o.named:] {
		o.sign(byNames, namesOf(t.calls), t)
	}
	o.named = len(o.turns)
}

// idsOf are the ids of calls together, or empty when one has none.
func idsOf(calls []observation.Call) string {
	switch {
	case !haveIDs(calls):
		return ""
	case len(calls) == 1:
		return calls[0].ID
	}
	return string(appendIDs(nil, calls))
}

func appendIDs(key []byte, calls []observation.Call) []byte {
	for i := range calls {
		if i > 0 {
			key = append(key, 0)
		}
		key = append(key, calls[i].ID...)
	}
	return key
}

// namesOf are the names and inputs of calls together.
func namesOf(calls []observation.Call) string {
	key := make([]byte, 0, 256)
	for i := range calls {
		key = append(append(append(key, 0), calls[i].Name...), '(')
		key = append(agentdelta.AppendCallContent(key, "", calls[i].Arguments, inputLimit), ')')
	}
	return string(key)
}
