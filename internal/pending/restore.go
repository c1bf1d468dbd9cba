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

// restore rebuilds the schedule from what an earlier process left. It reads each value once, and keeps none.
func (t *Traces) restore(ctx context.Context, now time.Time) error {
	f := finder{traces: t, now: t.at(now), receipts: map[TraceID]receipt{}, harmed: map[TraceID]struct{}{}}
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
	harmed   map[TraceID]struct{} // of which something was damaged
}

// receipt is what the marker of a written trace tells.
type receipt struct {
	at      int64
	covered uint64
}

func (f *finder) visit(key string, value []byte) ([]*storage.Operation, error) {
	h, data, err := decode(key, value)
	fragmentOf, number, isFragment := parseKey(fragmentPrefix, key)
	markerOf, before, isMarker := parseKey(markerPrefix, key)
	switch {
	case isFragment && err == nil:
		f.fragment(fragmentOf, number, h, data)
	case isMarker && err == nil:
		err = f.marker(markerOf, before, h, data)
	case isFragment && errors.Is(err, errVersion):
		f.givenByAnother(number)
		f.traces.shared[fragmentOf] = struct{}{}
	case isMarker && errors.Is(err, errVersion):
		f.givenByAnother(before + mostHeld)
	case !isFragment && !isMarker:
		err = errForeign
	}
	if err != nil {
		return f.skip(key, value, err), nil
	}
	return nil, nil
}

func (f *finder) fragment(trace TraceID, number uint64, h header, data []byte) {
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
	size := int64(keySize + headerSize + len(data))
	e.bytes += size
	f.traces.bytes += size
	f.traces.observer.FragmentKept(trace, h.flags&flagAgent != 0, data)
}

func (f *finder) marker(trace TraceID, number uint64, h header, data []byte) error {
	m, err := decodeMarking(data)
	if err != nil {
		return err
	}
	e := f.entry(trace)
	if e.is(marked) {
		return errCorrupt // a trace has one
	}
	e.state, e.marker = e.state|marked|receipted, number
	if h.flags&flagHarmed != 0 {
		e.state |= harmed
	}
	for _, made := range m.made {
		f.given(made)
	}
	if h.flags&flagWritten != 0 {
		f.given(m.covered)
		f.receipts[trace] = receipt{at: min(h.at, f.now), covered: m.covered}
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

// skip passes over what can't be read: what is damaged goes, what another version keeps may be read by that one.
func (f *finder) skip(found string, value []byte, err error) []*storage.Operation {
	key := found
	if was, ok := wasKey(found, value); ok {
		key, err = was, errCorrupt
	}
	trace, _ := traceOfKey(key)
	reason := skipReason(err)
	f.traces.observer.FragmentSkipped(trace, reason)
	if reason != Corrupt {
		return nil
	}
	if _, _, isFragment := parseKey(fragmentPrefix, key); isFragment {
		f.harmed[trace] = struct{}{}
	}
	return []*storage.Operation{storage.DeleteOperation(found)}
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
	slices.Sort(e.numbers)
	r, isWritten := f.receipts[e.id]
	if isWritten {
		e.since = max(e.since, r.at)
		e.state |= closed
	}
	if slices.ContainsFunc(e.numbers, func(number uint64) bool { return number >= r.covered }) {
		e.state |= dirty
	}
	if _, isHarmed := f.harmed[e.id]; isHarmed {
		e.state |= harmed
	}
	f.traces.shelve(e, kindWritten, r.at+int64(f.traces.options.LateWindow), 0)
}
