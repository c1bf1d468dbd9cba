package dialect

import (
	"testing"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// laminarSpan is a span of Laminar's tracer with the attributes of keys and values in turn.
func laminarSpan(kind, name string, pairs ...any) *span.Span {
	return spanOf("lmnr.tracer", name, append([]any{laminarType, kind}, pairs...)...)
}

func TestLaminar(t *testing.T) {
	checkReadings(t, map[string]reading{
		"V-T43: a generation": {
			laminarSpan("LLM", "litellm.completion", laminarOutput, `[{"role":"assistant","content":"Hello"}]`), `llm | out assistant "Hello"`,
		},
		"V-T43: the raw request below it is that generation again": {
			spanOf("litellm", "raw_gen_ai_request", "llm.openai.choices", `[{"message":{"content":"Hello"}}]`, "llm.openai.messages", "[]"), `llm | out assistant "Hello"`,
		},
		"V-T43: the default type is a wrapper": {
			laminarSpan("DEFAULT", "agent.step", laminarInput, `{"x":1}`), `agent | request "{\"x\":1}"`,
		},
		"V-T43: a cached call of a tool": {laminarSpan("CACHED", "search", laminarOutput, `"hit"`), `tool search | result "hit"`},
		"V-T43: a cached call of a model": {
			laminarSpan("CACHED", "m", "gen_ai.request.model", "m1", laminarOutput, `"Hello"`), `llm | model m1 | out assistant "Hello"`,
		},
		"a cached call that keeps its type": {
			laminarSpan("CACHED", "m", "lmnr.span.original_type", "LLM", laminarOutput, `"Hello"`), `llm | out assistant "Hello"`,
		},
		"a function that is observed without a type": {
			spanOf("lmnr.tracer", "assistant", laminarInput, `{"question":"Hi"}`, laminarOutput, `"Hello"`), `agent | request "Hi" | result "Hello"`,
		},
		"a function whose texts are ignored": {spanOf("lmnr.tracer", "assistant", "lmnr.span.path", "assistant"), `agent`},
		"what is observed without a type gives way to an operation": {
			spanOf("lmnr.tracer", "chat m1", "gen_ai.operation.name", "chat", "gen_ai.output.messages",
				`[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
			`llm | out assistant "Hello"`,
		},
		"the default type gives way to an operation": {
			laminarSpan("DEFAULT", "chat m1", "gen_ai.operation.name", "chat", "gen_ai.output.messages",
				`[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
			`llm | out assistant "Hello"`,
		},
		"the default type gives way to a kind": {
			laminarSpan("DEFAULT", "sum.tool", "traceloop.span.kind", "tool", "traceloop.entity.name", "sum"), `tool sum`,
		},
		"V-T53: association properties alone make no span one of Laminar's": {
			spanOf("my-lib", "chat m", "lmnr.association.properties.session_id", "s1", "gen_ai.operation.name", "chat", "gen_ai.output.messages",
				`[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
			`llm | out assistant "Hello"`,
		},
		"a generation in OpenLLMetry's keys": {
			laminarSpan("LLM", "openai.chat", "lmnr.association.properties.session_id", "s1", "gen_ai.request.model", "m1",
				"gen_ai.prompt.0.role", "user", "gen_ai.prompt.0.content", "Add.", "gen_ai.completion.0.role", "assistant",
				"gen_ai.completion.0.tool_calls.0.name", "sum", "gen_ai.completion.0.tool_calls.0.id", "c1",
				"gen_ai.completion.0.tool_calls.0.arguments", `{"a":1}`),
			`llm | session s1 | model m1 | in user "Add." | out assistant call c1 sum {"a": 1}`,
		},
		"Laminar's own keys come before those": {
			laminarSpan("LLM", "m", laminarInput, `[{"role":"user","content":"Hi"}]`, laminarOutput, `"Hello"`,
				"gen_ai.completion.0.role", "assistant", "gen_ai.completion.0.content", "Hel"),
			`llm | in user "Hi" | out assistant "Hello"`,
		},
		"a stream's pieces are one text": {laminarSpan("LLM", "m", laminarOutput, `["Hel","lo"]`), `llm | out assistant "Hello"`},
		"a tool": {
			laminarSpan("TOOL", "weather", laminarInput, `{"city":"Paris"}`, laminarOutput, `{"temp":21}`),
			`tool weather | request {"city": "Paris"} | result {"temp": 21}`,
		},
		"a tool of TypeScript takes its one argument": {
			laminarSpan("TOOL", "weather", "lmnr.span.instrumentation_source", "javascript", laminarInput, `["Paris"]`, laminarOutput, "sunny"),
			`tool weather | request "Paris" | result "sunny"`,
		},
		"a tool of TypeScript with two arguments": {
			laminarSpan("TOOL", "sum", "lmnr.span.instrumentation_source", "javascript", laminarInput, `[1,2]`, laminarOutput, "3"),
			`tool sum | request [1, 2] | result 3`,
		},
		"an agent of TypeScript takes its one argument": {
			laminarSpan("DEFAULT", "ask", laminarInput, `["Weather?"]`, laminarOutput, `"It is 21C."`), `agent | request "Weather?" | result "It is 21C."`,
		},
		"an agent's text that is JSON is to the letter": {
			laminarSpan("DEFAULT", "ask", laminarOutput, `"{\"output\":\"low\"}"`), `agent | result "{\"output\":\"low\"}"`,
		},
		"what was too large was not recorded": {
			laminarSpan("TOOL", "read", laminarInput, "Laminar: input too large to record", laminarOutput, "Laminar: output too large to record"),
			`tool read`,
		},
		"evaluators are links": {laminarSpan("EVALUATOR", "judge", laminarOutput, "1"), `other`},
	})
}

func FuzzReadLaminar(f *testing.F) {
	f.Add("LLM", `[{"role":"user","content":"Hi"}]`, `["Hel","lo"]`)
	f.Add("TOOL", `["Paris"]`, `"sunny"`)
	f.Add("CACHED", `{}`, `{"choices":[]}`)
	f.Fuzz(func(t *testing.T, kind, input, output string) {
		o := Read(laminarSpan(kind, "step", laminarInput, input, laminarOutput, output, "lmnr.span.instrumentation_source", "javascript"))
		if o.Role == observation.Tool && o.Tool != "step" {
			t.Errorf("the tool of a span is called %q", o.Tool)
		}
	})
}
