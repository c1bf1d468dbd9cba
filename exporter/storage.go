package exporter

import (
	"context"
	"errors"
	"fmt"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/extension/xextension/storage"

	"github.com/agentdelta/agentdeltaexporter/internal/pending"
)

// openStorage returns a client of the storage extension as a store for pending traces, or nil when none is configured.
func openStorage(ctx context.Context, host component.Host, id *component.ID, self component.ID) (pending.Client, error) {
	if id == nil {
		return nil, nil
	}
	extension, ok := host.GetExtensions()[*id]
	if !ok {
		return nil, fmt.Errorf("storage: %s is not running: must be configured under extensions and listed under service::extensions", id)
	}
	keeper, ok := extension.(storage.Extension)
	if !ok {
		return nil, fmt.Errorf("storage: %s keeps nothing: must be a storage extension, such as file_storage", id)
	}
	var client storage.Client
	err := pending.Guard(func() (err error) {
		client, err = keeper.GetClient(ctx, component.KindExporter, self, "")
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("storage: %s: %w", id, err)
	}
	store, err := pending.NewStore(client)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("storage: %s: %w", id, err), client.Close(ctx))
	}
	return store, nil
}

func (i *instance) closeStorage(ctx context.Context) error {
	if i.client == nil {
		return nil
	}
	if err := i.client.Close(ctx); err != nil {
		return fmt.Errorf("storage: %s: %w", i.cfg.Storage, err)
	}
	return nil
}

// storageName is what the log calls the place where open traces are kept.
func storageName(id *component.ID) fmt.Stringer {
	if id == nil {
		return memory{}
	}
	return id
}

type memory struct{}

func (memory) String() string { return "memory" }
