package pending

import (
	"context"
	"fmt"
	"slices"
	"time"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// drop deletes all that is kept of pinned traces, in one transaction. A fragment that comes meanwhile stays, and its
// trace begins anew with it; one that came before, after the trace was chosen, keeps it whole.
func (t *Traces) drop(ctx context.Context, now time.Time, entries []*entry) error {
	leaving := t.leave(entries)
	if err := t.batch(ctx, t.deletions(leaving)); err != nil {
		t.stay(leaving, t.at(now))
		return fmt.Errorf("storage: deleting %d finished traces: %w", len(leaving), err)
	}
	for range t.gone(leaving) {
		t.observer.TraceOpened()
	}
	return nil
}

// leaver is what an entry was when its deletion began.
type leaver struct {
	*entry
	numbers []uint64
	bytes   int64
	marker  uint64
	state   state
}

func (t *Traces) leave(entries []*entry) []leaver {
	t.mu.Lock()
	defer t.mu.Unlock()
	leaving := make([]leaver, 0, len(entries))
	for _, e := range entries {
		if e.pins > 1 || e.is(dirty) { // a push is under way, or was
			t.release([]*entry{e})
			continue
		}
		leaving = append(leaving, leaver{entry: e, numbers: e.numbers, bytes: e.bytes, marker: e.marker, state: e.state})
		e.state = 0
	}
	return leaving
}

func (t *Traces) deletions(leaving []leaver) []*storage.Operation {
	var ops []*storage.Operation
	for _, l := range leaving {
		for _, number := range l.numbers {
			if t.durable {
				ops = append(ops, storage.DeleteOperation(fragmentKey(l.id, number)))
			}
		}
		if l.state&marked != 0 {
			ops = append(ops, storage.DeleteOperation(markerKey(l.id, l.marker)))
		}
	}
	return ops
}

// stay puts traces back whose deletion failed.
func (t *Traces) stay(leaving []leaver, now int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, l := range leaving {
		e := l.entry
		e.state |= l.state | undropped
		e.fails = min(e.fails+1, 100)
		e.pins--
		t.shelve(e, e.kind, now+backoff(e.fails), 0)
	}
	t.released()
}

// gone forgets traces, except those of which fragments came while they were deleted: it returns how many.
func (t *Traces) gone(leaving []leaver) (again int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, l := range leaving {
		e := l.entry
		e.numbers, e.fails, e.writes = slices.Clone(e.numbers[len(l.numbers):]), 0, 0
		e.bytes -= l.bytes
		t.bytes -= l.bytes
		t.held.drop(l.numbers)
		e.pins--
		if e.pins == 0 && !e.is(dirty) {
			delete(t.entries, e.id)
			t.observer.TraceForgotten(e.id) // under the lock: before a push can begin it anew
			continue
		}
		again++
		t.shelve(e, kindOpen, 0, 0)
	}
	t.released()
	return again
}
