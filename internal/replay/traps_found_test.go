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
		{name: "a model's span that says nothing is around another producer's agent", spans: all(
			in("app", sp("w", "", 0, 100, "chat m", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m")),
			in("ai", sp("r", "w", 1, 99, "invoke_agent a", "gen_ai.operation.name", "invoke_agent", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`),
				sp("a", "r", 2, 90, "chat m", "gen_ai.operation.name", "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`)),
		), want: `
			start Hi
			llm Hello
			end Hello`},
		{name: "a model's span that says nothing holds its own producer's agent", spans: in("app",
			sp("w", "", 0, 100, "chat m", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m"),
			sp("r", "w", 1, 99, "invoke_agent a", "gen_ai.operation.name", "invoke_agent", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`),
			sp("a", "r", 2, 90, "chat m", "gen_ai.operation.name", "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
		), want: `
			start Hi
			llm [not recorded: chat m]
			llm Hello
			end Hello`},
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
		{name: "what a tool returned stands in a request that failed, and another run came after", spans: in("app",
			sp("r", "", 0, 100, "POST /").from("http"),
			sp("a", "r", 1, 9, "chat m", "gen_ai.operation.name", "chat", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Refuel"}]}]`, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"fuel","arguments":{}}]}]`),
			sp("b", "r", 20, 29, "chat m", "gen_ai.operation.name", "chat", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Refuel"}]},{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"fuel","arguments":{}}]},{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":"12"}]}]`).failed("overloaded"),
			sp("c", "r", 40, 49, "chat m", "gen_ai.operation.name", "chat", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Are you there?"}]}]`, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Yes."}]}]`),
		), want: `
			start Refuel
			llm -> fuel
			call fuel()
			return 12
			llm Yes. (after 1 failed)
			end Yes.`},
		{name: "two runs of one trace each waited for a person's consent to the same call", spans: []*trapSpan{
			sp("h", "", 0, 300, "POST /"),
			oi("a", "h", 1, 9, "LLM", "response", oiCall+"id", "c1", oiCall+"function.name", "book", oiCall+"function.arguments", "{}", oiRole, "user", oiAsked, "Book"),
			oi("b", "h", 10, 19, "TOOL", "book", "tool.name", "book", "input.value", "{}"),
			oi("c", "h", 30, 39, "TOOL", "book", "tool.name", "book", "input.value", "{}", "output.value", "booked"),
			oi("d", "h", 40, 49, "LLM", "response", oiSays, "Booked."),
			oi("e", "h", 101, 109, "LLM", "response", oiCall+"id", "c2", oiCall+"function.name", "book", oiCall+"function.arguments", "{}"),
			oi("f", "h", 110, 119, "TOOL", "book", "tool.name", "book", "input.value", "{}"),
			oi("g", "h", 130, 139, "TOOL", "book", "tool.name", "book", "input.value", "{}", "output.value", "booked again"),
			oi("i", "h", 140, 149, "LLM", "response", oiSays, "Booked again."),
		}, want: `
			start Book
			llm -> book
			call book()
			return booked
			llm Booked.
			llm -> book
			call book()
			return booked again
			llm Booked again.
			end Booked again.`},
		{name: "each block of an answer is a message, and tools asked for at once overlap", spans: trace(
			oi("a", "", 0, 100, "AGENT", "ClaudeAgentSDK.query", "input.value", "Compare", oiOut+"0.message.role", "assistant", oiCall+"id", "u1", oiCall+"function.name", "sea", oiCall+"function.arguments", "{}",
				oiOut+"1.message.role", "assistant", oiOut+"1.message.tool_calls.0.tool_call.id", "u2", oiOut+"1.message.tool_calls.0.tool_call.function.name", "tide",
				oiOut+"2.message.role", "assistant", oiOut+"2.message.tool_calls.0.tool_call.id", "u3", oiOut+"2.message.tool_calls.0.tool_call.function.name", "wind",
				oiOut+"3.message.role", "assistant", oiOut+"3.message.content.0", "Done").from("openinference.instrumentation.claude_agent_sdk"),
			oi("b", "a", 10, 30, "TOOL", "sea", "tool.name", "sea", "tool.id", "u1", "output.value", `"15"`),
			oi("c", "a", 12, 35, "TOOL", "tide", "tool.name", "tide", "tool.id", "u2", "output.value", `"high"`),
			oi("d", "a", 60, 70, "TOOL", "wind", "tool.name", "wind", "tool.id", "u3", "output.value", `"none"`),
		), want: `
			start Compare
			llm -> sea, tide
			call sea()
			return 15
			call tide()
			return high
			llm -> wind
			call wind()
			return none
			llm Done
			end Done`},
		{name: "of the calls of one answer the last was recorded, and their tools all were", spans: in("app",
			sp("r", "", 0, 100, "invoke_agent a", "gen_ai.operation.name", "invoke_agent"),
			sp("a", "r", 1, 9, "chat m", "gen_ai.operation.name", "chat", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Compare"}]}]`, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"fc_2","name":"tide","arguments":{}}]}]`),
			sp("b", "r", 10, 40, "execute_tool sea", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "sea", "gen_ai.tool.call.result", "15"),
			sp("c", "r", 12, 20, "execute_tool tide", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "tide", "gen_ai.tool.call.result", "high"),
			sp("d", "r", 45, 50, "execute_tool log", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "log", "gen_ai.tool.call.result", "ok"),
			sp("e", "r", 60, 90, "chat m", "gen_ai.operation.name", "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Done"}]}]`),
		), want: `
			start Compare
			llm -> tide
			call sea()
			return 15
			call tide()
			return high
			call log()
			return ok
			llm Done
			end Done`},
		{name: "the agent says that it failed, and the request says of what", spans: in("app",
			sp("r", "", 0, 100, "invoke_workflow w", "gen_ai.operation.name", "invoke_workflow"),
			sp("a", "r", 1, 90, "invoke_agent a", "gen_ai.operation.name", "invoke_agent", "error.type", "Error in agent run").failed("Error in agent run"),
			sp("b", "a", 2, 80, "chat m", "gen_ai.operation.name", "chat", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`).failed("500 at sea"),
		), want: `
			start Hi
			end 500 at sea (error)`},
		{name: "a tool's error stands where its type belongs", spans: in("app",
			sp("b", "", 10, 40, "execute_tool buoy", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "buoy", "error.type", "the buoy is silent").failed("Tool execution failed"),
		), want: `
			start
			call buoy()
			return the buoy is silent (error)`},
		{name: "messages of Pydantic AI as they are", spans: all(
			[]*trapSpan{sp("r", "", 0, 100, "app")},
			in("langfuse-sdk",
				sp("a", "r", 1, 9, "request", "langfuse.observation.type", "generation", "langfuse.observation.input", `{"messages":[{"parts":[{"content":"Be brief","part_kind":"system-prompt"},{"content":["Add 1",{"url":"x","kind":"image-url"}],"part_kind":"user-prompt"}],"kind":"request"}]}`,
					"langfuse.observation.output", `{"parts":[{"content":"hm","part_kind":"thinking"},{"content":"Let me.","part_kind":"text"},{"tool_name":"add","args":"{\"a\":1}","tool_call_id":"c1","part_kind":"tool-call"}],"kind":"response"}`),
				sp("b", "r", 20, 29, "request", "langfuse.observation.type", "generation", "langfuse.observation.input", `{"messages":[{"parts":[{"content":"Add 1","part_kind":"user-prompt"}],"kind":"request"},{"parts":[{"tool_name":"add","args":"{\"a\":1}","tool_call_id":"c1","part_kind":"tool-call"}],"kind":"response"},{"parts":[{"tool_name":"add","content":"b is missing","tool_call_id":"c1","part_kind":"retry-prompt"}],"kind":"request"}]}`,
					"langfuse.observation.output", `{"parts":[{"tool_name":"add","args":{"a":1,"b":2},"tool_call_id":"c2","part_kind":"tool-call"}],"kind":"response"}`),
				sp("c", "r", 40, 49, "request", "langfuse.observation.type", "generation", "langfuse.observation.input", `{"messages":[{"parts":[{"tool_name":"add","content":{"sum":3},"tool_call_id":"c2","part_kind":"tool-return"}],"kind":"request"}]}`,
					"langfuse.observation.output", `{"parts":[{"content":"3","part_kind":"text"}],"kind":"response"}`))), want: `
			start Add 1
			llm Let me. -> add
			call add(a=1)
			return b is missing (error)
			llm -> add
			call add(a=1, b=2)
			return {"sum": 3}
			llm 3
			end 3`},
		{name: "a processor gave a kind to the spans of an HTTP client too", spans: []*trapSpan{
			sp("r", "", 0, 100, "answer").from("app").failed("500 at sea"),
			sp("a", "r", 1, 90, "chat m", "gen_ai.operation.name", "chat", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`).failed("500 at sea"),
			oi("b", "a", 2, 80, "CHAIN", "POST", "http.method", "POST", "http.status_code", 500).failed(""),
		}, want: `
			start Hi
			end 500 at sea (error)`},
		{name: "a trace with nothing but the spans of an HTTP client", spans: []*trapSpan{
			oi("b", "", 2, 80, "CHAIN", "POST", "http.request.method", "POST", "http.response.status_code", 200),
		}, want: `none`},
	})
}
