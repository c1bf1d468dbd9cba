package pending

import (
	"context"
	"fmt"
	"slices"
	"time"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// A round writes so many traces together at most, for each of its transactions costs as much for one as for many.
const (
	roundTraces    = 64
	roundFragments = 4096
	roundBytes     = 16 << 20
)

// write writes pinned traces and parks them. It returns how many are done, and the last error.
func (t *Traces) write(ctx context.Context, now time.Time, entries []*entry, reason reasonOf) (int, error) {
	jobs := t.begin(entries, reason)
	t.load(ctx, jobs)
	each(jobs, func(j *job) error { return t.prepare(ctx, j) })
	t.mark(ctx, now, jobs, false)
	each(jobs, func(j *job) error { return put(ctx, j) })
	t.mark(ctx, now, jobs, true)
	t.end(ctx, now, jobs)
	t.examine(ctx, now, jobs)
	return t.report(ctx, jobs)
}

// each runs a step for the jobs that are well.
func each(jobs []*job, step func(*job) error) {
	for _, j := range jobs {
		if j.err == nil {
			j.err = guard(func() error { return step(j) })
		}
	}
}

// begin takes down what each job is about; what comes later makes its trace dirty again.
func (t *Traces) begin(entries []*entry, reason reasonOf) []*job {
	t.mu.Lock()
	defer t.mu.Unlock()
	jobs := make([]*job, len(entries))
	for i, e := range entries {
		if !e.is(marked) && len(e.numbers) > 0 {
			e.marker = e.numbers[0]
		}
		jobs[i] = &job{
			entry: e, covered: t.covered(e), agent: e.is(agent), marked: e.is(marked), marker: e.marker,
			closing: Closing{Reason: reason(e), RootEnded: e.is(rootEnded), Harmed: e.is(harmed)},
			settled: t.isSettled(e), receipted: e.is(receipted),
		}
		jobs[i].plan(t.held)
		e.state &^= dirty
	}
	return jobs
}

// covered says below which number every fragment that the store may ever show of a trace is read now. It is none while a
// push is under way, for what that brings may be stored after the reading, and when another version of the exporter may
// come back for fragments that this one can't read: should the process start again, the trace is written once more.
func (t *Traces) covered(e *entry) uint64 {
	if _, isShared := t.shared[e.id]; isShared || e.pins > 1 {
		return 0
	}
	return t.number
}

// isSettled tells whether all that is listed of a trace must be in the store: no push is under way or in doubt, and no
// deletion is.
func (t *Traces) isSettled(e *entry) bool {
	return e.pins == 1 && !e.is(undropped) && !slices.ContainsFunc(t.doubts, func(d doubt) bool { return d.entry == e })
}

// load reads the fragments and markers of all jobs in one transaction.
func (t *Traces) load(ctx context.Context, jobs []*job) {
	var reads []*storage.Operation
	for _, j := range jobs {
		reads = append(reads, j.reads...)
	}
	failAll(jobs, t.batch(ctx, reads))
	for _, j := range jobs {
		if j.err == nil {
			t.unpack(j)
		}
	}
}

func (t *Traces) batch(ctx context.Context, ops []*storage.Operation) error {
	if len(ops) == 0 {
		return nil
	}
	return t.store.Batch(ctx, ops...)
}

// failAll fails all jobs that are well, if a transaction for them failed.
func failAll(jobs []*job, err error) {
	for _, j := range jobs {
		if j.err == nil && err != nil {
			j.err = fmt.Errorf("storage: %w", err)
		}
	}
}

func (t *Traces) prepare(ctx context.Context, j *job) (err error) {
	if len(j.fragments) == 0 {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	j.draft, err = t.writer.Prepare(ctx, j.entry.id, j.fragments, j.closing, j.record)
	j.fragments = nil
	return err
}

func put(ctx context.Context, j *job) error {
	if j.draft == nil {
		return nil
	}
	return j.draft.Write(ctx)
}

// mark keeps the intents, or the receipts, of all jobs with a file in one transaction. A store that is full must not
// keep traces from being written, for that is what makes room in it: then it goes without. Should the process be
// killed before the fragments are deleted, the file is written again.
func (t *Traces) mark(ctx context.Context, now time.Time, jobs []*job, written bool) {
	var ops []*storage.Operation
	for _, j := range jobs {
		if j.draft == nil || j.err != nil {
			continue
		}
		ops = append(ops, j.mark(t.at(now), written))
		j.marked = true
	}
	err := t.batch(ctx, ops)
	if !isFull(err) {
		failAll(jobs, err)
	}
	for _, j := range jobs {
		j.receipted = j.receipted || j.draft != nil && j.err == nil && err == nil
	}
}
