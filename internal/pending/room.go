package pending

import (
	"context"
	"fmt"
	"time"
)

// admit reserves room for a push, waiting for it to be made. A push that is larger than the bounds by itself is taken
// when nothing else is held.
func (t *Traces) admit(ctx context.Context, now time.Time, p *push) error {
	if done, err := t.tryAdmit(p); done || err != nil {
		return err
	}
	select {
	case t.roomMaker <- struct{}{}:
		defer func() { <-t.roomMaker }()
	case <-ctx.Done():
		return fmt.Errorf("waiting for room: %w", ctx.Err())
	}
	for {
		if done, err := t.tryAdmit(p); done || err != nil {
			return err
		}
		if err := t.makeRoom(ctx, now, p); err != nil {
			return err
		}
	}
}

func (t *Traces) tryAdmit(p *push) (bool, error) {
	opened, done, err := t.admitNow(p)
	for range opened {
		t.observer.TraceOpened()
	}
	return done, err
}

func (t *Traces) admitNow(p *push) (opened int, done bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.stopped:
		return 0, false, ErrStopped
	case t.ill != nil && !t.durable:
		return 0, false, fmt.Errorf("%w: %w", ErrFailing, t.ill)
	case len(t.entries) > 0 && t.lacks(p).any():
		return 0, false, nil
	}
	return t.reserve(p), true, nil
}

// lack is what is missing below the bounds.
type lack struct {
	traces int
	bytes  int64
}

func (l lack) any() bool { return l.traces > 0 || l.bytes > 0 }

// lacks says how much must go before p fits; the caller holds the lock. A nil push asks whether the bounds hold now.
func (t *Traces) lacks(p *push) (l lack) {
	var fragments []Fragment
	bytes := t.bytes
	if p != nil {
		fragments = p.fragments
		bytes += p.bytes
	}
	if most := t.options.MaxOpenTraces; most > 0 && len(t.entries)+len(fragments) > most {
		l.traces = max(0, len(t.entries)+t.unknown(fragments)-most)
	}
	if most := t.options.MaxOpenBytes; most > 0 {
		l.bytes = max(0, bytes-most)
	}
	return l
}

// unknown counts the traces of fragments that are not held.
func (t *Traces) unknown(fragments []Fragment) int {
	fresh := make(map[TraceID]struct{}, len(fragments))
	for _, f := range fragments {
		if t.entries[f.Trace] == nil {
			fresh[f.Trace] = struct{}{}
		}
	}
	return len(fresh)
}

// makeRoom takes one step towards what a push lacks.
func (t *Traces) makeRoom(ctx context.Context, now time.Time, p *push) error {
	t.mu.Lock()
	if t.stuck() {
		defer t.mu.Unlock()
		return fmt.Errorf("%w: %w", ErrFull, t.ill)
	}
	victims, finished := t.victims(t.lacks(p))
	change := t.change()
	t.mu.Unlock()
	if len(victims) > 0 {
		return t.evict(ctx, now, victims, finished)
	}
	select { // all are being written, or pushed to
	case <-change:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("waiting for room: %w", ctx.Err())
	}
}

// stuck tells whether no room can be made: nothing finished is left to drop, and files can't be written. The caller
// holds the lock.
func (t *Traces) stuck() bool {
	e := t.oldest()
	return t.ill != nil && (e == nil || e.kind == kindOpen)
}

// victims pins the traces that go next: what is kept of finished ones, or, when there are none, open ones. The caller
// holds the lock.
func (t *Traces) victims(l lack) (victims []*entry, finished bool) {
	for len(victims) < roundTraces && (l.any() || len(victims) == 0) {
		e := t.oldest()
		if e == nil || len(victims) > 0 && finished != (e.kind != kindOpen) {
			break
		}
		finished = e.kind != kindOpen
		t.pin(e)
		victims = append(victims, e)
		l.traces--
		l.bytes -= e.bytes
	}
	return victims, finished
}

// release parks entries that were pinned for nothing; the caller holds the lock.
func (t *Traces) release(entries []*entry) {
	for _, e := range entries {
		e.pins--
		t.shelve(e, e.kind, e.due, e.due)
	}
	t.released()
}

// evict drops finished traces, or writes open ones early so that they are finished.
func (t *Traces) evict(ctx context.Context, now time.Time, victims []*entry, finished bool) error {
	if finished {
		return t.drop(ctx, now, victims)
	}
	done, err := t.write(ctx, now, victims, forced(Memory))
	if done == 0 && err != nil {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return nil
}

// relieve makes room when the store is full or a bound is passed, without a push to wait for it. It tells whether it
// found something to do. What fails is tried again after a wait, for no push waits for it.
func (t *Traces) relieve(ctx context.Context, now time.Time) bool {
	t.mu.Lock()
	l := t.excess()
	if !l.any() || t.stuck() || t.at(now) < t.reliefAt {
		t.mu.Unlock()
		return false
	}
	victims, finished := t.victims(l)
	t.reliefAt = t.at(now) + int64(retryFirst)
	t.mu.Unlock()
	if len(victims) == 0 || t.evict(ctx, now, victims, finished) != nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reliefAt = 0
	return true
}

// excess is what is held beyond the bounds, or beyond what a full store can hold; the caller holds the lock. One
// trace alone may pass the bounds.
func (t *Traces) excess() (l lack) {
	if len(t.entries) > 1 {
		l = t.lacks(nil)
	}
	if t.ceiling >= 0 {
		l.bytes = max(l.bytes, t.bytes-t.ceiling)
	}
	if l.bytes <= 0 {
		t.ceiling = -1
	}
	return l
}
