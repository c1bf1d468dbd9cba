package pending

import (
	"context"
	"errors"
	"slices"

	"go.opentelemetry.io/collector/extension/xextension/storage"

	"github.com/agentdelta/agentdeltaexporter/internal/crash"
)

// job is one trace in a round.
type job struct {
	entry   *entry
	covered uint64 // its fragments with smaller numbers are
	closing Closing
	agent   bool
	marked  bool
	marker  uint64
	settled bool // what the store lacks of its fragments now is lost

	receipted bool // a marker was stored

	reads     []*storage.Operation // the marker if there is one, and the fragments that aren't held
	numbers   []uint64             // of the fragments that are read
	made      []uint64             // of those that could be, and of those that are held
	fragments []string
	record    []byte
	draft     Draft
	err       error
}

// reasonOf decides why a trace closes.
type reasonOf func(*entry) CloseReason

func forced(r CloseReason) reasonOf { return func(*entry) CloseReason { return r } }

func byRule(e *entry) CloseReason {
	switch {
	case e.is(closed):
		return Late
	case e.is(rootEnded):
		return RootEnded
	}
	return Idle
}

// plan takes what is held, and lists what is to be read. A trace without agents needs nothing.
func (j *job) plan(held *held) {
	if !j.agent {
		return
	}
	if j.marked {
		j.reads = append(j.reads, storage.GetOperation(markerKey(j.entry.id, j.marker)))
	}
	for _, number := range j.entry.numbers {
		if text, isHeld := held.get(number); isHeld {
			j.take(number, text)
			continue
		}
		j.numbers = append(j.numbers, number)
		j.reads = append(j.reads, storage.GetOperation(fragmentKey(j.entry.id, number)))
	}
}

func (j *job) take(number uint64, fragment string) {
	j.made = append(j.made, number)
	j.fragments = append(j.fragments, fragment)
}

// unpack takes what was read apart: fragments sorted, and each once.
func (t *Traces) unpack(j *job) {
	before := t.unpackMarker(j)
	for i, read := range j.reads {
		_, data, err := decode(read.Key, read.Value)
		switch number := j.numbers[i]; {
		case read.Value == nil && !j.settled && !before.has(number): // not in the store yet, or never
		case read.Value == nil:
			t.lose(j, errMissing)
		case err != nil:
			t.lose(j, err)
		default:
			j.take(number, string(data))
		}
	}
	j.reads = nil
	slices.Sort(j.made)
	if before.lacks(j.made) {
		j.record, j.closing.Harmed, j.closing.Spared = nil, true, true
	}
	slices.Sort(j.fragments)
	j.fragments = slices.Compact(j.fragments)
}

// unpackMarker takes the marker from what was read, if there is one.
func (t *Traces) unpackMarker(j *job) (m marking) {
	if !j.marked || len(j.reads) == 0 {
		return m
	}
	read := j.reads[0]
	j.reads = j.reads[1:]
	_, data, err := decode(read.Key, read.Value)
	switch {
	case err == nil:
		m, err = decodeMarking(data)
	case read.Value == nil && j.settled && j.receipted:
		err = errMissing
	case read.Value == nil: // it may never have come to be there
		return m
	}
	if err != nil {
		t.observer.FragmentSkipped(j.entry.id, skipReason(err))
	}
	j.record = m.record
	return m
}

// lose goes without a fragment.
func (t *Traces) lose(j *job, err error) {
	j.closing.Harmed = true
	t.observer.FragmentSkipped(j.entry.id, skipReason(err))
}

// mark is what keeps the job's intent, or its receipt.
func (j *job) mark(at int64, written bool) *storage.Operation {
	h, m := header{at: at}, marking{covered: j.covered, made: j.made, record: j.draft.Intent()}
	if written {
		h.flags, m.record = flagWritten, j.draft.Receipt()
	}
	if j.closing.Harmed {
		h.flags |= flagHarmed
	}
	key := markerKey(j.entry.id, j.marker)
	return storage.SetOperation(key, encode([]byte(key), h, m.encode()))
}

// givenUp tells whether the job panicked while room was made, so that trying again would keep others out.
func (j *job) givenUp() bool {
	var panicked *crash.Error
	return j.closing.Reason == Memory && errors.As(j.err, &panicked)
}

// cancelled tells whether the job failed because time was up, which is nobody's fault.
func (j *job) cancelled(ctx context.Context) bool {
	return ctx.Err() != nil && errors.Is(j.err, ctx.Err())
}
