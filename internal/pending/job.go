package pending

import (
	"bytes"
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

	reads     []*storage.Operation
	fragments [][]byte
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

// plan lists what is to be read. A trace without agents needs nothing.
func (j *job) plan() {
	if !j.agent {
		return
	}
	for _, number := range j.entry.numbers {
		j.reads = append(j.reads, storage.GetOperation(fragmentKey(j.entry.id, number)))
	}
	if j.marked {
		j.reads = append(j.reads, storage.GetOperation(markerKey(j.entry.id, j.marker)))
	}
}

// unpack takes what was read apart: fragments sorted, and each once.
func (t *Traces) unpack(j *job) {
	for _, read := range j.reads {
		if read.Value == nil {
			continue // in doubt, or deleted after all
		}
		if read.Key[:len(markerPrefix)] == markerPrefix {
			if _, record, err := decode(read.Value); err == nil {
				j.record = record
			}
			continue
		}
		_, data, err := decode(read.Value)
		if err != nil {
			t.observer.FragmentSkipped(skipReason(err))
			continue
		}
		j.fragments = append(j.fragments, data)
	}
	j.reads = nil
	slices.SortFunc(j.fragments, bytes.Compare)
	j.fragments = slices.CompactFunc(j.fragments, bytes.Equal)
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
