// Package loadbalancing runs the two tiers of config/collector/loadbalancing in this process: the load-balancing exporter, as
// front.yaml configures it, before three exporters behind OTLP receivers, of which one restarts and a fourth comes meanwhile.
package loadbalancing

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/open-telemetry/opentelemetry-collector-contrib/exporter/loadbalancingexporter"
	"github.com/open-telemetry/opentelemetry-collector-contrib/processor/transformprocessor"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/exporter/exportertest"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor/processortest"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
	"go.opentelemetry.io/collector/receiver/receivertest"

	"github.com/agentdelta/agentdeltaexporter"
	"github.com/agentdelta/agentdeltaexporter/config"
	"github.com/agentdelta/agentdeltaexporter/test/tiers/runs"
)

// back is a collector of the second tier.
type back struct {
	t       *testing.T
	address string
	folder  string
	running []component.Component // in the order of their start
}

func newBack(t *testing.T) *back {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	return &back{t: t, address: listener.Addr().String(), folder: t.TempDir()}
}

func (b *back) start() *back {
	b.t.Helper()
	factory := agentdeltaexporter.NewFactory()
	cfg := factory.CreateDefaultConfig().(*config.Config)
	cfg.Directory = b.folder
	set := exportertest.NewNopSettings(factory.Type())
	traces, err := factory.CreateTraces(b.t.Context(), set, cfg)
	require.NoError(b.t, err)
	logs, err := factory.CreateLogs(b.t.Context(), set, cfg)
	require.NoError(b.t, err)

	otlp := otlpreceiver.NewFactory()
	listening := otlp.CreateDefaultConfig().(*otlpreceiver.Config)
	listening.Protocols.GRPC.GetOrInsertDefault().NetAddr.Endpoint = b.address
	settings := receivertest.NewNopSettings(otlp.Type())
	spans, err := otlp.CreateTraces(b.t.Context(), settings, listening, traces)
	require.NoError(b.t, err)
	events, err := otlp.CreateLogs(b.t.Context(), settings, listening, logs)
	require.NoError(b.t, err)
	b.running = []component.Component{traces, logs, spans, events}
	for _, c := range b.running {
		require.NoError(b.t, c.Start(b.t.Context(), componenttest.NewNopHost()))
	}
	return b
}

// stop does what a collector does: receivers first.
func (b *back) stop() {
	b.t.Helper()
	for _, at := range []int{2, 3, 0, 1} {
		require.NoError(b.t, b.running[at].Shutdown(context.Background()))
	}
}

// front is the first tier.
type front struct {
	t       *testing.T
	traces  consumer.Traces
	logs    consumer.Logs
	running []component.Component
}

var environment = regexp.MustCompile(`\$\{env:\w+:-([^}]*)\}`)

// newFront is what front.yaml configures, with other host names.
func newFront(t *testing.T, change func(*loadbalancingexporter.Config), backs ...*back) *front {
	t.Helper()
	text, err := os.ReadFile("../../../config/collector/loadbalancing/front.yaml")
	require.NoError(t, err)
	yaml, err := confmap.NewRetrievedFromYAML(environment.ReplaceAll(text, []byte("$1")))
	require.NoError(t, err)
	file, err := yaml.AsConf()
	require.NoError(t, err)
	factory := loadbalancingexporter.NewFactory()
	require.Equal(t, "load_balancing", factory.Type().String())
	cfg := factory.CreateDefaultConfig().(*loadbalancingexporter.Config)
	section(t, file, "exporters::load_balancing", cfg)
	hostnames := &cfg.Resolver.Static.Get().Hostnames
	require.Len(t, *hostnames, 3)
	*hostnames = nil
	for _, b := range backs {
		*hostnames = append(*hostnames, b.address)
	}
	if change != nil {
		change(cfg)
	}
	set := exportertest.NewNopSettings(factory.Type())
	traces, err := factory.CreateTraces(t.Context(), set, cfg)
	require.NoError(t, err)
	logs, err := factory.CreateLogs(t.Context(), set, cfg)
	require.NoError(t, err)
	return newRoute(t, file, traces, logs)
}

// newRoute puts the processor of front.yaml before its exporter, and starts both.
func newRoute(t *testing.T, file *confmap.Conf, traces exporter.Traces, logs exporter.Logs) *front {
	t.Helper()
	factory := transformprocessor.NewFactory()
	cfg := factory.CreateDefaultConfig()
	section(t, file, "processors::transform/route", cfg)
	set := processortest.NewNopSettings(factory.Type())
	spans, err := factory.CreateTraces(t.Context(), set, cfg, traces)
	require.NoError(t, err)
	records, err := factory.CreateLogs(t.Context(), set, cfg, logs)
	require.NoError(t, err)
	f := &front{t: t, traces: spans, logs: records, running: []component.Component{traces, logs, spans, records}}
	for _, c := range f.running {
		require.NoError(t, c.Start(t.Context(), componenttest.NewNopHost()))
	}
	return f
}

