package replay

import "testing"

// The messages and spans of the GenAI conventions, for traps that need many.
const (
	operation = "gen_ai.operation.name"
	asked     = "gen_ai.input.messages"
	answered  = "gen_ai.output.messages"
	toolName  = "gen_ai.tool.name"
	toolID    = "gen_ai.tool.call.id"
	toolArgs  = "gen_ai.tool.call.arguments"
	toolGave  = "gen_ai.tool.call.result"
)

// parts is a message list of one message with parts.
func parts(role, list string) string { return `[{"role":"` + role + `","parts":[` + list + `]}]` }

func text(s string) string { return `{"type":"text","content":"` + s + `"}` }

func toolCall(id, name string) string {
	return `{"type":"tool_call","id":"` + id + `","name":"` + name + `","arguments":{}}`
}

// chat is a generation that says text or asks for a call; agentOf an agent's run; toolOf a tool's execution.
func chat(id, parent string, start, end int64, pairs ...any) *trapSpan {
	return sp(id, parent, start, end, "chat m", append([]any{operation, "chat", "gen_ai.request.model", "m"}, pairs...)...).from("app")
}

func agentOf(id, parent string, start, end int64, name string, pairs ...any) *trapSpan {
	return sp(id, parent, start, end, "invoke_agent "+name, append([]any{operation, "invoke_agent"}, pairs...)...).from("app")
}

func toolOf(id, parent string, start, end int64, name string, pairs ...any) *trapSpan {
	return sp(id, parent, start, end, "execute_tool "+name, append([]any{operation, "execute_tool", toolName, name}, pairs...)...).from("app")
}

func trace(list ...*trapSpan) []*trapSpan { return list }

