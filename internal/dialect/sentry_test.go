package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// sentrySpan is a span of Sentry's SDK with the attributes of keys and values in turn.
func sentrySpan(operation, name string, pairs ...any) *span.Span {
	return spanOf("@sentry/node", name, append([]any{"sentry.op", "gen_ai." + operation, "sentry.origin", "auto.ai.openai"}, pairs...)...)
}

func TestSentry(t *testing.T) {
	checkReadings(t, map[string]reading{
		"V-T37: a renamed generation of the AI SDK, whose texts are a list": {
			sentrySpan("generate_content", "generate_content m1", "vercel.ai.operationId", "ai.generateText.doGenerate", "gen_ai.response.text", `["Hello"]`),
			`llm | out assistant "Hello"`,
		},
		"V-T37: a list of texts is no text": {
			sentrySpan("chat", "chat m1", "gen_ai.response.text", `["Hel","lo"]`), `llm | out assistant "Hello"`,
		},
		"V-T37: a plain text": {
			sentrySpan("responses", "responses m1", "gen_ai.response.text", "Hello"), `llm | out assistant "Hello"`,
		},
		"V-T37: making an agent is no step":       {sentrySpan("create_agent", "create_agent A"), `other`},
		"V-T37: handing over is no step":          {sentrySpan("handoff", "handoff to B"), `other`},
		"V-T37: embeddings and reranking neither": {sentrySpan("rerank", "rerank m1"), `other`},
		"V-T51: a key that is a leaf and begins others": {
			sentrySpan("chat", "chat m1", "gen_ai.usage.input_tokens", 15, "gen_ai.usage.input_tokens.cached", 3, "gen_ai.response.text", "Hello"),
			`llm | out assistant "Hello"`,
		},
		"V-T53: a trace's attributes on another's span make it no operation": {
			spanOf("my-lib", "chat m", "sentry.trace.parent_span_id", "1", "sentry.op", "http.client", "gen_ai.operation.name", "chat",
				"gen_ai.response.text", "Hello"),
			`llm | out assistant "Hello"`,
		},
		"calls beside the text": {
			sentrySpan("chat", "chat m1", "gen_ai.response.model", "m1", "gen_ai.response.finish_reasons", `["tool_calls"]`,
				"gen_ai.request.messages", `[{"role":"user","content":"Add."}]`, "gen_ai.response.tool_calls", `[{"id":"c1","function":{"name":"sum","arguments":"{\"a\":1}"}}]`),
			`llm | model m1 | finish tool_calls | in user "Add." | out assistant call c1 sum {"a": 1}`,
		},
		"calls with their names outside": {
			sentrySpan("chat", "chat m1", "gen_ai.response.tool_calls", `[{"name":"sum","arguments":{"a":1}}]`), `llm | out assistant call sum {"a": 1}`,
		},
		"an agent": {
			sentrySpan("invoke_agent", "invoke_agent A", "gen_ai.agent.name", "A", "gen_ai.conversation.id", "s1",
				"gen_ai.request.messages", `[{"role":"user","content":"Weather?"}]`, "gen_ai.response.text", `["It is 21C."]`),
			`agent A | session s1 | request "Weather?" | result "It is 21C."`,
		},
		"a tool": {
			sentrySpan("execute_tool", "execute_tool sum", "gen_ai.tool.name", "sum", "gen_ai.tool.input", `{"a":1}`, "gen_ai.tool.output", "1"),
			`tool sum | request {"a": 1} | result "1"`,
		},
		"a tool that keeps the AI SDK's keys": {
			sentrySpan("execute_tool", "execute_tool sum", "vercel.ai.toolCall.args", `{"a":1}`, "vercel.ai.toolCall.result", `"1"`),
			`tool sum | request {"a": 1} | result "\"1\""`,
		},
	})
}

func TestSentryCountsTokens(t *testing.T) {
	o := Read(sentrySpan("chat", "m", "gen_ai.usage.input_tokens", 15, "gen_ai.usage.input_tokens.cached", 3, "gen_ai.usage.output_tokens", 4))
	assert.Equal(t, []observation.Count{{Name: "cached", Tokens: 3}, {Name: "input", Tokens: 15}, {Name: "output", Tokens: 4}}, o.Usage)
}

func FuzzReadSentry(f *testing.F) {
	f.Add("chat", `[{"role":"user","content":"Hi"}]`, `["Hello"]`, `[{"name":"sum"}]`)
	f.Add("execute_tool", `{"a":1}`, "1", "")
	f.Fuzz(func(t *testing.T, operation, input, output, calls string) {
		o := Read(sentrySpan(operation, "step", "gen_ai.request.messages", input, "gen_ai.response.text", output,
			"gen_ai.response.tool_calls", calls, "gen_ai.tool.input", input, "gen_ai.tool.output", output))
		if operation != "" && o.Dialect != "sentry" {
			t.Errorf("read by %q", o.Dialect)
		}
	})
}