// section reads a part of a configuration into a component's own.
func section(t *testing.T, file *confmap.Conf, key string, cfg component.Config) {
	t.Helper()
	part, err := file.Sub(key)
	require.NoError(t, err)
	require.NoError(t, part.Unmarshal(cfg))
	require.NoError(t, confmap.Validate(cfg))
}

func (f *front) stop() {
	f.t.Helper()
	for _, c := range slices.Backward(f.running) {
		require.NoError(f.t, c.Shutdown(context.Background()))
	}
}

// send returns when the second tier has everything.
func (f *front) send(part int, all ...int) {
	f.t.Helper()
	for _, chunk := range runs.Chunks(all) {
		if part == runs.Parts {
			logs, err := (&plog.JSONUnmarshaler{}).UnmarshalLogs(runs.Events(chunk...))
			require.NoError(f.t, err)
			require.NoError(f.t, f.logs.ConsumeLogs(f.t.Context(), logs))
		}
		traces, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(runs.Spans(part, chunk...))
		require.NoError(f.t, err)
		require.NoError(f.t, f.traces.ConsumeTraces(f.t.Context(), traces))
	}
}

func three(t *testing.T) []*back {
	return []*back{newBack(t).start(), newBack(t).start(), newBack(t).start()}
}

func folders(backs []*back) (folders []string) {
	for _, b := range backs {
		b.stop()
		folders = append(folders, b.folder)
	}
	return folders
}

func TestThreeCollectorsWriteEachTraceOnceAndWhole(t *testing.T) {
	backs := three(t)
	front, all := newFront(t, nil, backs...), runs.From(0, 60)
	for part := 1; part <= runs.Parts; part++ {
		front.send(part, all...)
	}
	front.stop()
	found := runs.Written(t, folders(backs)...)
	runs.AssertWhole(t, all, found)
	runs.AssertSpread(t, found, 3)
}

// This is why front.yaml doesn't say traceID. When this fails, the exporter hashes both alike, and front.yaml may.
func TestTheIDItselfRoutesLogRecordsAwayFromSpans(t *testing.T) {
	backs := three(t)
	byID := func(cfg *loadbalancingexporter.Config) { cfg.RoutingKey, cfg.RoutingAttributes = "traceID", nil }
	front, all := newFront(t, byID, backs...), runs.From(0, 60)
	for part := 1; part <= runs.Parts; part++ {
		front.send(part, all...)
	}
	front.stop()
	apart := 0
	for _, files := range runs.Written(t, folders(backs)...) {
		if len(files) > 1 || !slices.Contains(files[0].Steps, "llm let me see") || strings.Contains(strings.Join(files[0].Steps, " "), "not recorded") {
			apart++
		}
	}
	t.Logf("the log event of %d of %d traces went where its spans didn't", apart, len(all))
	assert.NotZero(t, apart)
}

// What a collector writes when it stops is written again with the rest if that comes within late_window, and from a storage;
// without one the rest is beside it. Either way no trace goes to another collector.
func TestACollectorThatRestartsIsWaitedFor(t *testing.T) {
	backs := three(t)
	front, all := newFront(t, nil, backs...), runs.From(0, 60)
	front.send(1, all...)
	backs[1].stop()
	done := make(chan struct{})
	go func() {
		defer close(done)
		front.send(2, all...)
		front.send(3, all...)
	}()
	select {
	case <-done:
		t.Error("what belongs to the one that is gone went elsewhere")
	case <-time.After(2 * time.Second):
	}
	backs[1].start()
	<-done
	front.stop()
	found := runs.Written(t, folders(backs)...)
	for _, n := range all {
		for _, file := range found[runs.Trace(n)] {
			assert.Equal(t, found[runs.Trace(n)][0].Folder, file.Folder, "run %d", n)
		}
	}
}

// A fourth collector takes over about a quarter of the traces, also of those that are open.
func TestATraceWhoseRouteMovesIsInTwoFilesThatShowIt(t *testing.T) {
	backs := three(t)
	all := runs.From(0, 100)
	front := newFront(t, nil, backs...)
	front.send(1, all...)
	front.stop()
	backs = append(backs, newBack(t).start())
	front = newFront(t, nil, backs...)
	front.send(2, all...)
	front.send(3, all...)
	front.stop()
	time.Sleep(3 * time.Second) // roots have settled; the other halves wait for idle_timeout, or for the stop
	found := runs.Written(t, folders(backs)...)
	split := 0
	for _, n := range all {
		files := found[runs.Trace(n)]
		if len(files) == 1 {
			runs.AssertWhole(t, []int{n}, map[string][]runs.File{runs.Trace(n): files})
			continue
		}
		split++
		if assert.Len(t, files, 2, "run %d", n) {
			runs.AssertShows(t, n, files)
			assert.Equal(t, backs[3].folder, files[1].Folder, "the rest went to the new one")
		}
	}
	t.Logf("%d of %d traces that were open when a fourth collector came are split", split, len(all))
	assert.InDelta(t, 25, split, 15)
}

func TestTheSecondTierIsTheGateway(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("../../..", "config/collector/gateway.yaml"))
	require.NoError(t, err)
	assert.Contains(t, string(text), ":4317", "where front.yaml sends to")
}
