package pending

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/extension/xextension/storage"
)

func TestRestartFindsOpenTracesAndTheirClocksGoOn(t *testing.T) {
	w := newWorld(t)
	w.add(fragment(1, "idle"))
	w.pass(30 * time.Second)
	w.add(fragment(2, "a"), last(2, "b"))
	w.pass(time.Second)
	want := w.Stats()
	w.reopen()
	assert.Equal(t, want, w.Stats())
	w.pass(time.Second)
	assert.Equal(t, files{"3": "a b"}, w.scribe.read(), "settled: its root was known to have ended")
	w.pass(28*time.Second - 1)
	assert.Len(t, w.scribe.read(), 1)
	w.pass(1)
	assert.Equal(t, files{"3": "a b", "2 cut": "idle"}, w.scribe.read())
}

func TestRestartWritesNothingThatWasWritten(t *testing.T) {
	w := newWorld(t)
	for n := range 3 {
		w.add(last(n, fmt.Sprint(n)))
	}
	w.pass(settle)
	want := w.scribe.read()
	w.scribe.prepared = map[TraceID]int{}
	w.pass(lateWindow - 2*settle)
	w.reopen()
	assert.Equal(t, 0, w.Stats().Open)
	assert.Equal(t, 3, w.Stats().Held)
	w.add(fragment(2, "x"))
	w.pass(settle)
	want["3"] = "2 x"
	assert.Equal(t, want, w.scribe.read())
	assert.Equal(t, map[TraceID]int{id(2): 1}, w.scribe.prepared)
	assert.Equal(t, 1, w.diary.count("closed late file=true"))
	assert.Equal(t, 1, w.diary.count("late"))
	w.pass(lateWindow)
	assert.Empty(t, w.store.keys())
}

func TestRestartLongAfterwardsWritesAtOnceAndEndsTheLateWindow(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"))
	w.pass(settle)
	w.add(last(2, "b"))
	w.now = w.now.Add(24 * time.Hour)
	w.reopen()
	w.Due(t.Context(), w.now)
	assert.Equal(t, files{"2": "a", "3": "b"}, w.scribe.read())
	assert.Equal(t, 1, w.Stats().Held)
}

func TestRestartOnAClockThatWasSetBackDoesNotWaitForTheOldTime(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"))
	w.now = w.now.Add(-24 * time.Hour)
	w.reopen()
	w.pass(settle)
	assert.Equal(t, files{"2": "a"}, w.scribe.read())
}

func TestMemoryForgetsOnRestart(t *testing.T) {
	w := newMemoryWorld(t)
	w.add(last(1, "a"))
	w.reopen()
	assert.Equal(t, Stats{}, w.Stats())
}

func TestTraceThatBeganAnewSurvivesARestart(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"))
	w.pass(settle + lateWindow)
	w.add(fragment(1, "b"))
	w.pass(idle)
	w.reopen()
	w.add(fragment(1, "c"))
	w.pass(idle)
	assert.Equal(t, files{"2": "a", "2.late cut": "b c"}, w.scribe.read())
}

// Numbers that a failed push left unused, at the end of what a receipt covers, are not given again: what carries one
// would count as written after the next restart.
func TestNumbersAreNotGivenTwiceOverARestart(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"))
	f := w.scribe.faulty
	f.failAt, f.err = f.calls, errSick
	require.Error(t, w.Add(t.Context(), w.now, []Fragment{fragment(1, "b")}))
	w.pass(settle)
	w.reopen()
	w.add(fragment(1, "b"))
	w.reopen()
	assert.Equal(t, 1, w.Stats().Open)
	w.pass(settle)
	assert.Equal(t, files{"2": "a b"}, w.scribe.read())
}

func TestMarkerWithoutFragmentsDoesNotHideNewOnes(t *testing.T) {
	w := newWorld(t)
	w.store.keepMarker(id(1), 0, header{flags: flagWritten, at: start.UnixNano()}, marking{covered: 3})
	w.reopen()
	w.add(last(1, "a"))
	w.pass(settle)
	assert.Equal(t, files{"2": "a"}, w.scribe.read())
}

