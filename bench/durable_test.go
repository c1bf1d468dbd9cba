package bench

import (
	"context"
	"encoding/binary"
	"testing"
	"time"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/extension/xextension/storage"

	"github.com/agentdelta/agentdeltaexporter/internal/pending"
)

// BenchmarkKeep is what a push waits for once its spans are read: one transaction of the storage. It comes before
// those that fill the disk.
func BenchmarkKeep(b *testing.B) {
	load := Forms[0].Runs(10 * BatchTraces)
	pushes := fragmentsOf(&load)
	m := start(b)
	for range b.N {
		var keep *keeper
		m.pause(func() { keep = newKeeper(b, newFolder(b)) })
		for _, fragments := range pushes {
			check(b, keep.traces.Add(b.Context(), time.Now(), fragments))
		}
		m.pause(func() { keep.close(b) })
	}
	m.report(load.Spans, "span")
}

// fragmentsOf reads a load as the exporter does, each batch into a push of its own.
func fragmentsOf(load *Load) [][]pending.Fragment {
	var pushes [][]pending.Fragment
	for at := range load.Batches {
		l := newLine()
		l.push(&Load{Batches: load.Batches[at : at+1]})
		fragments := make([]pending.Fragment, len(l.index))
		for trace, i := range l.index {
			fragments[i] = pending.Fragment{Trace: trace, Data: l.fragments[i], Agent: true, Spans: Spans / Parts}
		}
		pushes = append(pushes, fragments)
	}
	return pushes
}

// keeper is pending traces over the storage extension that users have.
type keeper struct {
	traces    *pending.Traces
	client    storage.Client
	extension component.Component
}

func newKeeper(b *testing.B, folder string) *keeper {
	made := fileStorage(b, folder)
	client, err := made.(storage.Extension).GetClient(b.Context(), component.KindExporter, component.MustNewID("agentdelta"), "")
	check(b, err)
	store, err := pending.NewStore(client)
	check(b, err)
	traces, err := pending.Open(b.Context(), time.Now(), pending.Options{IdleTimeout: time.Hour, Settle: time.Hour, Store: store, Writer: idle{}})
	check(b, err)
	return &keeper{traces, client, made}
}

func (k *keeper) close(b *testing.B) {
	check(b, k.client.Close(b.Context()))
	check(b, k.extension.Shutdown(b.Context()))
}

// idle is a writer that is never asked.
type idle struct{}

func (idle) Prepare(context.Context, pending.TraceID, []string, pending.Closing, []byte) (pending.Draft, error) {
	return nil, nil
}
func (idle) Check(context.Context) error { return nil }

// nthTrace is a trace id for tests that have no spans.
func nthTrace(n int) (id [16]byte) {
	binary.BigEndian.PutUint64(id[:], uint64(n+1)*0x9e3779b97f4a7c15)
	return id
}
