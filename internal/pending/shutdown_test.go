package pending

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestShutdownWritesEverythingOpenAndRefusesPushes(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		for n := range 300 {
			w.add(fragment(n, "a"))
		}
		w.add(last(300, "b"))
		w.pass(settle)
		w.add(fragment(300, "c"), last(301, "d"))
		require.NoError(t, w.Shutdown(t.Context(), w.now))
		files := w.scribe.read()
		assert.Len(t, files, 302)
		assert.Equal(t, "b c", files["12d"])
		assert.Equal(t, "d", files["12e"], "its root ended: it is complete")
		assert.Equal(t, 302, w.diary.count("closed shutdown file=true"))
		assert.Equal(t, 0, w.Stats().Open)
		require.ErrorIs(t, w.Add(t.Context(), w.now, []Fragment{fragment(1, "x")}), ErrStopped)
	}, func(o *Options) { o.Workers = 4 })
}

func TestShutdownInStorageGoesOnAfterARestart(t *testing.T) {
	w := newWorld(t)
	w.add(fragment(1, "a"))
	require.NoError(t, w.Shutdown(t.Context(), w.now))
	assert.Equal(t, files{"2 cut": "a"}, w.scribe.read())
	w.now = w.now.Add(idle)
	w.reopen()
	w.add(last(1, "b"))
	w.pass(settle)
	assert.Equal(t, files{"2": "a b"}, w.scribe.read())
}

func TestShutdownWithoutTimeKeepsOrNamesWhatIsOpen(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		w.add(last(1, "a"), last(2, "b"))
		ctx, cancel := context.WithCancel(t.Context())
		w.scribe.onWrite = func(TraceID) { cancel() }
		err := w.Shutdown(ctx, w.now)
		var unwritten *UnwrittenError
		require.ErrorAs(t, err, &unwritten)
		assert.Equal(t, []TraceID{id(1), id(2)}, unwritten.Traces)
		assert.Equal(t, w.store != nil, unwritten.Kept)
		require.ErrorIs(t, err, context.Canceled)
		assert.Contains(t, err.Error(), "2 traces not written, ")
		assert.Contains(t, err.Error(), id(1).String())
		assert.NotContains(t, err.Error(), "\n")
		assert.Zero(t, w.diary.count("failed"), "time that is up is nobody's fault")
		if w.store == nil {
			return
		}
		w.scribe.onWrite = nil
		w.reopen()
		w.pass(settle)
		assert.Equal(t, files{"2": "a", "3": "b"}, w.scribe.read())
	})
}

// A line of millions of ids helps nobody when the traces are still there, and is all there is when they aren't.
func TestAllTracesAreNamedThatAreLostAndAFewThatAreKept(t *testing.T) {
	unwritten := UnwrittenError{Cause: errSick}
	for n := range 1000 {
		unwritten.Traces = append(unwritten.Traces, id(n))
	}
	assert.Contains(t, unwritten.Error(), id(999).String())
	unwritten.Kept = true
	assert.Contains(t, unwritten.Error(), "1000 traces not written, kept in storage: ["+id(0).String())
	assert.Contains(t, unwritten.Error(), id(9).String()+"] and others: ")
	assert.NotContains(t, unwritten.Error(), id(10).String())
}

func TestShutdownOnAFailingDiskEnds(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		for n := range 500 {
			w.add(last(n, "a"))
		}
		w.scribe.set(func() { w.scribe.sick = errSick })
		var unwritten *UnwrittenError
		err := w.Shutdown(t.Context(), w.now)
		require.ErrorAs(t, err, &unwritten)
		require.ErrorIs(t, err, errSick)
		assert.Len(t, unwritten.Traces, 500)
		assert.LessOrEqual(t, w.diary.count("failed"), 3*roundTraces, "the rest isn't tried")
	})
}

func TestShutdownTriesAgainWhileItHelps(t *testing.T) {
	w := newMemoryWorld(t)
	w.add(last(1, "a"), last(2, "b"))
	tries := 0
	w.scribe.onWrite = func(trace TraceID) {
		if tries++; trace == id(1) && tries == 1 {
			w.scribe.set(func() { w.scribe.blocked[id(1)] = errSick })
		} else {
			w.scribe.set(func() { delete(w.scribe.blocked, id(1)) })
		}
	}
	require.NoError(t, w.Shutdown(t.Context(), w.now))
	assert.Len(t, w.scribe.read(), 2)
}

func TestShutdownWaitsForPushesUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newMemoryWorld(t)
		p := newPush(w.at(w.now), []Fragment{last(1, "a")})
		require.NoError(t, w.admit(t.Context(), w.now, p))
		done := make(chan error)
		go func() { done <- w.Shutdown(context.Background(), w.now) }()
		synctest.Wait() // it is waiting
		require.NoError(t, w.Traces.store.Batch(t.Context(), new(batch).operations(p)...))
		w.land(p, nil)
		require.NoError(t, <-done)
		assert.Equal(t, files{"2": "a"}, w.scribe.read())
	})
}

func TestShutdownWaitsNoLongerThanItsContext(t *testing.T) {
	w := newMemoryWorld(t)
	require.NoError(t, w.admit(t.Context(), w.now, newPush(0, []Fragment{last(1, "a")})))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, w.Shutdown(ctx, w.now), context.Canceled)
}

func TestShutdownWaitsForThePushThatMakesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newMemoryWorld(t, func(o *Options) { o.MaxOpenTraces = 1 })
		w.add(last(1, "a"))
		held := make(chan struct{})
		w.scribe.onWrite = func(TraceID) { <-held }
		pushed, stopped := make(chan error, 1), make(chan error, 1)
		go func() { pushed <- w.Add(t.Context(), w.now, []Fragment{last(2, "b")}) }()
		synctest.Wait() // the push writes the first trace early
		go func() { stopped <- w.Shutdown(t.Context(), w.now) }()
		synctest.Wait()
		assert.Empty(t, stopped, "nothing is lost that is being written")
		close(held)
		require.NoError(t, <-stopped)
		require.ErrorIs(t, <-pushed, ErrStopped)
		assert.Equal(t, files{"2 cut": "a"}, w.scribe.read())
	})
}
