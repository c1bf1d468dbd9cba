package pending

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// process is one life of the exporter on a store that outlives it.
type process struct {
	*Traces
	stage    *stage
	ctx      context.Context
	kill     context.CancelFunc
	group    sync.WaitGroup
	pushers  int
	workers  int
	stopping bool
}

// simulation is processes after each other, all that they do at once, and the model of what must be true meanwhile.
type simulation struct {
	*model
	t      *testing.T
	r      *rand.Rand
	now    time.Time
	option Options
	scribe *scribe
	run    *process
	seen   *diary
	pushed int
	faults bool
	storm  storm
}

var lives = flag.Uint64("lives", 100, "how many simulated lives are lived")

// Pushes, workers, room being made and shutdowns happen at once, in each order that a seed gives, with calls that fail
// before or after the fact, kills and restarts at any of them, and another version of the exporter that runs for a time.
// The model is looked at after every call: nothing that was acknowledged is ever lost, were the process killed there.
func TestSimulatedLivesLoseNothing(t *testing.T) {
	total := tally{}
	for seed := range *lives {
		synctest.Test(t, func(t *testing.T) { newSimulation(t, seed, nil).live(250, total) })
		require.False(t, t.Failed(), "seed %d", seed)
	}
	t.Log(total)
	for _, what := range []string{
		"kill", "stop", "failed", "after", "full", "acknowledged", "swap", "covered", "again", "exact",
		"noticed", "read", "without", "missing", "storage down", "storage full", "disk full",
	} {
		require.Positive(t, total[what], "%s: it didn't come to that", what)
	}
}

func newSimulation(t *testing.T, seed uint64, real *mirror) *simulation {
	s := &simulation{
		t: t, r: rand.New(rand.NewPCG(seed, 2)), now: start, faults: seed%4 > 0,
		scribe: newScribe(t, &faulty{failAt: -1}),
	}
	s.model = newModel(t, seed)
	s.real = real
	s.option = Options{Settle: settle, IdleTimeout: idle, LateWindow: lateWindow}
	s.option.MaxOpenTraces = []int{0, 2, 3}[s.r.IntN(3)]
	s.option.MaxOpenBytes = []int64{0, 400}[s.r.IntN(2)]
	s.option.HeldBytes = []int64{0, 200, 1 << 20}[seed/4%3]
	s.start()
	return s
}

// start begins a life.
func (s *simulation) start() {
	s.run = &process{stage: &stage{}}
	s.run.ctx, s.run.kill = context.WithCancel(context.Background())
	s.scribe.reopen()
	s.option.Store = &stagedStore{stage: s.run.stage, model: s.model}
	s.option.Writer = &stagedWriter{stage: s.run.stage, model: s.model, scribe: s.scribe}
	before := maps.Clone(s.store.values)
	s.seen = newDiary()
	s.option.Observer = s.seen
	traces, err := Open(s.t.Context(), s.now, s.option)
	require.NoError(s.t, err)
	s.run.Traces = traces
	s.checkRestart(traces, before, s.seen)
}

// checkNoAlarm makes sure that nothing counts as lost while nothing was spoiled.
func (s *simulation) checkNoAlarm() {
	if s.tally["damage"] == 0 {
		s.tally["without"]++
		require.Zero(s.t, s.seen.count("skipped missing"), "seed %d", s.seed)
	} else {
		s.tally["missing"] += s.seen.count("skipped missing")
	}
}

// end waits until nothing of the life is left.
func (s *simulation) end() {
	s.run.kill()
	s.run.stage.die()
	s.run.group.Wait()
}

func (s *simulation) live(steps int, total tally) {
	defer func() { s.end() }()
	for range steps {
		s.act()
		synctest.Wait()
		s.check(s.run.Traces)
		s.checkNoAlarm()
	}
	s.faults, s.storm = false, calm
	if s.seed%2 == 0 { // nothing waits for a restart
		s.drain()
	}
	s.end()
	for range 2 { // what another version left is written by that one
		s.start()
		s.drain()
		s.end()
		s.swap(false)
	}
	s.checkEnd(s.scribe)
	total.add(s.tally)
}

