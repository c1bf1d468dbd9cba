package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

func rigSpan(name string, pairs ...any) *span.Span {
	return spanOf("app", name, append([]any{"target", "rig::agent", "gen_ai.operation.name", name}, pairs...)...)
}

func TestRig(t *testing.T) {
	tool := func(pairs ...any) *span.Span {
		return rigSpan("execute_tool", append([]any{"gen_ai.tool.name", "sum", "gen_ai.tool.call.id", "c1"}, pairs...)...)
	}
	checkReadings(t, map[string]reading{
		"V-T47: an agent's question and answer are plain": {
			rigSpan("invoke_agent", "gen_ai.agent.name", "clerk", "gen_ai.system_instructions", "Be brief.", "gen_ai.prompt", "Hi", "gen_ai.completion", "Hello"),
			`agent clerk | request "Hi" | result "Hello"`,
		},
		"V-T47: to the letter": {
			rigSpan("invoke_agent", "gen_ai.prompt", `{"input":"Hi"}`, "gen_ai.completion", `[{"role":"user","content":"Hello"}]`),
			`agent | request "{\"input\":\"Hi\"}" | result "[{\"role\":\"user\",\"content\":\"Hello\"}]"`,
		},
		"without the module the texts name it": {
			spanOf("app", "invoke_agent", "gen_ai.operation.name", "invoke_agent", "gen_ai.prompt", `{"input":"Hi"}`), `agent | request "{\"input\":\"Hi\"}"`,
		},
		"a generation": {
			rigSpan("chat", "gen_ai.request.model", "m", "gen_ai.response.finish_reasons", `["stop"]`,
				"gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}],"finish_reason":"stop"}]`),
			`llm | model m | finish stop | in user "Hi" | out assistant "Hello"`,
		},
		"a reason that isn't known is none": {
			rigSpan("chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}],"finish_reason":"unknown"}]`),
			`llm | out assistant "Hello"`,
		},
		"a stream is a generation": {
			spanOf("app", "chat_streaming", "code.namespace", "rig_core::providers", "gen_ai.operation.name", "chat_streaming"), `llm`,
		},
		"a tool": {
			tool("gen_ai.tool.call.arguments", `{"a":1}`, "gen_ai.tool.call.result", "2", "gen_ai.tool.call.outcome", "success"),
			`tool sum c1 | request {"a": 1} | result "2"`,
		},
		"G-T72: a tool that was skipped": {
			tool("gen_ai.tool.call.result", "not now", "gen_ai.tool.call.outcome", "skipped"), `tool sum c1 | result "not now" | failed ""`,
		},
		"G-T72: a tool that was denied": {tool("gen_ai.tool.call.outcome", "denied"), `tool sum c1 | failed ""`},
		"a tool that failed": {
			tool("gen_ai.tool.call.outcome", "error", "gen_ai.tool.error.type", "timeout", "gen_ai.tool.call.result", "too late"),
			`tool sum c1 | result "too late" | failed "timeout"`,
		},
		"a module of another crate": {
			spanOf("app", "chat", "target", "right::agent", "gen_ai.operation.name", "chat", "gen_ai.response.finish_reasons", `["unknown"]`), `llm | finish unknown`,
		},
	})
}

func FuzzReadRig(f *testing.F) {
	f.Add("invoke_agent", "Hi", `{"input":"Hi"}`, "")
	f.Add("execute_tool", "{}", "[", "skipped")
	f.Fuzz(func(t *testing.T, name, question, answer, outcome string) {
		s := rigSpan(name, "gen_ai.prompt", question, "gen_ai.completion", answer, "gen_ai.tool.call.outcome", outcome,
			"gen_ai.output.messages", answer, "gen_ai.response.finish_reasons", outcome, "gen_ai.tool.call.arguments", question)
		assert.Equal(t, Read(s), Read(s))
	})
}
