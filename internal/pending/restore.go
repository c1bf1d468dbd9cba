package pending

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// restore rebuilds the schedule from what an earlier process left. It keeps no value.
func (t *Traces) restore(ctx context.Context, now time.Time) error {
	f := finder{traces: t, now: t.at(now), receipts: map[TraceID]receipt{}}
	if err := t.store.Walk(ctx, f.visit); err != nil {
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
}

// receipt is what the marker of a written trace tells.
type receipt struct {
	at      int64
	covered uint64
}

func (f *finder) visit(key string, value []byte) ([]*storage.Operation, error) {
	if trace, number, ok := parseKey(fragmentPrefix, key); ok {
		return f.fragment(key, trace, number, value), nil
	}
	if trace, number, ok := parseKey(markerPrefix, key); ok {
		return f.marker(key, trace, number, value), nil
	}
	return nil, nil // a later version's
}

func (f *finder) fragment(key string, trace TraceID, number uint64, value []byte) []*storage.Operation {
	h, err := peek(value)
	if err == nil && h.number != number {
		err = errCorrupt
	}
	if errors.Is(err, errVersion) {
		f.givenByAnother(number)
		f.traces.shared[trace] = struct{}{}
	}
	if err != nil {
		return f.skip(key, err)
	}
	f.given(number)
	e := f.entry(trace)
	e.numbers = append(e.numbers, number)
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

func (f *finder) marker(key string, trace TraceID, number uint64, value []byte) []*storage.Operation {
	h, _, err := decode(value)
	if err == nil && h.number > mostNumbers {
		err = errCorrupt
	}
	if errors.Is(err, errVersion) {
		f.givenByAnother(number + mostHeld)
	}
	if err != nil {
		return f.skip(key, err)
	}
	e := f.entry(trace)
	if e.is(marked) {
		return f.skip(key, errCorrupt) // a trace has one
	}
	e.state, e.marker = e.state|marked, number
	if h.flags&flagWritten != 0 {
		f.given(h.number)
		f.receipts[trace] = receipt{at: min(h.at, f.now), covered: h.number}
	}
	return nil
}

// given notes a number that was given, so that it isn't given again.
func (f *finder) given(number uint64) {
	if number < mostNumbers {
		f.traces.number = max(f.traces.number, number+1)
	}
}

// givenByAnother is the same for a number in another version's key, which nothing vouches for. The half of all numbers is
// enough for them, so that a damaged one leaves some.
func (f *finder) givenByAnother(number uint64) {
	if number < mostNumbers/2 {
		f.given(number)
	}
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
		e = &entry{id: trace, since: f.now}
		f.traces.entries[trace] = e
	}
	return e
}

// park schedules a trace: to be written, or, when its file holds all that was found, to be dropped.
func (f *finder) park(e *entry) {
	r, isWritten := f.receipts[e.id]
	if isWritten {
		e.since = max(e.since, r.at)
		e.state |= closed
	}
	if slices.ContainsFunc(e.numbers, func(number uint64) bool { return number >= r.covered }) {
		e.state |= dirty
	}
	f.traces.shelve(e, kindWritten, r.at+int64(f.traces.options.LateWindow), 0)
}
