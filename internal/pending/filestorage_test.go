package pending

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/open-telemetry/opentelemetry-collector-contrib/extension/storage/filestorage"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/extension"
	"go.opentelemetry.io/collector/extension/xextension/storage"
	"go.uber.org/zap"
)

// fileStorage opens the storage extension that users have.
func fileStorage(t testing.TB, folder string, change ...func(*filestorage.Config)) Store {
	factory := filestorage.NewFactory()
	config := factory.CreateDefaultConfig().(*filestorage.Config)
	config.Directory = folder
	for _, c := range change {
		c(config)
	}
	settings := extension.Settings{ID: component.NewID(factory.Type()), TelemetrySettings: component.TelemetrySettings{Logger: zap.NewNop()}}
	made, err := factory.Create(context.Background(), settings, config)
	require.NoError(t, err)
	require.NoError(t, made.Start(context.Background(), componenttest.NewNopHost()))
	client, err := made.(storage.Extension).GetClient(context.Background(), component.KindExporter, component.MustNewID("agentdelta"), "")
	require.NoError(t, err)
	t.Cleanup(func() { _ = client.Close(context.Background()) })
	store, err := NewStore(client)
	require.NoError(t, err)
	return store
}

func TestFileStorageCarriesTracesOverARestart(t *testing.T) {
	folder := t.TempDir()
	w := newWorld(t)
	w.option.Store = fileStorage(t, folder)
	w.reopenOver(w.option.Store)
	w.add(last(1, "a"), fragment(2, "b"))
	w.pass(settle)
	w.add(fragment(1, "c"))
	require.NoError(t, w.option.Store.(Client).Close(t.Context()))

	w.reopenOver(fileStorage(t, folder))
	assert.Equal(t, 2, w.Stats().Open)
	w.pass(idle)
	assert.Equal(t, files{"2": "a c", "3 cut": "b"}, w.scribe.read())
	w.pass(lateWindow)
	left := 0
	require.NoError(t, w.option.Store.Walk(t.Context(), func(string, []byte) ([]*storage.Operation, error) { left++; return nil, nil }))
	assert.Zero(t, left)
}

// reopenOver is a restart over a store of one's own.
func (w *world) reopenOver(store Store) {
	w.option.Store, w.option.Writer, w.option.Observer = store, w.scribe, w.diary
	traces, err := Open(context.Background(), w.now, w.option)
	require.NoError(w.t, err)
	w.Traces = traces
}

func TestFileStorageThatIsFullMakesRoomAndLosesNothing(t *testing.T) {
	w := newWorld(t)
	w.reopenOver(fileStorage(t, t.TempDir(), func(c *filestorage.Config) { c.MaxSize = 1 << 20 }))
	refused := 0
	for n := range 300 {
		for try := 0; ; try++ {
			err := w.Add(t.Context(), w.now, []Fragment{fragment(n, strings.Repeat(string(rune('a'+n%26)), 10_000))})
			if err == nil {
				break
			}
			refused++
			require.ErrorIs(t, err, storage.ErrStorageFull)
			require.Less(t, try, 5, "trace %d: the store stays full", n)
			w.pass(retryFirst)
		}
	}
	assert.Positive(t, refused, "the store was never full")
	w.pass(idle)
	assert.Len(t, w.scribe.read(), 300)
}

func TestClientThatCantListItsKeysIsRefused(t *testing.T) {
	_, err := NewStore(struct{ storage.Client }{})
	require.ErrorContains(t, err, "storage: ")
	require.ErrorContains(t, err, "use one that can, such as file_storage")
}

func TestMemoryWalksLikeAStorageClient(t *testing.T) {
	m := newMemory()
	ctx := t.Context()
	require.NoError(t, m.Batch(ctx, storage.SetOperation("a", []byte("1")), storage.SetOperation("b", []byte("2")), storage.SetOperation("c", nil)))
	var seen []string
	require.NoError(t, m.Walk(ctx, func(key string, value []byte) ([]*storage.Operation, error) {
		seen = append(seen, key+string(value))
		if key == "b" {
			return []*storage.Operation{storage.DeleteOperation("b")}, storage.SkipAll
		}
		return []*storage.Operation{storage.SetOperation("d", value)}, nil
	}))
	assert.Equal(t, []string{"a1", "b2"}, seen)
	assert.Equal(t, []string{"a", "c", "d"}, slices.Sorted(maps.Keys(m.values)))
	require.ErrorIs(t, m.Walk(ctx, func(key string, _ []byte) ([]*storage.Operation, error) {
		return []*storage.Operation{storage.DeleteOperation(key)}, errSick
	}), errSick)
	assert.Len(t, m.values, 3)
}

