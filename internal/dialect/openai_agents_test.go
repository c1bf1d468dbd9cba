package dialect

import "testing"

func TestOpenAIAgents(t *testing.T) {
	const scope, op = "opentelemetry.instrumentation.openai_agents", "gen_ai.operation.name"
	const text = `{"role":"assistant","parts":[{"type":"text","content":"Final"}]}`
	checkReadings(t, map[string]reading{
		"G-T25: an agent's messages are those of all its models": {
			spanOf(scope, "invoke_agent bot", op, "invoke_agent", "gen_ai.agent.name", "bot", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Q"}]},{"role":"user","parts":[{"type":"text","content":"Q"}]}]`, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"w","arguments":"{}"}]},`+text+`]`),
			`agent bot | result "Final"`,
		},
		"G-T26: the root has no texts": {spanOf(scope, "Agent workflow", op, "invoke_agent"), `agent`},
		"G-T27: a call that was printed": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"ResponseFunctionToolCall(arguments='{\"a\":1}', call_id='c1', name='add', type='function_call', id='fc_1')"}]}]`),
			`llm | out assistant call c1 add {"a": 1}`,
		},
		"G-T28: a result twice in one message": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.input.messages", `[{"role":"tool","parts":[{"type":"text","content":"3 C"},{"type":"tool_call_response","id":"c1","result":"3 C"}]}]`, "gen_ai.output.messages", `[`+text+`]`),
			`llm | in tool result c1 "3 C" | out assistant "Final"`,
		},
		"G-T35: the word for a text that was left out": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"readacted"}]}]`), `llm | out assistant "readacted" | redacted`,
		},
		"G-T70: a handoff is a link": {spanOf(scope, "agent_handoff b", op, "agent_handoff"), `other`},
		"a guardrail is a link":      {spanOf(scope, "guardrail_check", op, "guardrail_check"), `other`},
		"a tool has no id":           {spanOf(scope, "execute_tool w", op, "execute_tool", "gen_ai.tool.name", "w", "gen_ai.tool.call.arguments", "{}", "gen_ai.tool.call.result", "3 C"), `tool w | request {} | result "3 C"`},
		"a tool that gave nothing may wait for a person": {
			spanOf(scope, "execute_tool w", op, "execute_tool", "gen_ai.tool.name", "w", "gen_ai.tool.call.arguments", "{}"), `tool w | request {} | abandoned`,
		},
		"but not one that failed": {
			failed(spanOf(scope, "execute_tool w", op, "execute_tool", "gen_ai.tool.name", "w", "gen_ai.tool.call.arguments", "{}"), "no"), `tool w | request {} | failed "no"`,
		},
		"nor one of which nothing was recorded": {spanOf(scope, "execute_tool w", op, "execute_tool", "gen_ai.tool.name", "w"), `tool w`},
		"a search that the provider made": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"ws_1","name":"web_search","arguments":{"action":{"type":"search","query":"tide"}}},{"type":"text","content":"Final"}]}]`),
			`llm | out assistant "Final" call ws_1 web_search {"query": "tide"} result ws_1 web_search`,
		},
		"a search that the application's own tool makes": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"web_search","arguments":{"query":"tide"}}]}]`),
			`llm | out assistant call c1 web_search {"query": "tide"}`,
		},
		"a program that the provider ran": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"ci_1","name":"code_interpreter","arguments":{"container_id":"cntr_1","code":"print(2)"}},{"type":"tool_call_response","id":"ci_1","name":"code_interpreter","response":{"status":"completed","outputs":[{"type":"logs","logs":"2"}]}},{"type":"text","content":"Final"}]}]`),
			`llm | out assistant "Final" call ci_1 code_interpreter {"code": "print(2)"} result ci_1 code_interpreter "2"`,
		},
		"a server's tool that the provider called, and the list of those": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"l1","name":"mcp_list_tools","arguments":{"server":"sea"}},{"type":"tool_call_response","id":"l1","name":"mcp_list_tools","response":{"tools":[],"error":null}},{"type":"tool_call","id":"m1","name":"mcp_call","arguments":{"server":"sea","tool_name":"tide","tool_args":{"at":1}}},{"type":"tool_call_response","id":"m1","name":"mcp_call","response":{"output":"high","error":null,"status":"completed"}},{"type":"text","content":"Final"}]}]`),
			`llm | out assistant "Final" call m1 tide {"at": 1} result m1 tide "high"`,
		},
		"compacted history is no text": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"compaction","content":"EvIB"},{"type":"text","content":"Final"}]}]`), `llm | out assistant "Final"`,
		},
	})
}
