package replay

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// change is something done to the requests of a case that says nothing about the run.
type change struct {
	name  string
	apply func(*Case)
}

var changes = []change{
	{"times are shifted", shiftTimes},
	{"a client's span stands around every span", insertParents},
	{"other clients' spans stand below and beside every span", addStrangers},
	{"every span has attributes of the application", addUnknown},
	{"texts are sent as bytes", textsAsBytes},
	{"message lists and arguments are structured", structuredValues},
	{"each span has a resource of its own", resourcesApart},
	{"spans are sent from the last to the first", sendBackwards},
}

// TestFilesDontTellWhatSaysNothing does to each case what an application, its SDK and the collector on the way may do to
// spans without anything else having happened. No file may change.
func TestFilesDontTellWhatSaysNothing(t *testing.T) {
	for _, dir := range caseFolders(t) {
		c, err := Load(dir)
		require.NoError(t, err)
		files, err := Run(c, Recorded)
		require.NoError(t, err)
		t.Run(c.Library+"/"+c.Name, func(t *testing.T) {
			for _, change := range changes {
				other, err := Load(dir)
				require.NoError(t, err)
				change.apply(other)
				again, err := Run(other, Recorded)
				require.NoError(t, err)
				for _, fault := range changed(files, again) {
					t.Errorf("%s: %s", change.name, fault)
				}
			}
		})
	}
}

// eachScope calls do for the spans of each scope in a case.
func eachScope(c *Case, do func(ptrace.SpanSlice)) {
	for _, request := range c.Requests {
		if request.IsLogs {
			continue
		}
		for _, resource := range request.Traces.ResourceSpans().All() {
			for _, scope := range resource.ScopeSpans().All() {
				do(scope.Spans())
			}
		}
	}
}

// eachSpan calls do for each span that was recorded, which may add others to those of its scope.
func eachSpan(c *Case, do func(of ptrace.SpanSlice, span ptrace.Span)) {
	eachScope(c, func(spans ptrace.SpanSlice) {
		for i := range spans.Len() {
			do(spans, spans.At(i))
		}
	})
}

func eachRecord(c *Case, do func(plog.LogRecord)) {
	for _, request := range c.Requests {
		if !request.IsLogs {
			continue
		}
		for _, resource := range request.Logs.ResourceLogs().All() {
			for _, scope := range resource.ScopeLogs().All() {
				for _, record := range scope.LogRecords().All() {
					do(record)
				}
			}
		}
	}
}

// later is a time a day and a bit after another. A time that isn't known stays so.
func later(at pcommon.Timestamp) pcommon.Timestamp {
	if at == 0 {
		return 0
	}
	return at + 86_400_000_000_777
}

func shiftTimes(c *Case) {
	eachSpan(c, func(_ ptrace.SpanSlice, span ptrace.Span) {
		span.SetStartTimestamp(later(span.StartTimestamp()))
		span.SetEndTimestamp(later(span.EndTimestamp()))
		for _, event := range span.Events().All() {
			event.SetTimestamp(later(event.Timestamp()))
		}
	})
	eachRecord(c, func(record plog.LogRecord) {
		record.SetTimestamp(later(record.Timestamp()))
		record.SetObservedTimestamp(later(record.ObservedTimestamp()))
	})
}

// The marks by which the ids of added spans differ from those of the spans that they were added for.
const (
	aroundIt = 0xaa
	belowIt  = 0x11
	besideIt = 0x22
)

// addClient adds the span of an HTTP client in the time of another span.
func addClient(of ptrace.SpanSlice, span ptrace.Span, mark byte, parent pcommon.SpanID) ptrace.Span {
	id := span.SpanID()
	id[0] ^= mark
	one := of.AppendEmpty()
	one.SetName("POST")
	one.SetKind(ptrace.SpanKindClient)
	one.SetTraceID(span.TraceID())
	one.SetSpanID(id)
	one.SetParentSpanID(parent)
	one.SetStartTimestamp(span.StartTimestamp())
	one.SetEndTimestamp(span.EndTimestamp())
	one.Attributes().PutStr("http.request.method", "POST")
	one.Attributes().PutInt("http.response.status_code", 200)
	return one
}

func insertParents(c *Case) {
	eachSpan(c, func(of ptrace.SpanSlice, span ptrace.Span) {
		if !span.ParentSpanID().IsEmpty() {
			span.SetParentSpanID(addClient(of, span, aroundIt, span.ParentSpanID()).SpanID())
		}
	})
}

func addStrangers(c *Case) {
	eachSpan(c, func(of ptrace.SpanSlice, span ptrace.Span) {
		addClient(of, span, belowIt, span.SpanID())
		addClient(of, span, besideIt, span.ParentSpanID())
	})
}

func addUnknown(c *Case) {
	eachSpan(c, func(_ ptrace.SpanSlice, span ptrace.Span) {
		span.Attributes().PutStr("app.request", `{"role":"user","content":"Who?"}`)
		span.Attributes().PutInt("thread.number", 7)
		span.Attributes().PutBool("app.sampled", true)
	})
}

func textsAsBytes(c *Case) {
	eachSpan(c, func(_ ptrace.SpanSlice, span ptrace.Span) {
		asBytes(span.Attributes())
		for _, event := range span.Events().All() {
			asBytes(event.Attributes())
		}
	})
}

func asBytes(attrs pcommon.Map) {
	for _, v := range attrs.All() {
		if text := v.Str(); v.Type() == pcommon.ValueTypeStr && text != "" {
			v.SetEmptyBytes().FromRaw([]byte(text))
		}
	}
}

// structuredKeys are attributes of which the conventions, or a processor on the way, may make structured values.
var structuredKeys = []string{
	"gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.system_instructions", "gen_ai.tool.call.arguments",
	"gen_ai.tool.call.result", "gen_ai.tool.definitions", "gen_ai.request.messages", "gen_ai.response.tool_calls",
	"pydantic_ai.all_messages", "ai.prompt.messages", "ai.response.toolCalls", "ai.toolCall.args",
}

func structuredValues(c *Case) {
	eachSpan(c, func(_ ptrace.SpanSlice, span ptrace.Span) {
		for _, key := range structuredKeys {
			v, ok := span.Attributes().Get(key)
			if !ok || v.Type() != pcommon.ValueTypeStr || !strings.HasPrefix(v.Str(), "{") && !strings.HasPrefix(v.Str(), "[") {
				continue
			}
			if structured, ok := structure(v.Str()); ok {
				structured.CopyTo(v)
			}
		}
	})
}

func resourcesApart(c *Case) {
	ids := idMap{rng: rand.New(rand.NewPCG(7, 7)), known: map[pcommon.SpanID]pcommon.SpanID{}}
	for i, request := range c.Requests {
		if request.IsLogs {
			c.Requests[i] = ids.logs(request.Logs)
			continue
		}
		all := ptrace.NewTraces()
		for _, one := range ids.spans(request.Traces) {
			one.Traces.ResourceSpans().MoveAndAppendTo(all.ResourceSpans())
		}
		c.Requests[i].Traces = all
	}
}

func sendBackwards(c *Case) {
	slices.Reverse(c.Requests)
	eachScope(c, func(spans ptrace.SpanSlice) {
		spans.Sort(func(a, b ptrace.Span) bool { return a.EndTimestamp() > b.EndTimestamp() })
	})
}
