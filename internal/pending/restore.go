package pending

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// restore rebuilds the schedule from what an earlier process left. It keeps no value.
func (t *Traces) restore(ctx context.Context, now time.Time) error {
	f := finder{traces: t, now: t.at(now), receipts: map[TraceID]receipt{}, found: map[TraceID]uint32{}}
	err := t.store.Walk(ctx, f.visit)
	if err == nil {
		err = f.findNumbers(ctx)
	}
	if err != nil {
		return fmt.Errorf("storage: finding open traces: %w", err)
	}
	byRest := func(a, b *entry) int {
		return cmp.Or(cmp.Compare(a.last, b.last), bytes.Compare(a.id[:], b.id[:]))
	}
	for _, e := range slices.SortedFunc(maps.Values(t.entries), byRest) {
		f.park(e)
	}
	return nil
}

// finder gathers what a walk over the store finds, in any order.
type finder struct {
	traces   *Traces
	now      int64
	receipts map[TraceID]receipt
	found    map[TraceID]uint32 // how many fragments
}

// receipt is what the marker of a written trace tells.
type receipt struct {
	at      int64
	covered uint32
}

func (f *finder) visit(key string, value []byte) ([]*storage.Operation, error) {
	if trace, number, ok := parseFragmentKey(key); ok {
		return f.fragment(key, trace, number, value), nil
	}
	if trace, ok := parseMarkerKey(key); ok {
		return f.marker(key, trace, value), nil
	}
	return nil, nil // a later version's
}

func (f *finder) fragment(key string, trace TraceID, number uint32, value []byte) []*storage.Operation {
	h, err := peek(value)
	switch {
	case errors.Is(err, errVersion):
		f.foreign(trace, number)
		return f.skip(key, err)
	case err != nil, number >= mostNumbers:
		return f.skip(key, errCorrupt)
	}
	f.found[trace]++
	e := f.entry(trace)
	e.from, e.to = min(e.from, number), max(e.to, number+1)
	e.since, e.last = min(e.since, h.at), max(e.last, min(h.at, f.now))
	if h.flags&flagRootEnded != 0 {
		e.state |= rootEnded
	}
	if h.flags&flagAgent != 0 {
		e.state |= agent
	}
	size := int64(len(key) + len(value))
	e.bytes += size
	f.traces.bytes += size
	f.traces.observer.FragmentKept(trace, h.flags&flagAgent != 0, value[headerSize:])
	return nil
}

func (f *finder) marker(key string, trace TraceID, value []byte) []*storage.Operation {
	m, err := decodeMarker(value)
	if err != nil {
		return f.skip(key, err)
	}
	f.entry(trace).state |= marked
	if m.flags&flagWritten != 0 {
		f.receipts[trace] = receipt{at: min(m.at, f.now), covered: m.covered}
	}
	return nil
}

// skip passes over a value that can't be read: a corrupt one goes, one of another version may be read by that one.
func (f *finder) skip(key string, err error) []*storage.Operation {
	reason := skipReason(err)
	f.traces.observer.FragmentSkipped(reason)
	if reason == Corrupt {
		return []*storage.Operation{storage.DeleteOperation(key)}
	}
	return nil
}

func (f *finder) entry(trace TraceID) *entry {
	e := f.traces.entries[trace]
	if e == nil {
		e = &entry{id: trace, from: math.MaxUint32, since: f.now}
		f.traces.entries[trace] = e
	}
	return e
}

// park schedules a trace: to be written, or, when its file holds all that was found, to be dropped.
func (f *finder) park(e *entry) {
	r, isWritten := f.receipts[e.id]
	e.from = min(e.from, e.to)
	covered := e.to <= r.covered
	e.to = max(e.to, r.covered)
	if n := f.traces.exact[e.id]; n != nil {
		n.end = max(n.end, e.to)
		e.to = n.end
	}
	f.traces.longest = max(f.traces.longest, e.to)
	if isWritten {
		e.since = max(e.since, r.at)
		e.state |= closed
	}
	if !covered {
		e.state |= dirty
	}
	f.traces.shelve(e, kindWritten, r.at+int64(f.traces.options.LateWindow), 0)
}
