package pending

import (
	"context"
	"time"
)

// end parks the traces of a round.
func (t *Traces) end(ctx context.Context, now time.Time, jobs []*job) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, j := range jobs {
		e := j.entry
		if j.marked {
			e.state |= marked
		}
		if j.closing.Harmed {
			e.state |= harmed
		}
		if j.receipted {
			e.state |= receipted
		}
		e.pins--
		switch {
		case j.err == nil || j.givenUp():
			t.finish(j, t.at(now))
		case j.cancelled(ctx):
			e.state |= dirty
			t.shelve(e, kindOpen, 0, t.at(now))
		default:
			e.state |= dirty
			e.fails = min(e.fails+1, 100)
			t.shelve(e, kindOpen, 0, t.at(now)+backoff(e.fails))
		}
	}
	t.released()
}

func (t *Traces) finish(j *job, now int64) {
	e, k := j.entry, kindWritten
	if j.draft == nil && !j.marked {
		k = kindBare
	}
	e.state |= closed
	if t.durable {
		t.held.drop(j.made)
	}
	e.fails, e.writes = 0, min(e.writes+1, 100)
	t.shelve(e, k, now+int64(t.options.LateWindow), 0)
}

// report tells the observer, and returns how many jobs are done and the last error.
func (t *Traces) report(ctx context.Context, jobs []*job) (done int, last error) {
	for _, j := range jobs {
		switch {
		case j.err == nil:
			done++
			t.observer.TraceClosed(j.closing.Reason, j.draft != nil)
		case j.givenUp():
			done++
			t.observer.WriteFailed(j.entry.id, j.err)
			t.observer.TraceClosed(j.closing.Reason, false)
		case !j.cancelled(ctx):
			t.observer.WriteFailed(j.entry.id, j.err)
			last = j.err
		default:
			last = j.err
		}
	}
	return done, last
}
