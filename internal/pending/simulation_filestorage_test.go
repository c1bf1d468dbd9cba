package pending

import (
	"bytes"
	"context"
	"maps"
	"testing"
	"testing/synctest"

	"github.com/open-telemetry/opentelemetry-collector-contrib/extension/storage/filestorage"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/extension/xextension/storage"
)

// mirror is the storage that users have, on which all is done that a model's store does: it must do the same.
type mirror struct {
	t      *testing.T
	folder string
	store  Store // nil before it is opened
}

func (m *mirror) follow(ctx context.Context, ops ...*storage.Operation) {
	if m == nil {
		return
	}
	again := make([]*storage.Operation, len(ops))
	for i, op := range ops {
		again[i] = &storage.Operation{Type: op.Type, Key: op.Key, Value: op.Value}
	}
	assert.NoError(m.t, m.store.Batch(ctx, again...))
	for i, op := range again {
		assert.True(m.t, bytes.Equal(ops[i].Value, op.Value), "%s: %q, not %q", op.Key, op.Value, ops[i].Value)
	}
}

// walk is what a restart does, compaction first.
func (m *mirror) walk(ctx context.Context, visit storage.WalkFunc, model *memory) error {
	if m.store != nil {
		require.NoError(m.t, m.store.(Client).Close(ctx))
	}
	m.store = fileStorage(m.t, m.folder, func(c *filestorage.Config) { //nolint:contextcheck // it lives longer than a call
		c.Compaction.OnStart, c.Compaction.Directory = true, m.folder
	})
	found := map[string][]byte{}
	var changes []*storage.Operation
	err := m.store.Walk(ctx, func(key string, value []byte) ([]*storage.Operation, error) {
		found[key] = bytes.Clone(value)
		ops, err := visit(key, value)
		changes = append(changes, ops...)
		return ops, err
	})
	require.True(m.t, maps.EqualFunc(model.values, found, bytes.Equal), "%q is %q", model.values, found)
	model.apply(changes)
	return err
}

// The same over file_storage, which is opened and compacted at each restart.
func TestSimulatedLivesOnFileStorageLoseNothing(t *testing.T) {
	total := tally{}
	for seed := range *lives/10 + 1 {
		synctest.Test(t, func(t *testing.T) {
			newSimulation(t, seed, &mirror{t: t, folder: t.TempDir()}).live(150, total)
		})
		require.False(t, t.Failed(), "seed %d", seed)
	}
	t.Log(total)
	require.Positive(t, total["kill"])
	require.Positive(t, total["covered"])
}
