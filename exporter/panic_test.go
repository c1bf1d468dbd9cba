package exporter

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/otel/attribute"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	zaptest "go.uber.org/zap/zaptest/observer"

	"github.com/agentdelta/agentdeltaexporter/config"
	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/metadatatest"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/steps"
)

// watched runs an exporter of which all is seen that it says, with a reader that can be changed.
type watched struct {
	*running
	instances *instances
	reader    *reader
	lines     *zaptest.ObservedLogs
	telemetry *componenttest.Telemetry
}

func watch(t *testing.T, cfg *config.Config, on *host) *watched {
	t.Helper()
	core, lines := zaptest.New(zapcore.DebugLevel)
	telemetry := componenttest.NewTelemetry()
	set := metadatatest.NewSettings(telemetry)
	set.Logger = zap.New(core)
	shared := &instances{}
	factory := newFactory(shared)
	run := create(t, factory, set, cfg, on)
	w := &watched{run, shared, &shared.byID[set.ID].reader, lines, telemetry}
	run.start(t)
	return w
}

// panicsAt reads spans as ever, but for those of a name.
func panicsAt(name string, with any) func(*span.Span, *observation.Observation) {
	healthy := newReader()
	return func(s *span.Span, o *observation.Observation) {
		if s.Name == name {
			panic(with)
		}
		healthy.span(s, o)
	}
}

func TestASpanWhoseReadingPanicsCostsItselfAlone(t *testing.T) {
	cfg := configured(t)
	w := watch(t, cfg, &host{})
	w.reader.span = panicsAt("execute_tool broken", "a fault")
	td := agent(weatherTrace)
	chat(weatherTrace, true).ResourceSpans().MoveAndAppendTo(td.ResourceSpans())
	for n := range byte(3) {
		appendSpan(td, weatherTrace, [8]byte{1, n}, agentSpan, "execute_tool broken")
	}
	require.NoError(t, w.traces.ConsumeTraces(t.Context(), td))
	metadatatest.AssertEqualExporterAgentdeltaSpansDropped(t, w.telemetry,
		points(point(3, withReason(string(unreadable)))), comparison...)
	metadatatest.AssertEqualExporterAgentdeltaSpansReceived(t, w.telemetry, points(
		point(1, attribute.String("dialect", "genai"), attribute.String("role", "agent")),
		point(1, attribute.String("dialect", "genai"), attribute.String("role", "llm")),
	), comparison...)
	w.stop(t)
	assert.Equal(t, whole, read(t, cfg.Directory, weatherTrace).steps)
	faults := w.lines.FilterLevelExact(zapcore.ErrorLevel)
	require.Equal(t, 1, faults.Len(), "one line for each place")
	assert.Contains(t, faults.All()[0].ContextMap()["error"], "panicsAt", "it tells where")
}

// Ancestry runs through a span that can't be read: with a link in its place, what is below it still belongs to the run.
func TestASpanWhoseReadingPanicsIsALink(t *testing.T) {
	cfg := configured(t)
	w := watch(t, cfg, &host{})
	w.reader.span = panicsAt("chain", "a fault")
	td := agent(weatherTrace)
	appendSpan(td, weatherTrace, [8]byte{1}, agentSpan, "chain")
	chat(weatherTrace, true).ResourceSpans().MoveAndAppendTo(td.ResourceSpans())
	td.ResourceSpans().At(2).ScopeSpans().At(0).Spans().At(0).SetParentSpanID([8]byte{1})
	require.NoError(t, w.traces.ConsumeTraces(t.Context(), td))
	w.stop(t)
	f := read(t, cfg.Directory, weatherTrace)
	assert.Equal(t, whole, f.steps)
	assert.Equal(t, true, f.meta["complete"])
}

// Only spans that can't be read, of a trace that is named by what they say: there is nothing to name it by.
func TestATraceOfWhichNothingCanBeReadGetsNoFile(t *testing.T) {
	cfg := paired(t)
	w := watch(t, cfg, &host{})
	w.reader.span = panicsAt("chat gpt-4o-mini", "a fault")
	require.NoError(t, w.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
	w.stop(t)
	assertEmpty(t, cfg.Directory)
}

func TestALogRecordWhoseReadingPanicsCostsItselfAlone(t *testing.T) {
	cfg := configured(t)
	w := watch(t, cfg, &host{})
	healthy := newReader()
	w.reader.log = func(l *span.Log) (observation.Observation, bool) {
		if l.EventName == "broken" {
			panic("a fault")
		}
		return healthy.log(l)
	}
	ld := content(weatherTrace)
	content(weatherTrace).ResourceLogs().MoveAndAppendTo(ld.ResourceLogs())
	ld.ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().At(0).SetEventName("broken")
	require.NoError(t, w.logs.ConsumeLogs(t.Context(), ld))
	metadatatest.AssertEqualExporterAgentdeltaLogRecordsDropped(t, w.telemetry,
		points(point(1, withReason(string(unreadable)))), comparison...)
	require.NoError(t, w.traces.ConsumeTraces(t.Context(), chat(weatherTrace, false)))
	require.NoError(t, w.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
	w.stop(t)
	assert.Equal(t, whole, read(t, cfg.Directory, weatherTrace).steps)
	assert.Equal(t, 1, w.lines.FilterLevelExact(zapcore.ErrorLevel).Len())
}

func TestATraceWhoseBuildingPanicsHoldsUpNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := configured(t)
		w := watch(t, cfg, &host{})
		healthy := newReader()
		w.reader.build = func(all []observation.Observation, o steps.Options) (agentdelta.Trace, bool) {
			if o.TraceID == weatherTrace.String() {
				panic("a fault")
			}
			return healthy.build(all, o)
		}
		other := weatherTrace
		other[0]++
		require.NoError(t, w.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
		require.NoError(t, w.traces.ConsumeTraces(t.Context(), agent(other)))
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		assert.NotEmpty(t, read(t, cfg.Directory, other).steps)
		assert.Equal(t, 1, w.lines.FilterLevelExact(zapcore.ErrorLevel).Len(), "one line for however many attempts")
		assert.Empty(t, w.host.reported(), "the directory is well")

		w.reader.build = healthy.build
		w.stop(t)
		assert.NotEmpty(t, read(t, cfg.Directory, weatherTrace).steps, "it was kept")
	})
}
