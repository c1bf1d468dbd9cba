package pending

import (
	"context"
	"sync"
	"time"
)

// Shutdown refuses further pushes, waits for those under way, and writes everything open, in passes for as long as
// one gets anything done and ctx lasts. Run must have ended. What could not be written is listed in an
// *UnwrittenError: with storage it is there still, without it is lost.
func (t *Traces) Shutdown(ctx context.Context, now time.Time) error {
	t.stop(ctx)
	var cause error
	for before := -1; ; {
		open := t.Stats().Open
		if open == 0 {
			return nil
		}
		if open == before || ctx.Err() != nil {
			break
		}
		before = open
		cause = t.pass(ctx, now)
	}
	if ctx.Err() != nil {
		cause = ctx.Err()
	}
	return &UnwrittenError{Traces: t.unwritten(), Kept: t.durable, Cause: cause}
}

// stop refuses pushes and waits for those under way, and for the one that makes room: it holds traces that it writes
// early.
func (t *Traces) stop(ctx context.Context) {
	t.drain(ctx)
	select {
	case t.roomMaker <- struct{}{}:
		<-t.roomMaker
	case <-ctx.Done():
	}
}

func (t *Traces) drain(ctx context.Context) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = true
	for t.pushes > 0 && ctx.Err() == nil {
		change := t.change()
		t.mu.Unlock()
		select {
		case <-change:
		case <-ctx.Done():
		}
		t.mu.Lock()
	}
}

// pass tries to write each open trace once, with as many goroutines as Run has, and returns the last error.
func (t *Traces) pass(ctx context.Context, now time.Time) error {
	t.mu.Lock()
	ill := t.ill
	t.mu.Unlock()
	if ill != nil {
		t.check(ctx, now)
	}
	var (
		mu    sync.Mutex
		last  error
		group sync.WaitGroup
	)
	rounds := t.rounds()
	for range t.workers() {
		group.Go(func() {
			for entries := range rounds {
				if err := t.writeLast(ctx, now, entries); err != nil {
					mu.Lock()
					last = err
					mu.Unlock()
				}
			}
		})
	}
	group.Wait()
	return last
}

// writeLast writes a round at shutdown, unless there is no time or no disk for it.
func (t *Traces) writeLast(ctx context.Context, now time.Time, entries []*entry) error {
	t.mu.Lock()
	if hopeless := t.ill; hopeless != nil || ctx.Err() != nil {
		t.release(entries)
		t.mu.Unlock()
		return hopeless
	}
	t.mu.Unlock()
	_, err := t.write(ctx, now, entries, forced(Shutdown))
	return err
}

// rounds pins all open traces and deals them out, those that rested longest first.
func (t *Traces) rounds() <-chan []*entry {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all [][]*entry
	for t.lists[kindOpen].head != nil {
		var round []*entry
		for size := int64(0); t.lists[kindOpen].head != nil && len(round) < roundTraces && size < roundBytes; {
			e := t.lists[kindOpen].head
			t.pin(e)
			round = append(round, e)
			size += e.bytes
		}
		all = append(all, round)
	}
	dealt := make(chan []*entry, len(all))
	for _, round := range all {
		dealt <- round
	}
	close(dealt)
	return dealt
}

func (t *Traces) unwritten() (traces []TraceID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for e := t.lists[kindOpen].head; e != nil; e = e.next {
		traces = append(traces, e.id)
	}
	return traces
}
