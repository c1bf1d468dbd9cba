package pending

import (
	"context"
	"sync"
	"time"
)

const (
	retryFirst = time.Second // between attempts, doubling
	retryMost  = 30 * time.Second
)

// Traces is the set of pending traces. Its methods may be called from several goroutines, except where they say
// otherwise. One lock guards the schedule in memory; it is never held over a call to the store or the writer.
type Traces struct {
	options  Options
	store    Store
	durable  bool // the store outlives the process, and has the fragments
	held     *held
	writer   Writer
	observer Observer
	epoch    time.Time

	mu sync.Mutex
	schedule
	pushes   int           // pushes under way
	doubts   []doubt       // what failed pushes may have left
	stopped  bool          // no more pushes
	ceiling  int64         // bytes to come down to, because the store is full; negative is none
	reliefAt int64         // when to try that again
	ill      error         // why no file can be written at present
	illFor   uint8         // failed checks of it in a row
	checkAt  int64         // when to check again
	changed  chan struct{} // closed when pins were released; nil while nobody waits for it

	healthMu  sync.Mutex    // keeps the observer's news of health in order
	roomMaker chan struct{} // holds a token while a push makes room
	wake      chan struct{} // tells a worker that something is due earlier than it knew
}

// Stats is a count of what is held.
type Stats struct {
	Open  int   // traces with fragments not yet in a file
	Held  int   // all traces, those in their late window too
	Bytes int64 // size of their fragments
	Ill   bool  // no file can be written at present
}

// Open finds what an earlier process left in the store and goes on with it: each value is read once, none is kept, and
// nothing is written that was written before.
func Open(ctx context.Context, now time.Time, options Options) (*Traces, error) {
	t := newTraces(now, options)
	if err := t.restore(ctx, now); err != nil {
		return nil, err
	}
	if g, isGuarded := t.store.(*guarded); isGuarded {
		g.tell = t.observer.StoreBroken
	}
	return t, nil
}

func newTraces(now time.Time, options Options) *Traces {
	t := &Traces{
		options: options, store: options.Store, durable: options.Store != nil, held: newHeld(&options),
		writer: options.Writer, observer: options.Observer, epoch: now, ceiling: -1,
		roomMaker: make(chan struct{}, 1), wake: make(chan struct{}, 1),
	}
	t.entries, t.shared = map[TraceID]*entry{}, map[TraceID]struct{}{}
	if t.store == nil {
		t.store = newMemory()
	}
	if t.observer == nil {
		t.observer = blind{}
	}
	return t
}

// at is a moment in Unix nanoseconds. While the process runs it follows the monotonic clock, so that a clock that is
// set doesn't write every trace at once, or none.
func (t *Traces) at(now time.Time) int64 { return t.epoch.UnixNano() + int64(now.Sub(t.epoch)) }

// Stats counts what is held.
func (t *Traces) Stats() Stats {
	t.mu.Lock()
	defer t.mu.Unlock()
	finished := t.lists[kindBare].size + t.lists[kindWritten].size
	return Stats{Open: len(t.entries) - finished, Held: len(t.entries), Bytes: t.bytes, Ill: t.ill != nil}
}

// shelve parks an entry that nobody holds any more: one with fragments to write until it is due, but not before
// notBefore, another one as finished until due. The caller holds the lock.
func (t *Traces) shelve(e *entry, finished kind, due, notBefore int64) {
	if e.pins > 0 {
		return
	}
	if e.is(dirty) {
		finished, due = kindOpen, max(notBefore, t.dueAt(e))
	}
	t.park(e, finished, due)
	if t.queue[0] == e {
		t.rouse()
	}
}

// dueAt is when an open trace has rested long enough.
func (t *Traces) dueAt(e *entry) int64 {
	wait := t.options.IdleTimeout
	if e.is(rootEnded) {
		doublings := max(int(e.writes)-2, 0)
		wait = max(t.options.Settle, min(wait, t.options.Settle<<min(doublings, 16)))
	}
	return e.last + int64(wait)
}

// change is closed when pins are released next; the caller holds the lock.
func (t *Traces) change() <-chan struct{} {
	if t.changed == nil {
		t.changed = make(chan struct{})
	}
	return t.changed
}

// released tells those who wait that pins were released; the caller holds the lock.
func (t *Traces) released() {
	if t.changed != nil {
		close(t.changed)
		t.changed = nil
	}
}

// rouse tells one worker to look again.
func (t *Traces) rouse() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// backoff is the wait after so many failures in a row.
func backoff(fails uint8) int64 {
	return int64(min(retryMost, retryFirst<<min(fails-1, 10)))
}
