package dialect

import "testing"

func TestAG2(t *testing.T) {
	const scope, op = "opentelemetry.instrumentation.ag2", "gen_ai.operation.name"
	const history = `{"role":"assistant","parts":[{"type":"text","content":"Hi"}]},{"role":"user","parts":[{"type":"text","content":"3 C"}]}`
	checkReadings(t, map[string]reading{
		"G-T29: the roles of a history are another's, and the models tell the answer": {
			spanOf(scope, "conversation u", ag2Type, "conversation", op, "conversation", "gen_ai.agent.name", "u", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`, "gen_ai.output.messages", "["+history+"]"),
			`agent u | request "Hi"`,
		},
		"G-T29: the word that ends a conversation is no answer": {
			spanOf(scope, "conversation u", ag2Type, "conversation", op, "conversation", "gen_ai.output.messages", "["+history+`,{"role":"assistant","parts":[{"type":"text","content":""}]},{"role":"user","parts":[{"type":"text","content":"TERMINATE\n"}]}]`),
			`agent | result "3 C"`,
		},
		"a history of nothing but the question has none": {
			spanOf(scope, "conversation u", ag2Type, "conversation", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hi"}]},{"role":"user","parts":[{"type":"text","content":"TERMINATE"}]}]`), `agent`,
		},
		"several conversations": {spanOf(scope, "agent.initiate_chats", ag2Type, "multi_conversation", op, "initiate_chats", "gen_ai.agent.name", "u"), `agent u`},
		"G-T30: an error type without a status": {
			spanOf(scope, "execute_tool w", ag2Type, "tool", op, "execute_tool", "gen_ai.tool.name", "w", "gen_ai.tool.call.id", "c1", "gen_ai.tool.call.arguments", `{}`, "error.type", "ExecutionError"),
			`tool w c1 | request {} | failed "ExecutionError"`,
		},
		"G-T31: version 1 has messages in OpenAI form": {
			spanOf(scope, "chat m", ag2Type, "llm", op, "chat", "gen_ai.input.messages", `[{"role":"user","content":"Hi"},{"role":"tool","tool_call_id":"c0","content":"1"}]`, "gen_ai.output.messages", `[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"w","arguments":"{}"}}]}]`),
			`llm | in user "Hi" | in tool result c0 "1" | out assistant call c1 w {}`,
		},
		"G-T34: a result that was cut says so": {
			spanOf(scope, "execute_tool w", ag2Type, "tool", "gen_ai.tool.name", "w", "gen_ai.tool.call.arguments", `{}`, "gen_ai.tool.call.result", "long...[truncated]"),
			`tool w | request {} | result "long...[truncated]" | truncated`,
		},
		"an account of usage is no generation": {
			spanOf(scope, "record_usage compaction", ag2Type, "usage", "gen_ai.request.model", "m", "gen_ai.usage.output_tokens", 3), `other`,
		},
		"choosing who speaks is a link": {spanOf(scope, "speaker_selection", ag2Type, "speaker_selection", op, "speaker_selection"), `other`},
		"a human's word is a link":      {spanOf(scope, "await_human_input u", ag2Type, "human_input", op, "await_human_input"), `other`},
		"code that was executed": {
			spanOf(scope, "execute_code u", ag2Type, "code_execution", op, "execute_code", "ag2.code_execution.exit_code", 1, "ag2.code_execution.output", "no such file", "error.type", "CodeExecutionError"),
			`tool execute_code | result "no such file" | failed "CodeExecutionError"`,
		},
		"a look for code to execute is none": {spanOf(scope, "execute_code u", ag2Type, "code_execution", op, "execute_code"), `other`},
	})
}
