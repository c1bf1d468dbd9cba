package pending

import (
	"context"
	"math"
	"sync"
	"time"
)

// Run does what is due, when it is due, with as many goroutines as Options.Workers says, until ctx ends.
func (t *Traces) Run(ctx context.Context, clock func() time.Time) {
	var group sync.WaitGroup
	for range t.workers() {
		group.Go(func() { t.work(ctx, clock) })
	}
	group.Wait()
}

func (t *Traces) workers() int {
	if t.options.Workers > 0 {
		return t.options.Workers
	}
	return 4
}

func (t *Traces) work(ctx context.Context, clock func() time.Time) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for ctx.Err() == nil {
		if next := t.Due(ctx, clock()); !next.IsZero() {
			timer.Reset(next.Sub(clock()))
		}
		select {
		case <-timer.C:
		case <-t.wake:
		case <-ctx.Done():
		}
	}
}

// Due does everything that is due and returns when something will be next, zero when nothing waits.
func (t *Traces) Due(ctx context.Context, now time.Time) time.Time {
	for ctx.Err() == nil && t.step(ctx, now) {
	}
	return t.next(now)
}

func (t *Traces) next(now time.Time) time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	due := int64(math.MaxInt64)
	if len(t.queue) > 0 {
		due = t.queue[0].due
	}
	if t.ill != nil {
		due = min(due, t.checkAt)
	}
	if t.reliefAt > 0 && t.excess().any() && !t.stuck() {
		due = min(due, t.reliefAt)
	}
	if due == math.MaxInt64 {
		return time.Time{}
	}
	return now.Add(time.Duration(due - t.at(now)))
}

// step does a part of what is due, and tells whether there may be more.
func (t *Traces) step(ctx context.Context, now time.Time) bool {
	if t.relieve(ctx, now) {
		return true
	}
	t.recheck(ctx, now)
	finished, ready := t.take(t.at(now))
	if len(finished) > 0 {
		_ = t.drop(ctx, now, finished) // tried again later; the next push tells its sender if the store is broken
	}
	if len(ready) > 0 {
		_, _ = t.write(ctx, now, ready, byRule) // the observer knows
	}
	return len(finished)+len(ready) > 0
}

// take pins what is due, as much as one round may have. While files can't be written open traces are put off.
func (t *Traces) take(now int64) (finished, ready []*entry) {
	t.mu.Lock()
	defer t.mu.Unlock()
	fragments, size := 0, int64(0)
	for t.isDue(now) && len(ready)+len(finished) < roundTraces && fragments < roundFragments && size < roundBytes {
		e := t.queue[0]
		t.pin(e)
		if e.kind == kindOpen && t.ill != nil {
			e.pins--
			t.shelve(e, kindOpen, 0, max(t.checkAt, now+1))
			continue
		}
		fragments += len(e.numbers)
		if e.kind == kindOpen {
			ready = append(ready, e)
			size += e.bytes
		} else {
			finished = append(finished, e)
		}
	}
	if t.isDue(now) {
		t.rouse()
	}
	return finished, ready
}

func (t *Traces) isDue(now int64) bool { return len(t.queue) > 0 && t.queue[0].due <= now }
