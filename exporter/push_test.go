package exporter

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component/componentstatus"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/extension/xextension/storage"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/metric/metricdata/metricdatatest"

	"github.com/agentdelta/agentdeltaexporter/config"
	"github.com/agentdelta/agentdeltaexporter/internal/crash"
	"github.com/agentdelta/agentdeltaexporter/internal/metadatatest"
)

// measured runs an exporter whose metrics can be read.
func measured(t *testing.T, cfg *config.Config, on *host) (*running, *componenttest.Telemetry) {
	t.Helper()
	telemetry := componenttest.NewTelemetry()
	t.Cleanup(func() { assert.NoError(t, telemetry.Shutdown(context.Background())) })
	return create(t, NewFactory(), metadatatest.NewSettings(telemetry), cfg, on).start(t), telemetry
}

// point is a data point of a counter.
func point(n int64, attributes ...attribute.KeyValue) metricdata.DataPoint[int64] {
	return metricdata.DataPoint[int64]{Value: n, Attributes: attribute.NewSet(attributes...)}
}

// comparison is of values and attributes; times and exemplars are the SDK's.
var comparison = []metricdatatest.Option{metricdatatest.IgnoreTimestamp(), metricdatatest.IgnoreExemplars()}

func points(list ...metricdata.DataPoint[int64]) []metricdata.DataPoint[int64] { return list }

func withReason(reason string) attribute.KeyValue { return attribute.String("reason", reason) }

func TestSpansAreCountedByDialectAndRole(t *testing.T) {
	run, telemetry := measured(t, configured(t), &host{})
	td := chat(weatherTrace, true)
	appendSpan(td, weatherTrace, pcommon.SpanID{1}, chatSpan, "GET")
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), td))
	metadatatest.AssertEqualExporterAgentdeltaSpansReceived(t, telemetry, points(
		point(1, attribute.String("dialect", "genai"), attribute.String("role", "llm")),
		point(1, attribute.String("dialect", "none"), attribute.String("role", "other")),
	), comparison...)
	run.stop(t)
}

func TestABadSpanIsDroppedAndTheRestOfThePushKept(t *testing.T) {
	for reason, spoil := range map[dropReason]func(ptrace.Span){
		invalidTraceID: func(s ptrace.Span) { s.SetTraceID(pcommon.TraceID{}) },
		invalidSpanID:  func(s ptrace.Span) { s.SetSpanID(pcommon.SpanID{}) },
	} {
		t.Run(string(reason)+" is counted", func(t *testing.T) {
			cfg := configured(t)
			run, telemetry := measured(t, cfg, &host{})
			td := agent(weatherTrace)
			chat(weatherTrace, true).ResourceSpans().MoveAndAppendTo(td.ResourceSpans())
			spoil(appendSpan(td, weatherTrace, pcommon.SpanID{1}, chatSpan, "bad"))
			require.NoError(t, run.traces.ConsumeTraces(t.Context(), td))
			metadatatest.AssertEqualExporterAgentdeltaSpansDropped(t, telemetry,
				points(point(1, withReason(string(reason)))), comparison...)
			run.stop(t)
			assert.Equal(t, whole, read(t, cfg.Directory, weatherTrace).steps)
		})
	}
}

func TestABadLogRecordIsDroppedAndTheRestOfThePushKept(t *testing.T) {
	for reason, spoil := range map[dropReason]func(plog.LogRecord){
		noTraceID:  func(l plog.LogRecord) { l.SetTraceID(pcommon.TraceID{}) },
		noDialect:  func(l plog.LogRecord) { l.SetEventName("cache.miss") },
		unjoinable: func(l plog.LogRecord) { l.SetSpanID(pcommon.SpanID{}) },
	} {
		t.Run(string(reason)+" is counted", func(t *testing.T) {
			cfg := configured(t)
			run, telemetry := measured(t, cfg, &host{})
			ld := content(weatherTrace)
			content(weatherTrace).ResourceLogs().MoveAndAppendTo(ld.ResourceLogs())
			spoil(ld.ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().At(0))
			require.NoError(t, run.logs.ConsumeLogs(t.Context(), ld))
			metadatatest.AssertEqualExporterAgentdeltaLogRecordsDropped(t, telemetry,
				points(point(1, withReason(string(reason)))), comparison...)
			metadatatest.AssertEqualExporterAgentdeltaLogRecordsReceived(t, telemetry,
				points(point(1, attribute.String("dialect", "genai"))), comparison...)
			run.stop(t)
		})
	}
}

