//go:build unix && !race

package exporter

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/agentdelta/agentdeltaexporter/internal/pending"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// The budgets are what was measured and a fifth. The race detector empties pools, so there are none with it.

// web is a request of spans of a web service.
func web(spans int) ptrace.Traces {
	g := giant{}
	for range spans {
		s := g.add(0, "GET /orders")
		s.Attributes().Clear()
		for _, key := range []string{"http.request.method", "url.path", "server.address", "http.route", "user_agent.original"} {
			s.Attributes().PutStr(key, "value")
		}
		s.Attributes().PutInt("http.response.status_code", 200)
	}
	return g.traces[0]
}

// working is a request of an agent's run: turns that each ask for a tool, with texts of so many bytes.
func working(turns, size int) ptrace.Traces {
	g := giant{}
	text := strings.Repeat(`word "é"`+"\n", size/10)
	quoted := strings.NewReplacer(`"`, `\"`, "\n", `\n`).Replace(text)
	g.add(0, "invoke_agent worker", "gen_ai.input.messages", messages("user", quoted), "gen_ai.output.messages", messages("assistant", quoted))
	for n := range turns {
		g.add(1, "chat", "gen_ai.request.model", "m", "gen_ai.input.messages", messages("user", quoted),
			"gen_ai.output.messages", `[{"role":"assistant","parts":[`+toolCall(n)+`]}]`)
		g.add(1, "execute_tool look", "gen_ai.tool.name", "look", "gen_ai.tool.call.arguments", `{"query":"`+quoted+`"}`,
			"gen_ai.tool.call.result", text)
	}
	return g.traces[0]
}

// resting is an instance that is never started, whose files are named by their traces.
func resting(t *testing.T) *instance {
	made, err := newInstance(settings(), configured(t))
	require.NoError(t, err)
	t.Cleanup(made.telemetry.close)
	return made
}

// reading is what it takes to read a request, up to where its fragments go into the storage.
func reading(i *instance, td ptrace.Traces) float64 {
	return testing.AllocsPerRun(20, func() {
		p := i.newPush()
		span.EachSpan(td, p.addSpan)
		i.release(p)
	})
}

func TestSpansThatPassByAllocateNothing(t *testing.T) {
	i := resting(t)
	few, many := reading(i, web(10)), reading(i, web(1000))
	assert.InDelta(t, few, many, 1, "what a request takes doesn't depend on its spans")
	assert.LessOrEqual(t, many, 2.0)
}

func TestAnAgentsSpansKeepToTheirBudget(t *testing.T) {
	i := resting(t)
	for _, size := range []int{100, 1000} {
		td := working(50, size)
		assert.LessOrEqual(t, reading(i, td)/float64(td.SpanCount()), 2.3, "texts of %d bytes", size)
	}
}

func TestAPushKeepsToItsBudget(t *testing.T) {
	run := start(t, configured(t), &host{})
	defer run.stop(t)
	td := ptrace.NewTraces()
	const traces = 100
	for n := range byte(traces) {
		chat(pcommon.TraceID{1, n}, true).ResourceSpans().MoveAndAppendTo(td.ResourceSpans())
	}
	allocs := testing.AllocsPerRun(5, func() { require.NoError(t, run.traces.ConsumeTraces(t.Context(), td)) })
	assert.LessOrEqual(t, allocs/traces, 5.3, "a trace")
}

func TestAFileKeepsToItsBudget(t *testing.T) {
	i := resting(t)
	td := working(50, 200)
	l := newLine(i)
	l.traces(td)
	w := &writer{instance: i}
	allocs := testing.AllocsPerRun(10, func() {
		b, ok := w.build(t.Context(), pending.TraceID(weatherTrace), l.kept[pending.TraceID(weatherTrace)], pending.Closing{RootEnded: true})
		require.True(t, ok)
		w.content(&b.trace)
	})
	assert.LessOrEqual(t, allocs/float64(td.SpanCount()), 7.0, "a span")
}
