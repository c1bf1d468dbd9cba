package statuspage

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// hostile is a name that an agent may give anything, and that must reach no browser as markup.
const hostile = `<script>alert(1)</script>"'>&<img src=x onerror=alert(2)>`

// secret is a text of the run, shown only when content is.
const secret = "the customer's account number is 12345"

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func text(s string) value.Value { return value.OfString(s) }

func fields(pairs ...string) (m agentdelta.Metadata) {
	for i := 0; i < len(pairs); i += 2 {
		m.Set(pairs[i], text(pairs[i+1]))
	}
	return m
}

func numbered(nodes ...agentdelta.Node) []agentdelta.Node {
	for i := range nodes {
		nodes[i].Step = i + 1
	}
	return nodes
}

// research is a run with a nested agent, parallel tools, a failed one, and texts that are missing.
func research() *agentdelta.Trace {
	asks := fields(agentdelta.KeyModel, "gpt-4o-mini", agentdelta.KeyFinishReason, "tool_calls")
	asks.Set(agentdelta.KeyToolCalls, value.OfList(text("research"), text("get_weather")))
	asks.Set(agentdelta.KeyFailedAttempts, value.OfNumber("2"))
	call := func(tool, id string, more ...string) agentdelta.Metadata {
		return fields(append([]string{agentdelta.KeyTool, tool, agentdelta.KeyCallID, id}, more...)...)
	}
	meta := fields(agentdelta.KeyTraceID, "5eed0000000000000000000000000001", agentdelta.KeyService, "travel-desk",
		agentdelta.KeyServiceVersion, "2.4.1", agentdelta.KeyAgent, "planner")
	meta.Set(agentdelta.KeyConventions, value.OfList(text("genai"), text("openinference")))
	meta.Set(agentdelta.KeyComplete, value.OfBool(true))
	return &agentdelta.Trace{
		Meta: agentdelta.Meta{RunID: "refund", Fields: meta},
		Nodes: numbered(
			agentdelta.Node{Type: agentdelta.NodeStart, Content: "Plan a trip to Tokyo. " + secret, Metadata: fields(agentdelta.KeyAgent, "planner")},
			agentdelta.Node{Type: agentdelta.NodeLLM, Metadata: asks},
			agentdelta.Node{
				Type: agentdelta.NodeToolCall, Content: "research(topic='Tokyo in November')",
				Metadata: call("research", "call_1", agentdelta.KeyParallelGroup, "group_1"),
			},
			agentdelta.Node{
				Type: agentdelta.NodeLLM, Content: "[not recorded: chat claude-sonnet-4-5]",
				Metadata: fields(agentdelta.KeyModel, "claude-sonnet-4-5", agentdelta.KeyContent, "not recorded"),
			},
			agentdelta.Node{
				Type: agentdelta.NodeToolCall, Content: "search(query='Tokyo weather November')",
				Metadata: call("search", "call_2", agentdelta.KeyAgent, "researcher"),
			},
			agentdelta.Node{
				Type: agentdelta.NodeToolReturn, Content: "ConnectionError: search.example refused. " + secret,
				Metadata: call("search", "call_2", agentdelta.KeyStatus, "error", agentdelta.KeyError, "ConnectionError: search.example refused. "+secret),
			},
			agentdelta.Node{
				Type: agentdelta.NodeToolReturn, Content: "Mild and dry, 17 °C on average.",
				Metadata: call("research", "call_1", agentdelta.KeyStatus, "ok"),
			},
			agentdelta.Node{
				Type: agentdelta.NodeToolCall, Content: "get_weather(city='Tokyo')",
				Metadata: call("get_weather", "call_3", agentdelta.KeyParallelGroup, "group_1"),
			},
			agentdelta.Node{
				Type: agentdelta.NodeToolReturn, Content: `{"temperature": 17}`,
				Metadata: call("get_weather", "call_3", agentdelta.KeyStatus, "ok", agentdelta.KeyContent, "truncated"),
			},
			agentdelta.Node{
				Type: agentdelta.NodeLLM, Content: "Take a light coat. " + strings.Repeat("It is mild in the day and cool at night. ", 30),
				Metadata: fields(agentdelta.KeyModel, "gpt-4o-mini", agentdelta.KeyFinishReason, "stop"),
			},
			agentdelta.Node{Type: agentdelta.NodeEnd, Content: "Take a light coat.", Metadata: fields(agentdelta.KeyStatus, "ok")},
		),
	}
}

