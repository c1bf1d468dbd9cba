package pending

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// tally counts what happened, to show that it did.
type tally map[string]int

func (t tally) add(other tally) {
	for what, n := range other {
		t[what] += n
	}
}

// model is what outlives a process, store and files, and what was promised of it.
type model struct {
	t     *testing.T
	seed  uint64
	mu    sync.Mutex
	store *memory
	real  *mirror            // nil is none
	files map[string]filed   // by path
	owed  map[string]TraceID // the acknowledged fragments of which a file must come
	tally tally

	damaged map[string]bool // fragments that were spoiled: nothing is promised of them but what a file shows already
	spoiled map[string]bool // keys of what isn't what was stored
	inexact bool            // something was spoiled, or deleted although that failed: sizes are right again after a restart
}

// filed is what a file holds.
type filed struct {
	trace TraceID
	holds map[string]bool
}

func newModel(t *testing.T, seed uint64) *model {
	return &model{
		t: t, seed: seed, store: newMemory(),
		files: map[string]filed{}, owed: map[string]TraceID{}, tally: tally{},
		damaged: map[string]bool{}, spoiled: map[string]bool{},
	}
}

// stagedStore is the store as one process sees it.
type stagedStore struct {
	stage *stage
	model *model
}

func (s *stagedStore) Batch(ctx context.Context, ops ...*storage.Operation) error {
	what := "batch"
	for _, op := range ops {
		what += []string{" get ", " set ", " delete "}[op.Type] + op.Key
	}
	o := s.stage.turn(what)
	if o.done {
		s.model.look(ops, o.err)
		_ = s.model.store.Batch(ctx, ops...)
		s.model.real.follow(ctx, ops...)
	}
	return o.err
}

func (s *stagedStore) Walk(ctx context.Context, visit storage.WalkFunc) error {
	if real := s.model.real; real != nil {
		return real.walk(ctx, visit, s.model.store)
	}
	return s.model.store.Walk(ctx, visit)
}

// look checks what a transaction is about to do.
func (m *model) look(ops []*storage.Operation, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, op := range ops {
		before, isThere := m.store.values[op.Key]
		if op.Type == storage.Set && strings.HasPrefix(op.Key, fragmentPrefix) && isThere && !m.spoiled[op.Key] {
			m.t.Errorf("seed %d: %s is %q and becomes %q", m.seed, op.Key, before, op.Value)
		}
		if op.Type != storage.Get && isThere && !m.spoiled[op.Key] && before[0] != version {
			m.t.Errorf("seed %d: %s of another version is touched", m.seed, op.Key)
		}
		m.inexact = m.inexact || op.Type == storage.Delete && err != nil
		if op.Type == storage.Get && m.spoiled[op.Key] {
			m.tally["read"]++
		} else {
			delete(m.spoiled, op.Key)
		}
	}
}

// stagedWriter is the writer as one process sees it.
type stagedWriter struct {
	stage  *stage
	model  *model
	scribe *scribe
}

func (w *stagedWriter) Check(context.Context) error { return w.stage.turn("check").err }

func (w *stagedWriter) Prepare(ctx context.Context, trace TraceID, fragments []string, closing Closing, record []byte) (Draft, error) {
	if o := w.stage.turn("prepare " + trace.String()); o.err != nil {
		return nil, o.err
	}
	draft, err := w.scribe.Prepare(ctx, trace, fragments, closing, record)
	if err != nil {
		return nil, err
	}
	holds := map[string]bool{}
	for _, f := range fragments {
		holds[f] = true
	}
	return &stagedPage{page: draft.(*page), writer: w, holds: holds}, nil
}

type stagedPage struct {
	*page
	writer *stagedWriter
	holds  map[string]bool
}

func (p *stagedPage) Write(ctx context.Context) error {
	o := p.writer.stage.turn("write " + p.trace.String())
	if !o.done {
		return o.err
	}
	if err := p.page.Draft.Write(ctx); err != nil {
		return err
	}
	m := p.writer.model
	m.mu.Lock()
	defer m.mu.Unlock()
	for held := range m.files[p.Path()].holds {
		if !p.holds[held] {
			m.t.Errorf("seed %d: %s is in %s no more", m.seed, held, p.Path())
		}
	}
	if len(m.files[p.Path()].holds) > 0 {
		m.tally["again"]++
	}
	m.files[p.Path()] = filed{trace: p.trace, holds: p.holds}
	return o.err
}

