package span

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// newSpan adds a span to td in a scope and a resource of its own.
func newSpan(td ptrace.Traces, service, scope, name string) ptrace.Span {
	resource := td.ResourceSpans().AppendEmpty()
	resource.Resource().Attributes().PutStr("service.name", service)
	in := resource.ScopeSpans().AppendEmpty()
	in.Scope().SetName(scope)
	in.Scope().SetVersion("1." + scope)
	s := in.Spans().AppendEmpty()
	s.SetName(name)
	return s
}

// fullSpan returns a span with a value in every field.
func fullSpan() ptrace.Traces {
	td := ptrace.NewTraces()
	s := newSpan(td, "shop", "openai", "chat")
	s.SetTraceID(pcommon.TraceID{1, 15: 2})
	s.SetSpanID(pcommon.SpanID{3, 7: 4})
	s.SetParentSpanID(pcommon.SpanID{5, 7: 6})
	s.SetStartTimestamp(7)
	s.SetEndTimestamp(8)
	s.SetKind(ptrace.SpanKindClient)
	s.Status().SetCode(ptrace.StatusCodeError)
	s.Status().SetMessage("bad")
	s.SetDroppedAttributesCount(9)
	s.Attributes().PutStr("text", "hello")
	s.Attributes().PutEmptyBytes("bytes").FromRaw([]byte("raw"))
	s.Attributes().PutEmptySlice("list").AppendEmpty().SetInt(10)
	event := s.Events().AppendEmpty()
	event.SetName("exception")
	event.SetTimestamp(11)
	event.Attributes().PutStr("exception.message", "worse")
	return td
}

func TestEachSpanGivesEveryField(t *testing.T) {
	calls := 0
	EachSpan(fullSpan(), func(s *Span) {
		calls++
		assert.Equal(t, [16]byte{1, 15: 2}, s.TraceID)
		assert.Equal(t, observation.SpanID{3, 7: 4}, s.ID)
		assert.Equal(t, observation.SpanID{5, 7: 6}, s.Parent)
		assert.Equal(t, []any{"chat", int64(7), int64(8)}, []any{s.Name, s.Start, s.End})
		assert.Equal(t, []any{Client, Error, "bad"}, []any{s.Kind, s.Status, s.StatusMessage})
		assert.Equal(t, []any{"openai", "1.openai"}, []any{s.Scope, s.ScopeVersion})
		assert.Equal(t, uint32(9), s.DroppedAttributes)
		assert.Equal(t, "shop", s.Resource.Get("service.name").Text())
		assert.Equal(t, "hello", s.Attrs.Get("text").Text())
		require.Len(t, s.Events, 1)
		assert.Equal(t, []any{"exception", int64(11)}, []any{s.Events[0].Name, s.Events[0].Time})
		assert.Equal(t, "worse", s.Events[0].Attrs.Get("exception.message").Text())
	})
	assert.Equal(t, 1, calls)
}

func TestNothingIsLeftOfTheSpanBefore(t *testing.T) {
	td := fullSpan()
	newSpan(td, "other", "plain", "empty")
	var names []string
	EachSpan(td, func(s *Span) {
		names = append(names, s.Name)
		if s.Name != "empty" {
			assert.True(t, s.Attrs.Has("text"))
			return
		}
		assert.Equal(t, "other", s.Resource.Get("service.name").Text())
		assert.Zero(t, s.Attrs.Len())
		assert.False(t, s.Attrs.Has("text"))
		assert.Empty(t, s.Events)
		s.Resource, s.Attrs, s.Events = Attrs{}, Attrs{}, nil
		assert.Equal(t, Span{Name: "empty", Scope: "plain", ScopeVersion: "1.plain"}, *s, "zero ids are handed out")
	})
	assert.Equal(t, []string{"chat", "empty"}, names)
}

func TestEventsOfSpansOfDifferentLengths(t *testing.T) {
	td := ptrace.NewTraces()
	spans := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	counts := []int{2, 0, 5, 1, 40, 3}
	for _, n := range counts {
		s := spans.AppendEmpty()
		for i := range n {
			s.Events().AppendEmpty().Attributes().PutInt("i", int64(i*100+n))
		}
	}
	var got []int
	EachSpan(td, func(s *Span) {
		got = append(got, len(s.Events))
		for i, event := range s.Events {
			assert.Equal(t, valueOf(i*100+len(s.Events)), event.Attrs.Get("i"))
		}
	})
	assert.Equal(t, counts, got)
}

