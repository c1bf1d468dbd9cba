package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// atOnce is how many traces are under way at the same time.
const atOnce = 60

// request is one export request, of spans or of log records.
type request struct {
	number int
	traces ptrace.Traces
	logs   plog.Logs
	isLogs bool
	words  []word
}

// workload makes requests, always the same ones from one seed: the parts of many traces in random order, mostly one a
// request, sometimes several of several traces.
type workload struct {
	mu       sync.Mutex
	rand     *rand.Rand
	began    int
	active   []*trace
	over     bool // no more traces are begun
	requests []*request
}

func newWorkload(seed uint64) *workload { return &workload{rand: rand.New(rand.NewPCG(seed, 1))} }

// next returns the next request, nil when there are no more.
func (w *workload) next() *request {
	w.mu.Lock()
	defer w.mu.Unlock()
	for !w.over && len(w.active) < atOnce {
		w.active = append(w.active, newTrace(w.began, w.rand))
		w.began++
	}
	if len(w.active) == 0 {
		return nil
	}
	r := w.compose()
	w.requests = append(w.requests, r)
	return r
}

func (w *workload) compose() *request {
	first := w.part(func(part) bool { return true })
	r := &request{number: len(w.requests), traces: ptrace.NewTraces(), logs: plog.NewLogs(), isLogs: first.isLog}
	first.addTo(r)
	for range w.rand.IntN(4) - 1 {
		if more := w.part(func(p part) bool { return p.isLog == first.isLog }); more != nil {
			more.addTo(r)
		}
	}
	return r
}

// part takes the next part of some trace, if it is one that fits.
func (w *workload) part(fits func(part) bool) *part {
	if len(w.active) == 0 {
		return nil
	}
	at := w.rand.IntN(len(w.active))
	t := w.active[at]
	if !fits(t.parts[0]) {
		return nil
	}
	taken := t.parts[0]
	if t.parts = t.parts[1:]; len(t.parts) == 0 {
		w.active = slices.Delete(w.active, at, at+1)
	}
	return &taken
}

// finish has the requests end with the traces that are under way.
func (w *workload) finish() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over = true
}

// again returns the requests that were made, one at each call.
func (w *workload) again() func() *request {
	var next atomic.Int64
	return func() *request {
		if n := int(next.Add(1)); n <= len(w.requests) {
			return w.requests[n-1]
		}
		return nil
	}
}

// words are what the files must hold.
func (w *workload) words() (all []word) {
	for _, r := range w.requests {
		all = append(all, r.words...)
	}
	return all
}

// String tells of the workload.
func (w *workload) String() string {
	return fmt.Sprintf("%d requests acknowledged, of %d traces", len(w.requests), w.began)
}
