package exporter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/extension/xextension/storage"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.uber.org/zap/zapcore"

	"github.com/agentdelta/agentdeltaexporter/config"
	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/pending"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/steps"
)

// marker stands wherever an agent's content can stand. It must never be seen outside of files and storage.
const marker = "S3CRET"

// marked is a run of which every text, name and key that a sender chooses holds the marker.
func marked(trace pcommon.TraceID) ptrace.Traces {
	td := agent(trace)
	chat(trace, true).ResourceSpans().MoveAndAppendTo(td.ResourceSpans())
	tool := appendSpan(td, trace, pcommon.SpanID{1}, agentSpan, "execute_tool "+marker)
	tool.Attributes().PutStr("gen_ai.operation.name", "execute_tool")
	tool.Attributes().PutStr("gen_ai.tool.name", marker)
	tool.Attributes().PutStr("gen_ai.tool.call.arguments", `{"`+marker+`": "`+marker) // cut off
	tool.Attributes().PutStr("gen_ai.tool.call.result", strings.Repeat(`[`, 10_000)+marker)
	tool.Status().SetCode(ptrace.StatusCodeError)
	tool.Status().SetMessage(marker)
	for _, resource := range td.ResourceSpans().All() {
		resource.Resource().Attributes().PutStr("service.name", marker)
		for _, scope := range resource.ScopeSpans().All() {
			scope.Scope().SetName(marker)
			for _, s := range scope.Spans().All() {
				mark(s)
			}
		}
	}
	return td
}

func mark(s ptrace.Span) {
	s.Attributes().PutStr(marker, marker)
	s.Attributes().PutStr("gen_ai.input.messages", `[{"role":"user","content":"`+marker+`"},{`+marker)
	s.Attributes().PutStr("gen_ai.output.messages", messages("assistant", marker))
	s.Attributes().PutStr("gen_ai.request.model", marker)
	s.Attributes().PutStr("gen_ai.conversation.id", marker)
	s.Attributes().PutStr("llm.input_messages.4294967295.message.role", marker)
	event := s.Events().AppendEmpty()
	event.SetName("exception")
	event.Attributes().PutStr("exception.type", marker)
	event.Attributes().PutStr("exception.message", marker)
	event.Attributes().PutStr("exception.stacktrace", marker)
}

func markedLogs(trace pcommon.TraceID) plog.Logs {
	ld := content(trace)
	for _, name := range []string{"gen_ai.client.inference.operation.details", "gen_ai.choice", marker} {
		l := ld.ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().AppendEmpty()
		l.SetTraceID(trace)
		l.SetSpanID(chatSpan)
		l.SetEventName(name)
		l.Body().SetStr(`{"message": {"content": "` + marker)
		l.Attributes().PutStr("gen_ai.output.messages", marker)
	}
	return ld
}

// heard is all that an exporter says to anybody.
type heard struct {
	*watched
	cfg  *config.Config
	said []string // by errors
}

func (h *heard) err(err error) {
	if err != nil {
		h.said = append(h.said, err.Error(), fmt.Sprintf("%+v", err))
	}
}

func (h *heard) push(ctx context.Context) {
	h.err(h.traces.ConsumeTraces(ctx, marked(weatherTrace)))
	h.err(h.logs.ConsumeLogs(ctx, markedLogs(weatherTrace)))
}

func (h *heard) shutdown(ctx context.Context) {
	h.err(h.logs.Shutdown(ctx))
	h.err(h.traces.Shutdown(ctx))
}

// all is everything said, as text.
func (h *heard) all(t *testing.T) string {
	t.Helper()
	said := h.said
	for _, line := range h.lines.All() {
		text, err := zapcore.NewJSONEncoder(zapcore.EncoderConfig{MessageKey: "m", StacktraceKey: "s", LevelKey: "l", EncodeLevel: zapcore.LowercaseLevelEncoder}).EncodeEntry(line.Entry, line.Context)
		require.NoError(t, err)
		said = append(said, text.String())
	}
	for _, err := range h.host.errors {
		said = append(said, fmt.Sprint(err))
	}
	var measured metricdata.ResourceMetrics
	require.NoError(t, h.telemetry.Reader.Collect(context.Background(), &measured))
	text, err := json.Marshal(measured)
	require.NoError(t, err)
	said = append(said, string(text))
	for _, ended := range h.telemetry.SpanRecorder.Ended() {
		said = append(said, fmt.Sprint(ended.Name(), ended.Attributes(), ended.Events(), ended.Status()))
	}
	return strings.Join(said, "\n")
}