func TestOddFieldsAreReadAsTheNearestSense(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(ptrace.Span)
		see  func(*Span) any
		want any
	}{
		{"a time beyond 2262", func(s ptrace.Span) { s.SetEndTimestamp(math.MaxUint64) }, func(s *Span) any { return s.End }, int64(math.MaxInt64)},
		{"an unknown kind", func(s ptrace.Span) { s.SetKind(77) }, func(s *Span) any { return s.Kind }, Unspecified},
		{"a negative kind", func(s ptrace.Span) { s.SetKind(-1) }, func(s *Span) any { return s.Kind }, Unspecified},
		{"an unknown status", func(s ptrace.Span) { s.Status().SetCode(77) }, func(s *Span) any { return s.Status }, Unset},
		{"a negative status", func(s ptrace.Span) { s.Status().SetCode(-1) }, func(s *Span) any { return s.Status }, Unset},
		{"an ok status", func(s ptrace.Span) { s.Status().SetCode(ptrace.StatusCodeOk) }, func(s *Span) any { return s.Status }, OK},
		{"a consumer", func(s ptrace.Span) { s.SetKind(ptrace.SpanKindConsumer) }, func(s *Span) any { return s.Kind }, Consumer},
		{"a name of invalid UTF-8", func(s ptrace.Span) { s.SetName("a\xff\xfe") }, func(s *Span) any { return s.Name }, "a\ufffd"},
		{"a message of invalid UTF-8", func(s ptrace.Span) { s.Status().SetMessage("\xe4") }, func(s *Span) any { return s.StatusMessage }, "\ufffd"},
	} {
		t.Run(c.name, func(t *testing.T) {
			td := ptrace.NewTraces()
			c.set(newSpan(td, "", "", ""))
			EachSpan(td, func(s *Span) { assert.Equal(t, c.want, c.see(s)) })
		})
	}
}

func TestKindAndStatusHaveNames(t *testing.T) {
	assert.Equal(t, "client", Client.String())
	assert.Equal(t, "unspecified", Kind(99).String())
	assert.Equal(t, "error", Error.String())
	assert.Equal(t, "unset", Status(99).String())
}

// Other consumers of a pipeline may read the same data at the same time: whoever changes it panics.
func TestReadOnlyDataIsOnlyRead(*testing.T) {
	td := fullSpan()
	td.MarkReadOnly()
	EachSpan(td, func(s *Span) {
		for range s.Attrs.All() {
		}
		Flat(s.Attrs, "text")
	})
	ld := fullLog()
	ld.MarkReadOnly()
	EachLog(ld, func(l *Log) {
		for range l.Attrs.All() {
		}
	})
}

// The collector may use the memory of a request again once the exporter has returned.
func TestWhatWasTakenOutlivesTheRequest(t *testing.T) {
	data, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(fullSpan())
	require.NoError(t, err)
	td, err := (&ptrace.ProtoUnmarshaler{}).UnmarshalTraces(data)
	require.NoError(t, err)
	var taken Span
	var texts []string
	EachSpan(td, func(s *Span) {
		taken = Span{Name: s.Name, Scope: s.Scope, StatusMessage: s.StatusMessage}
		for key, v := range s.Attrs.All() {
			texts = append(texts, key, string(v.AppendCompact(nil)))
		}
	})

	for i := range data {
		data[i] = 'x'
	}
	s := td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
	s.SetName("changed")
	for _, v := range s.Attributes().All() {
		if v.Type() == pcommon.ValueTypeBytes {
			v.Bytes().SetAt(0, 'x')
		} else {
			v.SetStr("changed")
		}
	}

	assert.Equal(t, Span{Name: "chat", Scope: "openai", StatusMessage: "bad"}, taken)
	assert.Equal(t, []string{"text", `"hello"`, "bytes", `"raw"`, "list", `[10]`}, texts)
}

