package bench

import (
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// Form is a convention that records a run.
type Form struct {
	Name   string
	record func(r *run, s ptrace.Span, at int)
	scope  string
}

// Forms are the conventions that are measured.
var Forms = []Form{
	{"genai", genAI, "opentelemetry.instrumentation.openai_v2"},
	{"openinference", openInference, "openinference.instrumentation.langchain"},
	{"aisdk", aiSDK, "ai"},
}

// Parts is in how many batches the spans of one run come.
const Parts = 4

// BatchTraces is how many runs a batch has a part of, so that it holds about 512 spans.
const BatchTraces = 512 * Parts / Spans

// PathSegment is the resource attribute that holds the trace id, for exporters that sort by one.
const PathSegment = "fileexporter.path_segment"

// Load is spans in batches, as a receiver brings them.
type Load struct {
	Batches []ptrace.Traces
	Spans   int
	Traces  int
}

// Runs is about so many runs in one convention, as batches of 510 spans over which the runs are spread: each has a part
// in four batches that follow each other.
func (f Form) Runs(traces int) Load {
	groups := max(1, traces/BatchTraces)
	load := Load{Traces: groups * BatchTraces, Spans: groups * BatchTraces * Spans}
	for g := range groups {
		load.Batches = append(load.Batches, f.group(g*BatchTraces, BatchTraces, 0)...)
	}
	return load
}

// History is runs whose models are sent a history of about so many bytes.
func (f Form) History(traces, bytes int) Load {
	return Load{Batches: f.group(0, traces, bytes), Spans: traces * Spans, Traces: traces}
}

// group is runs in four batches.
func (f Form) group(first, traces, history int) []ptrace.Traces {
	batches := make([]ptrace.Traces, Parts)
	for part := range batches {
		batches[part] = ptrace.NewTraces()
	}
	for n := first; n < first+traces; n++ {
		r := newRun(n, history)
		for part := range batches {
			spans := f.scoped(batches[part], r)
			for at := part * Spans / Parts; at < (part+1)*Spans/Parts; at++ {
				f.record(r, r.newSpan(spans, at), at)
			}
		}
	}
	return batches
}

// scoped adds a resource and a scope for the spans of a run.
func (f Form) scoped(to ptrace.Traces, r *run) ptrace.SpanSlice {
	resource := to.ResourceSpans().AppendEmpty()
	a := resource.Resource().Attributes()
	a.PutStr("service.name", "researcher")
	a.PutStr("service.version", "1.4.2")
	a.PutStr("telemetry.sdk.language", "python")
	a.PutStr(PathSegment, r.traceID().String())
	scope := resource.ScopeSpans().AppendEmpty()
	scope.Scope().SetName(f.scope)
	return scope.Spans()
}

// Long is one run of so many times as many spans as the others have, in one convention.
func (f Form) Long(times int) Load {
	td := ptrace.NewTraces()
	whole := newRun(0, 0)
	spans := f.scoped(td, whole)
	f.record(whole, whole.newSpan(spans, 0), 0)
	for n := range times {
		r := newRun(n, 0)
		for at := 1; at < Spans; at++ {
			s := r.newSpan(spans, at)
			s.SetTraceID(whole.traceID())
			s.SetParentSpanID(whole.spanID(0))
			f.record(r, s, at)
		}
	}
	spans.At(0).SetEndTimestamp(spans.At(spans.Len() - 1).EndTimestamp())
	return Load{Batches: []ptrace.Traces{td}, Spans: td.SpanCount(), Traces: 1}
}

// HTTP is batches of 512 spans of a web service, in which no agent runs.
func HTTP(batches int) Load {
	load := Load{Spans: 512 * batches}
	for n := range batches {
		td := ptrace.NewTraces()
		resource := td.ResourceSpans().AppendEmpty()
		resource.Resource().Attributes().PutStr("service.name", "shop")
		scope := resource.ScopeSpans().AppendEmpty()
		scope.Scope().SetName("@opentelemetry/instrumentation-http")
		for at := range 512 {
			r := &run{number: n*64 + at/Spans}
			request(r.newSpan(scope.Spans(), at%Spans))
		}
		load.Batches = append(load.Batches, td)
		load.Traces += 512/Spans + 1
	}
	return load
}

func request(s ptrace.Span) {
	s.SetName("GET /orders/{id}")
	s.SetKind(ptrace.SpanKindServer)
	a := s.Attributes()
	for _, key := range []string{
		"http.request.method", "url.path", "url.scheme", "server.address", "http.route", "user_agent.original",
		"network.protocol.version", "client.address",
	} {
		a.PutStr(key, "value of "+key)
	}
	a.PutInt("http.response.status_code", 200)
	a.PutInt("server.port", 8080)
}
