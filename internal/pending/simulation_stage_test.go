package pending

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"syscall"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// stage is where the calls of one process to the store and to the writer wait until they are let happen, one at a time,
// so that a seed decides in which order, and what becomes of each.
type stage struct {
	mu      sync.Mutex
	waiting []*call
	dead    bool
}

type call struct {
	what   string
	answer chan outcome
}

// outcome is what becomes of a call.
type outcome struct {
	done bool
	err  error
}

var (
	wellDone = outcome{done: true}
	killed   = outcome{err: errDead}
)

func (s *stage) turn(what string) outcome {
	s.mu.Lock()
	if s.dead {
		s.mu.Unlock()
		return killed
	}
	c := &call{what: what, answer: make(chan outcome)}
	s.waiting = append(s.waiting, c)
	s.mu.Unlock()
	return <-c.answer
}

// next takes out one of the calls that wait.
func (s *stage) next(choose func(int) int) *call {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.waiting) == 0 {
		return nil
	}
	slices.SortStableFunc(s.waiting, func(a, b *call) int { return cmp.Compare(a.what, b.what) })
	at := choose(len(s.waiting))
	c := s.waiting[at]
	s.waiting = slices.Delete(s.waiting, at, at+1)
	return c
}

// die ends the process: no call happens any more.
func (s *stage) die() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dead = true
	for _, c := range s.waiting {
		c.answer <- killed
	}
	s.waiting = nil
}

// storm is a fault that lasts.
type storm int

const (
	calm storm = iota
	storageDown
	storageFull
	diskFull
	storms
)

func (s storm) String() string {
	return [...]string{"calm", "storage down", "storage full", "disk full"}[s]
}

// on is what a call meets in the storm: a full storage reads and deletes still.
func (s storm) on(what string) error {
	isBatch, sets := strings.HasPrefix(what, "batch"), strings.Contains(what, " set ")
	switch {
	case s == storageDown && isBatch:
		return errSick
	case s == storageFull && isBatch && sets:
		return storage.ErrStorageFull
	case s == diskFull && !isBatch && !strings.HasPrefix(what, "prepare"):
		return syscall.ENOSPC
	}
	return nil
}
