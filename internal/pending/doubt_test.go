package pending

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// A storage fails for hours, and senders try again: whether it can be read meanwhile or not, a trace lists no more numbers
// than fragments, and what comes at last is written.
func TestAStorageThatFailsForHoursMakesNoListsGrow(t *testing.T) {
	for name, fail := range map[string]func(*world) (mend func()){
		"it is full": func(w *world) func() {
			w.store.most = 1
			return func() { w.store.most = 0 }
		},
		"it doesn't work": func(w *world) func() {
			w.store.broken.Store(true)
			return func() { w.store.broken.Store(false) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.add(fragment(1, "a"))
			mend := fail(w)
			for range 10_000 {
				require.Error(t, w.Add(t.Context(), w.now, []Fragment{fragment(1, "b"), fragment(2, "c")}))
			}
			assert.LessOrEqual(t, len(w.entries[id(1)].numbers), 2)
			assert.LessOrEqual(t, len(w.entries[id(2)].numbers), 1)
			assert.Len(t, w.doubts, 2)
			mend()
			w.add(fragment(1, "b"), fragment(2, "c"))
			assert.Empty(t, w.doubts)
			assert.Len(t, w.entries[id(1)].numbers, 2)
			w.pass(idle)
			assert.Equal(t, files{"2 cut": "a b", "3 cut": "c"}, w.scribe.read())
			w.pass(lateWindow)
			assert.Empty(t, w.store.keys())
		})
	}
}

// What a storage kept although it said that it failed is counted, as after a restart, and deleted with its trace.
func TestWhatAStorageKeptAfterAllIsCounted(t *testing.T) {
	w := newWorld(t)
	w.add(fragment(1, "a"))
	f := w.scribe.faulty
	f.failAt, f.err, f.after = f.calls, errSick, true
	require.Error(t, w.Add(t.Context(), w.now, []Fragment{fragment(1, "b"), fragment(2, "c")}))
	w.add(fragment(1, "d"))
	found := w.Stats()
	w.reopen()
	assert.Equal(t, w.Stats(), found)
	w.pass(idle)
	assert.Equal(t, files{"2 cut": "a b d", "3 cut": "c"}, w.scribe.read())
}

// It could be both ways: the trace is deleted meanwhile, or was before.
func TestDoubtAboutATraceThatIsBeingDeletedWaits(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"))
	f := w.scribe.faulty
	f.failAt, f.err, f.after = f.calls, errSick, true
	require.Error(t, w.Add(t.Context(), w.now, []Fragment{fragment(1, "b")}))
	w.pass(settle)
	w.now = w.now.Add(lateWindow)
	finished, _ := w.take(w.at(w.now))
	require.Len(t, finished, 1)
	require.NoError(t, w.resolve(t.Context()))
	assert.Len(t, w.doubts, 1)
	require.NoError(t, w.drop(t.Context(), w.now, finished))
	require.NoError(t, w.resolve(t.Context()))
	assert.Empty(t, w.doubts)
	assert.Equal(t, Stats{}, w.Stats())
	assert.Empty(t, w.store.keys())
}

// A store is closed after Shutdown: it isn't asked any more then, and until then the answer is waited for.
func TestShutdownWaitsForDoubtsAndNoneIsAskedAboutAfterIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := &slowStore{memory: newMemory(), inside: make(chan struct{}), leave: make(chan struct{}), op: storage.Get}
		w := newWorld(t)
		w.reopenOver(slow)
		p := newPush(w.at(w.now), []Fragment{last(1, "a")})
		require.NoError(t, w.admit(t.Context(), w.now, p))
		w.land(p, errSick)
		added, stopped := make(chan error), make(chan error, 1)
		go func() { added <- w.Add(context.Background(), w.now, []Fragment{last(2, "b")}) }()
		<-slow.inside
		go func() { stopped <- w.Shutdown(context.Background(), w.now) }()
		synctest.Wait()
		assert.Empty(t, stopped, "it waits")
		close(slow.leave)
		require.ErrorIs(t, <-added, ErrStopped)
		require.NoError(t, <-stopped)

		w.doubts = []doubt{{entry: p.entries[0]}}
		w.store, w.Traces.store = nil, nil
		require.ErrorIs(t, w.Add(t.Context(), w.now, []Fragment{last(2, "b")}), ErrStopped)
	})
}

// A store can be so full that not even a transaction that reads is done.
func TestRoomIsMadeInAStoreThatIsTooFullToBeRead(t *testing.T) {
	w := newWorld(t)
	full := &overfull{memory: newMemory()}
	w.reopenOver(full)
	w.add(last(1, "a"), last(2, "b"))
	w.pass(settle)
	full.isFull = true
	for range 2 {
		require.ErrorIs(t, w.Add(t.Context(), w.now, []Fragment{last(3, "c")}), storage.ErrStorageFull)
	}
	w.ceiling = -1 // as when there was little to free
	require.ErrorIs(t, w.Add(t.Context(), w.now, []Fragment{last(3, "c")}), storage.ErrStorageFull)
	w.Due(t.Context(), w.now)
	assert.False(t, full.isFull)
	w.add(last(3, "c"))
}

// overfull is a store that refuses everything but deletions, and after one nothing any more.
type overfull struct {
	*memory
	isFull bool
}

func (s *overfull) Batch(ctx context.Context, ops ...*storage.Operation) error {
	if s.isFull && ops[0].Type != storage.Delete {
		return errors.Join(errSick, storage.ErrStorageFull)
	}
	s.isFull = false
	return s.memory.Batch(ctx, ops...)
}
