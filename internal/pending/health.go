package pending

import (
	"container/heap"
	"context"
	"time"
)

// examine finds out after a round whether it is the disk that fails, or a trace.
func (t *Traces) examine(ctx context.Context, now time.Time, jobs []*job) {
	failed, wrote := false, false
	for _, j := range jobs {
		failed = failed || j.err != nil && !j.cancelled(ctx)
		wrote = wrote || j.err == nil && j.draft != nil
	}
	switch {
	case failed:
		t.check(ctx, now)
	case wrote:
		t.diagnose(nil, now)
	}
}

// recheck repeats the check when it is time to.
func (t *Traces) recheck(ctx context.Context, now time.Time) {
	t.mu.Lock()
	isTime := t.ill != nil && t.at(now) >= t.checkAt
	if isTime {
		t.checkAt = t.at(now) + int64(retryMost) // another worker needn't
	}
	t.mu.Unlock()
	if isTime {
		t.check(ctx, now)
	}
}

// check asks the writer whether files can be written.
func (t *Traces) check(ctx context.Context, now time.Time) {
	err := guard(func() error { return t.writer.Check(ctx) })
	if ctx.Err() == nil {
		t.diagnose(err, now)
	}
}

// diagnose notes that files can or can't be written. While they can't, open traces wait and only the check is
// repeated.
func (t *Traces) diagnose(err error, now time.Time) {
	t.healthMu.Lock()
	defer t.healthMu.Unlock()
	t.mu.Lock()
	changed := (err == nil) != (t.ill == nil)
	t.ill = err
	if err != nil {
		t.illFor = min(t.illFor+1, 100)
		t.checkAt = t.at(now) + backoff(t.illFor)
	} else if t.illFor > 0 {
		t.illFor = 0
		t.hurry()
	}
	t.mu.Unlock()
	if changed {
		t.observer.Health(err)
	}
}

// hurry ends the waits between attempts, now that files can be written again; the caller holds the lock.
func (t *Traces) hurry() {
	for e := t.lists[kindOpen].head; e != nil; e = e.next {
		e.due = t.dueAt(e)
	}
	heap.Init(&t.queue)
	t.rouse()
}
