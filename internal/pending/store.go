package pending

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// Store is the part of a storage client that pending traces need. A Batch is one transaction. It may keep the values that
// it's given, but not the operations.
type Store interface {
	Batch(ctx context.Context, ops ...*storage.Operation) error
	storage.Walker
}

// Client is a Store that is closed once nothing more is asked of it.
type Client interface {
	Store
	Close(ctx context.Context) error
}

// NewStore takes a storage client for a Store, and refuses one that can't list what it holds: after a restart nothing
// would be found again. When the client panics, that is an [ErrBroken].
func NewStore(client storage.Client) (Client, error) {
	walker, ok := client.(Client)
	if !ok {
		return nil, fmt.Errorf("storage: a client of type %T can't list its keys (it is no storage.Walker), so a restart would "+
			"not find what is open; use one that can, such as file_storage", client)
	}
	return &guarded{client: walker}, nil
}

// memory is a Store that lasts as long as the process.
type memory struct {
	mu     sync.Mutex
	values map[string][]byte
}

func newMemory() *memory { return &memory{values: map[string][]byte{}} }

// Batch implements Store. Values are kept and handed out as they are, not copied.
func (m *memory) Batch(_ context.Context, ops ...*storage.Operation) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.apply(ops)
	return nil
}

func (m *memory) apply(ops []*storage.Operation) {
	for _, op := range ops {
		switch op.Type {
		case storage.Get:
			op.Value = m.values[op.Key]
		case storage.Set:
			m.values[op.Key] = op.Value
		case storage.Delete:
			delete(m.values, op.Key)
		}
	}
}

// Walk implements storage.Walker.
func (m *memory) Walk(_ context.Context, visit storage.WalkFunc) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var ops []*storage.Operation
	for _, key := range slices.Sorted(maps.Keys(m.values)) {
		more, err := visit(key, m.values[key])
		ops = append(ops, more...)
		if err == storage.SkipAll { //nolint:errorlint // as io/fs.SkipAll, it is never wrapped
			break
		}
		if err != nil {
			return err
		}
	}
	m.apply(ops)
	return nil
}
