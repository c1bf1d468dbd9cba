package pending

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// Store is the part of a storage client that pending traces need.
type Store interface {
	Batch(ctx context.Context, ops ...*storage.Operation) error
	storage.Walker
}

// Traces is the set of pending traces.
type Traces struct{ options Options }

// Stats is a count of what is held.
type Stats struct {
	Open  int   // traces with fragments not yet in a file
	Held  int   // all traces, those in their late window too
	Bytes int64 // size of their fragments
}

var errNotBuilt = errors.New("not built")

// NewStore takes a storage client for a Store.
func NewStore(client storage.Client) (Store, error) { return nil, errNotBuilt }

// Open finds what an earlier process left in the store and goes on with it.
func Open(ctx context.Context, now time.Time, options Options) (*Traces, error) { return nil, errNotBuilt }

// Add keeps the fragments of one push; when it returns nil they are in the store.
func (t *Traces) Add(ctx context.Context, now time.Time, fragments []Fragment) error { return errNotBuilt }

// Due does everything that is due and returns when something will be next, zero when nothing is held.
func (t *Traces) Due(ctx context.Context, now time.Time) time.Time { return time.Time{} }

// Run does what is due, when it is due, until ctx ends.
func (t *Traces) Run(ctx context.Context, clock func() time.Time) {}

// Shutdown refuses further pushes and writes everything open. Run must have ended.
func (t *Traces) Shutdown(ctx context.Context, now time.Time) error { return errNotBuilt }

// Stats counts what is held.
func (t *Traces) Stats() Stats { return Stats{} }
