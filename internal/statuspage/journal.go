package statuspage

import (
	"slices"
	"sync"
)

// mostBytes bounds what a journal keeps, about.
const mostBytes = 16 << 20

// Journal remembers the last runs that were written, so many and so large at most.
type Journal struct {
	most int

	mu       sync.Mutex
	size     int
	traces   []*Trace // the newest last
	files    int
	failures int
	empty    int
}

// NewJournal returns a journal of the last so many runs.
func NewJournal(most int) *Journal { return &Journal{most: most} }

// Wrote takes down a run that was written. It replaces what is known of the same file.
func (j *Journal) Wrote(t *Trace) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.files++
	if at := j.index(t.Path); at >= 0 {
		t.Rewrites = j.traces[at].Rewrites + 1
		j.drop(at)
	}
	j.traces = append(j.traces, t)
	j.size += t.size
	for len(j.traces) > j.most || j.size > mostBytes && len(j.traces) > 1 {
		j.drop(0)
	}
}

func (j *Journal) drop(at int) {
	j.size -= j.traces[at].size
	j.traces = slices.Delete(j.traces, at, at+1)
}

func (j *Journal) index(path string) int {
	return slices.IndexFunc(j.traces, func(t *Trace) bool { return t.Path == path })
}

// Failed counts an attempt to write a file that failed.
func (j *Journal) Failed() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.failures++
}

// Empty counts a trace that closed without a step, and so without a file.
func (j *Journal) Empty() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.empty++
}

// find returns the run whose file has this path.
func (j *Journal) find(path string) (*Trace, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if at := j.index(path); at >= 0 {
		return j.traces[at], true
	}
	return nil, false
}

// pages is what the journal tells the first page.
type pages struct {
	Written                []*Trace // the newest first
	Files, Failures, Empty int
}

func (j *Journal) read() pages {
	j.mu.Lock()
	defer j.mu.Unlock()
	written := slices.Clone(j.traces)
	slices.Reverse(written)
	return pages{Written: written, Files: j.files, Failures: j.failures, Empty: j.empty}
}
