package pending

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// drive lives through all states: open, written, late, gone, begun anew, late again. Pushes are repeated until they are
// taken, as a sender does. It returns false when the process died; the caller restarts it and calls drive again.
func (w *world) drive(progress *int) bool {
	steps := []func() error{
		func() error {
			return w.Add(context.Background(), w.now, []Fragment{fragment(1, "a"), fragment(2, "b")})
		},
		func() error { return w.Add(context.Background(), w.now, []Fragment{last(1, "c"), fragment(3, "d")}) },
		func() error { w.pass(settle + 2*retryFirst); return nil },
		func() error { return w.Add(context.Background(), w.now, []Fragment{fragment(1, "e"), last(2, "f")}) },
		func() error { w.pass(settle + 4*retryFirst); return nil },
		func() error { w.pass(idle + 8*retryFirst); return nil },
		func() error { w.pass(lateWindow + 8*retryFirst); return nil },
		func() error { return w.Add(context.Background(), w.now, []Fragment{last(1, "x"), last(3, "y")}) },
		func() error { w.pass(settle + 8*retryFirst); return nil },
		func() error { return w.Add(context.Background(), w.now, []Fragment{last(1, "z")}) },
		func() error { w.pass(settle + 8*retryFirst); return nil },
	}
	for *progress < len(steps) {
		err := steps[*progress]()
		if w.scribe.faulty.dead() {
			return false
		}
		if err == nil {
			*progress++
		}
	}
	return true
}

func (f *faulty) dead() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err == errDead && f.injected > 0
}

func (f *faulty) heal() (injected int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.failAt = -1
	f.err = nil
	return f.injected
}

var driven = files{"2": "a c e", "3": "b f", "4 cut": "d", "2.late": "x z", "4.late": "y"}

func TestStoreOrWriterFailingAtEachCallInTurnLosesNothing(t *testing.T) {
	for _, after := range []bool{false, true} {
		t.Run(fmt.Sprintf("call done all the same: %v", after), func(t *testing.T) {
			injections := 0
			for n := 0; ; n++ {
				w := newWorld(t)
				w.scribe.faulty.failAt, w.scribe.faulty.err, w.scribe.faulty.after = n, errSick, after
				progress := 0
				require.True(t, w.drive(&progress))
				injected := w.scribe.faulty.heal()
				w.pass(2 * retryMost)
				require.Equal(t, driven, w.scribe.read(), "call %d", n)
				w.pass(lateWindow)
				require.Empty(t, w.store.keys(), "call %d", n)
				require.Equal(t, Stats{}, w.Stats())
				if injected == 0 {
					break
				}
				injections += injected
			}
			assert.Greater(t, injections, 25, "too few calls were made to fail")
			t.Log(injections, "calls failed")
		})
	}
}

// The process is killed at each call to the store and to the writer in turn, before it does anything and after it has
// done it, started again on what was left, and killed no more. The files must equal those of a run without a kill.
func TestKillAtEachCallGivesTheSameFiles(t *testing.T) {
	for _, after := range []bool{false, true} {
		t.Run(fmt.Sprintf("after the call: %v", after), func(t *testing.T) {
			kills := 0
			for n := 0; ; n++ {
				w := newWorld(t)
				w.scribe.faulty.failAt, w.scribe.faulty.err, w.scribe.faulty.after = n, errDead, after
				progress := 0
				if !w.drive(&progress) {
					kills++
					w.scribe.faulty.heal()
					w.reopen()
					require.True(t, w.drive(&progress))
				}
				require.Equal(t, driven, w.scribe.read(), "call %d", n)
				w.pass(lateWindow)
				if kills <= n && w.scribe.faulty.heal() > 0 { // killed at the end of the late window
					kills++
					w.reopen()
					w.pass(lateWindow)
				}
				require.Equal(t, driven, w.scribe.read(), "call %d", n)
				require.Empty(t, w.store.keys(), "call %d", n)
				if kills <= n {
					break
				}
			}
			assert.Greater(t, kills, 25, "too few kills")
			t.Log(kills, "kills")
		})
	}
}

// Random pushes, waits, kills, failures of the store and of the writer. Whatever happens, each acknowledged fragment
// is in a file of its trace, and in no other trace's.
func TestRandomLifeLosesNothing(t *testing.T) {
	seeds := uint64(300)
	if testing.Short() {
		seeds = 30
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 1))
		w := newWorld(t, func(o *Options) {
			o.MaxOpenTraces = []int{0, 3}[r.IntN(2)]
			o.MaxOpenBytes = []int64{0, 400}[r.IntN(2)]
		})
		acknowledged := map[string]int{} // fragment to trace
		for n := range 60 {
			trace, data := r.IntN(5), fmt.Sprintf("%03d", n)
			f := fragment(trace, data)
			f.RootEnded = r.IntN(3) == 0
			if w.Add(context.Background(), w.now, []Fragment{f}) == nil {
				acknowledged[data] = trace
			}
			w.now = w.now.Add([]time.Duration{0, time.Second, settle, idle, lateWindow + idle}[r.IntN(5)])
			w.Due(context.Background(), w.now)
			switch r.IntN(6) {
			case 0:
				f := w.scribe.faulty
				f.failAt, f.err, f.after = f.calls+r.IntN(4), []error{errSick, errDead}[r.IntN(2)], r.IntN(2) == 0
			case 1:
				w.scribe.faulty.heal()
				w.scribe.faulty.injected = 0
				w.reopen()
			}
		}
		w.scribe.faulty.heal()
		w.reopen()
		w.pass(lateWindow + 2*idle)
		require.Equal(t, Stats{}, w.Stats(), "seed %d", seed)
		require.Empty(t, w.store.keys(), "seed %d", seed)
		found := map[string][]int{}
		for name, body := range w.scribe.read() {
			trace := int(name[0]-'0') - 1
			for _, data := range strings.Fields(body) {
				found[data] = append(found[data], trace)
			}
		}
		for data, trace := range acknowledged {
			require.True(t, slices.Contains(found[data], trace), "seed %d: fragment %s of trace %d is lost: %v", seed, data, trace, w.scribe.read())
		}
		for data, traces := range found {
			for _, trace := range traces {
				if want, ok := acknowledged[data]; ok {
					require.Equal(t, want, trace, "seed %d: fragment %s is in another trace's file", seed, data)
				}
			}
		}
	}
}

