package pending

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type files = map[string]string

// eachMode runs a test with a store that outlives the process and without.
// holdsAll keeps in memory what is in the storage, until it's written.
func holdsAll(o *Options) { o.HeldBytes = 1 << 20 }

func eachMode(t *testing.T, test func(*testing.T, *world), change ...func(*Options)) {
	t.Run("in storage", func(t *testing.T) { test(t, newWorld(t, change...)) })
	t.Run("in storage and held", func(t *testing.T) { test(t, newWorld(t, append(change, holdsAll)...)) })
	t.Run("in memory", func(t *testing.T) { test(t, newMemoryWorld(t, change...)) })
}

func TestTraceIsWrittenSettleAfterItsLastFragmentOnceItsRootEnded(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		w.add(fragment(1, "a"))
		w.pass(30 * time.Second)
		w.add(last(1, "b"))
		w.pass(settle - 1)
		w.add(fragment(1, "c"))
		w.pass(settle - 1)
		assert.Empty(t, w.scribe.read())
		w.pass(1)
		assert.Equal(t, files{"2": "a b c"}, w.scribe.read())
		assert.Equal(t, 1, w.diary.count("closed root_ended file=true"))
		assert.Equal(t, Stats{Held: 1, Bytes: w.Stats().Bytes}, w.Stats())
	})
}

func TestTraceWithoutRootIsWrittenWhenIdle(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		w.add(fragment(1, "a"))
		w.pass(idle - 1)
		assert.Empty(t, w.scribe.read())
		w.pass(1)
		assert.Equal(t, files{"2 cut": "a"}, w.scribe.read())
		assert.Equal(t, 1, w.diary.count("closed idle file=true"))
	})
}

func TestLateFragmentRewritesTheFileWithEverythingKnown(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		w.add(last(1, "b"))
		w.pass(settle)
		for n := range 3 { // the window begins anew each time
			w.pass(lateWindow - 2*settle)
			w.add(fragment(1, fmt.Sprint(n)))
			w.pass(2 * settle)
			assert.Equal(t, n+1, w.diary.count("closed late file=true"))
		}
		assert.Equal(t, files{"2": "0 1 2 b"}, w.scribe.read())
		assert.Equal(t, 3, w.diary.count("late"))
		assert.Equal(t, 1, w.diary.count("opened"))
	})
}

func TestFragmentAfterTheLateWindowGoesToASibling(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		w.add(last(1, "a"))
		w.pass(settle + lateWindow)
		assert.Equal(t, Stats{}, w.Stats(), "nothing is kept after the window")
		if w.store != nil {
			assert.Empty(t, w.store.keys())
		}
		w.add(fragment(1, "b"))
		w.pass(idle)
		w.add(fragment(1, "c"))
		w.pass(idle)
		assert.Equal(t, files{"2": "a", "2.late cut": "b c"}, w.scribe.read())
		w.pass(lateWindow)
		w.add(fragment(1, "d"))
		w.pass(idle)
		assert.Equal(t, files{"2": "a", "2.late cut": "b c", "2.late-2 cut": "d"}, w.scribe.read())
		assert.Zero(t, w.diary.count("failed"))
	})
}

func TestFragmentsOfAFileThatStandsAlreadyAddNothing(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		w.add(last(1, "a"))
		w.pass(settle + lateWindow)
		w.add(last(1, "a")) // a sender that never heard the answer
		w.pass(settle)
		assert.Equal(t, files{"2": "a"}, w.scribe.read())
	})
}

func TestOrderSplitAndDuplicationOfFragmentsChangeNothing(t *testing.T) {
	for _, order := range [][]string{{"a", "b", "c"}, {"c", "b", "a"}, {"b", "a", "b", "c", "c"}} {
		eachMode(t, func(t *testing.T, w *world) {
			for _, data := range order {
				w.add(last(1, data), fragment(1, data))
			}
			w.pass(settle)
			assert.Equal(t, files{"2": "a b c"}, w.scribe.read())
		})
	}
}

func TestTraceWithoutAgentsIsKeptForAncestryAndGetsNoFile(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		w.add(Fragment{Trace: id(1), Data: []byte("link"), RootEnded: true})
		w.pass(settle)
		assert.Empty(t, w.scribe.read())
		assert.Empty(t, w.scribe.prepared, "nothing to read")
		assert.Equal(t, 1, w.diary.count("closed root_ended file=false"))

		w.add(fragment(1, "agent"))
		w.pass(settle)
		assert.Equal(t, files{"2": "agent link"}, w.scribe.read())
		w.pass(lateWindow)
		assert.Equal(t, Stats{}, w.Stats())
	})
}

func TestTraceInWhichTheWriterFindsNoStepsGetsNoFile(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		w.scribe.noFile = true
		w.add(last(1, "a"))
		w.pass(settle)
		assert.Empty(t, w.scribe.read())
		assert.Equal(t, 1, w.diary.count("closed root_ended file=false"))
		w.pass(lateWindow)
		assert.Equal(t, Stats{}, w.Stats())
		if w.store != nil {
			assert.Empty(t, w.store.keys())
		}
	})
}

