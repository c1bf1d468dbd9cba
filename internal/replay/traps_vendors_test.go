package replay

import "testing"

const (
	sdkCall  = "ai.generateText.doGenerate"
	sdkTool  = "ai.toolCall"
	sdkAgent = "ai.generateText"
)

func TestTrapsOfVendors(t *testing.T) {
	checkTraps(t, []trap{
		{name: "V-T1: the AI SDK's wrapper is no generation", spans: all(in("ai",
			sp("a", "", 0, 100, sdkAgent, "ai.operationId", sdkAgent, "ai.prompt", `{"prompt":"Hi"}`, "ai.response.text", "Hello"),
			sp("b", "a", 10, 90, sdkCall, "ai.operationId", sdkCall, "ai.prompt.messages", `[{"role":"user","content":[{"type":"text","text":"Hi"}]}]`, "ai.response.text", "Hello"),
		)), want: `
			start Hi
			llm Hello
			end Hello`},
		{name: "V-T4: a client's tool has no span", spans: in("ai",
			sp("r", "", 0, 100, "app"),
			sp("a", "r", 10, 20, sdkCall, "ai.operationId", sdkCall, "ai.prompt.messages", `[{"role":"user","content":"Hi"}]`, "ai.response.toolCalls", `[{"toolCallId":"c1","toolName":"ask","input":{"q":"x"}}]`),
			sp("b", "r", 30, 40, sdkCall, "ai.operationId", sdkCall, "ai.response.text", "OK", "ai.prompt.messages",
				`[{"role":"user","content":[{"type":"text","text":"Hi"}]},{"role":"assistant","content":[{"type":"tool-call","toolCallId":"c1","toolName":"ask","input":{"q":"x"}}]},{"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"ask","output":{"type":"text","value":"yes"}}]}]`),
		), want: `
			start Hi
			llm -> ask
			call ask(q='x')
			return yes
			llm OK
			end OK`},
		{name: "V-T5: a tool inside the generation that asked for it", spans: in("ai",
			sp("r", "", 0, 200, "ai.streamText", "ai.operationId", "ai.streamText", "ai.prompt", `{"prompt":"Weather?"}`),
			sp("a", "r", 0, 100, "ai.streamText.doStream", "ai.operationId", "ai.streamText.doStream", "ai.response.text", "Let me check.", "ai.response.toolCalls", `[{"toolCallId":"c1","toolName":"weather","input":{}}]`),
			sp("b", "a", 60, 140, sdkTool, "ai.operationId", sdkTool, "ai.toolCall.id", "c1", "ai.toolCall.name", "weather", "ai.toolCall.args", `{}`, "ai.toolCall.result", "21"),
		), want: `
			start Weather?
			llm Let me check. -> weather
			call weather()
			return 21
			end Let me check.`},
		{name: "V-T6: a stream's last text joins those of all turns", spans: in("ai",
			sp("r", "", 0, 200, "ai.streamText", "ai.operationId", "ai.streamText", "ai.prompt", `{"prompt":"Weather?"}`, "ai.response.text", "Let me check.It is 21C."),
			sp("a", "r", 0, 50, "ai.streamText.doStream", "ai.operationId", "ai.streamText.doStream", "ai.response.text", "Let me check."),
			sp("b", "r", 60, 90, "ai.streamText.doStream", "ai.operationId", "ai.streamText.doStream", "ai.response.text", "It is 21C."),
		), want: `
			start Weather?
			llm Let me check.
			llm It is 21C.
			end It is 21C.`},
		{name: "V-T7: the root's output holds parts of tools", spans: in("gen_ai",
			sp("r", "", 0, 100, "invoke_agent m1", "gen_ai.operation.name", "invoke_agent", "gen_ai.request.model", "m1", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Weather?"}]}]`,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"It is 21C."},{"type":"tool_call","id":"c1","name":"weather","arguments":{}},{"type":"tool_call_response","id":"c1","response":21}],"finish_reason":"stop"}]`),
			sp("a", "r", 10, 20, "chat m1", "gen_ai.operation.name", "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"weather","arguments":{}}]}]`),
			sp("b", "r", 30, 40, "execute_tool weather", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "weather", "gen_ai.tool.call.id", "c1", "gen_ai.tool.call.arguments", `{}`, "gen_ai.tool.call.result", "21"),
			sp("c", "r", 50, 60, "chat m1", "gen_ai.operation.name", "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"It is 21C."}]}]`),
		), want: `
			start Weather?
			llm -> weather
			call weather()
			return 21
			llm It is 21C.
			end It is 21C.`},
		{name: "V-T9: a failed try is no step", spans: in("ai",
			sp("r", "", 0, 100, sdkAgent, "ai.operationId", sdkAgent, "ai.prompt", `{"prompt":"Hi"}`, "ai.response.text", "Hello"),
			sp("a", "r", 10, 20, sdkCall, "ai.operationId", sdkCall, "ai.prompt.messages", `[{"role":"user","content":"Hi"}]`).failed("overloaded").event("exception", "exception.message", "overloaded"),
			sp("b", "r", 30, 40, sdkCall, "ai.operationId", sdkCall, "ai.response.text", "Hello"),
		), want: `
			start Hi
			llm Hello (after 1 failed)
			end Hello`},
		{name: "V-T10: a failed tool returns its error", spans: in("ai",
			sp("r", "", 0, 100, sdkAgent, "ai.operationId", sdkAgent, "ai.prompt", `{"prompt":"Hi"}`, "ai.response.text", "Sorry."),
			sp("a", "r", 10, 20, sdkTool, "ai.operationId", sdkTool, "ai.toolCall.name", "sum", "ai.toolCall.args", `{}`).failed("").event("exception", "exception.message", "boom"),
			sp("b", "r", 30, 40, sdkCall, "ai.operationId", sdkCall, "ai.response.text", "Sorry."),
		), want: `
			start Hi
			call sum()
			return boom (error)
			llm Sorry.
			end Sorry.`},
		{name: "V-T14: Mastra's step, inference and chunk are one generation", spans: in("@mastra/otel-exporter",
			sp("r", "", 0, 100, "invoke_agent A", "mastra.span.type", "agent_run", "mastra.agent_run.input", "Weather?"),
			sp("a", "r", 10, 40, "agent_step A", "mastra.span.type", "model_step", "mastra.model_step.output", `{"text":"Let me check.","toolCalls":[{"toolCallId":"c1","toolName":"weather","args":{"city":"Paris"}}]}`),
			sp("b", "a", 11, 20, "chat m1", "mastra.span.type", "model_inference", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Let me check."}]}]`),
			sp("c", "b", 12, 19, "model_chunk A", "mastra.span.type", "model_chunk", "mastra.model_chunk.output", `{"text":"think hard"}`),
			sp("d", "a", 21, 30, "execute_tool weather", "mastra.span.type", "tool_call", "gen_ai.tool.name", "weather", "gen_ai.tool.call.arguments", `{"city":"Paris"}`, "gen_ai.tool.call.result", `{"temp":21}`, "gen_ai.tool.call.id", "c1"),
		), want: `
			start Weather?
			llm Let me check. -> weather
			call weather(city='Paris')
			return {"temp": 21}
			end Let me check.`},
		{name: "V-T15: Mastra's generation with inferences below is their wrapper", spans: in("@mastra/otel-exporter",
			sp("a", "", 10, 40, "model_generation m1", "mastra.span.type", "model_generation", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
			sp("b", "a", 11, 39, "agent_step", "mastra.span.type", "model_step"),
			sp("c", "b", 12, 38, "chat m1", "mastra.span.type", "model_inference", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
		), want: `
			start
			llm Hello
			end Hello`},
		// The start is empty, as the fact says; the llm's text says that nothing was recorded, for a run without content
		// must not look equal to one with it.
		{name: "V-T24: Claude Code's tool, its wait and its execution are one call", spans: in("com.anthropic.claude_code.tracing",
			sp("r", "", 0, 100, "claude_code.interaction", "span.type", "interaction", "user_prompt", "<REDACTED>"),
			sp("a", "r", 10, 20, "claude_code.llm_request", "span.type", "llm_request", "gen_ai.operation.name", "chat", "model", "m"),
			sp("b", "r", 30, 50, "claude_code.tool", "span.type", "tool", "gen_ai.tool.name", "Bash", "gen_ai.tool.call.id", "t1", "full_command", "ls").event("tool.output", "bash_command", "ls", "output", "a.txt"),
			sp("c", "b", 31, 35, "claude_code.tool.blocked_on_user", "span.type", "tool.blocked_on_user"),
			sp("d", "b", 36, 49, "claude_code.tool.execution", "span.type", "tool.execution", "gen_ai.tool.call.id", "t1", "success", true),
		), want: `
			start
			llm [not recorded: claude_code.llm_request]
			call Bash(ls)
			return a.txt
			end`},
		// Without a turn's span around it the run's end isn't there, so there is none.
		{name: "V-T26: of Codex's functions one is a call", spans: in("codex_exec",
			sp("r", "", 0, 100, "handle_responses", "gen_ai.usage.input_tokens", 10, "gen_ai.usage.output_tokens", 7, "target", "codex_core::codex"),
			sp("a", "r", 10, 20, "exec_command", "tool_name", "exec_command", "call_id", "c1", "codex.tool.phase", "dispatch", "thread.id", 5),
			sp("b", "a", 11, 12, "tool_dispatch.parallel_lock", "target", "codex_core::tools"),
		), want: `
			start
			call exec_command()
			return`},
		{name: "V-T28: Gemini CLI's tool is recorded once", spans: in("gemini-cli",
			sp("r", "", 0, 100, "user_prompt", "gen_ai.operation.name", "user_prompt", "gen_ai.input.messages", `"List"`),
			sp("a", "r", 10, 50, "schedule_tool_calls", "gen_ai.operation.name", "schedule_tool_calls", "gen_ai.input.messages", `[{"callId":"c1","name":"ls","args":{"d":"."}}]`),
			sp("b", "a", 11, 49, "tool_call", "gen_ai.operation.name", "tool_call", "gen_ai.tool.name", "ls", "gen_ai.tool.call_id", "c1", "gen_ai.input.messages", `{"callId":"c1","name":"ls","args":{"d":"."}}`,
				"gen_ai.output.messages", `{"status":"success","response":{"responseParts":[{"functionResponse":{"id":"c1","name":"ls","response":{"output":"a.txt"}}}]}}`),
		), want: `
			start List
			call ls(d='.')
			return a.txt
			end`},
		{name: "V-T29: a trace with a tool alone", spans: in("gemini-cli",
			sp("b", "", 11, 49, "tool_call", "gen_ai.operation.name", "tool_call", "gen_ai.tool.name", "ls", "gen_ai.tool.call_id", "c1", "gen_ai.conversation.id", "v1", "gen_ai.input.messages", `{"callId":"c1","name":"ls","args":{"d":"."}}`),
		), want: `
			start
			call ls(d='.')
			return`},
		{name: "V-T31: requests that hold only what is new", spans: in("app",
			sp("r", "", 0, 100, "invoke_agent a", "gen_ai.operation.name", "invoke_agent"),
			sp("a", "r", 10, 20, "chat m", "gen_ai.operation.name", "chat", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"add","arguments":{"a":1}}]}]`),
			sp("b", "r", 30, 40, "chat m", "gen_ai.operation.name", "chat", "gen_ai.input.messages", `[{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":"21"}]}]`, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"21."}]}]`),
		), want: `
			start Hi
			llm -> add
			call add(a=1)
			return 21
			llm 21.
			end 21.`},
		{name: "V-T32: the client's span and the server's are one generation", spans: all(
			in("com.anthropic.sdk.typescript",
				sp("r", "", 0, 100, "anthropic.messages.tool_runner", "gen_ai.operation.name", "invoke_agent"),
				sp("a", "r", 10, 40, "anthropic.messages.create", "gen_ai.operation.name", "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
				sp("c", "r", 50, 60, "anthropic.custom_tool_use weather", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "weather", "gen_ai.tool.call.arguments", `{}`, "anthropic.tool_result.content", `[{"type":"text","text":"21C"}]`),
				sp("d", "r", 70, 80, "anthropic.models.list", "gen_ai.provider.name", "anthropic")),
			in("com.anthropic.claude-platform", sp("b", "a", 15, 35, "anthropic.messages.create", "gen_ai.operation.name", "chat")),
		), want: `
			start
			llm Hello
			call weather()
			return 21C
			end Hello`},
		{name: "V-T33: Genkit's turns are nested in each other", spans: in("genkit-tracer",
			sp("a", "", 0, 100, "generate", "genkit:type", "util", "genkit:input", `{"messages":[{"role":"user","content":[{"text":"Hi"}]}]}`, "genkit:output", `{"message":{"role":"model","content":[{"text":"It is 21C."}]}}`),
			sp("b", "a", 10, 20, "mock/m1", "genkit:type", "action", "genkit:metadata:subtype", "model", "genkit:output", `{"message":{"role":"model","content":[{"reasoning":"think"},{"text":"Let me check."},{"toolRequest":{"ref":"c1","name":"weather","input":{}}}]}}`),
			sp("c", "a", 30, 40, "weather", "genkit:type", "action", "genkit:metadata:subtype", "tool", "genkit:name", "weather", "genkit:input", `{}`, "genkit:output", `{"temp":21}`),
			sp("d", "a", 50, 90, "generate", "genkit:type", "util"),
			sp("e", "d", 55, 85, "mock/m1", "genkit:type", "action", "genkit:metadata:subtype", "model", "genkit:output", `{"message":{"role":"model","content":[{"text":"It is 21C."}]}}`),
		), want: `
			start Hi
			llm Let me check. -> weather
			call weather()
			return {"temp": 21}
			llm It is 21C.
			end It is 21C.`},
		{name: "V-T34: LiveKit's node, request and try are one generation", spans: in("livekit-agents",
			sp("a", "", 0, 90, "llm_node", "lk.pii.response.text", "Hello"),
			sp("b", "a", 10, 80, "llm_request", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m").event("gen_ai.choice", "role", "assistant", "content", "Hello"),
			sp("c", "b", 15, 75, "llm_request_run"),
			sp("d", "", 91, 92, "realtime_metrics", "gen_ai.operation.name", "chat", "gen_ai.usage.input_tokens", 9),
		), want: `
			start
			llm Hello
			end Hello`},
		{name: "V-T35: ears and mouths make no run", spans: in("pipecat",
			sp("a", "", 0, 90, "stt", "gen_ai.operation.name", "stt", "gen_ai.request.model", "nova", "transcript", "Hi"),
			sp("b", "", 100, 190, "tts", "gen_ai.operation.name", "tts", "gen_ai.request.model", "sonic", "text", "Hello"),
		), want: `none`},
		{name: "V-T36: Pipecat's tools are in the next request, which repeats them", spans: in("pipecat",
			sp("r", "", 0, 100, "turn", "turn.number", 1),
			sp("a", "r", 10, 20, "llm", "input", `[{"role":"user","content":"Weather?"}]`),
			sp("b", "r", 30, 40, "llm", "output", "It is 21C.", "input", `[{"role":"user","content":"Weather?"},{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"weather","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"21"}]`),
			sp("c", "r", 50, 60, "llm", "output", "Bye.", "input", `[{"role":"user","content":"Weather?"},{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"weather","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"21"},{"role":"assistant","content":"It is 21C."},{"role":"user","content":"Bye"}]`),
		), want: `
			start Weather?
			llm -> weather
			call weather()
			return 21
			llm It is 21C.
			llm Bye.
			end Bye.`},
		{name: "V-T39: AgentCore's spans without their records", spans: in("app",
			sp("a", "", 0, 90, "chat claude", "gen_ai.operation.name", "chat", "gen_ai.request.model", "claude"),
		), want: `
			start
			llm [not recorded: chat claude]
			end`},
		{name: "V-T39: and with them", spans: in("app",
			sp("a", "", 0, 90, "chat claude", "gen_ai.operation.name", "chat", "gen_ai.request.model", "claude"),
		), logs: logsOf(record("a", "app", `{"input":{"messages":[{"role":"user","content":"Hi"}]},"output":{"messages":[{"role":"assistant","content":"Hello"}]}}`)), want: `
			start Hi
			llm Hello
			end Hello`},
		{name: "V-T41: Dify's nodes", spans: in("dify",
			sp("r", "", 0, 100, "run"),
			sp("a", "r", 10, 20, "Start", "gen_ai.framework", "dify", "node.type", "start", "input.value", `{"sys.query":"Hi"}`),
			sp("b", "r", 30, 40, "LLM", "gen_ai.framework", "dify", "node.type", "llm", "gen_ai.span.kind", "LLM", "gen_ai.completion", "Hello", "gen_ai.input.messages", "[]", "output.value", `{"text":"Hello","usage":{}}`),
		), want: `
			start Hi
			llm Hello
			end Hello`},
		{name: "V-T43: Laminar's generation over the request of its client", spans: in("lmnr.tracer",
			sp("r", "", 0, 100, "agent.step", "lmnr.span.type", "DEFAULT", "lmnr.span.input", `{"x":1}`),
			sp("a", "r", 10, 40, "litellm.completion", "lmnr.span.type", "LLM", "lmnr.span.output", `[{"role":"assistant","content":"Hello"}]`),
			sp("b", "a", 15, 35, "raw_gen_ai_request", "llm.openai.choices", `[]`),
			sp("c", "r", 50, 60, "search", "lmnr.span.type", "CACHED", "lmnr.span.output", `"hit"`),
		), want: `
			start {"x":1}
			llm Hello
			call search()
			return hit
			end Hello`},
		// A completion that is null is a failed try, which is no step; the run failed with it.
		{name: "V-T46: a request that failed", spans: in("openrouter",
			sp("a", "", 0, 90, "chat", "gen_ai.prompt", `{"messages":[{"role":"user","content":"Hi"}]}`, "gen_ai.completion", `{"completion":null,"rawRequest":{"messages":[]}}`),
		), want: `
			start Hi
			end (error)`},
		{name: "V-T48: spans whose parent never came are one run", spans: in("app",
			sp("a", "p0", 10, 20, "chat m", "gen_ai.operation.name", "chat", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"One."}]}]`),
			sp("b", "p0", 30, 40, "chat m", "gen_ai.operation.name", "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Two."}]}]`),
			sp("c", "p0", 50, 60, "chat m", "gen_ai.operation.name", "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Three."}]}]`),
		), want: `
			start Hi
			llm One.
			llm Two.
			llm Three.
			end Three.`},
		{name: "V-T49: parallel tools that end in another order", spans: in("app",
			sp("r", "", 0, 100, "invoke_agent a", "gen_ai.operation.name", "invoke_agent", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`),
			sp("a", "r", 1, 9, "chat m", "gen_ai.operation.name", "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"A","arguments":{}},{"type":"tool_call","id":"c2","name":"B","arguments":{}}]}]`),
			sp("b", "r", 10, 90, "execute_tool A", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "A", "gen_ai.tool.call.id", "c1", "gen_ai.tool.call.result", "a"),
			sp("c", "r", 11, 30, "execute_tool B", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "B", "gen_ai.tool.call.id", "c2", "gen_ai.tool.call.result", "b"),
		), want: `
			start Hi
			llm -> A, B
			call A()
			return a
			call B()
			return b
			end`},
		{name: "V-T50: an agent as a tool", spans: in("ai",
			sp("r", "", 0, 100, sdkAgent, "ai.operationId", sdkAgent, "ai.prompt", `{"prompt":"Find x"}`, "ai.response.text", "Found."),
			sp("a", "r", 10, 20, sdkCall, "ai.operationId", sdkCall, "ai.response.toolCalls", `[{"toolCallId":"c1","toolName":"research","input":{"q":"x"}}]`),
			sp("b", "r", 30, 60, sdkTool, "ai.operationId", sdkTool, "ai.toolCall.id", "c1", "ai.toolCall.name", "research", "ai.toolCall.args", `{"q":"x"}`, "ai.toolCall.result", `"done"`),
			sp("c", "b", 31, 59, sdkAgent, "ai.operationId", sdkAgent, "ai.prompt", `{"prompt":"x"}`, "ai.response.text", "done"),
			sp("d", "c", 35, 55, sdkCall, "ai.operationId", sdkCall, "ai.response.text", "done"),
			sp("e", "r", 70, 80, sdkCall, "ai.operationId", sdkCall, "ai.response.text", "Found."),
		), want: `
			start Find x
			llm -> research
			call research(q='x')
			llm done
			return done
			llm Found.
			end Found.`},
		{name: "V-T52: the segments around an approval are one call", spans: in("app",
			sp("r", "", 0, 100, "invoke_agent a", "gen_ai.operation.name", "invoke_agent", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`),
			sp("a", "r", 10, 20, "execute_tool rm", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "rm", "gen_ai.tool.call.id", "c1", "cloudflare.agents.tool.approval.state", "requested"),
			sp("b", "r", 30, 40, "execute_tool rm", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "rm", "gen_ai.tool.call.id", "c1", "cloudflare.agents.tool.approval.state", "approved", "gen_ai.tool.call.result", "ok"),
		), want: `
			start Hi
			call rm()
			return ok
			end`},
		{name: "V-T53: a vendor's decoration selects no dialect", spans: in("app",
			sp("a", "", 0, 90, "chat m", "gen_ai.operation.name", "chat", "langfuse.trace.name", "t", "session.id", "s", "lmnr.association.properties.x", "y", "braintrust.parent", "p", "sentry.trace.parent_span_id", "q",
				"gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
		), want: `
			start Hi
			llm Hello
			end Hello`},
	})
}
