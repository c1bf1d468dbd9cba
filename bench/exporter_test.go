package bench

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/open-telemetry/opentelemetry-collector-contrib/exporter/fileexporter"
	"github.com/open-telemetry/opentelemetry-collector-contrib/extension/storage/filestorage"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/exporter/exportertest"
	"go.opentelemetry.io/collector/extension"
	"go.opentelemetry.io/collector/extension/extensiontest"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/agentdelta/agentdeltaexporter/config"
	ours "github.com/agentdelta/agentdeltaexporter/exporter"
)

// senders is how many receivers push at once.
const senders = 4

// setup makes an exporter that writes below a folder, and the host that it runs on.
type setup func(b *testing.B, folder string) (exporter.Traces, component.Host)

// BenchmarkExporter is all that an exporter does from its start to the end of its shutdown, when every file stands.
func BenchmarkExporter(b *testing.B) {
	load := Forms[0].Runs(10 * BatchTraces)
	for _, with := range []struct {
		name  string
		setup setup
	}{
		{"name=agentdelta/state=memory/folders=1", inMemory(oneFolder)},
		{"name=agentdelta/state=memory/folders=256", inMemory(manyFolders)},
		{"name=agentdelta/state=file_storage/folders=1", inFileStorage(oneFolder)},
		{"name=agentdelta/state=file_storage/folders=256", inFileStorage(manyFolders)},
		{"name=file/group_by=none", oneFile},
		{"name=file/group_by=trace", filePerTrace},
	} {
		b.Run(with.name, func(b *testing.B) { measureExporter(b, &load, with.setup) })
	}
}

// BenchmarkPass is the same of spans in which no agent runs.
func BenchmarkPass(b *testing.B) {
	load := HTTP(40)
	b.Run("state=memory", func(b *testing.B) { measureExporter(b, &load, inMemory(oneFolder)) })
	b.Run("state=file_storage", func(b *testing.B) { measureExporter(b, &load, inFileStorage(oneFolder)) })
}

func measureExporter(b *testing.B, load *Load, with setup) {
	m := start(b)
	for range b.N {
		e, host := with(b, newFolder(b))
		check(b, e.Start(b.Context(), host))
		push(b, e, load.Batches)
		check(b, e.Shutdown(b.Context()))
		m.pause(func() { stop(b, host) })
	}
	m.report(load.Spans, "span")
	b.ReportMetric(float64(load.Traces*b.N)/b.Elapsed().Seconds(), "files/s")
}

// push hands batches over from several goroutines, as receivers do.
func push(b *testing.B, e exporter.Traces, batches []ptrace.Traces) {
	todo := make(chan ptrace.Traces, len(batches))
	for _, td := range batches {
		todo <- td
	}
	close(todo)
	var group sync.WaitGroup
	for range senders {
		group.Go(func() {
			for td := range todo {
				if err := e.ConsumeTraces(b.Context(), td); err != nil {
					b.Error(err)
				}
			}
		})
	}
	group.Wait()
}

// The paths of files: all in one folder, or in one of 256 by the first two digits of the trace id.
const (
	oneFolder   = "{trace_id}"
	manyFolders = "{trace_id:2}/{trace_id}"
)

func newOurs(b *testing.B, folder, path string, host component.Host, change func(*config.Config)) (exporter.Traces, component.Host) {
	factory := ours.NewFactory()
	cfg := factory.CreateDefaultConfig().(*config.Config)
	cfg.Directory, cfg.Path, cfg.Fsync = filepath.Join(folder, "traces"), path, false
	change(cfg)
	check(b, cfg.Validate())
	check(b, os.MkdirAll(cfg.Directory, 0o700))
	e, err := factory.CreateTraces(b.Context(), exportertest.NewNopSettings(factory.Type()), cfg)
	check(b, err)
	return e, host
}

func inMemory(path string) setup {
	return func(b *testing.B, folder string) (exporter.Traces, component.Host) {
		return newOurs(b, folder, path, componenttest.NewNopHost(), func(*config.Config) {})
	}
}

func inFileStorage(path string) setup {
	return func(b *testing.B, folder string) (exporter.Traces, component.Host) {
		id := component.MustNewID("file_storage")
		host := &storageHost{map[component.ID]component.Component{id: fileStorage(b, filepath.Join(folder, "state"))}}
		return newOurs(b, folder, path, host, func(cfg *config.Config) { cfg.Storage = &id })
	}
}

// storageHost is a collector with a storage extension.
type storageHost struct {
	extensions map[component.ID]component.Component
}

// GetExtensions implements component.Host.
func (h *storageHost) GetExtensions() map[component.ID]component.Component { return h.extensions }

func stop(b *testing.B, host component.Host) {
	for _, e := range host.GetExtensions() {
		check(b, e.Shutdown(b.Context()))
	}
}

func fileStorage(b *testing.B, folder string) extension.Extension {
	factory := filestorage.NewFactory()
	cfg := factory.CreateDefaultConfig().(*filestorage.Config)
	cfg.Directory = folder
	check(b, os.MkdirAll(folder, 0o700))
	made, err := factory.Create(b.Context(), extensiontest.NewNopSettings(factory.Type()), cfg)
	check(b, err)
	check(b, made.Start(b.Context(), componenttest.NewNopHost()))
	return made
}

func file(b *testing.B, cfg *fileexporter.Config) (exporter.Traces, component.Host) {
	factory := fileexporter.NewFactory()
	e, err := factory.CreateTraces(b.Context(), exportertest.NewNopSettings(factory.Type()), cfg)
	check(b, err)
	return e, componenttest.NewNopHost()
}

func oneFile(b *testing.B, folder string) (exporter.Traces, component.Host) {
	cfg := fileexporter.NewFactory().CreateDefaultConfig().(*fileexporter.Config)
	cfg.Path, cfg.Rotation = filepath.Join(folder, "traces.json"), nil
	return file(b, cfg)
}

// filePerTrace is what a user would choose to have a file for each trace: sorted by a resource attribute with the trace
// id, appended to, so that files which were closed to make room aren't overwritten.
func filePerTrace(b *testing.B, folder string) (exporter.Traces, component.Host) {
	cfg := fileexporter.NewFactory().CreateDefaultConfig().(*fileexporter.Config)
	cfg.Path, cfg.Rotation, cfg.Append = filepath.Join(folder, "*.json"), nil, true
	cfg.GroupBy.Enabled, cfg.GroupBy.ResourceAttribute = true, PathSegment
	return file(b, cfg)
}

func check(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}
