package dialect

import "testing"

func TestUtilGenAI(t *testing.T) {
	const scope, op = "opentelemetry.util.genai.handler", "gen_ai.operation.name"
	const sealed = "EvIBCkYICRgCKkBc8Vj4T5Jh1mQwx7Zs2nUeP0aLkY3bRq9dGfHc6tXoW"
	checkReadings(t, map[string]reading{
		"G-T64: an encrypted thought is none": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"content":"hm, `+"so"+`","type":"reasoning"},{"content":"`+sealed+`","type":"reasoning"},{"arguments":{},"id":"c1","name":"w","type":"tool_call"}]}]`),
			`llm | out assistant thinks "hm, so" call c1 w {}`,
		},
		"G-T14: items of one answer": {
			spanOf("opentelemetry.instrumentation.genai.openai", "chat m", op, "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"reasoning","content":"hm"}]},{"role":"assistant","parts":[{"type":"text","content":"Look."}]}]`),
			`llm | out assistant thinks "hm" | out assistant "Look."`,
		},
		"a text that is a list of blocks": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":[{"type":"text","text":"Hel"},{"type":"text","text":"lo"}]}]}]`), `llm | out assistant "Hello"`,
		},
		"LangChain's null says nothing of a bare value": {
			spanOf(scope, "execute_tool w", op, "execute_tool", "gen_ai.tool.name", "w", "gen_ai.tool.call.id", "c1", "gen_ai.tool.call.arguments", "{}", "gen_ai.tool.call.result", "null"), `tool w c1 | request {}`,
		},
		"a workflow": {
			spanOf(scope, "invoke_workflow guide", op, "invoke_workflow", "gen_ai.workflow.name", "guide", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`), `agent guide | result "Hello"`,
		},
		"G-T17: results under the role of the user, as blocks": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]},{"role":"user","parts":[{"type":"tool_call_response","id":"c1","response":[{"type":"text","text":"3 C"}]}]}]`),
			`llm | in user "Hi" | in user result c1 [{"type": "text", "text": "3 C"}]`,
		},
		"G-T63: references are no texts": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.output.messages_ref", "s3://b/x.json"), `llm`,
		},
	})
}