// textlessMarked is a generation without texts. Names of scopes and services are told of such, and nothing else.
func textlessMarked() ptrace.Traces {
	td := chat(weatherTrace, false)
	td.ResourceSpans().At(0).Resource().Attributes().PutStr("service.instance.id", marker)
	s := td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
	s.SetName(marker)
	s.Attributes().PutStr(marker, marker)
	s.Attributes().PutStr("gen_ai.request.model", marker)
	s.Status().SetMessage(marker)
	return td
}

// failures are the ways in which the exporter says that something is wrong. Each must be met: want is a part of what is
// said then.
var failures = map[string]struct {
	want  string
	setUp func(t *testing.T, cfg *config.Config) *host // before the start
	meet  func(t *testing.T, h *heard)
}{
	"all is well": {want: "wrote a file", meet: func(t *testing.T, h *heard) {
		h.push(t.Context())
		h.shutdown(t.Context())
		assert.Contains(t, read(t, h.cfg.Directory, weatherTrace).raw, marker, "files have it")
	}},
	"the storage fails": {want: "input/output error", setUp: kept, meet: func(t *testing.T, h *heard) {
		storageOf(h).fail(errors.New("input/output error"))
		h.push(t.Context())
		h.shutdown(t.Context())
	}},
	"the storage is full": {want: storage.ErrStorageFull.Error(), setUp: kept, meet: func(t *testing.T, h *heard) {
		storageOf(h).fail(storage.ErrStorageFull)
		h.push(t.Context())
		h.shutdown(t.Context())
	}},
	"the directory can't be written, in memory": {want: "not written, lost", meet: func(t *testing.T, h *heard) {
		h.push(t.Context())
		obstruct(t, h.cfg.Directory)
		time.Sleep(time.Minute)
		synctest.Wait()
		h.push(t.Context())
		h.shutdown(t.Context())
	}},
	"the directory can't be written, in storage": {want: "traces stay in the storage", setUp: kept, meet: func(t *testing.T, h *heard) {
		h.push(t.Context())
		obstruct(t, h.cfg.Directory)
		time.Sleep(time.Minute)
		synctest.Wait()
		h.shutdown(t.Context())
	}},
	"a bound is reached and no room can be made": {want: "max_open_bytes is reached", setUp: func(t *testing.T, cfg *config.Config) *host {
		cfg.MaxOpenBytes = 4000
		return kept(t, cfg)
	}, meet: func(t *testing.T, h *heard) {
		h.push(t.Context())
		obstruct(t, h.cfg.Directory)
		for n := range byte(20) {
			h.err(h.traces.ConsumeTraces(t.Context(), marked(pcommon.TraceID{n, 1})))
		}
		h.shutdown(t.Context())
	}},
	"shutdown has no time": {want: context.Canceled.Error(), meet: func(t *testing.T, h *heard) {
		h.push(t.Context())
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		h.shutdown(ctx)
	}},
	"reading a span panics": {want: "a fault of the exporter", meet: func(t *testing.T, h *heard) {
		h.reader.span = func(*span.Span, *observation.Observation) { panic(marker) }
		h.push(t.Context())
		h.shutdown(t.Context())
	}},
	"reading a log record panics": {want: "a fault of the exporter", meet: func(t *testing.T, h *heard) {
		h.reader.log = func(*span.Log) (observation.Observation, bool) { panic(errors.New(marker)) }
		h.push(t.Context())
		h.shutdown(t.Context())
	}},
	"building a trace panics": {want: "panic: *fmt.wrapError", meet: func(t *testing.T, h *heard) {
		h.reader.build = func([]observation.Observation, steps.Options) (agentdelta.Trace, bool) {
			panic(fmt.Errorf(marker+": %w", errors.ErrUnsupported))
		}
		h.push(t.Context())
		time.Sleep(time.Minute)
		synctest.Wait()
		h.shutdown(t.Context())
	}},
	"what was stored can't be read": {want: "corrupt", setUp: keptAlone, meet: func(t *testing.T, h *heard) {
		h.push(t.Context())
		for key, value := range storageOf(h).snapshot() {
			require.Contains(t, string(value), marker, "the storage has it")
			value[len(value)-1]++
			require.NoError(t, storageOf(h).Set(t.Context(), key, value))
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		h.shutdown(t.Context())
	}},
	"what was stored makes no sense": {want: "a part of a trace can't be read", meet: func(t *testing.T, h *heard) {
		i := h.instances.byID[settings().ID].instance
		(&writer{instance: i}).decode(t.Context(), new(observation.Decoder), pending.TraceID(weatherTrace), []string{marker + marker + marker})
		h.shutdown(t.Context())
	}},
	"another file stands in the place": {want: "~", setUp: func(t *testing.T, cfg *config.Config) *host {
		other := filepath.Join(cfg.Directory, weatherTrace.String()+".jsonl")
		require.NoError(t, os.WriteFile(other, []byte(marker+"\n"), 0o600))
		return &host{}
	}, meet: func(t *testing.T, h *heard) {
		h.push(t.Context())
		h.shutdown(t.Context())
	}},
	"texts are missing": {want: "no texts were recorded by", meet: func(t *testing.T, h *heard) {
		h.err(h.traces.ConsumeTraces(t.Context(), textlessMarked()))
		h.shutdown(t.Context())
	}},
	"no span is an agent's": {want: "no span is an agent's", meet: func(t *testing.T, h *heard) {
		td := textlessMarked()
		td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0).Attributes().Remove("gen_ai.operation.name")
		td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0).Attributes().Remove("gen_ai.request.model")
		h.err(h.traces.ConsumeTraces(t.Context(), td))
		time.Sleep(2 * silencePeriod)
		synctest.Wait()
		h.shutdown(t.Context())
	}},
	"a push is bad": {want: string(invalidSpanID), meet: func(t *testing.T, h *heard) {
		td, ld := marked(weatherTrace), markedLogs(weatherTrace)
		td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0).SetSpanID(pcommon.SpanID{})
		td.ResourceSpans().At(1).ScopeSpans().At(0).Spans().At(0).SetTraceID(pcommon.TraceID{})
		ld.ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().At(0).SetTraceID(pcommon.TraceID{})
		ld.ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().At(1).SetSpanID(pcommon.SpanID{})
		h.err(h.traces.ConsumeTraces(t.Context(), td))
		h.err(h.logs.ConsumeLogs(t.Context(), ld))
		h.shutdown(t.Context())
	}},
	"a push comes after the end": {want: "shutting down", meet: func(t *testing.T, h *heard) {
		h.err(h.logs.Shutdown(t.Context()))
		i := h.instances.byID[settings().ID].instance
		h.err(h.traces.Shutdown(t.Context()))
		h.err(i.consumeTraces(t.Context(), marked(weatherTrace)))
		h.err(i.consumeLogs(t.Context(), markedLogs(weatherTrace)))
	}},
}

// kept is a host with a storage that can be made to fail.
func kept(_ *testing.T, cfg *config.Config) *host { return withStorage(&keeper{}, cfg) }

// keptAlone is one beside which nothing is in memory.
func keptAlone(t *testing.T, cfg *config.Config) *host {
	cfg.MaxOpenBytes = heldShare - 1
	return kept(t, cfg)
}

func storageOf(h *heard) *keeper { return h.host.extensions[*h.cfg.Storage].(*keeper) }

func TestContentIsSeenInFilesAndStorageAlone(t *testing.T) {
	for name, failure := range failures {
		t.Run("when "+name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				cfg, on := configured(t), &host{}
				if failure.setUp != nil {
					on = failure.setUp(t, cfg)
				}
				h := &heard{watched: watch(t, cfg, on), cfg: cfg}
				failure.meet(t, h)
				said := h.all(t)
				assert.Contains(t, said, failure.want, "it wasn't met")
				assert.NotContains(t, said, marker)
			})
		})
	}
}
