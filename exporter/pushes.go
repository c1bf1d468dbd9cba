package exporter

import (
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/pending"
)

// keptTraces and keptBytes bound the memory of a push that is kept for the next one: a huge one must not hold its own for
// ever.
const (
	keptTraces = 1 << 12
	keptBytes  = 4 << 20
)

// newPush returns an empty push, in the memory of one before it if there is any.
func (i *instance) newPush() *push {
	p, again := i.pushes.Get().(*push)
	if !again {
		p = &push{
			index:    map[pending.TraceID]int{},
			received: map[origin]int64{},
			dropped:  map[dropReason]int64{},
			repeats:  new(observation.Repeats),
		}
	}
	p.limits, p.reader, p.scheme = i.limits, &i.reader, i.names.scheme
	return p
}

// release gives a push back. What it said is in the storage, and nothing points to it any more.
func (i *instance) release(p *push) {
	size := 0
	for at := range p.fragments {
		size += cap(p.fragments[at].Data)
	}
	if len(p.fragments) > keptTraces || size > keptBytes {
		return
	}
	p.repeats.Reset()
	clear(p.titles)
	clear(p.scopes)
	clear(p.index)
	clear(p.received)
	clear(p.dropped)
	*p = push{
		fragments: p.fragments[:0], titles: p.titles[:0], scopes: p.scopes[:0],
		index: p.index, received: p.received, dropped: p.dropped, repeats: p.repeats,
	}
	i.pushes.Put(p)
}

// open begins the fragment of a trace, and returns its place.
func (p *push) open(trace pending.TraceID) int {
	at := len(p.fragments)
	p.index[trace] = at
	p.fragments = slices.Grow(p.fragments, 1)[:at+1]
	p.fragments[at] = pending.Fragment{Trace: trace, Data: p.fragments[at].Data[:0]}
	if p.scheme.Reads() {
		p.titles = append(p.titles, title{})
	}
	return at
}
