package exporter

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componentstatus"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/exporter/exportertest"
	"go.opentelemetry.io/collector/extension/xextension/storage"
	"go.uber.org/goleak"

	"github.com/agentdelta/agentdeltaexporter/config"
	"github.com/agentdelta/agentdeltaexporter/internal/metadata"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// host is a collector with extensions that remembers what statuses were reported to it.
type host struct {
	extensions map[component.ID]component.Component

	mu       sync.Mutex
	statuses []componentstatus.Status
	errors   []error // of the statuses
}

func (h *host) GetExtensions() map[component.ID]component.Component { return h.extensions }

// Report implements componentstatus.Reporter.
func (h *host) Report(event *componentstatus.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.statuses = append(h.statuses, event.Status())
	h.errors = append(h.errors, event.Err())
}

// reason is the error of the first status.
func (h *host) reason() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.errors) == 0 {
		return nil
	}
	return h.errors[0]
}

func (h *host) reported() []componentstatus.Status {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.statuses)
}

// withStorage is a host with one extension, file_storage, and the configuration that names it.
func withStorage(extension component.Component, cfg *config.Config) *host {
	id := component.MustNewID("file_storage")
	cfg.Storage = &id
	return &host{extensions: map[component.ID]component.Component{id: extension}}
}

// keeper is a storage extension whose one client survives it, as a file does, and which fails while failure is set.
type keeper struct {
	component.StartFunc
	component.ShutdownFunc

	mu      sync.Mutex
	kept    map[string][]byte
	failure error
	panics  bool
	closed  int
}

func (k *keeper) GetClient(context.Context, component.Kind, component.ID, string) (storage.Client, error) {
	if k.kept == nil {
		k.kept = map[string][]byte{}
	}
	return k, nil
}

func (k *keeper) Get(ctx context.Context, key string) ([]byte, error) {
	op := storage.GetOperation(key)
	err := k.Batch(ctx, op)
	return op.Value, err
}

func (k *keeper) Set(ctx context.Context, key string, value []byte) error {
	return k.Batch(ctx, storage.SetOperation(key, value))
}

func (k *keeper) Delete(ctx context.Context, key string) error {
	return k.Batch(ctx, storage.DeleteOperation(key))
}

func (k *keeper) Batch(_ context.Context, ops ...*storage.Operation) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.panics {
		panic(question)
	}
	if k.failure != nil {
		return k.failure
	}
	for _, op := range ops {
		switch op.Type {
		case storage.Get:
			op.Value = k.kept[op.Key]
		case storage.Set:
			k.kept[op.Key] = slices.Clone(op.Value)
		case storage.Delete:
			delete(k.kept, op.Key)
		}
	}
	return nil
}

func (k *keeper) Walk(ctx context.Context, visit storage.WalkFunc) error {
	if k.panics {
		panic(question)
	}
	var all []*storage.Operation
	for key, value := range k.snapshot() {
		ops, err := visit(key, value)
		all = append(all, ops...)
		if errors.Is(err, storage.SkipAll) {
			break
		}
		if err != nil {
			return err
		}
	}
	return k.Batch(ctx, all...)
}

func (k *keeper) Close(context.Context) error {
	k.closed++
	return nil
}

func (k *keeper) snapshot() map[string][]byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	return maps.Clone(k.kept)
}

func (k *keeper) fail(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.failure = err
}

// forgetful is a storage extension whose client can't list what it keeps.
type forgetful struct {
	component.StartFunc
	component.ShutdownFunc
}

func (forgetful) GetClient(context.Context, component.Kind, component.ID, string) (storage.Client, error) {
	return storage.NewNopClient(), nil
}

// configured is a configuration that fails at once in place of trying again, for tests that look at errors.
func configured(t *testing.T) *config.Config {
	t.Helper()
	cfg := config.Default()
	cfg.Directory = t.TempDir()
	cfg.Retry.Enabled = false
	return cfg
}

func settings() exporter.Settings {
	set := exportertest.NewNopSettings(metadata.Type)
	set.ID = component.NewID(metadata.Type)
	return set
}

// component is an exporter of both signals under one id.
type running struct {
	traces exporter.Traces
	logs   exporter.Logs
	host   *host
}

func create(t *testing.T, factory exporter.Factory, set exporter.Settings, cfg *config.Config, on *host) *running {
	t.Helper()
	traces, err := factory.CreateTraces(t.Context(), set, cfg)
	require.NoError(t, err)
	logs, err := factory.CreateLogs(t.Context(), set, cfg)
	require.NoError(t, err)
	return &running{traces, logs, on}
}

func (r *running) start(t *testing.T) *running {
	t.Helper()
	require.NoError(t, r.traces.Start(t.Context(), r.host))
	require.NoError(t, r.logs.Start(t.Context(), r.host))
	return r
}

func (r *running) stop(t *testing.T) {
	t.Helper()
	require.NoError(t, r.traces.Shutdown(t.Context()))
	require.NoError(t, r.logs.Shutdown(t.Context()))
}

// start runs an exporter with its configuration.
func start(t *testing.T, cfg *config.Config, on *host) *running {
	t.Helper()
	return create(t, NewFactory(), settings(), cfg, on).start(t)
}
