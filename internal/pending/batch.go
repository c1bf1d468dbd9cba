package pending

import (
	"sync"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// batch is the transaction that keeps a push, in memory that is used again but for what the store is given to keep: its
// interface doesn't say that a value may change afterwards.
type batch struct {
	all  []storage.Operation
	ops  []*storage.Operation // to each of all
	keys []byte
}

var batches = sync.Pool{New: func() any { return new(batch) }}

// mostKept bounds the memory that is kept, in operations: a huge push must not hold its own for ever.
const mostKept = 1 << 12

// operations is what keeps the fragments of a push, once they have their numbers.
func (b *batch) operations(p *push) []*storage.Operation {
	values := make([]byte, 0, p.bytes)
	for i := range p.fragments {
		b.keys = appendKey(b.keys, fragmentPrefix, p.fragments[i].Trace, p.first+uint64(i))
	}
	for i, keys := 0, string(b.keys); i < len(p.fragments); i++ {
		start, at := len(values), i*keySize
		values = appendValue(values, b.keys[at:at+keySize], p.header(i), p.fragments[i].Data)
		b.all = append(b.all, storage.Operation{Type: storage.Set, Key: keys[at : at+keySize], Value: values[start:len(values):len(values)]})
	}
	for i := range b.all {
		b.ops = append(b.ops, &b.all[i])
	}
	return b.ops
}

// header is that of a fragment's value.
func (p *push) header(i int) header {
	h := header{at: p.at}
	if p.fragments[i].RootEnded {
		h.flags |= flagRootEnded
	}
	if p.fragments[i].Agent {
		h.flags |= flagAgent
	}
	return h
}

// free gives the memory back, to which nothing points any more.
func (b *batch) free() {
	if len(b.all) > mostKept {
		return
	}
	b.empty()
	batches.Put(b)
}

func (b *batch) empty() {
	clear(b.all)
	*b = batch{all: b.all[:0], ops: b.ops[:0], keys: b.keys[:0]}
}