// drain lets all time pass, without faults.
func (s *simulation) drain() {
	for range 4 {
		s.goWork()
		for s.release(well) {
			s.check(s.run.Traces)
		}
		s.now = s.now.Add(lateWindow + idle)
	}
	require.Equal(s.t, Stats{}, s.run.Stats())
}

// act does one thing.
func (s *simulation) act() {
	switch chance := s.r.IntN(100); {
	case chance < 20:
		s.goPush()
	case chance < 38:
		s.goWork()
	case chance < 50:
		s.now = s.now.Add([]time.Duration{time.Second, settle, settle, idle, lateWindow, lateWindow}[s.r.IntN(6)])
	case chance < 52 && s.faults:
		s.killNow()
	case chance < 54:
		s.goStop()
	case chance < 55 && s.faults:
		s.storm = storm(s.r.IntN(int(storms)))
		s.tally[s.storm.String()]++
	case chance < 57 && s.faults:
		s.damage(s.r)
	default:
		s.release(s.fate)
	}
}

// fate is what becomes of a call.
func (s *simulation) fate(what string) outcome {
	if err := s.storm.on(what); err != nil || !s.faults {
		return outcome{done: err == nil, err: err}
	}
	switch s.r.IntN(20) {
	case 0:
		s.tally["failed"]++
		return outcome{err: errSick}
	case 1:
		s.tally["after"]++
		return outcome{done: true, err: errSick}
	case 2:
		s.tally["full"]++
		return outcome{err: storage.ErrStorageFull}
	}
	return wellDone
}

// release lets one call happen.
func (s *simulation) release(fate func(what string) outcome) bool {
	synctest.Wait()
	c := s.run.stage.next(s.r.IntN)
	if c == nil {
		return false
	}
	c.answer <- fate(c.what)
	synctest.Wait()
	return true
}

func well(string) outcome { return wellDone }

func (s *simulation) goPush() {
	if s.run.pushers >= 4 {
		return
	}
	var fragments []Fragment
	for range 1 + s.r.IntN(3) {
		f := fragment(s.r.IntN(4), fmt.Sprintf("%04d", s.pushed))
		f.RootEnded, f.Agent = s.r.IntN(3) == 0, s.r.IntN(8) > 0
		fragments = append(fragments, f)
		s.pushed++
	}
	p, now := s.run, s.now
	p.pushers++
	p.group.Go(func() {
		err := p.Add(p.ctx, now, fragments)
		s.mu.Lock()
		defer s.mu.Unlock()
		p.pushers--
		if err == nil {
			s.acknowledge(fragments)
		}
	})
}

func (s *simulation) goWork() {
	p, now := s.run, s.now
	if p.workers >= 3 || p.stopping {
		return
	}
	p.workers++
	p.group.Go(func() {
		p.Due(p.ctx, now)
		s.mu.Lock()
		defer s.mu.Unlock()
		p.workers--
	})
}

// killNow kills the process before or after one of the calls that wait.
func (s *simulation) killNow() {
	s.tally["kill"]++
	if s.r.IntN(2) == 0 {
		s.release(well)
	}
	s.restart()
}

func (s *simulation) restart() {
	s.end()
	if s.r.IntN(4) == 0 {
		s.swap(s.r.IntN(2) == 0)
	}
	if s.faults && s.r.IntN(8) == 0 {
		s.damage(s.r)
	}
	s.start()
}

// goStop shuts down, with pushes that still come; the restart happens in the middle of it or at its end.
func (s *simulation) goStop() {
	p, now := s.run, s.now
	if p.workers > 0 || p.stopping {
		return
	}
	p.stopping = true
	s.tally["stop"]++
	p.group.Go(func() {
		err := p.Shutdown(p.ctx, now)
		var unwritten *UnwrittenError
		if err != nil && !errors.As(err, &unwritten) {
			s.t.Errorf("shutdown: %v", err)
		}
	})
	for s.r.IntN(12) > 0 && s.release(s.fate) {
		s.check(p.Traces)
	}
	s.restart()
}