func TestARefusedPushIsNotCounted(t *testing.T) {
	cfg, kept := configured(t), &keeper{}
	run, telemetry := measured(t, cfg, withStorage(kept, cfg))
	kept.fail(storage.ErrStorageFull)
	require.Error(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
	kept.fail(nil)
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
	metadatatest.AssertEqualExporterAgentdeltaSpansReceived(t, telemetry, points(
		point(1, attribute.String("dialect", "genai"), attribute.String("role", "llm")),
	), comparison...)
	run.stop(t)
}

func TestFilesAndTheirStepsAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := configured(t)
		run, telemetry := measured(t, cfg, &host{})
		require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
		require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
		plain := ptrace.NewTraces()
		appendSpan(plain, pcommon.TraceID{9}, agentSpan, pcommon.SpanID{}, "GET")
		require.NoError(t, run.traces.ConsumeTraces(t.Context(), plain))
		metadatatest.AssertEqualExporterAgentdeltaTracesOpen(t, telemetry, points(point(2)), comparison...)

		time.Sleep(cfg.Settle + time.Second)
		synctest.Wait()
		metadatatest.AssertEqualExporterAgentdeltaTracesOpen(t, telemetry, points(point(0)), comparison...)
		metadatatest.AssertEqualExporterAgentdeltaTracesKept(t, telemetry, points(point(2)), comparison...)
		metadatatest.AssertEqualExporterAgentdeltaTracesKeptLimit(t, telemetry, points(point(int64(cfg.MaxOpenTraces))), comparison...)
		metadatatest.AssertEqualExporterAgentdeltaOpenBytesLimit(t, telemetry, points(point(cfg.MaxOpenBytes)), comparison...)
		metadatatest.AssertEqualExporterAgentdeltaTracesClosed(t, telemetry,
			points(point(2, withReason("root_ended"))), comparison...)
		metadatatest.AssertEqualExporterAgentdeltaTracesWritten(t, telemetry, points(point(1)), comparison...)
		metadatatest.AssertEqualExporterAgentdeltaTracesEmpty(t, telemetry, points(point(1)), comparison...)
		step := func(kind string) metricdata.DataPoint[int64] { return point(1, attribute.String("node_type", kind)) }
		metadatatest.AssertEqualExporterAgentdeltaStepsWritten(t, telemetry,
			points(step("start"), step("llm"), step("end")), comparison...)

		require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
		metadatatest.AssertEqualExporterAgentdeltaSpansLate(t, telemetry, points(point(1)), comparison...)
		run.stop(t)
	})
}

func TestAFailingDirectoryIsTriedAgainAndTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := configured(t)
		traces, logs := &host{}, &host{}
		run := create(t, NewFactory(), settings(), cfg, traces)
		require.NoError(t, run.traces.Start(t.Context(), traces))
		require.NoError(t, run.logs.Start(t.Context(), logs))

		obstruct(t, cfg.Directory)
		require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
		require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
		time.Sleep(time.Minute)
		synctest.Wait()
		failing := []componentstatus.Status{componentstatus.StatusRecoverableError}
		assert.Equal(t, failing, traces.reported(), "one report for however many attempts")

		require.NoError(t, os.Remove(cfg.Directory))
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		recovered := append(failing, componentstatus.StatusOK)
		assert.Equal(t, recovered, traces.reported())
		assert.Equal(t, recovered, logs.reported(), "all hosts hear of it")
		assert.Equal(t, whole, read(t, cfg.Directory, weatherTrace).steps)
		run.stop(t)
	})
}

// obstruct puts a file in a folder's place.
func obstruct(t *testing.T, directory string) {
	t.Helper()
	require.NoError(t, os.RemoveAll(directory))
	require.NoError(t, os.WriteFile(directory, nil, 0o600))
}

func TestFailuresAreSortedByWhoCanMendThem(t *testing.T) {
	for want, failures := range map[string][]error{
		"no_space":   {syscall.ENOSPC, syscall.EDQUOT, storage.ErrStorageFull},
		"permission": {fs.ErrPermission, syscall.EACCES, syscall.EROFS},
		"panic":      {&crash.Error{Kind: "string"}},
		"other":      {syscall.EIO, errors.New("else")},
	} {
		for _, err := range failures {
			assert.Equal(t, want, errorType(fmt.Errorf("traces: %w", err)), err.Error())
		}
	}
}
