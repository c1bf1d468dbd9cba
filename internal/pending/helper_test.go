package pending

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/extension/xextension/storage"
	"go.uber.org/goleak"

	"github.com/agentdelta/agentdeltaexporter/internal/destination"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	start   = time.Unix(1_700_000_000, 0)
	errDead = errors.New("the process is dead")
	errSick = errors.New("it doesn't work")
)

const (
	settle     = 2 * time.Second
	idle       = time.Minute
	lateWindow = 10 * time.Minute
)

func id(n int) TraceID {
	var trace TraceID
	binary.BigEndian.PutUint64(trace[8:], uint64(n)+1)
	return trace
}

func fragment(trace int, data string) Fragment {
	return Fragment{Trace: id(trace), Data: []byte(data), Agent: true, Spans: 1}
}

// last is a fragment with the trace's root in it.
func last(trace int, data string) Fragment {
	f := fragment(trace, data)
	f.RootEnded = true
	return f
}

// faulty is a store, or a writer, of which the n-th call fails, or kills the process.
type faulty struct {
	mu       sync.Mutex
	calls    int
	failAt   int // -1 is none
	err      error
	after    bool // the call is done all the same
	injected int
}

// call counts a call; it says whether to do it, and what to return then.
func (f *faulty) call() (do bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.calls
	f.calls++
	if f.failAt < 0 || n < f.failAt || n > f.failAt && !errors.Is(f.err, errDead) {
		return true, nil
	}
	f.injected++
	return f.after && n == f.failAt, f.err
}

// faultyStore is a Store in memory that outlives the Traces over it.
type faultyStore struct {
	*faulty
	*memory
	most   int64 // with most, ErrStorageFull beyond it
	broken atomic.Bool

	operations int // done, all batches together
	visited    int // values that were walked over
}

func newFaultyStore(f *faulty) *faultyStore { return &faultyStore{faulty: f, memory: newMemory()} }

func (s *faultyStore) Batch(ctx context.Context, ops ...*storage.Operation) error {
	if s.broken.Load() {
		return errSick
	}
	do, err := s.call()
	if do && s.most > 0 && s.grow(ops) > s.most {
		return fmt.Errorf("no more: %w", storage.ErrStorageFull)
	}
	if do {
		s.faulty.mu.Lock()
		s.operations += len(ops)
		s.faulty.mu.Unlock()
		_ = s.memory.Batch(ctx, ops...)
	}
	return err
}

func (s *faultyStore) Walk(ctx context.Context, visit storage.WalkFunc) error {
	return s.memory.Walk(ctx, func(key string, value []byte) ([]*storage.Operation, error) {
		s.visited++
		return visit(key, value)
	})
}

func (s *faultyStore) grow(ops []*storage.Operation) (n int64) {
	s.memory.mu.Lock()
	defer s.memory.mu.Unlock()
	for _, value := range s.values {
		n += int64(len(value))
	}
	sets := false
	for _, op := range ops {
		if op.Type == storage.Set {
			sets = true
			n += int64(len(op.Value)) - int64(len(s.values[op.Key]))
		}
	}
	if !sets {
		return 0
	}
	return n
}

// keep stores what no push brought.
func (m *memory) keep(key string, h header, data string) {
	m.values[key] = encode([]byte(key), h, []byte(data))
}

func (m *memory) keepMarker(trace TraceID, number uint64, h header, says marking) {
	m.keep(markerKey(trace, number), h, string(says.encode()))
}

// remade is the value of a key as a version would have stored it.
func remade(key string, value []byte, of byte) []byte {
	value = bytes.Clone(value)
	value[0] = of
	binary.BigEndian.PutUint32(value[1:], checksum([]byte(key), value)^uint32(of^version)) // each has a sum of its own
	return value
}

func (s *faultyStore) keys() []string {
	s.memory.mu.Lock()
	defer s.memory.mu.Unlock()
	return slices.Sorted(maps.Keys(s.values))
}

// scribe is a Writer over a real directory. A file is a head with the trace's id, how it closed, and the fragments.
type scribe struct {
	*faulty
	t        *testing.T
	folder   string
	files    *destination.Directory
	mu       sync.Mutex
	sick     error               // Check's answer
	blocked  map[TraceID]error   // traces that can't be written
	prepared map[TraceID]int     // how often
	onWrite  func(trace TraceID) // told before each file
	noFile   bool
}

func newScribe(t *testing.T, f *faulty) *scribe {
	s := &scribe{faulty: f, t: t, folder: t.TempDir(), blocked: map[TraceID]error{}, prepared: map[TraceID]int{}}
	s.reopen()
	return s
}

func (s *scribe) reopen() {
	files, err := destination.Open(destination.Options{Directory: s.folder, FileMode: 0o600, DirMode: 0o700, TraceOf: traceOf})
	require.NoError(s.t, err)
	s.files = files
}

func traceOf(line []byte) (trace [16]byte, ok bool) {
	if len(line) < 32 {
		return trace, false
	}
	_, err := hex.Decode(trace[:], line[:32])
	return trace, err == nil
}

func (s *scribe) Check(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sick
}

func (s *scribe) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