// evil is a run in which every name tries to be markup.
func evil() *agentdelta.Trace {
	meta := fields(agentdelta.KeyTraceID, hostile, agentdelta.KeyService, hostile, agentdelta.KeyServiceVersion, hostile, agentdelta.KeyAgent, hostile)
	meta.Set(agentdelta.KeyConventions, value.OfList(text(hostile)))
	asks := fields(agentdelta.KeyModel, hostile, agentdelta.KeyFinishReason, hostile, agentdelta.KeyContent, hostile)
	asks.Set(agentdelta.KeyToolCalls, value.OfList(text(hostile)))
	return &agentdelta.Trace{
		Meta: agentdelta.Meta{Fields: meta},
		Nodes: numbered(
			agentdelta.Node{Type: agentdelta.NodeStart, Content: hostile},
			agentdelta.Node{Type: agentdelta.NodeLLM, Content: hostile, Metadata: asks},
			agentdelta.Node{Type: agentdelta.NodeToolCall, Content: hostile, Metadata: fields(agentdelta.KeyTool, hostile, agentdelta.KeyCallID, "1", agentdelta.KeyAgent, hostile)},
			agentdelta.Node{Type: agentdelta.NodeLLM, Content: hostile},
			agentdelta.Node{Type: agentdelta.NodeToolReturn, Content: hostile, Metadata: fields(agentdelta.KeyCallID, "1", agentdelta.KeyStatus, "error", agentdelta.KeyError, hostile+"!")},
		),
	}
}

// source is a Source of fixed values.
type source struct {
	overview Overview
	content  bool
}

func (s *source) Overview() Overview { return s.overview }

func (s *source) Open(_ context.Context, trace string) (*Trace, error) {
	if trace != "5eed0000000000000000000000000001" {
		return nil, errors.New("nothing is kept of this trace: " + trace)
	}
	t := NewTrace(research(), s.content)
	t.At, t.Complete = noon, false
	return t, nil
}

func (s *source) File(path string) ([]byte, error) { return []byte("the file " + path), nil }

// busy is an exporter with something of everything.
func busy() Overview {
	return Overview{
		Component: "agentdelta/team-a", Version: "0.1.0", Directory: "/var/lib/otelcol-agentdelta/traces", Storage: "file_storage",
		Now: noon, Started: noon.Add(-26 * time.Hour),
		Open: 9, Held: 9400, MostHeld: 10_000, Bytes: 48_300_000, MostBytes: 256 << 20,
		Settle: 2 * time.Second, Idle: time.Minute, Late: 10 * time.Minute,
		Waiting: []Waiting{
			{Trace: "5eed0000000000000000000000000001", Open: 90 * time.Second, Quiet: 12 * time.Second, Left: 48 * time.Second, Bytes: 12_345, Agent: true},
			{Trace: "5eed0000000000000000000000000002", Open: 4 * time.Second, Quiet: 700 * time.Millisecond, Left: 1300 * time.Millisecond, Bytes: 840, Agent: true, RootEnded: true},
			{Trace: "5eed0000000000000000000000000003", Open: 3 * time.Second, Quiet: 3 * time.Second, Left: 57 * time.Second, Bytes: 100},
			{Trace: "5eed0000000000000000000000000004", Open: time.Second, Quiet: time.Second, Left: time.Second, Bytes: 2_000_000, Agent: true, RootEnded: true, Written: true},
			{Trace: "5eed0000000000000000000000000005", Open: time.Hour, Quiet: time.Hour, Left: 20 * time.Second, Bytes: 9_000, Agent: true, Fails: 3},
		},
	}
}

// served is a handler over busy with runs in its journal.
func served(content bool, change ...func(*Overview)) Options {
	j := NewJournal(10)
	add := func(file *agentdelta.Trace, path, reason string, age time.Duration) {
		t := NewTrace(file, content)
		t.Path, t.Reason, t.At = path, reason, noon.Add(-age)
		t.Advise("OpenTelemetry's GenAI instrumentations for Python: it records them only when asked to: set " +
			"OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY and OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental")
		j.Wrote(t)
	}
	add(evil(), "evil/"+hostile+".jsonl", "idle", time.Hour)
	add(research(), "baseline/refund-approved.jsonl", "late", 5*time.Minute)
	add(research(), "candidate/refund-approved.jsonl", "root_ended", 12*time.Second)
	j.Failed()
	j.Empty()
	s := &source{overview: busy(), content: content}
	for _, c := range change {
		c(&s.overview)
	}
	return Options{Source: s, Journal: j, ShowContent: content, Refused: func(err error) { panic(err) }}
}
