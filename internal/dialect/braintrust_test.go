package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// trustSpan is a span of Braintrust's SDKs with the attributes of keys and values in turn.
func trustSpan(kind, name string, pairs ...any) *span.Span {
	return spanOf("braintrust", name, append([]any{"braintrust.span_attributes", `{"type":"` + kind + `"}`}, pairs...)...)
}

func TestBraintrust(t *testing.T) {
	checkReadings(t, map[string]reading{
		"V-T44: a scorer is a link": {trustSpan("score", "Factuality", "braintrust.input_json", `{"output":"x"}`), `other`},
		"V-T44: a type by a key of its own, and choices": {
			spanOf("braintrust", "llm", "braintrust.span_attributes.type", "llm", "braintrust.output_json",
				`[{"message":{"role":"assistant","content":"Hello"}},{"message":{"role":"assistant","content":"Hey"}}]`),
			`llm | out assistant "Hello"`,
		},
		"V-T44: input that can't be read stays as it is": {
			spanOf("braintrust", "t", "braintrust.span_attributes", `{"type":"tool","name":"sum"}`, "braintrust.input_json", `{a:1}`),
			`tool sum | request "{a:1}"`,
		},
		"V-T53: a parent alone makes no span one of Braintrust's": {
			spanOf("my-lib", "chat m", "braintrust.parent", "project_name:p", "gen_ai.operation.name", "chat", "gen_ai.output.messages",
				`[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
			`llm | out assistant "Hello"`,
		},
		"a generation with its metadata": {
			trustSpan("llm", "Chat Completion", "braintrust.metadata", `{"model":"m1","session_id":"s1","provider":"openai"}`,
				"braintrust.input_json", `[{"role":"user","content":"Add."}]`, "braintrust.output_json",
				`[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"sum","arguments":"{\"a\":1}"}}]}}]`),
			`llm | session s1 | model m1 | finish tool_calls | in user "Add." | out assistant call c1 sum {"a": 1}`,
		},
		"Anthropic's answer, whose stop reason is metadata": {
			trustSpan("llm", "anthropic.messages.create", "braintrust.metadata", `{"model":"m1","stop_reason":"end_turn"}`,
				"braintrust.output_json", `[{"role":"assistant","content":[{"type":"text","text":"Hello"}]}]`),
			`llm | model m1 | finish end_turn | out assistant "Hello"`,
		},
		"a task is a wrapper": {
			trustSpan("task", "ask", "braintrust.input_json", `{"input":"Weather?"}`, "braintrust.output_json", `{"output":"It is 21C."}`),
			`agent | request "Weather?" | result "It is 21C."`,
		},
		"a task's text": {
			trustSpan("task", "ask", "braintrust.input", "Weather?", "braintrust.output_json", `"It is 21C."`), `agent | request "Weather?" | result "It is 21C."`,
		},
		"an evaluation is a link": {trustSpan("eval", "eval", "braintrust.output_json", `"x"`), `other`},
		"a tool named by a key": {
			trustSpan("tool", "tool [sum]", "tool.name", "sum", "braintrust.input_json", `{"a":1}`, "braintrust.output_json", `{"sum":1}`),
			`tool sum | request {"a": 1} | result {"sum": 1}`,
		},
		"a tool named by its span": {trustSpan("tool", "sum", "braintrust.input", "1", "braintrust.output", "2"), `tool sum | request "1" | result "2"`},
		"content alone decorates what another convention calls a generation": {
			spanOf("my-lib", "chat m", "gen_ai.operation.name", "chat", "braintrust.input_json", `[{"role":"user","content":"Hi"}]`, "braintrust.output_json", `"Hello"`),
			`llm | in user "Hi" | out assistant "Hello"`,
		},
		"content alone is a wrapper's otherwise": {
			spanOf("my-lib", "ask", "braintrust.input_json", `"Hi"`, "braintrust.output_json", `"Hello"`), `agent | request "Hi" | result "Hello"`,
		},
	})
}

func TestBraintrustCountsTokens(t *testing.T) {
	o := Read(trustSpan("llm", "m", "braintrust.metrics", `{"prompt_tokens":27,"completion_tokens":14,"tokens":41,"prompt_cached_tokens":3}`))
	assert.Equal(t, []observation.Count{{Name: "cached", Tokens: 3}, {Name: "input", Tokens: 27}, {Name: "output", Tokens: 14}}, o.Usage)
}

func FuzzReadBraintrust(f *testing.F) {
	f.Add("llm", `[{"role":"user","content":"Hi"}]`, `[{"message":{"content":"Hello"}}]`)
	f.Add("tool", `{a:1}`, `"x"`)
	f.Add("", `{"input":"Hi"}`, `{"output":[]}`)
	f.Fuzz(func(t *testing.T, kind, input, output string) {
		o := Read(trustSpan(kind, "step", "braintrust.input_json", input, "braintrust.output_json", output))
		if o.Role == observation.Tool && o.Tool == "" {
			t.Error("a tool without a name")
		}
	})
}
