package agentdelta

import "sync"

// room is the memory of a trace's lists, which another trace may have after it.
type room struct {
	nodes  []Node
	edges  []Edge
	fields Metadata
}

var traceRooms = sync.Pool{New: func() any { return new(room) }}

// mostRoom is how many elements the lists have that are kept: one giant trace must not hold its memory for ever.
const mostRoom = 1 << 10

// NewTrace returns a trace without steps, with room for so many nodes and edges. It returns room, too, for so many fields
// of the nodes' metadata in all.
func NewTrace(nodes, edges, fields int) (Trace, Metadata) {
	r := traceRooms.Get().(*room)
	r.nodes, r.edges, r.fields = atLeast(r.nodes, nodes), atLeast(r.edges, edges), atLeast(r.fields, fields)
	return Trace{Nodes: r.nodes, Edges: r.edges, room: r}, r.fields
}

// atLeast is an empty list with room for n elements.
func atLeast[L ~[]E, E any](list L, n int) L {
	if cap(list) < n {
		return make(L, 0, n)
	}
	return list
}

// Free ends a trace of [NewTrace]: another one will have the memory of its nodes, their metadata and its edges. Texts and
// values taken from them stay. One that isn't freed is left to the garbage collector.
func (t *Trace) Free() {
	r := t.room
	*t = Trace{}
	if r == nil || cap(r.nodes) > mostRoom || cap(r.edges) > mostRoom || cap(r.fields) > mostRoom {
		return
	}
	clear(r.nodes[:cap(r.nodes)])
	clear(r.edges[:cap(r.edges)])
	clear(r.fields[:cap(r.fields)])
	traceRooms.Put(r)
}
