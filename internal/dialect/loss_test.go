package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

func TestWhatWasLostOnTheWayIsMarked(t *testing.T) {
	question := []any{"openinference.span.kind", "LLM", "llm.input_messages.0.message.role", "user", "llm.input_messages.0.message.content", "hi"}
	for name, test := range map[string]struct {
		s    span.Span
		want bool
	}{
		"nothing was lost": {span.Span{Attrs: span.AttrsOf(question...)}, false},
		"dropped attributes": {
			span.Span{Attrs: span.AttrsOf(question...), DroppedAttributes: 1}, true,
		},
		"dropped events": {
			span.Span{Attrs: span.AttrsOf(question...), DroppedEvents: 1}, true,
		},
		"dropped attributes of what is no step": {
			span.Span{Attrs: span.AttrsOf("http.method", "GET"), DroppedAttributes: 1}, false,
		},
		"a missing message": {
			span.Span{Attrs: span.AttrsOf(append(question, "llm.input_messages.2.message.content", "ho")...)}, true,
		},
		"a missing first message": {
			span.Span{Attrs: span.AttrsOf("openinference.span.kind", "LLM", "llm.output_messages.1.message.content", "ho")}, true,
		},
		"a request without instructions, whose place is kept": {
			span.Span{Attrs: span.AttrsOf("openinference.span.kind", "LLM", "llm.input_messages.1.message.content", "ho")}, false,
		},
		"a missing message after that place": {
			span.Span{Attrs: span.AttrsOf("openinference.span.kind", "LLM", "llm.input_messages.1.message.content", "ho", "llm.input_messages.3.message.content", "ha")}, true,
		},
		"messages in any order": {
			span.Span{Attrs: span.AttrsOf(append([]any{
				"llm.input_messages.2.message.content", "c", "llm.input_messages.1.message.content", "b", "llm.input_messages.2.message.role", "user",
			}, question...)...)}, false,
		},
		"messages in any order, and one that is missing": {
			span.Span{Attrs: span.AttrsOf(append([]any{
				"llm.input_messages.3.message.content", "d", "llm.input_messages.1.message.content", "b", "llm.input_messages.3.message.role", "user",
			}, question...)...)}, true,
		},
		"an answer behind the one after it": {
			span.Span{Attrs: span.AttrsOf("openinference.span.kind", "LLM", "llm.output_messages.1.message.content", "b", "llm.output_messages.0.message.content", "a")}, false,
		},
		"a number that is none": {
			span.Span{Attrs: span.AttrsOf(append(question, "llm.input_messages.x.message.content", "c", "llm.input_messages.-1.message.content", "d",
				"llm.input_messages.99999999999.message.content", "e")...)}, false,
		},
		"a producer that leaves out messages without text": {
			span.Span{Attrs: span.AttrsOf("gen_ai.system", "eino", "runinfo.component", "ChatModel", "gen_ai.prompt.1.content", "b")}, false,
		},
		"an attribute that only begins so": {
			span.Span{Attrs: span.AttrsOf(append(question, "gen_ai.prompt.", "c", "gen_ai.prompt", "d", "gen_ai.prompt.5", "e")...)}, false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := Read(&test.s)
			assert.Equal(t, test.want, o.Content&observation.Truncated != 0, "%s", o.Dialect)
		})
	}
}
