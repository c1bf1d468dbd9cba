package pending

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// push is what one call of Add brings.
type push struct {
	at        int64
	fragments []Fragment
	entries   []*entry // of each fragment
	first     uint64   // the number of the first one; the others follow
	bytes     int64
}

// Add keeps the fragments of one push, in one transaction of the store; when it returns nil they are in it. When a
// bound is reached it makes room first. Every error is retryable: nothing of the push is acknowledged then. The same
// fragments may come again.
func (t *Traces) Add(ctx context.Context, now time.Time, fragments []Fragment) error {
	if len(fragments) == 0 {
		return nil
	}
	if err := t.resolve(ctx); err != nil {
		return err
	}
	p := newPush(t.at(now), fragments)
	if err := t.admit(ctx, now, p); err != nil {
		return err
	}
	err := t.keep(ctx, p)
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

// keep stores the fragments of a push, and holds those for which there is room.
func (t *Traces) keep(ctx context.Context, p *push) error {
	if t.durable {
		b := batches.Get().(*batch)
		if err := t.store.Batch(ctx, b.operations(p)...); err != nil {
			return err // and b stays with the store, whatever that is still about to do with it
		}
		b.free()
	}
	t.held.keep(p.first, p.fragments)
	return nil
}

func newPush(at int64, fragments []Fragment) *push {
	p := &push{at: at, fragments: fragments, entries: make([]*entry, len(fragments))}
	for i := range fragments {
		p.bytes += fragments[i].size()
	}
	return p
}

// size is how much of the bound on bytes a fragment takes.
func (f *Fragment) size() int64 { return sizeOf(len(f.Data)) }

func sizeOf(data int) int64 { return int64(keySize + headerSize + data) }

// reserve pins the push's traces and numbers its fragments; the caller holds the lock. A number is never given twice. It
// returns how many traces are new.
func (t *Traces) reserve(p *push) (opened int) {
	p.first = t.number
	for i, f := range p.fragments {
		e, isNew := t.open(f.Trace)
		if isNew {
			opened++
		}
		p.entries[i] = e
		e.numbers = append(e.numbers, t.number)
		t.number++
		e.bytes += f.size()
	}
	t.bytes += p.bytes
	t.pushes++
	return opened
}

// land notes what became of a push. A failed transaction may have been done all the same, so its traces count as
// touched, and its fragments are in doubt.
func (t *Traces) land(p *push, err error) {
	late := 0
	t.mu.Lock()
	t.pushes--
	for i, e := range p.entries {
		if err == nil {
			late += e.note(p.fragments[i])
		} else {
			size := p.fragments[i].size()
			e.bytes -= size
			t.bytes -= size
			t.doubts = append(t.doubts, doubt{entry: e, number: p.first + uint64(i), size: size})
		}
		if !e.is(dirty) {
			e.since = p.at
		}
		e.state |= dirty
		e.last = max(e.last, p.at)
		e.pins--
		t.shelve(e, kindOpen, 0, 0)
	}
	t.retreat(err)
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
