package dialect

import "testing"

func TestAgentFramework(t *testing.T) {
	const scope, op = "agent_framework", "gen_ai.operation.name"
	checkReadings(t, map[string]reading{
		"an agent's output is all of its run, the answer last": {
			spanOf(scope, "invoke_agent a", op, "invoke_agent", "gen_ai.agent.name", "a", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"w","arguments":"{}"}]},{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":"3 C"}]},{"role":"assistant","parts":[{"type":"text","content":"3 C"}]}]`),
			`agent a | request "Hi" | result "3 C"`,
		},
		"G-T36: the text None stands for no arguments": {
			spanOf(scope, "execute_tool w", op, "execute_tool", "gen_ai.tool.name", "w", "gen_ai.tool.call.id", "c1", "gen_ai.tool.call.arguments", "None", "gen_ai.tool.call.result", "3 C"),
			`tool w c1 | request null | result "3 C"`,
		},
		"G-T35: an unknown id is none": {
			spanOf(scope, "execute_tool w", op, "execute_tool", "gen_ai.tool.name", "w", "gen_ai.tool.call.id", "unknown"), `tool w`,
		},
		"G-T23: finish reasons as JSON": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.response.finish_reasons", `["stop"]`), `llm | finish stop`,
		},
		"G-T65: a part that is null": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[null,{"type":"text","content":"Hi"}]}]`),
			`llm | out assistant "Hi"`,
		},
		"executors of a workflow are links": {spanOf(scope, "executor.process a", "executor.id", "a"), `other`},
	})
}
