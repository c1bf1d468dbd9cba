package steps

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestEdges(t *testing.T) {
	for name, c := range map[string]struct {
		spans []observation.Observation
		want  string
	}{
		"a run of one tool is a chain": {spans(
			agent("a", "", 0, 100, asks("Q"), answers("A")),
			model("b", "a", 10, 20, calls("c1 look")),
			tool("c", "a", 30, 40, runs("c1 look"), gives("X")),
			model("d", "a", 50, 60, says("A")),
		), `
			1 2 sequence
			2 3 llm_decision
			3 4 tool_call look
			4 5 tool_return tool_output
			5 6 sequence chain_end`},
		"a return can lead to the end": {spans(
			agent("a", "", 0, 100, asks("Q"), answers("A")),
			model("b", "a", 10, 20, calls("c1 look")),
			tool("c", "a", 30, 40, runs("c1 look"), gives("X")),
		), `
			1 2 sequence
			2 3 llm_decision
			3 4 tool_call look
			4 5 tool_return tool_output`},
		"parallel tools lead from one turn and to one": {spans(
			agent("a", "", 0, 100, asks("Q"), answers("A")),
			model("b", "a", 10, 20, calls("c1 one", "c2 two")),
			tool("c", "a", 30, 40, runs("c1 one"), gives("1")),
			tool("d", "a", 30, 40, runs("c2 two"), gives("2")),
			model("e", "a", 50, 60, says("A")),
		), `
			1 2 sequence
			2 3 llm_decision
			2 5 llm_decision
			3 4 tool_call one
			4 7 tool_return tool_output
			5 6 tool_call two
			6 7 tool_return tool_output
			7 8 sequence chain_end`},
		"a nested agent stands between its call and its return": {spans(
			agent("a", "", 0, 100, asks("Q"), answers("A")),
			model("b", "a", 10, 20, calls("c1 research")),
			tool("c", "a", 30, 80, runs("c1 research"), gives("R")),
			model("d", "c", 40, 50, says("R")),
			model("e", "a", 90, 95, says("A")),
		), `
			1 2 sequence
			2 3 llm_decision
			3 4 sequence
			4 5 sequence
			5 6 tool_return tool_output
			6 7 sequence chain_end`},
		"a call that never came back leads on": {spans(
			agent("a", "", 0, 100, asks("Q"), answers("A")),
			model("b", "a", 10, 20, calls("c1 look")),
			model("c", "a", 30, 40, says("A")),
		), `
			1 2 sequence
			2 3 llm_decision
			3 4 sequence
			4 5 sequence chain_end`},
		"a run without steps leads from start to end": {spans(
			agent("a", "", 0, 100, asks("Q"), answers("A")),
		), `
			1 2 sequence chain_end`},
	} {
		t.Run(name, func(t *testing.T) {
			trace, _ := Build(c.spans, Options{Limits: agentdelta.DefaultLimits()})
			var got []string
			for _, e := range trace.Edges {
				got = append(got, strings.TrimSpace(fmt.Sprint(e.Source, " ", e.Target, " ", e.Type, " ", e.Label)))
			}
			assert.ElementsMatch(t, strings.Split(lines(c.want), "\n"), got)
		})
	}
}

func TestMetadata(t *testing.T) {
	all := spans(
		agent("a", "", 0, 100, asks("Q"), answers("A"), named("planner"), set(func(o *observation.Observation) {
			o.Service, o.ServiceVersion, o.Session = "shop", "1.2", "s-1"
		})),
		model("b", "a", 10, 20, usingModel("m-1"), calls("x1 one {'n': 1}", "x2 two"), set(func(o *observation.Observation) {
			o.FinishReason = "tool_calls"
			o.Usage = []observation.Count{{Name: "input", Tokens: 7}}
		})),
		tool("c", "a", 30, 40, runs("x1 one {'n': 1}"), gives("1")),
		agent("d", "a", 30, 40, named("helper")),
		tool("e", "d", 30, 40, runs("x2 two"), fails("boom")),
		model("f", "a", 50, 60, says("__REDACTED__"), set(func(o *observation.Observation) { o.Content |= observation.Redacted })),
	)
	options := Options{TraceID: "t1", Limits: agentdelta.DefaultLimits(), Complete: true, ExporterVersion: "9", Usage: true, Timing: true, IDs: true}
	trace, _ := Build(all, options)
	want := []string{
		`{"agent": "planner"}`,
		`{"model": "m-1", "finish_reason": "tool_calls", "tool_calls": ["one", "two"], "input_tokens": 7, "start_time_unix_nano": 10000000, "duration_nano": 10000000, "span_id": "6200000000000000"}`,
		`{"tool": "one", "call_id": "call_1", "arguments": {"n": 1}, "parallel_group": "group_1", "start_time_unix_nano": 30000000, "duration_nano": 10000000, "span_id": "6300000000000000", "provider_call_id": "x1"}`,
		`{"tool": "one", "call_id": "call_1", "status": "ok"}`,
		`{"tool": "two", "call_id": "call_2", "parallel_group": "group_1", "agent": "helper", "start_time_unix_nano": 30000000, "duration_nano": 10000000, "span_id": "6500000000000000", "provider_call_id": "x2"}`,
		`{"tool": "two", "call_id": "call_2", "status": "error", "error": "boom"}`,
		`{"content": "redacted", "start_time_unix_nano": 50000000, "duration_nano": 10000000, "span_id": "6600000000000000"}`,
		`{"status": "ok"}`,
	}
	for i, n := range trace.Nodes {
		assert.Equal(t, want[i], string(value.OfObject(n.Metadata...).AppendJSON(nil, true)), "step %d", i+1)
	}
	assert.Equal(t, `{"trace_id": "t1", "service": "shop", "service_version": "1.2", "agent": "planner", "session": "s-1", "conventions": ["d"], "complete": true, "exporter_version": "9"}`,
		string(value.OfObject(trace.Meta.Fields...).AppendJSON(nil, true)))
	assert.Equal(t, "t1", trace.Meta.RunID)
}

func TestComplete(t *testing.T) {
	for name, c := range map[string]struct {
		spans  []observation.Observation
		closed bool // before its time
		want   bool
	}{
		"a run with its root is complete":              {spans(agent("a", "", 0, 1)), false, true},
		"a run whose root never came is not":           {spans(agent("a", "x", 0, 1)), false, false},
		"a run that was closed before its time is not": {spans(agent("a", "", 0, 1)), true, false},
	} {
		t.Run(name, func(t *testing.T) {
			trace, _ := Build(c.spans, Options{Complete: !c.closed})
			assert.Equal(t, c.want, trace.Meta.Fields.Get(agentdelta.KeyComplete).Truth())
		})
	}
}
