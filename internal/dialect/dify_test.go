package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

func difySpan(node, kind string, pairs ...any) *span.Span {
	pairs = append(pairs, "gen_ai.framework", "dify", "node.type", node, "gen_ai.span.kind", kind, "node.id", "n")
	return &span.Span{Name: node, Scope: "dify", Attrs: span.AttrsOf(pairs...)}
}

func TestDifySpans(t *testing.T) {
	checkSpans(t, map[string]spanCase{
		"V-T41: the node where a workflow begins is its question": {
			difySpan("start", "TASK", "input.value", `{"sys.query":"Hi","sys.files":[],"sys.user_id":"u"}`, "output.value", `{"sys.query":"Hi"}`), `agent | request "Hi"`,
		},
		"V-T41: a model's node is a generation, though it has no operation": {
			difySpan("llm", "LLM", "gen_ai.completion", "Hello", "gen_ai.input.messages", "[]", "gen_ai.request.model", "m", "gen_ai.response.finish_reason", "stop",
				"input.value", `{"x":"y"}`, "output.value", `{"text":"Hello","usage":{}}`),
			`llm | model m | finish stop | out assistant "Hello"`,
		},
		"V-T47: a prompt whose texts are called text": {
			difySpan("llm", "LLM", "gen_ai.prompt", `[{"role":"system","text":"Be kind."},{"role":"user","text":"Hi","files":[]}]`), `llm | in system "Be kind." | in user "Hi"`,
		},
		"a question of the author's own": {
			difySpan("start", "TASK", "input.value", `{"sys.user_id":"u","topic":"tides"}`), `agent | request "tides"`,
		},
		"several of them": {
			difySpan("start", "TASK", "input.value", `{"sys.user_id":"u","to":"Bo","about":"tides"}`), `agent | request {"to": "Bo", "about": "tides"}`,
		},
		"the node where a workflow ends is its answer": {
			difySpan("end", "TASK", "input.value", `{"text":"x"}`, "output.value", `{"text":"Hello"}`), `agent | result "Hello"`,
		},
		"so is one that answers":              {difySpan("answer", "TASK", "output.value", `{"answer":"Hello","files":[]}`), `agent | result "Hello"`},
		"a completion that is JSON is a text": {difySpan("llm", "LLM", "gen_ai.completion", `{"a":1}`), `llm | out assistant "{\"a\":1}"`},
		"a tool's node is called as its author called it": {
			difySpan("tool", "TOOL", "gen_ai.tool.name", "Ask Wikipedia", "gen_ai.tool.call.arguments", `{"q":"tide"}`, "gen_ai.tool.call.result", `{"text":"low"}`),
			`tool Ask Wikipedia | request {"q": "tide"} | result {"text": "low"}`,
		},
		"other nodes are links":          {difySpan("if-else", "TASK", "input.value", `{"a":1}`), `other`},
		"retrievals are links":           {difySpan("knowledge-retrieval", "RETRIEVER", "input.value", `{"query":"x"}`), `other`},
		"another framework's is another": {&span.Span{Name: "x", Attrs: span.AttrsOf("gen_ai.framework", "agno", "gen_ai.operation.name", "chat")}, `llm`},
	})
}

func FuzzReadDify(f *testing.F) {
	f.Add("start", "TASK", `{"sys.query":"Hi"}`, `{"text":"x"}`)
	f.Add("llm", "LLM", `[{"role":"user","text":"Hi"}]`, "Hello")
	f.Fuzz(func(t *testing.T, node, kind, input, output string) {
		read := func() observation.Observation {
			return Read(difySpan(node, kind, "input.value", input, "output.value", output, "gen_ai.prompt", input, "gen_ai.completion", output))
		}
		assert.Equal(t, read(), read())
	})
}