func TestTraceThatNeverRestsIsRewrittenLessAndLess(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "000"))
	for n := range 600 {
		w.pass(5 * time.Second)
		w.add(fragment(1, fmt.Sprintf("%03d", n+1)))
	}
	w.pass(idle)
	assert.Less(t, w.scribe.prepared[id(1)], 20, "600 pushes within 50 minutes")
	assert.Len(t, w.scribe.read()["2"], 601*4-1)
}

func TestFragmentThatComesWhileItsTraceIsWrittenIsInTheNextFile(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		w.scribe.onWrite = func(TraceID) {
			w.scribe.onWrite = nil
			w.add(fragment(1, "b"))
		}
		w.add(last(1, "a"))
		w.now = w.now.Add(settle)
		w.Due(t.Context(), w.now)
		assert.Equal(t, files{"2": "a"}, w.scribe.read())
		assert.Equal(t, 1, w.Stats().Open)
		w.pass(settle)
		assert.Equal(t, files{"2": "a b"}, w.scribe.read())
	})
}

func TestClockThatIsSetBackDelaysNothing(t *testing.T) {
	w := newMemoryWorld(t)
	wall := time.Now() // carries a monotonic reading, as the exporter's clock does
	traces := newTraces(wall, w.option)
	assert.Equal(t, wall.UnixNano()+int64(time.Hour), traces.at(wall.Add(time.Hour)))
	back := wall.Add(time.Second).Round(0).Add(-24 * time.Hour) // no monotonic reading: what a wall clock alone would say
	assert.Less(t, traces.at(back), traces.at(wall))
}

func TestPanickingWriterCostsNothingButTime(t *testing.T) {
	w := newWorld(t)
	w.scribe.onWrite = func(TraceID) { panic("secret content") }
	w.add(last(1, "a"))
	w.add(last(2, "b"))
	w.pass(settle)
	assert.Equal(t, 2, w.diary.count("failed"))
	w.scribe.onWrite = nil
	w.pass(time.Minute)
	assert.Equal(t, files{"2": "a", "3": "b"}, w.scribe.read())

	err := guard(func() error { panic("secret content") })
	assert.NotContains(t, err.Error(), "secret")
}

func TestReasonsHaveNames(t *testing.T) {
	var names []string
	for _, reason := range Reasons {
		names = append(names, reason.String())
	}
	assert.Equal(t, []string{"root_ended", "idle", "late", "memory", "shutdown"}, names)
	assert.Equal(t, "corrupt unknown_version excess", Corrupt.String()+" "+Unknown.String()+" "+Excess.String())
	assert.True(t, Closing{Reason: Late, RootEnded: true}.Complete())
	assert.False(t, Closing{Reason: Memory, RootEnded: true}.Complete())
	assert.False(t, Closing{Reason: Idle}.Complete())
}

// bySpan is the life of a trace that comes span by span, and once more late. It returns how many operations the store did.
func bySpan(t *testing.T, pushes int) (operations int) {
	w := newWorld(t)
	for n := range pushes {
		w.add(last(1, fmt.Sprintf("%06d", n)))
	}
	w.pass(settle)
	w.add(last(1, "late"))
	w.pass(settle + lateWindow)
	assert.Empty(t, w.store.keys())
	assert.Len(t, w.scribe.read()["2"], pushes*7+len("late"))
	return w.store.operations
}

func TestWhatATraceOfManyPushesCostsGrowsWithTheirNumber(t *testing.T) {
	for _, pushes := range []int{1, 10, 1000} {
		// The push, two writes of all, their deletion; an intent, a receipt and a marker to read or delete for each write.
		assert.LessOrEqual(t, bySpan(t, pushes), 4*pushes+12)
	}
}

// TestOneGiant lives through the trace that the environment names, for internal/growth to count the statements that it
// takes.
func TestOneGiant(t *testing.T) {
	const shape = "pushes of one trace"
	size, _ := strconv.Atoi(os.Getenv("GIANT_SIZE"))
	t.Log("shape", 100_000, shape)
	if shape == os.Getenv("GIANT_SHAPE") {
		bySpan(t, size)
	}
}

func TestTheObserverKnowsWhatIsKeptOfEachTrace(t *testing.T) {
	w := newWorld(t)
	w.add(fragment(1, "a"), Fragment{Trace: id(2), Data: []byte("b")})
	w.store.failAt, w.store.err = w.store.calls, errSick
	require.Error(t, w.Add(t.Context(), w.now, []Fragment{fragment(3, "c")}))
	kept := func() []int {
		return []int{
			w.diary.count(fmt.Sprintf("kept %s agent=true a", id(1))),
			w.diary.count(fmt.Sprintf("kept %s agent=false b", id(2))),
			w.diary.count(fmt.Sprintf("kept %s agent=true c", id(3))),
		}
	}
	assert.Equal(t, []int{1, 1, 0}, kept(), "a push that failed is none")

	w.reopen()
	assert.Equal(t, []int{1, 1, 0}, kept(), "what a restart finds is kept too")

	w.pass(idle + lateWindow)
	for n := 1; n <= 2; n++ {
		assert.Equal(t, 1, w.diary.count(fmt.Sprintf("forgotten %s", id(n))))
	}
	assert.Equal(t, Stats{}, w.Stats())
}
