package pending

import (
	"context"
	"fmt"
	"slices"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// doubt is a fragment of a push that failed: it may be in the store all the same, for a transaction can fail after the
// fact. Until that is known its trace lists its number.
type doubt struct {
	entry  *entry
	number uint64
	size   int64
}

// resolve asks the store about the fragments in doubt, before another push is taken. While it doesn't answer none is: in
// a store that fails for hours, with senders that try again, lists would grow by numbers that no fragment has.
func (t *Traces) resolve(ctx context.Context) error {
	doubts := t.question()
	if len(doubts) == 0 {
		return nil
	}
	reads := make([]*storage.Operation, len(doubts))
	for i, d := range doubts {
		reads[i] = storage.GetOperation(fragmentKey(d.entry.id, d.number))
	}
	err := t.store.Batch(ctx, reads...)
	isStored := make(map[doubt]bool, len(doubts))
	for i, d := range doubts {
		isStored[d] = reads[i].Value != nil
	}
	t.answer(isStored, err)
	if err != nil {
		return fmt.Errorf("storage: looking for what it refused: %w", err)
	}
	return nil
}

// question is what to ask the store about. As long as it is asked a push counts as under way, for Shutdown to wait.
func (t *Traces) question() []doubt {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.doubts) == 0 || t.stopped {
		return nil
	}
	t.pushes++
	return slices.Clone(t.doubts)
}

func (t *Traces) answer(isStored map[doubt]bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pushes--
	t.released()
	if err != nil {
		t.retreat(err)
		return
	}
	t.doubts = slices.DeleteFunc(t.doubts, func(d doubt) bool {
		stored, isKnown := isStored[d]
		return isKnown && t.decide(d, stored)
	})
}

// decide counts a fragment, or strikes its number off. It returns false while its trace is pinned: something may be
// under way that goes by the list. The caller holds the lock.
func (t *Traces) decide(d doubt, stored bool) (decided bool) {
	e := d.entry
	at := slices.Index(e.numbers, d.number)
	switch {
	case t.entries[e.id] != e || at < 0: // it was deleted
	case e.pins > 0:
		return false
	case stored:
		e.bytes += d.size
		t.bytes += d.size
	default:
		e.numbers = slices.Delete(e.numbers, at, at+1)
	}
	return true
}

// retreat makes the workers free some of a store that refused for want of space; the caller holds the lock.
func (t *Traces) retreat(err error) {
	if isFull(err) {
		t.ceiling = t.bytes - t.bytes/8
		t.rouse()
	}
}
