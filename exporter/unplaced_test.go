package exporter

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/agentdelta/agentdeltaexporter/internal/metadatatest"
)

func TestLogRecordsWithoutTheirSpanAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := configured(t)
		run, telemetry := measured(t, cfg, &host{})
		require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
		require.NoError(t, run.logs.ConsumeLogs(t.Context(), content(weatherTrace))) // its span comes late
		wait(time.Minute)
		metadatatest.AssertEqualExporterAgentdeltaSpansUnplaced(t, telemetry, points(point(1, withReason("no_span"))), comparison...)
		require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, false)))
		wait(time.Minute)
		written := read(t, cfg.Directory, weatherTrace)
		assert.Equal(t, whole, written.steps, "within late_window the span takes them")

		wait(cfg.LateWindow)
		require.NoError(t, run.logs.ConsumeLogs(t.Context(), content(weatherTrace))) // its span was let go
		wait(cfg.IdleTimeout + time.Minute)
		metadatatest.AssertEqualExporterAgentdeltaSpansUnplaced(t, telemetry, points(point(2, withReason("no_span"))), comparison...)
		assert.Equal(t, written, read(t, cfg.Directory, weatherTrace))
		assert.Len(t, listed(t, cfg.Directory), 1, "there is nothing to make a second file of")
		run.stop(t)
	})
}

func TestLogRecordsOfALinkAreCounted(t *testing.T) {
	run, telemetry := measured(t, configured(t), &host{})
	td := chat(weatherTrace, true)
	appendSpan(td, weatherTrace, pcommon.SpanID{1}, pcommon.SpanID{}, "GET")
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), td))
	ld := content(weatherTrace)
	ld.ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().At(0).SetSpanID(pcommon.SpanID{1})
	require.NoError(t, run.logs.ConsumeLogs(t.Context(), ld))
	run.stop(t)
	metadatatest.AssertEqualExporterAgentdeltaSpansUnplaced(t, telemetry, points(point(1, withReason("no_step"))), comparison...)
}
