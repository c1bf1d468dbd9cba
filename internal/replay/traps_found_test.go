package replay

import "testing"

// What was found in traces like those that people reported, beyond the numbered traps.
func TestTrapsFound(t *testing.T) {
	checkTraps(t, []trap{
		{name: "the protocol's span has the tool's name without the server's", spans: all(in("app",
			sp("r", "", 0, 100, "invoke_agent a", "gen_ai.operation.name", "invoke_agent", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Read"}]}]`),
			sp("a", "r", 1, 9, "chat m", "gen_ai.operation.name", "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"files_read","arguments":{"path":"a"}}]}]`),
			sp("b", "r", 10, 40, "execute_tool files_read", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "files_read", "gen_ai.tool.call.id", "c1", "gen_ai.tool.call.arguments", `{"path":"a"}`)),
			in("mcp.client", sp("c", "b", 11, 39, "tools/call read", "mcp.method.name", "tools/call", "gen_ai.tool.name", "read", "gen_ai.tool.call.arguments", `{"path":"a"}`,
				"gen_ai.tool.call.result", `{"content":[{"type":"text","text":"no such file"}],"isError":true}`)),
			in("mcp.server", sp("d", "c", 12, 38, "tools/call read", "mcp.method.name", "tools/call", "gen_ai.tool.name", "read")),
		), want: `
			start Read
			llm -> files_read
			call files_read(path='a')
			return no such file (error)
			end`},
		{name: "another tool inside a tool has a name of its own", spans: in("app",
			sp("b", "", 10, 40, "execute_tool ask_weather", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "ask_weather", "gen_ai.tool.call.arguments", `{"city":"Oslo"}`),
			sp("c", "b", 11, 39, "execute_tool weather", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "weather", "gen_ai.tool.call.arguments", `{"city":"Oslo"}`, "gen_ai.tool.call.result", "3 C"),
		), want: `
			start
			call ask_weather(city='Oslo')
			call weather(city='Oslo')
			return 3 C
			return`},
		{name: "what an exception says stands in a log record, its type on the span", spans: in("app",
			sp("a", "", 0, 90, "chat m", "gen_ai.operation.name", "chat", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`, "error.type", "TimeoutError").failed(""),
		), logs: logsOf(record("a", "gen_ai.client.operation.exception", "", "exception.type", "TimeoutError", "exception.message", "no answer after 30 s")), want: `
			start Hi
			end no answer after 30 s (error)`},
		{name: "a span event of an exception came as a log record", spans: in("app",
			sp("r", "", 0, 100, "invoke_agent a", "gen_ai.operation.name", "invoke_agent", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Sorry."}]}]`),
			sp("b", "r", 10, 40, "execute_tool add", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "add", "error.type", "ValueError").failed(""),
		), logs: logsOf(record("b", "exception", "", "exception.type", "ValueError", "exception.message", "not a number")), want: `
			start Hi
			call add()
			return not a number (error)
			end Sorry.`},
		{name: "a guardrail stopped the agent, and only the agent says so", spans: []*trapSpan{
			oi("r", "", 0, 100, "AGENT", "Agent workflow"),
			oi("a", "r", 1, 90, "AGENT", "Assistant").failed("Guardrail tripwire triggered: {'guardrail': 'homework'}"),
			oi("g", "a", 2, 10, "GUARDRAIL", "homework"),
			oi("b", "g", 3, 9, "LLM", "response", oiRole, "user", oiAsked, "Solve x", oiSays, `{"homework":true}`),
		}, want: `
			start Solve x
			llm {"homework":true}
			end Guardrail tripwire triggered: {'guardrail': 'homework'} (error)`},
		{name: "a generation's text was written, and its calls only in the next request", spans: in("opentelemetry.instrumentation.bedrock",
			sp("r", "", 0, 100, "app").from("app"),
			sp("a", "r", 1, 9, "bedrock.converse", "llm.request.type", "chat", "gen_ai.prompt.0.role", "user", "gen_ai.prompt.0.content", `[{"text": "Add 1 and 2"}]`,
				"gen_ai.completion.0.role", "assistant", "gen_ai.completion.0.content", "Let me add."),
			sp("b", "r", 30, 40, "bedrock.converse", "llm.request.type", "chat", "gen_ai.prompt.0.role", "user", "gen_ai.prompt.0.content", `[{"text": "Add 1 and 2"}]`,
				"gen_ai.prompt.1.role", "assistant", "gen_ai.prompt.1.content", `[{"text": "Let me add."}, {"toolUse": {"toolUseId": "t1", "name": "add", "input": {"a": 1, "b": 2}}}]`,
				"gen_ai.prompt.2.role", "user", "gen_ai.prompt.2.content", `[{"toolResult": {"toolUseId": "t1", "content": [{"json": {"sum": 3}}]}}]`,
				"gen_ai.completion.0.role", "assistant", "gen_ai.completion.0.content", "It is ", "gen_ai.completion.1.content", "3."),
		), want: `
			start Add 1 and 2
			llm Let me add. -> add
			call add(a=1, b=2)
			return {"sum": 3}
			llm It is 3.
			end It is 3.`},
		{name: "calls that follow other words are not a generation's", spans: in("app",
			sp("r", "", 0, 100, "app").from("app"),
			sp("a", "r", 1, 9, "chat m", "gen_ai.operation.name", "chat", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello."}]}]`),
			sp("b", "r", 30, 40, "chat m", "gen_ai.operation.name", "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Done."}]}]`,
				"gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]},{"role":"assistant","parts":[{"type":"text","content":"Another."},{"type":"tool_call","id":"c1","name":"add","arguments":{}}]},{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":"3"}]}]`),
		), want: `
			start Hi
			llm Hello.
			llm Done.
			end Done.`},
		{name: "a tool was called with null, and returned what Python prints of the protocol's result", spans: in("app",
			sp("a", "", 0, 10, "execute_tool now", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "now", "gen_ai.tool.call.arguments", "null",
				"gen_ai.tool.call.result", `meta=None content=[TextContent(type='text', text="it's 9", annotations=None, meta=None)] structuredContent={'result': 9} isError=False`),
			sp("b", "", 20, 30, "execute_tool now", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "now", "gen_ai.tool.call.arguments", "null",
				"gen_ai.tool.call.result", `[TextContent(type='text', text='9', annotations=None, meta=None)]`),
		), want: `
			start
			call now()
			return it's 9
			call now()
			return 9`},
	})
}
