package pending

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// keySize is the length of a fragment's key, which counts as kept as well.
const keySize = int64(len(fragmentPrefix) + 32 + 1 + 8)

// push is what one call of Add brings.
type push struct {
	at        int64
	fragments []Fragment
	entries   []*entry // of each fragment
	ops       []*storage.Operation
	bytes     int64
}

// Add keeps the fragments of one push, in one transaction of the store; when it returns nil they are in it. When a
// bound is reached it makes room first. Every error is retryable: nothing of the push is acknowledged then. The same
// fragments may come again.
func (t *Traces) Add(ctx context.Context, now time.Time, fragments []Fragment) error {
	if len(fragments) == 0 {
		return nil
	}
	p := t.newPush(t.at(now), fragments)
	if err := t.admit(ctx, now, p); err != nil {
		return err
	}
	err := t.store.Batch(ctx, p.ops...)
	if err == nil {
		for _, f := range fragments { // while their traces are pinned
			t.observer.FragmentKept(f.Trace, f.Agent, f.Data)
		}
	}
	t.land(p, err)
	if err != nil {
		return fmt.Errorf("storage: keeping %d traces: %w", len(fragments), err)
	}
	return nil
}

func (t *Traces) newPush(at int64, fragments []Fragment) *push {
	p := &push{at: at, fragments: fragments, ops: make([]*storage.Operation, len(fragments))}
	ops := make([]storage.Operation, len(fragments))
	for i, f := range fragments {
		h := header{at: at}
		if f.RootEnded {
			h.flags |= flagRootEnded
		}
		if f.Agent {
			h.flags |= flagAgent
		}
		ops[i] = storage.Operation{Type: storage.Set, Value: encodeFragment(h, f.Data)}
		p.ops[i] = &ops[i]
		p.bytes += keySize + int64(len(ops[i].Value))
	}
	return p
}

// reserve pins the push's traces and numbers its fragments; the caller holds the lock. A number is never given twice,
// so one that a failed transaction leaves unused is a hole that readers pass over. It returns how many traces are new.
func (t *Traces) reserve(p *push) (opened int) {
	p.entries = make([]*entry, len(p.fragments))
	for i, f := range p.fragments {
		e, isNew := t.open(f.Trace)
		if isNew {
			opened++
		}
		p.entries[i], p.ops[i].Key = e, fragmentKey(e.id, e.to)
		e.to++
		t.longest = max(t.longest, e.to)
		size := keySize + int64(len(p.ops[i].Value))
		e.bytes += size
		t.bytes += size
	}
	t.pushes++
	return opened
}

// land notes what became of a push. A failed transaction may have been done all the same, so its traces count as
// touched.
func (t *Traces) land(p *push, err error) {
	late := 0
	t.mu.Lock()
	t.pushes--
	for i, e := range p.entries {
		if err == nil {
			late += e.note(p.fragments[i])
		} else {
			size := keySize + int64(len(p.ops[i].Value))
			e.bytes -= size
			t.bytes -= size
		}
		if !e.is(dirty) {
			e.since = p.at
		}
		e.state |= dirty
		e.last = max(e.last, p.at)
		e.pins--
		t.shelve(e, kindOpen, 0, 0)
	}
	if isFull(err) {
		t.ceiling = t.bytes - t.bytes/8
		t.rouse()
	}
	t.released()
	t.mu.Unlock()
	if late > 0 {
		t.observer.SpansLate(late)
	}
}

// note takes down what a fragment tells, and returns how many of its spans came after the trace's file.
func (e *entry) note(f Fragment) (late int) {
	if f.RootEnded {
		e.state |= rootEnded
	}
	if f.Agent {
		e.state |= agent
	}
	if e.is(closed) {
		return f.Spans
	}
	return 0
}

// isFull tells whether a store refused for want of space.
func isFull(err error) bool {
	return errors.Is(err, storage.ErrStorageFull) || errors.Is(err, syscall.ENOSPC)
}