func (s *scribe) Prepare(_ context.Context, trace TraceID, fragments []string, closing Closing, record []byte) (Draft, error) {
	s.mu.Lock()
	s.prepared[trace]++
	noFile, onWrite := s.noFile, s.onWrite
	s.mu.Unlock()
	if noFile {
		return nil, nil
	}
	content := fmt.Sprintf("%s complete=%v\n%s\n", trace, closing.Complete(), strings.Join(fragments, "\n"))
	draft, err := s.files.Draft(trace.String(), trace, []byte(content), record, destination.Rivals{})
	if err != nil {
		return nil, err
	}
	return &page{Draft: draft, scribe: s, trace: trace, onWrite: onWrite}, nil
}

type page struct {
	*destination.Draft
	scribe  *scribe
	trace   TraceID
	onWrite func(TraceID)
}

func (p *page) Write(ctx context.Context) error {
	if p.onWrite != nil {
		p.onWrite(p.trace)
	}
	p.scribe.mu.Lock()
	blocked := p.scribe.blocked[p.trace]
	if blocked == nil {
		blocked = p.scribe.sick
	}
	p.scribe.mu.Unlock()
	if blocked != nil {
		return blocked
	}
	do, err := p.scribe.call()
	if do {
		if failed := p.Draft.Write(ctx); failed != nil {
			return failed
		}
	}
	return err
}

// read gives every file: its name with the trace's number, and its fragments.
func (s *scribe) read() map[string]string {
	found := map[string]string{}
	entries, err := os.ReadDir(s.folder)
	require.NoError(s.t, err)
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(s.folder, entry.Name()))
		require.NoError(s.t, err)
		head, body, _ := strings.Cut(strings.TrimSuffix(string(data), "\n"), "\n")
		name := strings.TrimLeft(strings.TrimSuffix(entry.Name(), ".jsonl"), "0")
		_, complete, _ := strings.Cut(head, " complete=")
		if complete == "false" {
			name += " cut"
		}
		found[name] = strings.ReplaceAll(body, "\n", " ")
	}
	return found
}

// diary is an Observer that writes down.
type diary struct {
	mu     sync.Mutex
	lines  []string
	counts map[string]int
}

func newDiary() *diary { return &diary{counts: map[string]int{}} }

func (d *diary) note(n int, format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	line := fmt.Sprintf(format, args...)
	d.lines = append(d.lines, line)
	d.counts[line] += n
}

func (d *diary) count(line string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.counts[line]
}

func (d *diary) TraceOpened() { d.note(1, "opened") }
func (d *diary) TraceClosed(reason CloseReason, file bool) {
	d.note(1, "closed %s file=%v", reason, file)
}

func (d *diary) FragmentKept(trace TraceID, agent bool, data []byte) {
	if len(data) < 10 { // not those of tests with a great many
		d.note(1, "kept %s agent=%v %s", trace, agent, data)
	}
}
func (d *diary) TraceForgotten(trace TraceID)                 { d.note(1, "forgotten %s", trace) }
func (d *diary) SpansLate(spans int)                          { d.note(spans, "late") }
func (d *diary) FragmentSkipped(_ TraceID, reason SkipReason) { d.note(1, "skipped %s", reason) }
func (d *diary) WriteFailed(TraceID, error)                   { d.note(1, "failed") }
func (d *diary) StoreBroken(err error)                        { d.note(1, "broken %v", errors.Is(err, ErrBroken)) }
func (d *diary) Health(err error)                             { d.note(1, "health %v", err) }

// world is Traces with all around them, and a clock that is turned by hand.
type world struct {
	*Traces
	t      *testing.T
	now    time.Time
	store  *faultyStore // nil is memory
	scribe *scribe
	diary  *diary
	option Options
}

// newWorld opens Traces over a store that outlives them.
func newWorld(t *testing.T, change ...func(*Options)) *world {
	f := &faulty{failAt: -1}
	w := &world{t: t, now: start, store: newFaultyStore(f), scribe: newScribe(t, f)}
	w.option = Options{Settle: settle, IdleTimeout: idle, LateWindow: lateWindow, Workers: 1}
	for _, c := range change {
		c(&w.option)
	}
	w.reopen()
	return w
}

// newMemoryWorld opens Traces that are kept in memory.
func newMemoryWorld(t *testing.T, change ...func(*Options)) *world {
	w := newWorld(t, change...)
	w.store = nil
	w.reopen()
	return w
}

// reopen is what a restart does.
func (w *world) reopen() {
	w.diary = newDiary()
	w.scribe.reopen()
	w.option.Writer, w.option.Observer, w.option.Store = w.scribe, w.diary, nil
	if w.store != nil {
		w.option.Store = w.store
	}
	traces, err := Open(w.t.Context(), w.now, w.option)
	require.NoError(w.t, err)
	w.Traces = traces
}

func (w *world) add(fragments ...Fragment) {
	w.t.Helper()
	require.NoError(w.t, w.Add(w.t.Context(), w.now, fragments))
}

// pass lets time go by, doing what falls due.
func (w *world) pass(d time.Duration) {
	w.t.Helper()
	end := w.now.Add(d)
	for {
		next := w.Due(w.t.Context(), w.now)
		if next.IsZero() || next.After(end) {
			break
		}
		require.True(w.t, next.After(w.now), "it is always due")
		w.now = next
	}
	w.now = end
	w.Due(w.t.Context(), w.now)
}
