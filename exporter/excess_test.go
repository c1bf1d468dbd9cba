package exporter

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/agentdelta/agentdeltaexporter/internal/metadatatest"
)

func TestATraceOfTooManySpansIsCut(t *testing.T) {
	full := func() ptrace.Traces {
		td := agent(weatherTrace)
		chat(weatherTrace, true).ResourceSpans().MoveAndAppendTo(td.ResourceSpans())
		for n := range byte(6) {
			appendSpan(td, weatherTrace, pcommon.SpanID{1, n}, agentSpan, "GET")
		}
		return td
	}
	for name, pushes := range map[string][]ptrace.Traces{
		"in many pushes": apart(full()),
		"in one push":    {full()},
	} {
		t.Run(name, func(t *testing.T) {
			for most, cut := range map[int]int64{7: 1, 8: 0} {
				cfg := configured(t)
				run := watch(t, cfg, &host{})
				run.instances.byID[settings().ID].mostSpans = most
				for _, td := range pushes {
					require.NoError(t, run.traces.ConsumeTraces(t.Context(), td))
				}
				run.stop(t)
				written := read(t, cfg.Directory, weatherTrace)
				assert.Equal(t, cut == 0, written.meta["complete"])
				if cut == 0 {
					assert.Equal(t, whole, written.steps)
					continue
				}
				metadatatest.AssertEqualExporterAgentdeltaFragmentsSkipped(t, run.telemetry,
					points(point(cut, withReason("excess"))), comparison...)
			}
		})
	}
}

func TestWhoLooksAtATraceCountsNothingOfIt(t *testing.T) {
	run := watch(t, paged(t), &host{})
	run.instances.byID[settings().ID].mostSpans = 1
	for _, td := range apart(chat(weatherTrace, true)) {
		require.NoError(t, run.traces.ConsumeTraces(t.Context(), td))
	}
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
	for range 2 {
		status, page := visit(t, run.lines, "/open/"+weatherTrace.String())
		assert.Equal(t, http.StatusOK, status)
		assert.Contains(t, page, "incomplete")
	}
	run.stop(t)
	metadatatest.AssertEqualExporterAgentdeltaFragmentsSkipped(t, run.telemetry,
		points(point(1, withReason("excess"))), comparison...)
}
