package exporter

import (
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/otel/attribute"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	zaptest "go.uber.org/zap/zaptest/observer"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/metadatatest"
	"github.com/agentdelta/agentdeltaexporter/internal/pending"
	"github.com/agentdelta/agentdeltaexporter/internal/steps"
)

// recordedBy names the scope and the service of a push.
func recordedBy(td ptrace.Traces, scope, service string) ptrace.Traces {
	for _, spans := range td.ResourceSpans().All() {
		spans.Resource().Attributes().PutStr("service.name", service)
		for _, s := range spans.ScopeSpans().All() {
			s.Scope().SetName(scope)
		}
	}
	return td
}

// textless is a run of one generation without texts.
func textless(t *testing.T, r *running, trace byte, scope, service string) {
	t.Helper()
	require.NoError(t, r.traces.ConsumeTraces(t.Context(), recordedBy(chat(traceOfTest(trace), false), scope, service)))
	require.NoError(t, r.traces.ConsumeTraces(t.Context(), recordedBy(agent(traceOfTest(trace)), scope, service)))
}

func hinted(lines *zaptest.ObservedLogs) []zaptest.LoggedEntry {
	return lines.FilterLevelExact(zapcore.WarnLevel).FilterMessageSnippet("no texts were recorded").All()
}

func TestAScopeWithoutTextsIsToldWhatTurnsThemOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := configured(t)
		r, lines := logged(t, cfg, &host{})
		const anthropic = "com.anthropic.sdk.typescript"
		textless(t, r, 1, anthropic, "shop")
		textless(t, r, 2, anthropic, "shop")
		textless(t, r, 3, anthropic, "bank")
		textless(t, r, 4, "com.anthropic.sdk.java", "shop")
		time.Sleep(cfg.Settle + time.Second)
		synctest.Wait()
		told := hinted(lines)
		require.Len(t, told, 3, "once for each scope and service")
		for _, one := range told {
			assert.Contains(t, one.Message, "no texts were recorded by Anthropic's SDKs: ")
			assert.Contains(t, one.Message, "set ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content")
			assert.Equal(t, "spans", one.ContextMap()["texts_in"])
		}
		r.stop(t)
		assert.Len(t, hinted(lines), 3)
	})
}

// Texts that come in log records may be late, and are no reason for a hint then.
func TestTextsInLogRecordsAreWaitedFor(t *testing.T) {
	const scope = "@opentelemetry/instrumentation-openai"
	for name, test := range map[string]struct {
		live func(*testing.T, *running)
		want int // hints before shutdown
		end  int // and with it
	}{
		"a first trace may be early": {
			func(t *testing.T, r *running) { textless(t, r, 1, scope, "shop") }, 0, 1,
		},
		"a second one isn't": {
			func(t *testing.T, r *running) {
				textless(t, r, 1, scope, "shop")
				textless(t, r, 2, scope, "shop")
			}, 1, 1,
		},
		"records that come at last end the wait": {
			func(t *testing.T, r *running) {
				textless(t, r, 1, scope, "shop")
				time.Sleep(5 * time.Second)
				require.NoError(t, r.logs.ConsumeLogs(t.Context(), content(traceOfTest(1))))
			}, 0, 0,
		},
		"a late span without its records doesn't": {
			func(t *testing.T, r *running) {
				textless(t, r, 1, scope, "shop")
				time.Sleep(5 * time.Second)
				late := ptrace.NewTraces()
				appendSpan(late, traceOfTest(1), pcommon.SpanID{7: 9}, agentSpan, "GET")
				require.NoError(t, r.traces.ConsumeTraces(t.Context(), late))
			}, 1, 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				cfg := configured(t)
				r, lines := logged(t, cfg, &host{})
				test.live(t, r)
				time.Sleep(cfg.Settle + time.Second)
				synctest.Wait()
				assert.Len(t, hinted(lines), test.want)
				r.stop(t)
				told := hinted(lines)
				require.Len(t, told, test.end)
				if test.end > 0 {
					assert.Contains(t, told[0].Message, "they come in log records, so the exporter must be in a logs pipeline too")
					assert.Equal(t, true, told[0].ContextMap()["logs_pipeline"])
				}
			})
		})
	}
}

func TestAHintSaysWhetherThereIsALogsPipeline(t *testing.T) {
	cfg := configured(t)
	core, lines := zaptest.New(zapcore.WarnLevel)
	set := settings()
	set.Logger = zap.New(core)
	traces, err := NewFactory().CreateTraces(t.Context(), set, cfg)
	require.NoError(t, err)
	require.NoError(t, traces.Start(t.Context(), &host{}))
	textless(t, &running{traces: traces}, 1, "@opentelemetry/instrumentation-openai", "shop")
	require.NoError(t, traces.Shutdown(t.Context()))
	require.Len(t, hinted(lines), 1)
	assert.Equal(t, false, hinted(lines)[0].ContextMap()["logs_pipeline"])
}

func TestStepsWithoutTextsAndWhatWasLostAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := configured(t)
		r, telemetry := measured(t, cfg, &host{})
		td := chat(weatherTrace, true)
		td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0).SetDroppedAttributesCount(3)
		require.NoError(t, r.traces.ConsumeTraces(t.Context(), td))
		textless(t, r, 1, "", "shop")
		time.Sleep(cfg.Settle + cfg.IdleTimeout)
		synctest.Wait()
		metadatatest.AssertEqualExporterAgentdeltaStepsWithoutContent(t, telemetry,
			points(point(1, attribute.String("dialect", "genai"))), comparison...)
		metadatatest.AssertEqualExporterAgentdeltaSpansTruncated(t, telemetry,
			points(point(1, attribute.String("dialect", "genai"))), comparison...)
		r.stop(t)
		assert.Contains(t, read(t, cfg.Directory, weatherTrace).raw, `"content": "truncated"`)
	})
}

// A hint that waits for another trace must not keep what was stored of the first one in memory.
func TestHintsThatWaitKeepNothingOfTheirTraces(t *testing.T) {
	const many, large = 32, 1 << 20
	h := &hints{logger: zap.NewNop(), waiting: map[hint]pending.TraceID{}}
	before := heap()
	for n := range many {
		stored := strconv.Itoa(n+100) + strings.Repeat("all that was stored of a trace; ", large/32)
		h.note(pending.TraceID{byte(n)}, []steps.Gap{{
			Node: agentdelta.NodeLLM, Dialect: stored[:2], Scope: stored[:3], Service: stored[:4],
		}}, pending.Idle)
	}
	require.Len(t, h.waiting, many)
	assert.Less(t, heap()-before, int64(many*large/2))
	runtime.KeepAlive(h)
}