func TestValuesThatCantBeReadAreSkippedWithAReason(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"), fragment(1, "b"), last(2, "c"), last(3, "d"))
	values := w.store.values
	spoil := func(key string, change func([]byte) []byte) {
		require.Contains(t, values, key)
		values[key] = change(append([]byte(nil), values[key]...))
	}
	spoil(fragmentKey(id(1), 1), func(v []byte) []byte { v[len(v)-1]++; return v })                    // its last byte
	spoil(fragmentKey(id(2), 2), func(v []byte) []byte { return v[:5] })                               // cut short
	spoil(fragmentKey(id(3), 3), func(v []byte) []byte { return remade(fragmentKey(id(3), 3), v, 9) }) // a later version's
	values["x/of another version"] = []byte("x")
	values["f/short"] = []byte("x")
	values["f/0000000000000000/"+strings.Repeat("Z", 32)] = nil
	values[markerKey(id(1), 0)] = []byte{version}
	values[markerKey(id(7), 0)] = []byte{9}
	w.store.keepMarker(id(8), 0, header{flags: flagWritten, at: 5}, marking{covered: 3})

	w.reopen()
	assert.Equal(t, 3, w.diary.count("skipped corrupt"))
	assert.Equal(t, 5, w.diary.count("skipped unknown_version"))
	w.pass(idle)
	assert.Equal(t, files{"2 cut": "a"}, w.scribe.read(), "it says that it isn't whole")
	assert.Equal(t, 3, w.diary.count("skipped corrupt"))
	w.pass(lateWindow)
	assert.Equal(t, []string{
		"f/0000000000000000/" + strings.Repeat("Z", 32), fragmentKey(id(3), 3), "f/short", markerKey(id(7), 0), "x/of another version",
	}, w.store.keys(), "what another version wrote is left alone")
}

func TestOpenFailsWhenTheStoreDoes(t *testing.T) {
	_, err := Open(t.Context(), start, Options{Store: brokenStore{}})
	require.ErrorIs(t, err, errSick)
	require.ErrorContains(t, err, "storage: ")
}

type brokenStore struct{}

func (brokenStore) Batch(context.Context, ...*storage.Operation) error { return errSick }
func (brokenStore) Walk(context.Context, storage.WalkFunc) error       { return errSick }

// A hundred thousand traces of which half are in their late window: each stored value is looked at once and nothing else is
// asked of the store, what stays in memory doesn't depend on what was stored, nothing is written before its time or again,
// and the clocks of both halves go on from where they were.
func TestRestartWithManyOpenTracesReadsOnceKeepsLittleAndSendsNothingAgain(t *testing.T) {
	const traces = 100_000
	w := newWorld(t)
	w.scribe.noFile = true // a file for each would say no more
	store(w, traces, strings.Repeat("x", 2000))
	w.now = w.now.Add(settle / 2)
	before, calls := heapSize(), w.store.calls
	w.reopen()
	grown := int64(heapSize()) - int64(before)
	t.Logf("%d bytes for each trace", grown/traces)
	assert.Less(t, grown/traces, int64(250))
	assert.Equal(t, traces+traces/2, w.store.visited)
	assert.Equal(t, calls, w.store.calls)
	assert.Equal(t, Stats{Open: traces / 2, Held: traces, Bytes: w.Stats().Bytes}, w.Stats())

	w.pass(settle/2 - 1)
	assert.Empty(t, w.scribe.prepared, "not before its time")
	w.pass(1)
	assert.Len(t, w.scribe.prepared, traces/2, "those that no file shows")
	assert.Equal(t, traces/2, w.diary.count("closed root_ended file=false"))
	assert.Equal(t, traces, w.Stats().Held)
	w.pass(lateWindow - settle)
	assert.Equal(t, traces/2, w.Stats().Held, "the window of the others is over")
	w.pass(settle)
	assert.Empty(t, w.store.keys())
	assert.Len(t, w.scribe.prepared, traces/2)
	runtime.KeepAlive(w)
}

// store puts traces of one fragment into the store, as they were left at the start of all time: every other one written.
func store(w *world, traces int, data string) {
	for n := range traces {
		number := uint64(n)
		w.store.keep(fragmentKey(id(n), number), header{flags: flagAgent | flagRootEnded, at: start.UnixNano()}, data)
		if n%2 == 0 {
			m := marking{covered: number + 1, made: []uint64{number}}
			w.store.keepMarker(id(n), number, header{flags: flagWritten, at: start.UnixNano()}, m)
		}
	}
}

func heapSize() uint64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
