package pending

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/extension/xextension/storage"
)

func TestRunWritesWhatIsDueWhenItIsDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.now = time.Now()
		w.reopen()
		ctx, cancel := context.WithCancel(t.Context())
		var group sync.WaitGroup
		group.Go(func() { w.Run(ctx, time.Now) })
		w.add(fragment(1, "idle"))
		require.NoError(t, w.Add(ctx, time.Now(), []Fragment{last(2, "settles")}))

		time.Sleep(settle)
		synctest.Wait()
		assert.Equal(t, files{"3": "settles"}, w.scribe.read())
		time.Sleep(idle - settle)
		synctest.Wait()
		assert.Equal(t, files{"3": "settles", "2 cut": "idle"}, w.scribe.read())
		require.NoError(t, w.Add(ctx, time.Now(), []Fragment{last(1, "late")}))
		time.Sleep(settle)
		synctest.Wait()
		assert.Equal(t, files{"3": "settles", "2": "idle late"}, w.scribe.read())
		time.Sleep(lateWindow)
		synctest.Wait()
		assert.Equal(t, Stats{}, w.Stats())

		w.scribe.set(func() { w.scribe.sick = syscall.ENOSPC })
		require.NoError(t, w.Add(ctx, time.Now(), []Fragment{last(3, "waits")}))
		time.Sleep(time.Hour)
		w.scribe.set(func() { w.scribe.sick = nil })
		time.Sleep(retryMost)
		synctest.Wait()
		assert.Equal(t, "waits", w.scribe.read()["4"])
		cancel()
		group.Wait()
	})
}

func TestRunSharesABacklogAmongItsWorkers(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.Workers = 4 })
	for n := range 1000 {
		w.add(last(n, "a"))
	}
	var arrived atomic.Int32
	together := make(chan struct{})
	w.scribe.onWrite = func(TraceID) { // each worker's first file waits for another worker
		if arrived.Add(1) == 2 {
			close(together)
		}
		<-together
	}
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	later := w.now.Add(settle)
	group.Go(func() { w.Run(ctx, func() time.Time { return later }) })
	for w.Stats().Open > 0 {
		runtime.Gosched()
	}
	cancel()
	group.Wait()
	assert.Len(t, w.scribe.read(), 1000)
}

// A trace whose file takes long holds up no push and no other trace.
func TestNoLockIsHeldOverTheWritingOfATrace(t *testing.T) {
	w := newWorld(t)
	var once sync.Once
	inside, leave := make(chan struct{}), make(chan struct{})
	w.scribe.onWrite = func(trace TraceID) {
		if trace == id(1) {
			once.Do(func() { close(inside) })
			<-leave
		}
	}
	w.add(last(1, "slow"))
	var group sync.WaitGroup
	group.Go(func() { w.Due(context.Background(), start.Add(settle)) })
	<-inside
	w.now = start.Add(settle)
	w.add(last(1, "more"), last(2, "quick"))
	w.pass(settle)
	assert.Equal(t, files{"3": "quick"}, w.scribe.read())
	close(leave)
	group.Wait()
	w.pass(settle)
	assert.Equal(t, files{"2": "more slow", "3": "quick"}, w.scribe.read())
}

// Nor does a storage transaction that takes long, for traces that aren't in it.
func TestNoLockIsHeldOverAStorageTransaction(t *testing.T) {
	slow := &slowStore{memory: newMemory(), inside: make(chan struct{}), leave: make(chan struct{}), op: storage.Set}
	w := newWorld(t)
	traces, err := Open(t.Context(), start, Options{Settle: settle, IdleTimeout: idle, LateWindow: lateWindow, Store: slow, Writer: w.scribe})
	require.NoError(t, err)
	done := make(chan error)
	go func() { done <- traces.Add(context.Background(), start, []Fragment{last(1, "slow")}) }()
	<-slow.inside
	require.NoError(t, traces.Add(t.Context(), start, []Fragment{last(2, "quick")}))
	traces.Due(t.Context(), start.Add(settle))
	assert.Equal(t, files{"3": "quick"}, w.scribe.read())
	close(slow.leave)
	require.NoError(t, <-done)
}

// A fragment that comes while the late window's end is being stored begins the trace anew, whether its push ends
// before or after.
func TestFragmentThatComesWhileItsTraceIsDroppedBeginsItAnew(t *testing.T) {
	for _, early := range []bool{true, false} {
		slow := &slowStore{memory: newMemory(), inside: make(chan struct{}), leave: make(chan struct{}), op: storage.Delete}
		w := newWorld(t)
		w.reopenOver(slow)
		w.add(last(1, "a"))
		w.pass(settle)
		w.now = w.now.Add(lateWindow)
		var group sync.WaitGroup
		group.Go(func() { w.Due(context.Background(), w.now) })
		<-slow.inside
		p := newPush(w.at(w.now), []Fragment{fragment(1, "b")})
		require.NoError(t, w.admit(t.Context(), w.now, p))
		require.NoError(t, slow.memory.Batch(t.Context(), new(batch).operations(p)...))
		if early {
			w.land(p, nil)
		}
		close(slow.leave)
		group.Wait()
		if !early {
			w.land(p, nil)
		}
		assert.Equal(t, 2, w.diary.count("opened"))
		assert.Equal(t, Stats{Open: 1, Held: 1, Bytes: p.bytes}, w.Stats())
		w.pass(settle)
		assert.Len(t, w.scribe.read(), 1, "its root isn't among what is known now")
		w.pass(idle)
		assert.Equal(t, files{"2": "a", "2.late cut": "b"}, w.scribe.read())
		assert.Equal(t, 1, w.diary.count("closed idle file=true"))
		assert.Zero(t, w.diary.count("late"))
		w.pass(lateWindow)
		assert.Empty(t, slow.values)
	}
}