func BenchmarkAdd(b *testing.B) {
	const perPush, spans, bytes = 43, 12, 300
	stores := map[string]func(*testing.B) Store{
		"memory":       func(*testing.B) Store { return nil },
		"file_storage": func(b *testing.B) Store { return fileStorage(b, b.TempDir()) },
		"file_storage with fsync": func(b *testing.B) Store {
			return fileStorage(b, b.TempDir(), func(c *filestorage.Config) { c.FSync = true })
		},
	}
	for _, name := range slices.Sorted(maps.Keys(stores)) {
		b.Run(name, func(b *testing.B) {
			traces, err := Open(context.Background(), start, Options{Settle: settle, IdleTimeout: idle, LateWindow: lateWindow, Store: stores[name](b)})
			require.NoError(b, err)
			data := []byte(strings.Repeat("x", spans*bytes))
			fragments := make([]Fragment, perPush)
			for n := 0; b.Loop(); n++ {
				for i := range fragments {
					fragments[i] = Fragment{Trace: id(n/4*perPush + i), Data: data, Agent: true, Spans: spans} // each trace in 4 pushes
				}
				if err := traces.Add(context.Background(), start, fragments); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*perPush*spans), "ns/span")
		})
	}
}

// devNull is a Store that keeps nothing, so that what is measured is the schedule.
type devNull struct{}

func (devNull) Batch(context.Context, ...*storage.Operation) error { return nil }
func (devNull) Walk(context.Context, storage.WalkFunc) error       { return nil }

func BenchmarkOpenTraces(b *testing.B) {
	for _, traces := range []int{10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(traces), func(b *testing.B) {
			for b.Loop() {
				before := heapSize()
				t, err := Open(context.Background(), start, Options{Settle: settle, IdleTimeout: idle, LateWindow: lateWindow, Store: devNull{}})
				require.NoError(b, err)
				for n := range traces {
					if err := t.Add(context.Background(), start, []Fragment{{Trace: id(n), Data: make([]byte, 4000), Agent: true}}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(heapSize()-before)/float64(traces), "bytes/trace")
				b.ReportMetric(float64(t.Stats().Open), "traces")
			}
		})
	}
}

func BenchmarkWriteOut(b *testing.B) {
	const traces, pushes = 2000, 4
	data := []byte(strings.Repeat("x", 900))
	for b.Loop() {
		b.StopTimer()
		f := &faulty{failAt: -1}
		scribe := &scribe{faulty: f, t: &testing.T{}, folder: b.TempDir(), blocked: map[TraceID]error{}, prepared: map[TraceID]int{}}
		scribe.reopen()
		t, err := Open(context.Background(), start, Options{
			Settle: settle, IdleTimeout: idle, LateWindow: lateWindow, Store: fileStorage(b, b.TempDir()), Writer: scribe,
		})
		require.NoError(b, err)
		for range pushes {
			for n := range traces {
				require.NoError(b, t.Add(context.Background(), start, []Fragment{{Trace: id(n), Data: data, Agent: true}}))
			}
		}
		b.StartTimer()
		require.NoError(b, t.Shutdown(context.Background(), start))
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*traces), "µs/trace")
}

// BenchmarkRestart opens a storage with many open traces, and shows what each costs in memory from then on.
func BenchmarkRestart(b *testing.B) {
	const traces = 100_000
	store := fileStorage(b, b.TempDir())
	options := Options{Settle: settle, IdleTimeout: idle, LateWindow: lateWindow, Store: store}
	before, err := Open(context.Background(), start, options)
	require.NoError(b, err)
	data := []byte(strings.Repeat("x", 2000))
	for n := 0; n < traces; n += 100 {
		var fragments []Fragment
		for at := n; at < n+100; at++ {
			fragments = append(fragments, Fragment{Trace: id(at), Data: data, Agent: true})
		}
		require.NoError(b, before.Add(context.Background(), start, fragments))
	}
	before = nil
	for b.Loop() {
		used := heapSize()
		t, err := Open(context.Background(), start, options)
		require.NoError(b, err)
		require.Equal(b, traces, t.Stats().Open)
		b.ReportMetric(float64(int64(heapSize())-int64(used))/traces, "bytes/trace")
		runtime.KeepAlive(t)
	}
}