// Whoever keeps what was read in a span's values finds nothing in it, in every test, not only when a later span is read.
func TestWhatWasReadInASpansValuesIsGoneWithTheSpan(t *testing.T) {
	td := ptrace.NewTraces()
	for _, text := range []string{`{"a":["b\n"]}`, `{"a":["c","d"]}`} {
		s := newSpan(td, "shop", "openai", "chat")
		s.Attributes().PutStr("text", text)
		s.Attributes().PutStr("flat.0.role", "user")
		s.Attributes().PutEmptySlice("list").AppendEmpty().SetEmptyMap().PutStr("a", "b\n")
		s.Events().AppendEmpty().Attributes().PutStr("text", text)
	}
	var kept []value.Value
	var said []string
	EachSpan(td, func(s *Span) {
		list := s.Attrs.Get("list")
		assert.Equal(t, "b\n", list.At(0).Get("a").Text())
		for _, v := range []value.Value{s.Attrs.Get("text").Decode(), s.Events[0].Attrs.Get("text").Decode(), Flat(s.Attrs, "flat"), list} {
			assert.Equal(t, 1, v.Len())
			kept = append(kept, v)
			said = append(said, v.Get("a").At(0).Text())
		}
	})
	for _, v := range kept {
		assert.Zero(t, v.Len())
	}
	assert.Equal(t, []string{"b\n", "b\n", "", "", "c", "c", "", ""}, said, "texts stay")
}

func TestSpansThatNobodyAsksCostNoMemory(t *testing.T) {
	walk := func(n int) float64 {
		td := ptrace.NewTraces()
		spans := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
		for range n {
			s := spans.AppendEmpty()
			s.Attributes().PutEmptySlice("list").AppendEmpty().SetStr("a")
			s.Events().AppendEmpty().Attributes().PutStr("a", "b")
		}
		return testing.AllocsPerRun(5, func() { EachSpan(td, func(*Span) {}) })
	}
	assert.Equal(t, walk(10), walk(1000))
}

func fullLog() plog.Logs {
	ld := plog.NewLogs()
	resource := ld.ResourceLogs().AppendEmpty()
	resource.Resource().Attributes().PutStr("service.name", "shop")
	in := resource.ScopeLogs().AppendEmpty()
	in.Scope().SetName("openai")
	l := in.LogRecords().AppendEmpty()
	l.SetTraceID(pcommon.TraceID{1})
	l.SetSpanID(pcommon.SpanID{2})
	l.SetEventName("gen_ai.choice")
	l.SetTimestamp(3)
	l.SetObservedTimestamp(4)
	l.SetSeverityText("Information")
	l.Body().SetEmptyMap().PutStr("role", "assistant")
	l.Attributes().PutStr("gen_ai.system", "openai")
	return ld
}

func TestEachLogGivesEveryField(t *testing.T) {
	ld := fullLog()
	plain := ld.ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().AppendEmpty()
	plain.SetSeverityNumber(plog.SeverityNumberWarn)
	calls := 0
	EachLog(ld, func(l *Log) {
		calls++
		assert.Equal(t, "shop", l.Resource.Get("service.name").Text())
		assert.Equal(t, "openai", l.Scope)
		if calls == 2 {
			assert.Equal(t, []any{"Warn", "", int64(0)}, []any{l.Severity, l.EventName, l.Time})
			assert.True(t, l.Body.IsAbsent())
			assert.Zero(t, l.Attrs.Len())
			return
		}
		assert.Equal(t, [16]byte{1}, l.TraceID)
		assert.Equal(t, observation.SpanID{2}, l.Span)
		assert.Equal(t, []any{"gen_ai.choice", int64(3), int64(4)}, []any{l.EventName, l.Time, l.Observed})
		assert.Equal(t, "Information", l.Severity)
		assert.Equal(t, "assistant", l.Body.Get("role").Text())
		assert.Equal(t, "openai", l.Attrs.Get("gen_ai.system").Text())
	})
	assert.Equal(t, 2, calls)
}

func FuzzEachSpan(f *testing.F) {
	data, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(fullSpan())
	require.NoError(f, err)
	f.Add(data)
	f.Add(slices.Concat(data, data))
	f.Fuzz(func(t *testing.T, data []byte) {
		td, err := (&ptrace.ProtoUnmarshaler{}).UnmarshalTraces(data)
		if err != nil {
			return
		}
		td.MarkReadOnly()
		spans := 0
		EachSpan(td, func(s *Span) {
			spans++
			for key, v := range s.Attrs.All() {
				assert.True(t, s.Attrs.Has(key))
				assert.True(t, s.Attrs.Get(key).Equal(v))
			}
			for _, event := range s.Events {
				event.Attrs.Len()
			}
			Flat(s.Attrs, "a")
		})
		assert.Equal(t, td.SpanCount(), spans)
	})
}