func (m *model) acknowledge(fragments []Fragment) {
	m.tally["acknowledged"]++
	for _, f := range fragments {
		if f.Agent {
			m.owed[string(f.Data)] = f.Trace
		}
	}
}

// isFiled tells whether a file of its trace holds a fragment.
func (m *model) isFiled(trace TraceID, data string) bool {
	for _, f := range m.files {
		if f.trace == trace && f.holds[data] {
			return true
		}
	}
	return false
}

// check looks at everything: no goroutine may run.
func (m *model) check(t *Traces) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	receipts, stored := m.receipts(t), map[string]TraceID{}
	for key, value := range m.store.values {
		trace, number, ok := parseKey(fragmentPrefix, key)
		if !ok || m.spoiled[key] {
			continue
		}
		data := string(value[headerSize:])
		stored[data] = trace
		if number < receipts[trace] && value[0] == version && value[5]&flagAgent != 0 {
			m.tally["covered"]++
			require.True(m.t, m.isFiled(trace, data), "seed %d: a receipt covers %s, and no file of its trace holds it", m.seed, data)
		}
		if value[0] == version {
			require.NotNil(m.t, t.entries[trace], "seed %d: %s is in no entry", m.seed, key)
			require.Contains(m.t, t.entries[trace].numbers, number, "seed %d: %s is in no list", m.seed, key)
		}
	}
	for data, trace := range m.owed {
		require.True(m.t, stored[data] == trace || m.isFiled(trace, data), "seed %d: %s is lost", m.seed, data)
	}
	m.checkSizes(t)
}

// receipts is what the markers of written traces cover; it checks that each trace has one that its entry knows.
func (m *model) receipts(t *Traces) map[TraceID]uint64 {
	covered, seen := map[TraceID]uint64{}, map[TraceID]bool{}
	for key, value := range m.store.values {
		trace, number, ok := parseKey(markerPrefix, key)
		if !ok || !m.isSound(key, value) {
			continue
		}
		require.False(m.t, seen[trace], "seed %d: two markers of %s", m.seed, trace)
		seen[trace] = true
		e := t.entries[trace]
		require.NotNil(m.t, e, "seed %d: %s is in no entry", m.seed, key)
		if e.pins == 0 {
			require.True(m.t, e.is(marked) && e.marker == number, "seed %d: nobody knows of %s", m.seed, key)
		}
		h, data, err := decode(key, value)
		require.NoError(m.t, err)
		says, err := decodeMarking(data)
		require.NoError(m.t, err)
		if h.flags&flagWritten != 0 {
			covered[trace] = says.covered
		}
	}
	return covered
}

func (m *model) checkSizes(t *Traces) {
	entries, held, listed, stored, idle := int64(0), int64(0), 0, 0, len(t.doubts) == 0
	for _, e := range t.entries {
		entries += e.bytes
		listed += len(e.numbers)
		idle = idle && e.pins == 0
		require.True(m.t, slices.IsSorted(e.numbers), "seed %d", m.seed)
	}
	require.Equal(m.t, entries, t.bytes, "seed %d", m.seed)
	for key, value := range m.store.values {
		if _, _, ok := parseKey(fragmentPrefix, key); ok && m.isSound(key, value) {
			held += int64(len(key) + len(value))
			stored++
		}
	}
	if idle && !m.inexact {
		m.tally["exact"]++
		require.Equal(m.t, held, t.bytes, "seed %d", m.seed)
		require.Equal(m.t, stored, listed, "seed %d", m.seed)
	}
}

// checkRestart compares what a new process counts with what is stored.
func (m *model) checkRestart(t *Traces, before map[string][]byte, seen *diary) {
	m.checkNotice(before, seen)
	m.inexact = false
	m.check(t)
}

func (m *model) checkEnd(s *scribe) {
	require.Empty(m.t, m.store.values, "seed %d", m.seed)
	onDisk := map[string]int{} // how many traces' files hold it
	for _, body := range s.read() {
		for _, data := range strings.Fields(body) {
			onDisk[data]++
		}
	}
	for data, trace := range m.owed {
		require.Positive(m.t, onDisk[data], "seed %d: %s", m.seed, data)
		for path, f := range m.files {
			require.True(m.t, f.trace == trace || !f.holds[data], "seed %d: %s is in %s", m.seed, data, path)
		}
	}
}
