package steps

import (
	"sync"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// slab hands out pieces of memory that is made at once, and again after it was emptied.
type slab[T any] struct {
	made []T
	used int
}

// take returns n zero values that can't grow into those of others.
func (s *slab[T]) take(n int) []T {
	if len(s.made)-s.used < n {
		s.made, s.used = make([]T, max(n, 2*len(s.made))), 0
	}
	from := s.used
	s.used += n
	return s.made[from:s.used:s.used]
}

// one returns a pointer to a zero value.
func (s *slab[T]) one() *T { return &s.take(1)[0] }

// How many values a slab keeps, and how many entries a list and a map, which are emptied as long as they ever were. What a
// giant trace took is given back.
const (
	mostKept     = 1 << 12
	mostRefilled = 1 << 8
)

// empty takes back what was handed out.
func (s *slab[T]) empty() {
	if len(s.made) > mostKept {
		s.made = nil
	}
	clear(s.made[:min(s.used, len(s.made))])
	s.used = 0
}

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
	items      slab[item]
	texts      slab[turnText]
	levels     slab[level]
	turns      slab[turn]
	executions slab[execution]

	itemLists      slab[*item]
	turnLists      slab[*turn]
	executionLists slab[*execution]
	entryLists     slab[entry]

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
	r.items.empty()
	r.texts.empty()
	r.levels.empty()
	r.turns.empty()
	r.executions.empty()
	r.itemLists.empty()
	r.turnLists.empty()
	r.executionLists.empty()
	r.entryLists.empty()
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