func TestDiskThatFailsIsToldOnceAndEverythingIsWrittenWhenItIsWell(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"))
	w.scribe.set(func() { w.scribe.sick = syscall.ENOSPC })
	w.pass(10 * time.Minute)
	assert.Equal(t, 1, w.diary.count("health "+syscall.ENOSPC.Error()))
	assert.LessOrEqual(t, w.diary.count("failed"), 2, "only the check is repeated")
	for n := 2; n < 200; n++ {
		w.add(last(n, "b")) // in storage: taken
	}
	w.pass(10 * time.Minute)
	assert.Empty(t, w.scribe.read())
	w.scribe.set(func() { w.scribe.sick = nil })
	w.pass(retryMost)
	assert.Len(t, w.scribe.read(), 199)
	assert.Equal(t, 1, w.diary.count("health <nil>"))
}

func TestDiskThatIsWellAgainNeedsNoFurtherWait(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"), last(2, "b"))
	w.scribe.set(func() { w.scribe.sick = syscall.ENOSPC })
	w.pass(10 * time.Minute)
	w.add(last(3, "c"))
	w.pass(settle)
	w.scribe.set(func() { w.scribe.sick = nil })
	w.diagnose(nil, w.now) // as after a worker's check
	w.Due(t.Context(), w.now)
	assert.Len(t, w.scribe.read(), 3)
}

func TestDiskThatFailsMakesMemoryRefuseAndRecoverByItself(t *testing.T) {
	w := newMemoryWorld(t)
	w.add(last(1, "a"))
	w.scribe.set(func() { w.scribe.sick = syscall.ENOSPC })
	w.pass(settle)
	err := w.Add(t.Context(), w.now, []Fragment{last(2, "b")})
	require.ErrorIs(t, err, ErrFailing)
	require.ErrorIs(t, err, syscall.ENOSPC)
	w.scribe.set(func() { w.scribe.sick = nil })
	w.pass(retryMost)
	w.add(last(2, "b"))
	w.pass(settle)
	assert.Equal(t, files{"2": "a", "3": "b"}, w.scribe.read())
}

func TestOneTraceThatCantBeWrittenHoldsUpNoOther(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		w.scribe.set(func() { w.scribe.blocked[id(1)] = errSick })
		w.add(last(1, "a"))
		w.pass(time.Hour)
		failed := w.diary.count("failed")
		assert.Less(t, failed, 150, "attempts grow rare")
		assert.Greater(t, failed, 50)
		w.add(last(2, "b"))
		w.pass(settle)
		assert.Equal(t, files{"3": "b"}, w.scribe.read())
		assert.Zero(t, w.diary.count("health "+errSick.Error()))
		w.scribe.set(func() { delete(w.scribe.blocked, id(1)) })
		w.pass(retryMost)
		assert.Equal(t, files{"2": "a", "3": "b"}, w.scribe.read())
	})
}

func TestFullStoreIsToldToTheSenderAndMadeRoomIn(t *testing.T) {
	t.Run("by dropping finished traces", func(t *testing.T) {
		w := newWorld(t)
		for n := range 10 {
			w.add(last(n, strings.Repeat("x", 100)))
		}
		w.pass(settle)
		w.store.most = 10 * 250
		refused := 0
		for n := 10; n < 40; n++ {
			err := w.Add(t.Context(), w.now, []Fragment{last(n, strings.Repeat("y", 100))})
			if err != nil {
				require.ErrorIs(t, err, storage.ErrStorageFull)
				refused++
				w.pass(time.Second)
				w.add(last(n, strings.Repeat("y", 100)))
			}
			w.pass(settle)
		}
		assert.Positive(t, refused, "the store was never full")
		assert.Len(t, w.scribe.read(), 40)
	})
	t.Run("by writing open traces early, though no marker fits", func(t *testing.T) {
		w := newWorld(t)
		for n := range 10 {
			w.add(fragment(n, strings.Repeat("x", 100)))
		}
		w.store.most = w.Stats().Bytes
		for _, value := range w.store.values {
			w.store.most -= 43
			_ = value
		}
		err := w.Add(t.Context(), w.now, []Fragment{last(10, strings.Repeat("y", 100))})
		require.ErrorIs(t, err, storage.ErrStorageFull)
		w.pass(0)
		assert.Positive(t, w.diary.count("closed memory file=true"))
		w.add(last(10, strings.Repeat("y", 100)))
		w.pass(idle)
		assert.Len(t, w.scribe.read(), 11)
	})
}

func TestStorageErrorsAreToldAndNothingIsAcknowledged(t *testing.T) {
	w := newWorld(t)
	w.scribe.faulty.failAt, w.scribe.faulty.err = w.scribe.faulty.calls, errSick
	err := w.Add(t.Context(), w.now, []Fragment{last(1, "secret")})
	require.ErrorIs(t, err, errSick)
	assert.NotContains(t, err.Error(), "secret")
	w.pass(settle + idle + lateWindow)
	assert.Equal(t, Stats{}, w.Stats())
	assert.Empty(t, w.scribe.read())
}
