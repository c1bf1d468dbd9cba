package dialect

import "testing"

func TestKoog(t *testing.T) {
	const op = "gen_ai.operation.name"
	events := with(spanOf("ai.koog", "chat m", op, "chat", "koog.event.id", "e", "gen_ai.conversation.id", "run-1"), "gen_ai.user.message", "body", `{"content":"Hi"}`)
	events = with(events, "gen_ai.choice", "body", `{"role":"assistant","tool_calls":[{"function":{"name":"w","arguments":"{}"},"id":"c1","type":"function"}]}`)
	events = with(events, "gen_ai.tool.message", "body", `{"content":"3 C","id":"c1"}`)
	answered := with(events, "gen_ai.assistant.message", "body", `{"role":"assistant","content":"It is 3 C"}`)
	checkReadings(t, map[string]reading{
		"G-T59: an assistant's message at the end is the answer, a choice before it history": {
			answered, `llm | in user "Hi" | in assistant call c1 w {} | in tool result c1 "3 C" | out assistant "It is 3 C"`,
		},
		"G-T58: making an agent is a link": {spanOf("ai.koog", "create_agent a", op, "create_agent", "koog.event.id", "e"), `other`},
		"nodes and strategies are links":   {spanOf("ai.koog", "node a", "koog.node.id", "a", "koog.node.input", "Hi"), `other`},
		"an agent's output is its history, the answer last": {
			spanOf("ai.koog", "invoke_agent a", op, "invoke_agent", "koog.event.id", "e", "gen_ai.conversation.id", "run-1", "gen_ai.input.messages", `[{"role":"User","parts":[{"type":"text","content":"Hi"}]}]`, "gen_ai.output.messages", `[{"role":"User","parts":[{"type":"text","content":"Hi"}]},{"role":"Assistant","parts":[{"type":"text","content":"Hello"}]}]`),
			`agent a | request "Hi" | result "Hello"`,
		},
		"G-T35: a hidden text is kept, and no other is asked for": {
			spanOf("ai.koog", "execute_tool w", op, "execute_tool", "koog.event.id", "e", "gen_ai.tool.name", "w", "gen_ai.tool.call.arguments", "HIDDEN:non-empty", "gen_ai.tool.call.result", "HIDDEN:non-empty"),
			`tool w | request "HIDDEN:non-empty" | result "HIDDEN:non-empty" | redacted`,
		},
	})
}
