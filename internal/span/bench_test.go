package span

import (
	"fmt"
	"testing"

	"go.opentelemetry.io/collector/pdata/ptrace"
)

// flattened returns a hundred spans with messages in flattened keys.
func flattened(messages int) ptrace.Traces {
	td := ptrace.NewTraces()
	spans := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	for range 100 {
		s := spans.AppendEmpty()
		s.SetName("ChatOpenAI")
		s.Attributes().PutStr("openinference.span.kind", "LLM")
		s.Attributes().PutStr("llm.model_name", "gpt-4o")
		for i := range messages {
			s.Attributes().PutStr(fmt.Sprintf("llm.input_messages.%d.message.role", i), "user")
			s.Attributes().PutStr(fmt.Sprintf("llm.input_messages.%d.message.content", i), "What is the weather in Tokyo?")
		}
	}
	return td
}

func BenchmarkEachSpan(b *testing.B) {
	for _, messages := range []int{5, 50} {
		td := flattened(messages)
		for name, visit := range map[string]func(*Span){
			"unread": func(*Span) {},
			"get": func(s *Span) {
				for range 10 {
					s.Attrs.Text("llm.model_name")
					s.Attrs.Text("gen_ai.operation.name")
				}
			},
			"flat": func(s *Span) { Flat(s.Attrs, "llm.input_messages") },
		} {
			b.Run(fmt.Sprintf("%d messages %s", messages, name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					EachSpan(td, visit)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*td.SpanCount()), "ns/span")
			})
		}
	}
}
