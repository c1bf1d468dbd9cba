package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

func qwenSpan(name string, pairs ...any) *span.Span { return spanOf("qwen-code", name, pairs...) }

func TestQwenCode(t *testing.T) {
	const said = `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"ls","arguments":{"path":"."}}],"finish_reason":"tool_calls"}]`
	checkReadings(t, map[string]reading{
		"an interaction": {
			qwenSpan("qwen-code.interaction", "session.id", "s", "gen_ai.operation.name", "invoke_agent", "gen_ai.agent.name", "qwen-code", "new_context", "[USER PROMPT]\nHi"),
			`agent qwen-code | session s | request "Hi"`,
		},
		"an interaction of later releases": {
			qwenSpan("qwen-code.interaction", "session.id", "s", "gen_ai.operation.name", "invoke_agent",
				"gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
			`agent | session s | request "Hi" | result "Hello"`,
		},
		"a request": {
			qwenSpan("qwen-code.llm_request", "session.id", "s", "gen_ai.request.model", "m", "response.model_output", "Hello"),
			`llm | session s | model m | out assistant "Hello"`,
		},
		"a request of later releases": {
			qwenSpan("qwen-code.llm_request", "session.id", "s", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m",
				"response.model_output", "Let me see.", "gen_ai.output.messages", said),
			`llm | session s | model m | finish tool_calls | out assistant call c1 ls {"path": "."}`,
		},
		"a tool": {
			qwenSpan("qwen-code.tool", "tool.name", "ls", "tool.call_id", "c1", "tool_input", "[TOOL INPUT: ls]\n{\"path\":\".\"}", "tool_result", "[TOOL RESULT: ls]\na\nb"),
			`tool ls c1 | request {"path": "."} | result "a\nb"`,
		},
		"a tool of later releases": {
			qwenSpan("qwen-code.tool", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "ls", "gen_ai.tool.call.id", "c1",
				"gen_ai.tool.call.arguments", `{"path":"."}`, "gen_ai.tool.call.result", `{"output":"a"}`),
			`tool ls c1 | request {"path": "."} | result {"output": "a"}`,
		},
		"a tool whose result was cut": {
			qwenSpan("qwen-code.tool", "tool.name", "ls", "tool_result", "[TOOL RESULT: ls]\na", "tool_result_truncated", true), `tool ls | result "a" | truncated`,
		},
		"a tool's execution is no other tool": {qwenSpan("qwen-code.tool.execution", "gen_ai.tool.name", "ls", "tool.call_id", "c1"), `other`},
		"waiting for a person is no step":     {qwenSpan("qwen-code.tool.blocked_on_user", "gen_ai.tool.name", "ls", "decision", "proceed_once"), `other`},
		"a hook is no step":                   {qwenSpan("qwen-code.hook", "tool.name", "ls", "hook_event", "PreToolUse"), `other`},
		"a log record sent as a span is no step": {
			qwenSpan("Tool call: ls. Success: true.", "log.bridge", true, "event.name", "qwen-code.tool_call", "function_name", "ls", "function_args", `{"path":"."}`), `other`,
		},
	})
}

func FuzzReadQwenCode(f *testing.F) {
	f.Add("qwen-code.tool", "[TOOL INPUT: ls]\n{\"path\":\".\"}", "[TOOL RESULT: ls]\na")
	f.Add("qwen-code.interaction", "[USER PROMPT]\nHi", "Hello")
	f.Fuzz(func(t *testing.T, name, input, output string) {
		read := func() observation.Observation {
			return Read(qwenSpan(name, "new_context", input, "tool_input", input, "tool_result", output, "response.model_output", output))
		}
		assert.Equal(t, read(), read())
	})
}
