package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/slab"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// room is memory for the messages of a span, their calls and their results. It is used again for the next span, as that of
// the span's values is. Of no room there is memory that stays.
type room struct {
	messages slab.Slab[observation.Message]
	calls    slab.Slab[observation.Call]
	results  slab.Slab[observation.Result]
}

// keptRoom is how many messages' memory is kept for the next span.
const keptRoom = 1 << 8

// roomOf is the room beside the values that a maker makes, or none without one.
func roomOf(by *value.Maker) *room {
	if by == nil {
		return nil
	}
	r, is := by.Beside.(*room)
	if !is {
		r = new(room)
		by.Beside = r
	}
	return r
}

// Reuse takes back all that was made.
func (r *room) Reuse() {
	r.messages.Empty(keptRoom)
	r.calls.Empty(keptRoom)
	r.results.Empty(keptRoom)
}

// list is an empty list with room for n messages.
func (r *room) list(n int) []observation.Message {
	if r == nil {
		return make([]observation.Message, 0, n)
	}
	return r.messages.Take(n)[:0]
}

// add adds a message to a list.
func (r *room) add(list []observation.Message, m *observation.Message) []observation.Message {
	if len(list) == cap(list) {
		list = append(r.list(max(2, 2*len(list))), list...)
	}
	return append(list, *m)
}

func (r *room) addCall(m *observation.Message, call *observation.Call) {
	if r != nil && len(m.Calls) == 0 {
		m.Calls = r.calls.Take(1)[:0]
	}
	m.Calls = append(m.Calls, *call)
}

func (r *room) addResult(m *observation.Message, result *observation.Result) {
	if r != nil && len(m.Results) == 0 {
		m.Results = r.results.Take(1)[:0]
	}
	m.Results = append(m.Results, *result)
}