func TestTrapsOfGenAI(t *testing.T) {
	checkTraps(t, []trap{
		{name: "G-T1: a span whose content is in log records alone", spans: trace(chat("a", "", 0, 10)), logs: logsOf(
			record("a", "gen_ai.user.message", `{"content":"2+2?"}`),
			record("a", "gen_ai.choice", `{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"Four."}}`),
		), want: `
			start 2+2?
			llm Four.
			end Four.`},
		{name: "G-T1: and without them", spans: trace(chat("a", "", 0, 10)), want: `
			start
			llm [not recorded: chat m]
			end`},
		{name: "G-T10: event loop cycles repeat what their child says", spans: in("strands.telemetry.tracer",
			sp("r", "", 0, 50, "invoke_agent bot", operation, "invoke_agent").event("gen_ai.user.message", "content", `[{"text":"Hello"}]`),
			sp("c", "r", 1, 40, "execute_event_loop_cycle", operation, "execute_event_loop_cycle").event("gen_ai.choice", "message", `[{"text":"Hi"}]`),
			sp("a", "c", 2, 30, "chat", operation, "chat").event("gen_ai.choice", "message", `[{"text":"Hi"}]`),
		), want: `
			start Hello
			llm Hi
			end Hi`},
		{name: "G-T11: ADK records one generation twice", spans: in("gcp.vertex.agent",
			sp("r", "", 0, 50, "invocation"),
			sp("a", "r", 1, 40, "call_llm", "gcp.vertex.agent.llm_response", `{"content":{"role":"model","parts":[{"text":"Done"}]}}`),
			sp("b", "a", 2, 30, "generate_content g-2", operation, "generate_content", "gen_ai.request.model", "g-2", "gen_ai.usage.output_tokens", 3),
		), want: `
			start
			llm Done
			end Done`},
		{name: "G-T13: ADK's tool inside the generation that asked for it", spans: in("gcp.vertex.agent",
			sp("r", "", 0, 200, "invocation"),
			sp("a", "r", 0, 90, "call_llm", "gcp.vertex.agent.llm_response", `{"content":{"parts":[{"text":"Let me look."},{"function_call":{"name":"w","args":{}}}]}}`),
			sp("b", "a", 40, 80, "execute_tool w", operation, "execute_tool", toolName, "w", "gcp.vertex.agent.tool_call_args", `{}`, "gcp.vertex.agent.tool_response", `{"result":"3 C"}`),
			sp("c", "r", 100, 150, "call_llm", "gcp.vertex.agent.llm_response", `{"content":{"parts":[{"text":"3 C."}]}}`),
		), want: `
			start
			llm Let me look. -> w
			call w()
			return 3 C
			llm 3 C.
			end 3 C.`},
		{name: "G-T17: a tool's result under the role of a user", spans: trace(
			chat("a", "", 0, 10, asked, `[{"role":"user","parts":[`+text("Oslo?")+`]},{"role":"assistant","parts":[`+toolCall("c1", "w")+`]},{"role":"user","parts":[{"type":"tool_call_response","id":"c1","response":"3 C"}]}]`,
				answered, parts("assistant", text("3 C."))),
		), want: `
			start Oslo?
			llm 3 C.
			end 3 C.`},
		{name: "G-T18: the history of the first request is no part of the run", spans: trace(
			chat("a", "", 0, 10, asked, `[{"role":"user","parts":[`+text("Hi")+`]},{"role":"assistant","parts":[`+text("Hello")+`]},{"role":"user","parts":[`+text("Add 1 and 2")+`]}]`, answered, parts("assistant", text("3"))),
		), want: `
			start Add 1 and 2
			llm 3
			end 3`},
		{name: "G-T25: an agent's messages sum up those of its generations", spans: trace(
			agentOf("a", "", 0, 100, "bot", asked, `[{"role":"user","parts":[`+text("Q")+`]},{"role":"user","parts":[`+text("Q")+`]},{"role":"assistant","parts":[`+toolCall("c1", "w")+`]},{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":"R"}]}]`,
				answered, `[{"role":"assistant","parts":[`+toolCall("c1", "w")+`]},{"role":"assistant","parts":[`+text("Final")+`]}]`),
			chat("b", "a", 1, 9, answered, parts("assistant", toolCall("c1", "w"))),
			toolOf("c", "a", 10, 20, "w", toolID, "c1", toolGave, "R"),
			chat("d", "a", 30, 40, answered, parts("assistant", text("Final"))),
		), want: `
			start Q
			llm -> w
			call w()
			return R
			llm Final
			end Final`},
		{name: "G-T26: a root without content that looks like an agent", spans: trace(
			sp("r", "", 0, 100, "Agent workflow", operation, "invoke_agent"),
			agentOf("a", "r", 1, 90, "bot", asked, parts("user", text("Hi")), answered, parts("assistant", text("Hello"))),
			chat("b", "a", 2, 80, answered, parts("assistant", text("Hello"))),
		), want: `
			start Hi
			llm Hello
			end Hello`},
		{name: "G-T28: a tool's message with its result twice", spans: trace(
			agentOf("r", "", 0, 100, "bot"),
			chat("a", "r", 0, 10, asked, parts("user", text("Q")), answered, parts("assistant", toolCall("c1", "w"))),
			chat("b", "r", 20, 30, asked, `[{"role":"tool","parts":[{"type":"text","content":"3 C"},{"type":"tool_call_response","id":"c1","result":"3 C"}]}]`, answered, parts("assistant", text("3 C."))),
		), want: `
			start Q
			llm -> w
			call w()
			return 3 C
			llm 3 C.
			end 3 C.`},
		{name: "G-T29: a tool under another agent than the one that asked", spans: trace(
			sp("k", "", 0, 100, "conversation u", operation, "conversation", asked, parts("user", text("Weather?")), answered, `[{"role":"assistant","parts":[`+text("Weather?")+`]},{"role":"user","parts":[`+text("3 C.")+`]}]`),
			agentOf("a", "k", 1, 20, "asst"), chat("b", "a", 2, 19, answered, parts("assistant", toolCall("c1", "w"))),
			agentOf("x", "k", 21, 40, "exec"), toolOf("t", "x", 22, 39, "w", toolID, "c1", toolGave, "3 C"),
			agentOf("a2", "k", 41, 60, "asst"), chat("b2", "a2", 42, 59, answered, parts("assistant", text("3 C."))),
		), want: `
			start Weather?
			llm -> w
			call w()
			return 3 C
			llm 3 C.
			end 3 C.`},
		{name: "G-T37: client and server of a tool's call", spans: trace(
			agentOf("r", "", 0, 100, "bot", asked, parts("user", text("Q"))),
			toolOf("a", "r", 1, 50, "w", toolID, "c1", toolArgs, `{}`, toolGave, "3 C"),
			sp("b", "a", 2, 49, "tools/call w", "mcp.method.name", "tools/call", toolName, "w", operation, "execute_tool"),
			sp("c", "b", 3, 48, "tools/call w", "mcp.method.name", "tools/call", toolName, "w"),
			sp("d", "r", 60, 70, "tools/list", "mcp.method.name", "tools/list"),
		), want: `
			start Q
			call w()
			return 3 C
			end`},
		{name: "G-T38: an agent as a tool", spans: trace(
			agentOf("r", "", 0, 100, "boss", asked, parts("user", text("Q")), answered, parts("assistant", text("A"))),
			toolOf("t", "r", 10, 50, "research", toolArgs, `{"q":"x"}`, toolGave, "R"),
			agentOf("a", "t", 11, 49, "researcher", asked, parts("user", text("x")), answered, parts("assistant", text("R"))),
			chat("l", "a", 12, 48, asked, parts("user", text("x")), answered, parts("assistant", text("R"))),
		), want: `
			start Q
			call research(q='x')
			llm R
			return R
			end A`},
		{name: "G-T40: a client that runs tools by itself has all turns in one span", spans: trace(
			agentOf("r", "", 0, 100, "bot", asked, parts("user", text("Q"))),
			chat("a", "r", 1, 90, answered, `[{"role":"assistant","parts":[`+toolCall("c1", "w")+`]},{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":"3 C"}]},{"role":"assistant","parts":[`+text("Done")+`]}]`),
			toolOf("b", "a", 10, 20, "w", toolID, "c1", toolGave, "3 C"),
		), want: `
			start Q
			llm -> w
			call w()
			return 3 C
			llm Done
			end Done`},
		{name: "G-T43: a stream's next turn inside the span of the one before", spans: in("org.springframework.boot",
			sp("r", "", 0, 200, "spring_ai chat_client", "spring.ai.kind", "chat_client"),
			sp("a", "r", 0, 100, "chat m", operation, "chat", "gen_ai.request.model", "m", "gen_ai.response.finish_reasons", `["TOOL_CALLS"]`),
			sp("t", "a", 30, 50, "tool_call w", operation, "framework", "spring.ai.kind", "tool_call", "spring.ai.tool.definition.name", "w"),
			sp("b", "a", 55, 95, "chat m", operation, "chat", "gen_ai.request.model", "m", "gen_ai.response.finish_reasons", `["STOP"]`),
		), want: `
			start
			llm [not recorded: chat m]
			call w()
			return
			llm [not recorded: chat m]
			end`},
		{name: "G-T44: turns that are nested in each other come out in a row", spans: in("genkit-tracer",
			sp("a", "", 0, 100, "generate", "genkit:type", "util"),
			sp("b", "a", 10, 20, "m", "genkit:type", "action", "genkit:metadata:subtype", "model", "genkit:output", `{"message":{"content":[{"text":"One"}]}}`),
			sp("c", "a", 30, 90, "generate", "genkit:type", "util"),
			sp("d", "c", 40, 80, "m", "genkit:type", "action", "genkit:metadata:subtype", "model", "genkit:output", `{"message":{"content":[{"text":"Two"}]}}`),
		), want: `
			start
			llm One
			llm Two
			end Two`},
		{name: "G-T48: Azure's agent is the model's call", spans: trace(
			sp("r", "", 0, 100, "app"),
			agentOf("a", "r", 1, 20, "helper", "gen_ai.provider.name", "microsoft.foundry", asked, parts("user", text("Oslo?")), answered, parts("assistant", toolCall("c1", "w"))),
			agentOf("b", "r", 30, 50, "helper", "gen_ai.provider.name", "microsoft.foundry", asked, `[{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","result":"3 C"}]}]`, answered, parts("assistant", text("It is 3 C"))),
		), want: `
			start Oslo?
			llm -> w
			call w()
			return 3 C
			llm It is 3 C
			end It is 3 C`},
		{name: "G-T54: side traffic of an editor is a trace of its own", spans: in("copilot-chat",
			sp("a", "", 0, 10, "chat gpt", operation, "chat", "gen_ai.agent.name", "title", asked, parts("user", text("Name this")), answered, parts("assistant", text("Tides"))),
		), want: `
			start Name this
			llm Tides
			end Tides`},
		{name: "G-T64: redacted reasoning is no text", spans: trace(
			chat("a", "", 0, 10, asked, parts("user", text("Q")), answered, `[{"role":"assistant","parts":[{"type":"redacted_thinking","data":"xyz"},`+text("Yes.")+`]}]`),
		), want: `
			start Q
			llm Yes.
			end Yes.`},
		{name: "G-T68: several events about one inference", spans: trace(
			chat("a", "", 0, 10).event("gen_ai.client.inference.operation.details", asked, parts("user", text("Q"))).
				event("gen_ai.client.inference.operation.details", "gen_ai.system_instructions", `[`+text("Be kind.")+`]`).
				event("gen_ai.client.inference.operation.details", answered, parts("assistant", text("A"))),
		), want: `
			start Q
			llm A
			end A`},
		{name: "G-T70: a handoff is no step, and the last agent answers", spans: trace(
			sp("r", "", 0, 100, "app"),
			agentOf("a", "r", 1, 20, "triage", asked, parts("user", text("Q")), answered, parts("assistant", text("Let me hand over."))),
			chat("a1", "a", 2, 19, answered, parts("assistant", text("Let me hand over."))),
			sp("h", "r", 21, 22, "agent_handoff billing", operation, "agent_handoff"),
			agentOf("b", "r", 30, 60, "billing", asked, parts("user", text("Q")), answered, parts("assistant", text("Paid."))),
			chat("b1", "b", 31, 59, answered, parts("assistant", text("Paid."))),
		), want: `
			start Q
			llm Let me hand over.
			llm Paid.
			end Paid.`},
		{name: "G-T73: without a common parent each request is a run", spans: trace(
			chat("a", "", 0, 10, asked, parts("user", text("Q")), answered, parts("assistant", text("A")), "gen_ai.conversation.id", "v1"),
		), want: `
			start Q
			llm A
			end A`},
	})
}
