package exporter

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/extension/xextension/storage"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/agentdelta/agentdeltaexporter/config"
)

// wordy is a generation with a text of its own, of 1500 characters.
func wordy(trace pcommon.TraceID) ptrace.Traces {
	td := chat(trace, false)
	text := strings.Repeat(trace.String()+" ", 46)
	td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0).Attributes().PutStr("gen_ai.output.messages", messages("assistant", text))
	return td
}

// heap is what is in use.
func heap() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// Forty times as much as may be kept, in traces of which none ends: memory holds no more than the bounds say, each trace
// has its file, and what comes late still joins it.
func TestMemoryIsBoundedUnderAFlood(t *testing.T) {
	for name, bound := range map[string]func(*config.Config){
		"by bytes":  func(c *config.Config) { c.MaxOpenBytes = 256 << 10 },
		"by traces": func(c *config.Config) { c.MaxOpenTraces = 128 },
	} {
		t.Run(name, func(t *testing.T) {
			cfg := configured(t)
			cfg.Fsync = false
			bound(cfg)
			run := start(t, cfg, &host{})
			const traces = 5000
			before, most := heap(), int64(0)
			for n := range traces {
				require.NoError(t, run.traces.ConsumeTraces(t.Context(), wordy(traceNumber(n))))
				if n%500 == 499 {
					most = max(most, heap()-before)
				}
			}
			assert.Less(t, most, int64(4<<20), "the flood was of %d bytes", traces*1500)
			assert.Equal(t, false, read(t, cfg.Directory, traceNumber(0)).meta["complete"], "it was written early")
			last := traceNumber(traces - 1)
			require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(last)))
			run.stop(t)
			assert.Len(t, listed(t, cfg.Directory), traces, "one file for each trace")
			joined := read(t, cfg.Directory, last)
			assert.Equal(t, true, joined.meta["complete"])
			assert.Len(t, joined.steps, 3)
		})
	}
}

// nowhere is a storage extension that keeps nothing, so that what is measured is the exporter's own memory.
type nowhere struct{ keeper }

func (n *nowhere) GetClient(context.Context, component.Kind, component.ID, string) (storage.Client, error) {
	return n, nil
}

func (*nowhere) Batch(context.Context, ...*storage.Operation) error { return nil }

// BenchmarkOpenTraces shows how much memory an open trace takes whose content is in storage.
func BenchmarkOpenTraces(b *testing.B) {
	for _, path := range []string{"{trace_id}", "{run}/{case}"} {
		for _, traces := range []int{10_000, 100_000, 1_000_000} {
			b.Run(fmt.Sprintf("%d named %s", traces, strings.ReplaceAll(path, "/", " ")), func(b *testing.B) {
				for b.Loop() {
					b.ReportMetric(float64(hold(b, path, traces))/float64(traces), "bytes/trace")
				}
			})
		}
	}
}

// hold returns how much the heap grows with so many open traces.
func hold(b *testing.B, path string, traces int) int64 {
	cfg := config.Default()
	cfg.Directory, cfg.Path, cfg.MaxOpenTraces, cfg.MaxOpenBytes = b.TempDir(), path, 2*traces, 1<<40
	on := withStorage(&nowhere{}, cfg)
	exporter, err := NewFactory().CreateTraces(b.Context(), settings(), cfg)
	require.NoError(b, err)
	require.NoError(b, exporter.Start(b.Context(), on))
	before := heap()
	for n := range traces {
		td := wordy(traceNumber(n))
		attributes := td.ResourceSpans().At(0).Resource().Attributes()
		attributes.PutStr("cicd.pipeline.run.id", "candidate")
		attributes.PutStr("test.case.name", fmt.Sprint("a case of some name ", n))
		require.NoError(b, exporter.ConsumeTraces(b.Context(), td))
	}
	grown := heap() - before
	ctx, cancel := context.WithCancel(b.Context())
	cancel()
	require.NoError(b, exporter.Shutdown(ctx))
	return grown
}
