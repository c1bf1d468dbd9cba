package pending

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestViewShowsWhatOpenTracesWaitFor(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		w.add(fragment(1, "a"))
		w.pass(10 * time.Second)
		w.add(fragment(1, "b"), Fragment{Trace: id(2), Data: []byte("http")})
		w.pass(time.Second)
		w.add(last(3, "c"))
		w.pass(time.Second)
		view := w.View(w.now, 10)
		assert.Equal(t, w.Stats(), view.Stats)
		assert.NoError(t, view.Failing)
		assert.Equal(t, []Waiting{
			{Trace: id(1), Open: 12 * time.Second, Quiet: 2 * time.Second, Left: idle - 2*time.Second, Agent: true},
			{Trace: id(2), Open: 2 * time.Second, Quiet: 2 * time.Second, Left: idle - 2*time.Second},
			{Trace: id(3), Open: time.Second, Quiet: time.Second, Left: settle - time.Second, Agent: true, RootEnded: true},
		}, withoutBytes(view.Waiting))
		assert.Len(t, w.View(w.now, 2).Waiting, 2)
	})
}

func withoutBytes(all []Waiting) []Waiting {
	for i := range all {
		all[i].Bytes = 0
	}
	return all
}

func TestLateFragmentIsOpenSinceItCame(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		w.add(last(1, "a"))
		w.pass(lateWindow / 2)
		assert.Empty(t, w.View(w.now, 10).Waiting, "its file shows everything")
		w.add(fragment(1, "b"))
		w.pass(time.Second)
		assert.Equal(t, []Waiting{{
			Trace: id(1), Open: time.Second, Quiet: time.Second, Left: settle - time.Second,
			Agent: true, RootEnded: true, Written: true,
		}}, withoutBytes(w.View(w.now, 10).Waiting))
	})
}

func TestRestartKnowsSinceWhenTracesAreOpen(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"))
	w.pass(time.Minute)
	w.add(fragment(1, "late"), fragment(2, "b"))
	w.pass(time.Second)
	w.add(fragment(2, "c"))
	w.reopen()
	view := w.View(w.now, 10).Waiting
	require.Len(t, view, 2)
	assert.Equal(t, id(2), view[1].Trace)
	assert.Equal(t, time.Second, view[1].Open)
	assert.LessOrEqual(t, view[0].Open, time.Minute, "not before its file was written")
}

func TestViewTellsThatTheDiskFails(t *testing.T) {
	w := newWorld(t)
	w.scribe.set(func() { w.scribe.sick = errSick })
	w.add(last(1, "a"))
	w.pass(settle)
	view := w.View(w.now, 10)
	require.ErrorIs(t, view.Failing, errSick)
	require.Len(t, view.Waiting, 1)
	assert.Equal(t, 1, view.Waiting[0].Fails)
	assert.Equal(t, settle, view.Waiting[0].Open, "a failed attempt makes it no younger")
}

func TestReadGivesWhatAWriterWouldGet(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		w.add(fragment(1, "b"))
		w.add(last(1, "a"), fragment(2, "x"))
		w.add(fragment(1, "b"))
		fragments, closing, err := w.Read(t.Context(), id(1))
		require.NoError(t, err)
		assert.True(t, closing.Complete())
		assert.Equal(t, []string{"a", "b"}, fragments)
		_, _, err = w.Read(t.Context(), id(7))
		assert.ErrorIs(t, err, ErrUnknown)
		assert.Equal(t, 2, w.Stats().Open, "nothing has changed")
	})
}

func TestReadTellsThatAPartCantBeRead(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"), fragment(1, "b"))
	key := fragmentKey(id(1), 1)
	w.store.values[key] = w.store.values[key][:headerSize]
	for range 2 { // at once, and after it was deleted at a start
		fragments, closing, err := w.Read(t.Context(), id(1))
		require.NoError(t, err)
		assert.Equal(t, []string{"a"}, fragments)
		assert.False(t, closing.Complete())
		w.reopen()
	}
}

func TestReadRefusesWhatIsTooLarge(t *testing.T) {
	w := newWorld(t)
	w.add(Fragment{Trace: id(1), Data: make([]byte, roundBytes)})
	_, _, err := w.Read(t.Context(), id(1))
	assert.ErrorIs(t, err, ErrTooLarge)
}
