package pending

import (
	"context"
	"errors"
	"slices"
	"time"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// View is what is held at one moment, for people to look at.
type View struct {
	Stats
	Failing error     // why no file can be written at present
	Waiting []Waiting // open traces, those that rested longest first
}

// Waiting is an open trace and what is known of its wait.
type Waiting struct {
	Trace     TraceID
	Open      time.Duration // since the first fragment came that no file shows
	Quiet     time.Duration // since the last fragment came
	Left      time.Duration // until it is written if nothing more comes; negative when it is overdue
	Bytes     int64         // size of its fragments
	RootEnded bool
	Agent     bool // it has steps, so it will have a file
	Written   bool // it has a file, which these fragments will rewrite
	Fails     int  // attempts to write it that failed, in a row
}

// View shows what is held, and the first so many open traces. One that is being written right now isn't among them.
func (t *Traces) View(now time.Time, most int) View {
	stats := t.Stats()
	t.mu.Lock()
	defer t.mu.Unlock()
	v := View{Stats: stats, Failing: t.ill}
	for e := t.lists[kindOpen].head; e != nil && len(v.Waiting) < most; e = e.next {
		v.Waiting = append(v.Waiting, e.waiting(t.at(now)))
	}
	return v
}

func (e *entry) waiting(now int64) Waiting {
	return Waiting{
		Trace:     e.id,
		Open:      time.Duration(now - e.since),
		Quiet:     time.Duration(now - e.last),
		Left:      time.Duration(e.due - now),
		Bytes:     e.bytes,
		RootEnded: e.is(rootEnded),
		Agent:     e.is(agent),
		Written:   e.is(closed),
		Fails:     int(e.fails),
	}
}

// The errors of Read.
var (
	ErrUnknown  = errors.New("pending traces: nothing is kept of this trace")
	ErrTooLarge = errors.New("pending traces: too much is kept of this trace to look at it")
)

// Read returns the fragments of a trace, and how it would close, as a [Writer] would get them now. It changes nothing.
func (t *Traces) Read(ctx context.Context, trace TraceID) (fragments []string, closing Closing, err error) {
	fragments, reads, closing, err := t.planRead(trace)
	if err != nil {
		return nil, closing, err
	}
	if err := t.batch(ctx, reads); err != nil {
		return nil, closing, err
	}
	for _, read := range reads {
		_, data, err := decode(read.Key, read.Value)
		if err == nil {
			fragments = append(fragments, string(data))
		}
		closing.Harmed = closing.Harmed || err != nil && read.Value != nil
	}
	slices.Sort(fragments)
	return slices.Compact(fragments), closing, nil
}

func (t *Traces) planRead(trace TraceID) (held []string, reads []*storage.Operation, closing Closing, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	e := t.entries[trace]
	switch {
	case e == nil:
		return nil, nil, closing, ErrUnknown
	case e.bytes > roundBytes || len(e.numbers) > roundFragments:
		return nil, nil, closing, ErrTooLarge
	}
	for _, number := range e.numbers {
		if text, isHeld := t.held.get(number); isHeld {
			held = append(held, text)
			continue
		}
		reads = append(reads, storage.GetOperation(fragmentKey(trace, number)))
	}
	return held, reads, Closing{Reason: byRule(e), RootEnded: e.is(rootEnded), Harmed: e.is(harmed)}, nil
}
