package pending

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A push comes between the moment at which its trace was chosen to go and the one at which its deletion begins. It is
// stored before that, or still under way.
func TestFragmentThatComesBeforeItsTraceIsDroppedKeepsIt(t *testing.T) {
	for _, stored := range []bool{true, false} {
		w := newWorld(t)
		w.add(last(1, "a"), last(2, "b"))
		w.pass(settle)
		w.now = w.now.Add(lateWindow)
		finished, _ := w.take(w.at(w.now))
		require.Len(t, finished, 2)
		p := newPush(w.at(w.now), []Fragment{fragment(1, "c")})
		require.NoError(t, w.admit(t.Context(), w.now, p))
		if stored {
			require.NoError(t, w.store.Batch(t.Context(), new(batch).operations(p)...))
			w.land(p, nil)
		}
		require.NoError(t, w.drop(t.Context(), w.now, finished))
		if !stored {
			require.NoError(t, w.store.Batch(t.Context(), new(batch).operations(p)...))
			w.land(p, nil)
		}
		assert.Equal(t, Stats{Open: 1, Held: 1, Bytes: w.entries[id(1)].bytes}, w.Stats())
		assert.Zero(t, w.diary.count("forgotten "+id(1).String()))
		assert.Equal(t, 1, w.diary.count("late"))
		w.pass(settle)
		assert.Equal(t, files{"2": "a c", "3": "b"}, w.scribe.read())
		w.pass(lateWindow)
		assert.Empty(t, w.store.keys())
		assert.Equal(t, Stats{}, w.Stats())
	}
}

// A push is under way when the fragments of its trace are read, and stored afterwards: the receipt must not speak of it,
// or a process that starts again would take it for written.
func TestReceiptDoesNotCoverWhatIsUnderWay(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"))
	w.now = w.now.Add(settle)
	_, ready := w.take(w.at(w.now))
	require.Len(t, ready, 1)
	p := newPush(w.at(w.now), []Fragment{fragment(1, "b")})
	require.NoError(t, w.admit(t.Context(), w.now, p))
	_, err := w.write(context.Background(), w.now, ready, byRule)
	require.NoError(t, err)
	require.NoError(t, w.store.Batch(t.Context(), new(batch).operations(p)...))
	w.land(p, nil)
	assert.Equal(t, files{"2": "a"}, w.scribe.read())

	w.reopen()
	assert.Equal(t, 1, w.Stats().Open)
	w.pass(settle)
	assert.Equal(t, files{"2": "a b"}, w.scribe.read())
}
