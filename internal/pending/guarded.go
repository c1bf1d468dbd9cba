package pending

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// ErrBroken is what a storage says that has panicked, as one over a memory-mapped file does when that is damaged, or its disk.
var ErrBroken = errors.New("it has panicked, so what it keeps is damaged or can't be read: look at its disk, and start again; if " +
	"that doesn't help, move its file away, or set recreate: true of file_storage, which loses what is open")

// guarded is a client of a storage that may panic. Then it is asked nothing more, for its locks may be held still.
type guarded struct {
	client Client

	mu     sync.Mutex // one call at a time, so that none waits for such a lock
	broken error
	tell   func(error) // told once when it breaks; nil tells nobody
}

// Batch implements Store.
func (g *guarded) Batch(ctx context.Context, ops ...*storage.Operation) error {
	return g.call(func() error { return g.client.Batch(ctx, ops...) })
}

// Walk implements storage.Walker.
func (g *guarded) Walk(ctx context.Context, visit storage.WalkFunc) error {
	return g.call(func() error { return g.client.Walk(ctx, visit) })
}

// Close implements Client. What is broken is left as it is.
func (g *guarded) Close(ctx context.Context) error {
	if err := g.call(func() error { return g.client.Close(ctx) }); !errors.Is(err, ErrBroken) {
		return err
	}
	return nil
}

func (g *guarded) call(do func() error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.broken != nil {
		return g.broken
	}
	err := Guard(do)
	if errors.Is(err, ErrBroken) {
		g.broken = err
		if g.tell != nil {
			g.tell(err)
		}
	}
	return err
}

// Guard makes an ErrBroken of a panic in a call to a storage, a fault of its memory-mapped file among them.
func Guard(call func() error) error {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	panicked := true
	err := guard(func() error {
		err := call()
		panicked = false
		return err
	})
	if panicked {
		return fmt.Errorf("%w (%w)", ErrBroken, err)
	}
	return err
}
