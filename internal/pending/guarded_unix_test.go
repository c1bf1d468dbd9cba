//go:build unix

package pending

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// fragile is a client that panics from a call on, as one that keeps its lock would hang.
type fragile struct {
	*memory
	panics func() // nil is well
	calls  int
}

func (f *fragile) call() {
	if f.calls++; f.panics != nil {
		f.panics()
	}
}

func (f *fragile) Batch(ctx context.Context, ops ...*storage.Operation) error {
	f.call()
	return f.memory.Batch(ctx, ops...)
}

func (f *fragile) Walk(ctx context.Context, visit storage.WalkFunc) error {
	f.call()
	return f.memory.Walk(ctx, visit)
}

func (f *fragile) Close(context.Context) error {
	f.call()
	return nil
}

// storageClient makes a Client one of storage.
type storageClient struct {
	storage.Client
	*fragile
}

func (s storageClient) Batch(ctx context.Context, ops ...*storage.Operation) error {
	return s.fragile.Batch(ctx, ops...)
}
func (s storageClient) Close(ctx context.Context) error { return s.fragile.Close(ctx) }

// readPastTheEnd reads a file that is mapped and was cut since: the kernel has nothing to give.
func readPastTheEnd(t *testing.T) func() {
	t.Helper()
	name := filepath.Join(t.TempDir(), "mapped")
	require.NoError(t, os.WriteFile(name, make([]byte, 4*os.Getpagesize()), 0o600))
	f, err := os.Open(name)
	require.NoError(t, err)
	mapped, err := syscall.Mmap(int(f.Fd()), 0, 4*os.Getpagesize(), syscall.PROT_READ, syscall.MAP_SHARED)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	require.NoError(t, os.Truncate(name, 0))
	t.Cleanup(func() { assert.NoError(t, syscall.Munmap(mapped)) })
	return func() { panic(mapped[3*os.Getpagesize()]) }
}

func TestAStorageThatPanicsIsAskedNothingMore(t *testing.T) {
	for name, panics := range map[string]func(){
		"its own check fails":                 func() { panic("page 7 already freed: secret") },
		"a file that is mapped has no ground": readPastTheEnd(t),
	} {
		t.Run(name, func(t *testing.T) {
			client := &fragile{memory: newMemory()}
			store, err := NewStore(storageClient{fragile: client})
			require.NoError(t, err)
			w := newWorld(t)
			w.reopenOver(store)
			w.add(last(1, "a"))
			client.panics = panics
			err = w.Add(t.Context(), w.now, []Fragment{last(2, "b")})
			require.ErrorIs(t, err, ErrBroken)
			assert.NotContains(t, err.Error(), "secret")
			assert.Equal(t, 1, w.diary.count("broken true"))

			client.panics = nil // it would hang
			calls := client.calls
			require.ErrorIs(t, w.Add(t.Context(), w.now, []Fragment{last(3, "c")}), ErrBroken)
			w.pass(lateWindow)
			assert.Empty(t, w.scribe.read())
			_, _, err = w.Read(t.Context(), id(1))
			require.ErrorIs(t, err, ErrBroken)
			var unwritten *UnwrittenError
			require.ErrorAs(t, w.Shutdown(t.Context(), w.now), &unwritten)
			require.NoError(t, store.Close(t.Context()))
			assert.Equal(t, calls, client.calls)
			assert.Equal(t, 1, w.diary.count("broken true"), "told once")

			store, err = NewStore(storageClient{fragile: client}) // a restart that helps
			require.NoError(t, err)
			w.reopenOver(store)
			w.pass(settle)
			assert.Equal(t, files{"2": "a"}, w.scribe.read(), "it was kept")
			require.NoError(t, store.Close(t.Context()))
			assert.Equal(t, calls+5, client.calls, "listed, read, intent, receipt, closed")
		})
	}
}

func TestOpenRefusesAStorageThatPanics(t *testing.T) {
	client := &fragile{memory: newMemory(), panics: func() { panic("page 7") }}
	store, err := NewStore(storageClient{fragile: client})
	require.NoError(t, err)
	_, err = Open(t.Context(), start, Options{Store: store})
	require.ErrorIs(t, err, ErrBroken)
	require.ErrorContains(t, err, "recreate: true")
}
