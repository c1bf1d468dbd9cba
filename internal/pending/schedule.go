package pending

import (
	"container/heap"
)

// kind says what a trace waits for. The order is that in which room is made.
type kind uint8

const (
	kindBare    kind = iota // nothing to write: no steps, kept for ancestry until its late window is over
	kindWritten             // its file stands, kept for rewriting until its late window is over
	kindOpen                // fragments that are in no file
	kindCount
)

// entry is all that is kept in memory of a trace whose fragments are in storage: 112 bytes, and 8 for each fragment.
type entry struct {
	id         TraceID
	since      int64    // when the first fragment came that no file shows
	last       int64    // when the last fragment came
	due        int64    // when to act on it next
	bytes      int64    // size of its fragments
	next, prev *entry   // neighbours of its kind
	numbers    []uint64 // of its fragments; some may not be in the store
	marker     uint64   // the number in its marker's key
	slot       int32    // place in the heap
	pins       int32    // pushes under way, and one while it is being written; a pinned entry is in no list
	kind       kind
	state      state
	fails      uint8 // failed attempts in a row
	writes     uint8 // files written
}

// fewFragments is how many most traces come in, at most.
const fewFragments = 4

// state is a set of facts about a trace.
type state uint8

const (
	rootEnded state = 1 << iota
	agent           // it has an agent, llm or tool span, or content of one
	dirty           // a fragment came that no write covers
	closed          // it was closed once: what comes now is late
	marked          // a marker is in the store
	harmed          // the store has lost something of it
	undropped       // its deletion failed, and may have been done all the same
	receipted       // the marker is in the store for sure
)

func (e *entry) is(s state) bool { return e.state&s != 0 }

// schedule holds the traces: by id, by when they are due, and per kind by when they were last touched. Entries that
// are pinned are found by id only.
type schedule struct {
	entries map[TraceID]*entry
	queue   queue
	lists   [kindCount]list
	bytes   int64
	number  uint64               // of the next fragment
	shared  map[TraceID]struct{} // of which another version of the exporter left fragments
}

// park puts an entry where it waits.
func (s *schedule) park(e *entry, k kind, due int64) {
	e.kind, e.due = k, due
	heap.Push(&s.queue, e)
	s.lists[k].append(e)
}

// pin takes an entry out of its waiting place.
func (s *schedule) pin(e *entry) {
	if e.pins == 0 {
		heap.Remove(&s.queue, int(e.slot))
		s.lists[e.kind].remove(e)
	}
	e.pins++
}

// open returns the entry of a trace, pinned; a new one if it is unknown.
func (s *schedule) open(id TraceID) (e *entry, isNew bool) {
	if e = s.entries[id]; e != nil {
		s.pin(e)
		return e, false
	}
	e = &entry{id: id, pins: 1, kind: kindOpen, numbers: make([]uint64, 0, fewFragments)}
	s.entries[id] = e
	return e, true
}

// oldest is the entry that makes room next; nil if all are pinned.
func (s *schedule) oldest() *entry {
	for _, l := range s.lists {
		if l.head != nil {
			return l.head
		}
	}
	return nil
}

// list is the entries of one kind, the longest untouched first.
type list struct {
	head, tail *entry
	size       int
}

func (l *list) append(e *entry) {
	e.prev, e.next = l.tail, nil
	if l.tail == nil {
		l.head = e
	} else {
		l.tail.next = e
	}
	l.tail = e
	l.size++
}

func (l *list) remove(e *entry) {
	if e.prev == nil {
		l.head = e.next
	} else {
		e.prev.next = e.next
	}
	if e.next == nil {
		l.tail = e.prev
	} else {
		e.next.prev = e.prev
	}
	e.prev, e.next = nil, nil
	l.size--
}

// queue is a heap of entries, the one that is due first on top; equal ones by id, so that runs repeat.
type queue []*entry

func (q queue) Len() int { return len(q) }

func (q queue) Less(i, j int) bool {
	if q[i].due != q[j].due {
		return q[i].due < q[j].due
	}
	return string(q[i].id[:]) < string(q[j].id[:])
}

func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].slot, q[j].slot = int32(i), int32(j) //nolint:gosec // there are fewer than 2^31 traces
}

// Push implements heap.Interface.
func (q *queue) Push(x any) {
	e := x.(*entry)
	e.slot = int32(len(*q)) //nolint:gosec // as above
	*q = append(*q, e)
}

// Pop implements heap.Interface.
func (q *queue) Pop() any {
	last := len(*q) - 1
	e := (*q)[last]
	(*q)[last] = nil
	*q = (*q)[:last]
	return e
}
