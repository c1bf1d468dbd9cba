package steps

import (
	"sync"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/slab"
)

// How many values a slab keeps, and how many entries a list and a map, which are emptied as long as they ever were. What a
// giant trace took is given back.
const (
	mostKept     = 1 << 12
	mostRefilled = 1 << 8
)

// emptied is a map without entries for so many: the same one, unless either is large.
func emptied[K comparable, V any](m map[K]V, size int) map[K]V {
	if len(m) > mostRefilled || size > mostRefilled {
		return make(map[K]V, size)
	}
	clear(m)
	return m
}

// room is the memory that traces are put together in, one after the other. Nothing of a file lies in it.
type room struct {
	items      slab.Slab[item]
	texts      slab.Slab[turnText]
	levels     slab.Slab[level]
	turns      slab.Slab[turn]
	executions slab.Slab[execution]

	itemLists      slab.Slab[*item]
	turnLists      slab.Slab[*turn]
	executionLists slab.Slab[*execution]
	entryLists     slab.Slab[entry]

	byID  map[observation.SpanID]*item
	named map[string]*item
	stack []*item      // of what is yet to be walked through
	some  []*item      // of the items that one stage looks at
	held  []*execution // those that are open while turns are nested
	open  openCalls
}

var rooms = sync.Pool{New: func() any {
	return &room{byID: map[observation.SpanID]*item{}, named: map[string]*item{}, open: newOpenCalls()}
}}

// empty forgets a trace.
func (r *room) empty() {
	r.items.Empty(mostKept)
	r.texts.Empty(mostKept)
	r.levels.Empty(mostKept)
	r.turns.Empty(mostKept)
	r.executions.Empty(mostKept)
	r.itemLists.Empty(mostKept)
	r.turnLists.Empty(mostKept)
	r.executionLists.Empty(mostKept)
	r.entryLists.Empty(mostKept)
	r.byID, r.named = emptied(r.byID, 0), emptied(r.named, 0)
	r.stack, r.some, r.held = forget(r.stack), forget(r.some), forget(r.held)
	r.open.forget()
}

// forget empties a list. It holds nothing any more, however long it was.
func forget[T any](list []T) []T {
	if cap(list) > mostRefilled {
		return nil
	}
	clear(list[:cap(list)])
	return list[:0]
}