func TestPushThatIsOvertakenDoesNotTurnTheClockBack(t *testing.T) {
	w := newWorld(t)
	w.add(last(1, "a"))
	require.NoError(t, w.Add(t.Context(), w.now.Add(-settle), []Fragment{fragment(1, "b")}))
	w.pass(settle - 1)
	assert.Empty(t, w.scribe.read())
}

// slowStore stops at the first call that has to do with trace 1 and an operation of a type.
type slowStore struct {
	*memory
	op            storage.OpType
	once          sync.Once
	inside, leave chan struct{}
}

func (s *slowStore) Batch(ctx context.Context, ops ...*storage.Operation) error {
	if ops[0].Key == fragmentKey(id(1), 0) && ops[0].Type == s.op {
		s.once.Do(func() { close(s.inside) })
		<-s.leave
	}
	return s.memory.Batch(ctx, ops...)
}

func TestManySendersRunAndShutdownAtOnce(t *testing.T) {
	eachMode(t, func(t *testing.T, w *world) {
		ctx, cancel := context.WithCancel(context.Background())
		var runner, senders sync.WaitGroup
		runner.Go(func() { w.Run(ctx, time.Now) })
		var mu sync.Mutex
		acknowledged := map[string]bool{}
		enough := make(chan struct{})
		for sender := range 6 {
			senders.Go(func() {
				for n := range 300 {
					data := fmt.Sprintf("%d.%d", sender, n)
					err := w.Add(ctx, time.Now(), []Fragment{last(n%20, data), fragment(20+n%7, data)})
					if err != nil {
						assert.ErrorIs(t, err, ErrStopped)
						return
					}
					mu.Lock()
					acknowledged[data] = true
					if len(acknowledged) == 200 {
						close(enough)
					}
					mu.Unlock()
				}
			})
		}
		<-enough
		cancel()
		runner.Wait()
		require.NoError(t, w.Shutdown(context.Background(), time.Now()))
		senders.Wait()
		found := map[string]int{}
		for _, body := range w.scribe.read() {
			for _, data := range strings.Fields(body) {
				found[data]++
			}
		}
		assert.NotEmpty(t, acknowledged)
		for data := range acknowledged {
			assert.GreaterOrEqual(t, found[data], 2, data)
		}
	}, func(o *Options) { o.Settle, o.LateWindow, o.Workers = time.Millisecond, 3*time.Millisecond, 3 })
}

// Room is needed and can't be made, for each reason for which it can't: the workers wait for better times, and don't turn
// in circles meanwhile.
func TestRoomThatCantBeMadeKeepsNoWorkerBusy(t *testing.T) {
	for name, test := range map[string]struct{ spoil, mend func(*world) }{
		"the disk fails": {
			func(w *world) { w.scribe.set(func() { w.scribe.sick = syscall.ENOSPC }) },
			func(w *world) { w.scribe.set(func() { w.scribe.sick = nil }) },
		},
		"the traces can't be written": {
			func(w *world) {
				w.scribe.set(func() { w.scribe.blocked[id(1)], w.scribe.blocked[id(2)] = errSick, errSick })
			},
			func(w *world) { w.scribe.set(func() { clear(w.scribe.blocked) }) },
		},
		"the store fails": {
			func(w *world) { w.store.broken.Store(true) },
			func(w *world) { w.store.broken.Store(false) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, func(o *Options) { o.Workers = 4 })
				w.now = time.Now()
				w.reopen()
				w.add(last(1, "a"), last(2, "b"))
				w.store.most = 1
				require.ErrorIs(t, w.Add(t.Context(), w.now, []Fragment{last(3, "c")}), storage.ErrStorageFull)
				test.spoil(w)

				ctx, cancel := context.WithCancel(t.Context())
				var turns atomic.Int64
				clock := func() time.Time {
					if turns.Add(1) > 5000 {
						cancel()
					}
					return time.Now()
				}
				var group sync.WaitGroup
				group.Go(func() { w.Run(ctx, clock) })
				time.Sleep(5 * time.Minute)
				synctest.Wait()
				assert.Less(t, turns.Load(), int64(5000), "the workers turn in circles")
				assert.Empty(t, w.scribe.read())
				test.mend(w)
				time.Sleep(2 * retryMost)
				synctest.Wait()
				assert.Len(t, w.scribe.read(), 2)
				cancel()
				group.Wait()
			})
		})
	}
}
