package pending

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func maxTraces(n int) func(*Options)  { return func(o *Options) { o.MaxOpenTraces = n } }
func maxBytes(n int64) func(*Options) { return func(o *Options) { o.MaxOpenBytes = n } }

func TestBoundsHoldUnderAFlood(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Options)
		holds  func(Stats) bool
	}{
		{"of traces", maxTraces(20), func(s Stats) bool { return s.Held <= 20 }},
		{"of bytes", maxBytes(5000), func(s Stats) bool { return s.Bytes <= 5000 }},
	}
	for _, test := range tests {
		eachMode(t, func(t *testing.T, w *world) {
			for n := range 200 {
				w.add(fragment(n, strings.Repeat("x", 100)))
				require.True(t, test.holds(w.Stats()), "%s: %+v", test.name, w.Stats())
				w.now = w.now.Add(time.Millisecond)
			}
			assert.Greater(t, w.diary.count("closed memory file=true"), 100)
			w.pass(idle)
			files := w.scribe.read()
			assert.Len(t, files, 200, "nothing is lost")
			for name := range files {
				assert.Contains(t, name, " cut", "the file says that it may lack something")
			}
		}, test.change)
	}
}

func TestRoomIsMadeOfFinishedTracesFirstThenOfThoseThatRestedLongest(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		w.add(fragment(0, "open, rested"))
		w.add(last(1, "written first"))
		w.pass(settle)
		w.add(last(2, "written second"))
		w.add(Fragment{Trace: id(3), Data: []byte("a link"), RootEnded: true})
		w.pass(settle)
		w.add(fragment(4, "open"))
		require.Equal(t, Stats{Open: 2, Held: 5, Bytes: w.Stats().Bytes}, w.Stats())

		gone := func(n int) bool { w.mu.Lock(); defer w.mu.Unlock(); return w.entries[id(n)] == nil }
		for i, next := range []int{3, 1, 2, 0} {
			assert.False(t, gone(next))
			w.add(fragment(10+i, "new"))
			assert.True(t, gone(next), "trace %d", next)
		}
		assert.Equal(t, 1, w.diary.count("closed memory file=true"))
		assert.Equal(t, "open, rested", w.scribe.read()["1 cut"])
	}, maxTraces(5))
}

func TestLateFragmentStillMergesAfterATraceWasWrittenEarly(t *testing.T) {
	w := newMemoryWorld(t, maxTraces(2))
	w.add(fragment(1, "a"))
	w.pass(time.Second)
	w.add(fragment(2, "b"))
	ctx := t.Context()
	w.mu.Lock()
	w.pin(w.entries[id(1)])
	w.mu.Unlock()
	_, err := w.write(ctx, w.now, []*entry{w.entries[id(1)]}, forced(Memory))
	require.NoError(t, err)
	assert.Equal(t, files{"2 cut": "a"}, w.scribe.read())
	w.add(last(1, "c"))
	w.pass(settle)
	assert.Equal(t, files{"2": "a c"}, w.scribe.read())
}

func TestPushThatIsLargerThanTheBoundsIsTakenAlone(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		w.add(last(1, "a"))
		w.add(last(2, strings.Repeat("x", 2000)))
		assert.Equal(t, 1, w.Stats().Held)
		w.add(last(3, "b"))
		w.pass(settle)
		assert.Len(t, w.scribe.read(), 3)
	}, maxBytes(1000))
}

func TestBoundThatIsLoweredOverARestartIsReachedByItself(t *testing.T) {
	w := newWorld(t)
	for n := range 50 {
		w.add(fragment(n, "a"))
	}
	w.option.MaxOpenTraces = 10
	w.reopen()
	w.Due(t.Context(), w.now)
	assert.Equal(t, 10, w.Stats().Held)
	assert.Len(t, w.scribe.read(), 40)
}

func TestNoRoomAndNoWritingIsARetryableError(t *testing.T) {
	w := newWorld(t, maxTraces(2))
	w.add(fragment(1, "a"), fragment(2, "b"))
	w.scribe.set(func() { w.scribe.sick = errSick })
	for range 3 {
		err := w.Add(t.Context(), w.now, []Fragment{fragment(3, "c")})
		require.ErrorIs(t, err, ErrFull)
		require.ErrorIs(t, err, errSick)
	}
	assert.LessOrEqual(t, w.diary.count("failed"), 2, "what fails isn't tried for every push")
	assert.Equal(t, Stats{Open: 2, Held: 2, Bytes: w.Stats().Bytes, Ill: true}, w.Stats())
	w.scribe.set(func() { w.scribe.sick = nil })
	w.pass(retryMost)
	w.add(fragment(3, "c"))
}

func TestPushThatWaitsForRoomEndsWithItsContext(t *testing.T) {
	w := newWorld(t, maxTraces(1))
	w.add(fragment(1, "a"))
	w.mu.Lock()
	w.pin(w.entries[id(1)]) // as if it were being written
	w.mu.Unlock()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, w.Add(ctx, w.now, []Fragment{fragment(2, "b")}), context.Canceled)
	w.roomMaker <- struct{}{} // as if another push were making room
	require.ErrorIs(t, w.Add(ctx, w.now, []Fragment{fragment(2, "b")}), context.Canceled)
	<-w.roomMaker

	done := make(chan error)
	go func() { done <- w.Add(t.Context(), w.now, []Fragment{fragment(2, "b")}) }()
	w.mu.Lock()
	w.release([]*entry{w.entries[id(1)]})
	w.mu.Unlock()
	require.NoError(t, <-done)
	assert.Equal(t, files{"2 cut": "a"}, w.scribe.read())
}

func TestManySendersAtTheBounds(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		var group sync.WaitGroup
		for sender := range 8 {
			group.Go(func() {
				for n := range 40 {
					trace := sender*1000 + n
					err := w.Add(context.Background(), start, []Fragment{fragment(trace, fmt.Sprint(trace)), fragment(trace+1, "x")})
					assert.NoError(t, err)
				}
			})
		}
		group.Wait()
		assert.LessOrEqual(t, w.Stats().Held, 16)
		w.pass(idle)
		count := 0
		for _, body := range w.scribe.read() {
			count += len(strings.Fields(body))
		}
		assert.GreaterOrEqual(t, count, 8*41)
	}, maxTraces(16))
}

// However many traces there are whose writing panics, they keep no other out.
func TestTracesThatPanicAreGivenUpWhenTheirRoomIsNeeded(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		w.scribe.onWrite = func(trace TraceID) {
			if trace != id(9) {
				panic("a fault")
			}
		}
		for n := range 4 {
			w.add(last(n, "poison"))
		}
		w.pass(time.Hour)
		assert.Equal(t, 4, w.Stats().Open, "while there is room they are tried again")
		for n := 4; n < 9; n++ {
			w.add(last(n, "poison"))
		}
		assert.Equal(t, 5, w.diary.count("closed memory file=false"))
		w.add(last(9, "good"))
		w.pass(settle)
		assert.Equal(t, files{"a": "good"}, w.scribe.read())
	}, maxTraces(4))
}
