package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// promptFlowSpan is a span of Prompt flow's with the attributes of keys and values in turn.
func promptFlowSpan(kind, name string, pairs ...any) *span.Span {
	return spanOf("promptflow", name, append([]any{"framework", "promptflow", "span_type", kind}, pairs...)...)
}

// withPayload adds an event that holds what a function was called with or gave.
func withPayload(s *span.Span, event, payload string) *span.Span {
	s.Events = append(s.Events, span.Event{Name: event, Attrs: span.AttrsOf("payload", payload)})
	return s
}

func TestPromptFlow(t *testing.T) {
	const asked = `{"model": "m", "messages": [{"role": "user", "content": "Hi"}], "stream": false}`
	const streamed = `{"model": "m", "messages": [{"role": "user", "content": "Hi"}], "stream": true}`
	called := `{"role": "assistant", "content": null, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "add", "arguments": "{\"a\": 1}"}}]}`
	checkReadings(t, map[string]reading{
		"a flow": {
			withPayload(withPayload(promptFlowSpan("Flow", "chat"), promptFlowInputs, `{"question": "Hi"}`), promptFlowOutput, `{"answer": "Hello"}`), `agent | request "Hi" | result "Hello"`,
		},
		"a flow of an older release": {promptFlowSpan("Flow", "chat", "inputs", "{\n  \"question\": \"Hi\"\n}", "output", `"Hello"`), `agent | request "Hi" | result "Hello"`},
		"a generation": {
			withPayload(withPayload(promptFlowSpan("LLM", "create", "llm.response.model", "m"), promptFlowInputs, asked), "promptflow.llm.generated_message", `{"role": "assistant", "content": "Hello"}`),
			`llm | model m | in user "Hi" | out assistant "Hello"`,
		},
		"a generation that asks for a tool": {
			withPayload(promptFlowSpan("LLM", "create", "inputs", asked), "promptflow.llm.generated_message", called), `llm | in user "Hi" | out assistant call c1 add {"a": 1}`,
		},
		"a completion is a text": {
			promptFlowSpan("LLM", "create", "inputs", `{"prompt": "Hi"}`, "llm.generated_message", `"Hello"`), `llm | in user "Hi" | out assistant "Hello"`,
		},
		"a response without its message": {
			promptFlowSpan("LLM", "create", "inputs", asked, "output", `{"choices": [{"message": {"role": "assistant", "content": "Hello"}}]}`), `llm | in user "Hi" | out assistant "Hello"`,
		},
		"a call that opened a stream":        {promptFlowSpan("LLM", "create", "inputs", streamed, "output", `"<generator>"`), `other`},
		"the stream":                         {promptFlowSpan("LLM", "Iterated(create)", "inputs", streamed, "llm.generated_message", `{"role": "assistant", "content": "Hello"}`), `llm | in user "Hi" | out assistant "Hello"`},
		"a function inside a flow is a link": {childOf(promptFlowSpan("Function", "search", "inputs", `{"q": "x"}`, "output", `"found"`)), `other`},
		"an embedding is a link":             {promptFlowSpan("Embedding", "create", "inputs", `{"input": "x"}`), `other`},
	})
}

func childOf(s *span.Span) *span.Span {
	s.Parent = observation.SpanID{1}
	return s
}

func FuzzReadPromptFlow(f *testing.F) {
	f.Add("LLM", `{"messages": [{"role": "user", "content": "Hi"}]}`, `{"role": "assistant", "content": "Hello"}`)
	f.Add("Flow", `{"question": "Hi"}`, `"Hello"`)
	f.Fuzz(func(t *testing.T, kind, input, output string) {
		read := func() observation.Observation {
			return Read(withPayload(promptFlowSpan(kind, "x", "inputs", input), "promptflow.llm.generated_message", output))
		}
		assert.Equal(t, read(), read())
	})
}
