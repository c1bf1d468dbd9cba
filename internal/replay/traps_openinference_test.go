package replay

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/dialect"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/steps"
)

const (
	spanKind  = "openinference.span.kind"
	loopKind  = "traceloop.span.kind"
	oiIn      = "llm.input_messages."
	oiOut     = "llm.output_messages."
	oiSays    = "llm.output_messages.0.message.content"
	oiAsked   = "llm.input_messages.0.message.content"
	oiRole    = "llm.input_messages.0.message.role"
	oiCall    = "llm.output_messages.0.message.tool_calls.0.tool_call."
	loopSays  = "gen_ai.completion.0.content"
	loopInput = "traceloop.entity.input"
	loopGave  = "traceloop.entity.output"
	loopName  = "traceloop.entity.name"
)

func oi(id, parent string, start, end int64, kind, name string, pairs ...any) *trapSpan {
	return sp(id, parent, start, end, name, append([]any{spanKind, kind}, pairs...)...).from("openinference")
}

func loop(id, parent string, start, end int64, kind, name string, pairs ...any) *trapSpan {
	return sp(id, parent, start, end, name, append([]any{loopKind, kind}, pairs...)...).from("traceloop.tracer")
}

func TestTrapsOfOpenInference(t *testing.T) {
	checkTraps(t, []trap{
		// The producer wrote plain text, in which the quotes are the tool's own. But nothing on the span tells a plain text
		// from a text in JSON, which most producers write, and one call must be written alike whichever library recorded it.
		{name: "OI-T9: a text in quotes is a text", spans: trace(
			oi("r", "", 0, 100, "AGENT", "a", "input.value", "Hi", "output.value", "Done"),
			oi("b", "r", 10, 20, "TOOL", "quote", "tool.name", "quote", "output.value", `"quoted"`, "output.mime_type", "text/plain"),
		), want: `
			start Hi
			call quote()
			return quoted
			end Done`},
		{name: "OI-T20: one span holds all turns of an agent", spans: trace(
			oi("a", "", 0, 100, "AGENT", "ClaudeAgentSDK.query", "input.value", "Hi", oiOut+"0.message.role", "assistant", oiCall+"id", "u1", oiCall+"function.name", "Bash", oiCall+"function.arguments", `{"command":"ls"}`,
				oiOut+"1.message.role", "assistant", oiOut+"1.message.content.0", "Done").from("openinference.instrumentation.claude_agent_sdk"),
			oi("b", "a", 10, 20, "TOOL", "Bash", "tool.name", "Bash", "tool.id", "u1", "input.value", `{"command":"ls"}`, "output.value", "a.txt").from("openinference.instrumentation.claude_agent_sdk"),
		), want: `
			start Hi
			llm -> Bash
			call Bash(command='ls')
			return a.txt
			llm Done
			end Done`},
		{name: "OI-T21: a tool inside the generation that asked for it", spans: trace(
			oi("r", "", 0, 10000, "AGENT", "agent_run", "input.value", "Hi"),
			oi("a", "r", 0, 9000, "LLM", "call_llm", oiCall+"id", "c1", oiCall+"function.name", "f", oiCall+"function.arguments", `{}`),
			oi("b", "a", 6000, 8900, "TOOL", "execute_tool f", "tool.name", "f", "output.value", "7"),
		), want: `
			start Hi
			llm -> f
			call f()
			return 7
			end`},
		{name: "OI-T22: ADK's merged span is no third call", spans: trace(
			oi("r", "", 0, 100, "AGENT", "agent_run", "input.value", "Hi", "output.value", "Done"),
			oi("a", "r", 10, 20, "TOOL", "execute_tool a", "tool.name", "a", "output.value", "1"),
			oi("b", "r", 11, 21, "TOOL", "execute_tool b", "tool.name", "b", "output.value", "2"),
			oi("c", "r", 22, 23, "TOOL", "execute_tool (merged)", "tool.name", "(merged tools)"),
		), want: `
			start Hi
			call a()
			return 1
			call b()
			return 2
			end Done`},
		{name: "OI-T23: a tool whose span was made after the next turn began", spans: trace(
			oi("r", "", 0, 10000, "AGENT", "AiService", "input.value", "Hi"),
			oi("a", "r", 1000, 3000, "LLM", "chat", oiCall+"id", "c1", oiCall+"function.name", "getWeather", oiCall+"function.arguments", `{}`),
			oi("b", "r", 5000, 5000, "TOOL", "AiService.tool", "tool.name", "getWeather", "tool_call.id", "c1", "output.value", "4 C"),
			oi("c", "r", 4900, 6000, "LLM", "chat", oiIn+"0.message.role", "tool", oiIn+"0.message.tool_call_id", "c1", oiIn+"0.message.content", "4 C", oiSays, "It is 4 C."),
		), want: `
			start Hi
			llm -> getWeather
			call getWeather()
			return 4 C
			llm It is 4 C.
			end It is 4 C.`},
		{name: "OI-T27: an event below a tool is no call", spans: trace(
			oi("r", "", 0, 100, "AGENT", "bee", "input.value", "Hi", "output.value", "Noon"),
			oi("a", "r", 10, 50, "TOOL", "get_time", "tool.name", "get_time", "output.value", "noon"),
			oi("b", "a", 20, 20, "TOOL", "retry", "input.value", `{"error":{"message":"x"}}`).from("openinference.instrumentation.beeai"),
		), want: `
			start Hi
			call get_time()
			return noon
			end Noon`},
		{name: "OI-T30: parents that repeat their generation's messages", spans: trace(
			oi("r", "", 0, 100, "CHAIN", "LangGraph", "input.value", `{"messages":[{"type":"human","data":{"content":"Hi"}}]}`, oiSays, "Hello"),
			oi("c", "r", 1, 90, "AGENT", "invoke_agent bot", oiSays, "Hello", oiAsked, "Hi").from("strands"),
			oi("a", "c", 2, 80, "LLM", "ChatOpenAI", oiSays, "Hello", oiAsked, "Hi", oiRole, "user"),
		), want: `
			start Hi
			llm Hello
			end Hello`},
		{name: "OI-T31: two instrumentations beside each other", spans: trace(
			oi("r", "", 0, 3000, "CHAIN", "app", "input.value", "Hi", "output.value", "x"),
			oi("a", "r", 1000, 2000, "LLM", "ChatOpenAI", oiSays, "x", "llm.model_name", "m").from("openinference.instrumentation.langchain"),
			oi("b", "", 1010, 1990, "LLM", "ChatCompletion", oiSays, "x", "llm.model_name", "m").from("openinference.instrumentation.openai"),
		), want: `
			start Hi
			llm x
			end x`},
		{name: "OI-T32: three instrumentations inside each other", spans: trace(
			oi("r", "", 0, 100, "CHAIN", "app", "input.value", "Hi"),
			oi("a", "r", 1, 50, "LLM", "m.llm_call").from("crewai"),
			oi("b", "a", 2, 49, "LLM", "completion", oiSays, "x").from("litellm"),
			oi("c", "b", 3, 48, "LLM", "ChatCompletion", oiSays, "x").from("openai"),
		), want: `
			start Hi
			llm x
			end x`},
		{name: "OI-T33: two conventions on one span", spans: trace(
			oi("a", "", 1, 50, "LLM", "chat m", oiSays, "x", operation, "chat", answered, parts("assistant", text("x"))),
		), want: `
			start
			llm x
			end x`},
		{name: "OI-T37: a root without content", spans: trace(
			sp("r", "", 0, 100, "invoke_agent LangGraph", operation, "invoke_agent").from("opentelemetry.instrumentation.langchain"),
			loop("w", "r", 1, 99, "workflow", "LangGraph.workflow", loopInput, `{"inputs":{"messages":[["user","Hi"]]},"tags":[],"metadata":{},"kwargs":{}}`),
			sp("a", "w", 2, 50, "ChatOpenAI.chat", "llm.request.type", "chat", "gen_ai.completion.0.role", "assistant", loopSays, "Hello").from("opentelemetry.instrumentation.langchain"),
		), want: `
			start Hi
			llm Hello
			end Hello`},
		{name: "OI-T41: what a mask hides is not taken from elsewhere", spans: trace(
			oi("r", "", 0, 100, "AGENT", "a", "input.value", "__REDACTED__", "output.value", "__REDACTED__"),
			oi("a", "r", 1, 50, "LLM", "m", oiRole, "user", oiAsked, "secret", oiSays, "x"),
		), want: `
			start __REDACTED__
			llm x
			end __REDACTED__`},
		{name: "OI-T43: an item's id where a call's is meant", spans: in("opentelemetry.instrumentation.openai.v1",
			sp("r", "", 0, 100, "app"),
			sp("a", "r", 1, 10, "openai.response", operation, "chat", asked, parts("user", text("Hi")), answered, parts("assistant", toolCall("fc_9", "add"))),
			sp("b", "r", 20, 30, "openai.response", operation, "chat", asked, `[{"role":"user","parts":[`+text("Hi")+`]},{"role":"assistant","parts":[`+toolCall("fc_9", "add")+`]},{"role":"tool","parts":[{"type":"tool_call_response","id":"call_9","response":"7"}]}]`, answered, parts("assistant", text("7."))),
		), want: `
			start Hi
			llm -> add
			call add()
			return 7
			llm 7.
			end 7.`},
		{name: "OI-T47: calls that overwrote each other", spans: all(
			in("opentelemetry.instrumentation.anthropic",
				sp("r", "", 0, 100, "app"),
				sp("a", "r", 1, 10, "anthropic.chat", "llm.request.type", "chat", "gen_ai.completion.0.role", "assistant", loopSays, "", "gen_ai.completion.0.tool_calls.0.name", "mul", "gen_ai.completion.0.tool_calls.0.id", "c2", "gen_ai.completion.0.tool_calls.0.arguments", `{"b":2}`)),
			trace(
				loop("b", "r", 20, 30, "tool", "add.tool", loopName, "add", loopInput, `{"args":[],"kwargs":{"a":1}}`, loopGave, `1`),
				loop("c", "r", 21, 31, "tool", "mul.tool", loopName, "mul", loopInput, `{"args":[],"kwargs":{"b":2}}`, loopGave, `2`)),
		), want: `
			start
			llm -> mul
			call add(a=1)
			return 1
			call mul(b=2)
			return 2`},
		{name: "OI-T48: tools without spans", spans: trace(
			sp("r", "", 0, 100, "app"),
			oi("a", "r", 1, 10, "LLM", "m", oiRole, "user", oiAsked, "Hi", oiCall+"id", "c1", oiCall+"function.name", "add", oiCall+"function.arguments", `{"a":1}`),
			oi("b", "r", 20, 30, "LLM", "m", oiRole, "user", oiAsked, "Hi", oiIn+"1.message.role", "assistant", oiIn+"1.message.tool_calls.0.tool_call.id", "c1", oiIn+"1.message.tool_calls.0.tool_call.function.name", "add",
				oiIn+"2.message.role", "tool", oiIn+"2.message.tool_call_id", "c1", oiIn+"2.message.content", "7", oiSays, "7."),
		), want: `
			start Hi
			llm -> add
			call add(a=1)
			return 7
			llm 7.
			end 7.`},
		{name: "OI-T49: a history that repeats a call", spans: trace(
			sp("r", "", 0, 100, "app"),
			oi("a", "r", 1, 10, "LLM", "m", oiRole, "user", oiAsked, "Hi", oiCall+"id", "c1", oiCall+"function.name", "add", oiCall+"function.arguments", `{"a":1}`),
			oi("b", "r", 20, 30, "LLM", "m", oiIn+"1.message.role", "tool", oiIn+"1.message.tool_call_id", "c1", oiIn+"1.message.content", "7", oiSays, "7."),
			oi("c", "r", 40, 50, "LLM", "m", oiIn+"1.message.role", "tool", oiIn+"1.message.tool_call_id", "c1", oiIn+"1.message.content", "7", oiIn+"2.message.role", "assistant", oiIn+"2.message.content", "7.", oiIn+"3.message.role", "user", oiIn+"3.message.content", "Thanks", oiSays, "Bye."),
		), want: `
			start Hi
			llm -> add
			call add(a=1)
			return 7
			llm 7.
			llm Bye.
			end Bye.`},
		{name: "OI-T50: LlamaIndex records a call twice", spans: in("opentelemetry.instrumentation.llamaindex",
			sp("r", "", 0, 100, "AgentWorkflow.workflow", loopKind, "workflow", loopName, "AgentWorkflow"),
			sp("a", "r", 10, 50, "call_tool.task", loopKind, "task", loopName, "call_tool.task", "tool.name", "add", "tool.arguments", `{"a":1}`),
			sp("b", "a", 11, 49, "FunctionTool.task", loopKind, "task", loopName, "FunctionTool.task", loopInput, `{"kwargs":{"a":1}}`, loopGave, `{"blocks":[{"block_type":"text","text":"1"}],"tool_name":"add","raw_input":{},"raw_output":1,"is_error":false}`),
		), want: `
			start
			call add(a=1)
			return 1
			end`},
		{name: "OI-T52: a server's tool in triplicate", spans: trace(
			oi("r", "", 0, 100, "AGENT", "a", "input.value", "Hi", "output.value", "2"),
			toolOf("a", "r", 1, 50, "add", toolArgs, `{"a":1}`),
			loop("b", "a", 2, 49, "tool", "add.tool", loopName, "add", loopInput, `{"tool_name":"add","arguments":{"a":1}}`).from("opentelemetry.instrumentation.mcp"),
			loop("s", "b", 3, 48, "server", "mcp.server").from("opentelemetry.instrumentation.mcp"),
			loop("c", "s", 4, 47, "tool", "add.tool", loopName, "add", loopInput, `{"tool_name":"add","arguments":{"a":1}}`, loopGave, `{"content":[{"type":"text","text":"2"}],"isError":false}`).from("opentelemetry.instrumentation.mcp"),
		), want: `
			start Hi
			call add(a=1)
			return 2
			end 2`},
		{name: "OI-T62: a pause for a person is no failure, and no end", spans: trace(
			oi("r", "", 0, 100, "CHAIN", "LangGraph", "input.value", `{"messages":[["user","Hi"]]}`),
			oi("a", "r", 1, 10, "LLM", "m", oiCall+"id", "c1", oiCall+"function.name", "ask", oiCall+"function.arguments", `{}`),
			oi("b", "r", 20, 30, "TOOL", "ask", "tool.name", "ask").failed("").event("exception", "exception.type", "GraphInterrupt", "exception.message", "GraphInterrupt((Interrupt(value='sure?'),))"),
		), want: `
			start Hi
			llm -> ask
			call ask()`},
		{name: "OI-T63: the tool of a structured answer is no call", spans: trace(
			oi("r", "", 0, 100, "AGENT", "a", "input.value", "Hi", "output.value", `{"x":1}`),
			oi("a", "r", 1, 10, "LLM", "m", oiCall+"id", "c1", oiCall+"function.name", "final_result", oiCall+"function.arguments", `{"x":1}`),
		), want: `
			start Hi
			llm -> final_result
			end {"x":1}`},
		{name: "OI-T64: a text that tells of a call stays a text", spans: trace(
			oi("r", "", 0, 100, "AGENT", "a", "input.value", "Hi", "output.value", "2"),
			oi("a", "r", 1, 10, "LLM", "m", oiSays, "Action: add\nAction Input: {\"a\":1}"),
			oi("b", "r", 20, 30, "TOOL", "add.run", "tool.name", "add", "input.value", `{"a":1}`, "output.value", "2"),
		), want: "start Hi\nllm Action: add\nAction Input: {\"a\":1}\ncall add(a=1)\nreturn 2\nend 2"},
		{name: "OI-T69: JavaScript's flat traces", spans: in("@traceloop/instrumentation-langchain",
			sp("r", "", 0, 100, "invoke_agent x", operation, "invoke_agent", loopKind, "agent", loopInput, `{"messages":[["user","Hi"]]}`),
			sp("a", "", 1, 10, "chat m", operation, "chat", answered, parts("assistant", toolCall("c1", "y"))),
			sp("b", "", 20, 30, "execute_tool y", operation, "execute_tool", loopKind, "task", toolName, "y", toolID, "c1", toolGave, "1"),
			sp("c", "", 40, 50, "chat m", operation, "chat", answered, parts("assistant", text("One."))),
		), want: `
			start Hi
			llm -> y
			call y()
			return 1
			llm One.
			end One.`},
		{name: "OI-T70: of workflows inside each other the outermost is the run", spans: trace(
			loop("r", "", 0, 100, "workflow", "app.workflow", loopName, "app", loopInput, `{"args":["Hi"],"kwargs":{}}`, loopGave, `"Hello"`),
			loop("w", "r", 1, 90, "workflow", "RunnableSequence.workflow", loopName, "RunnableSequence", loopInput, `{"inputs":{"x":1},"tags":[]}`, loopGave, `{"outputs":"inner","kwargs":{}}`),
			sp("a", "w", 2, 50, "chat m", operation, "chat", answered, parts("assistant", text("Hello"))),
		), want: `
			start Hi
			llm Hello
			end Hello`},
		{name: "OI-T71: several runs in one trace have one file, of the first question and the last answer", spans: trace(
			sp("h", "", 0, 500, "POST /chat", "http.request.method", "POST"),
			oi("r1", "h", 10, 90, "AGENT", "agent.run", "input.value", "One?", "output.value", "1"), oi("a1", "r1", 11, 80, "LLM", "m", oiSays, "1"),
			oi("r2", "h", 110, 190, "AGENT", "agent.run", "input.value", "Two?", "output.value", "2"), oi("a2", "r2", 111, 180, "LLM", "m", oiSays, "2"),
		), want: `
			start One?
			llm 1
			llm 2
			end 2`},
		{name: "OI-T73: a tool that returns directly has the last word", spans: trace(
			oi("r", "", 0, 100, "CHAIN", "LangGraph", "input.value", `{"messages":[["user","Hi"]]}`,
				"output.value", `{"messages":[{"type":"human","data":{"content":"Hi"}},{"type":"ai","data":{"content":"","tool_calls":[{"name":"f","args":{},"id":"c1"}]}},{"type":"tool","data":{"content":"found","tool_call_id":"c1"}}]}`),
			oi("a", "r", 1, 10, "LLM", "m", oiCall+"id", "c1", oiCall+"function.name", "f", oiCall+"function.arguments", `{}`),
			oi("b", "r", 20, 30, "TOOL", "f", "tool.name", "f", "output.value", "found"),
		), want: `
			start Hi
			llm -> f
			call f()
			return found
			end found`},
		{name: "OI-T76: a root that never came", spans: trace(
			oi("a", "lost", 1, 10, "LLM", "m", oiRole, "user", oiAsked, "Hi", oiSays, "Hello"),
		), want: `
			start Hi
			llm Hello
			end Hello`},
		{name: "OI-T79: the id of a run on a tool", spans: in("openlit.otel.tracing",
			sp("r", "", 0, 100, "invoke_workflow w", operation, "invoke_workflow", "telemetry.sdk.name", "openlit"),
			sp("a", "r", 1, 10, "chat m", operation, "chat", "telemetry.sdk.name", "openlit", answered, parts("assistant", toolCall("call_1", "add"))),
			sp("b", "r", 20, 30, "execute_tool add", operation, "execute_tool", "telemetry.sdk.name", "openlit", toolName, "add", toolID, "6f1c0000-0000-4000-8000-000000000000", toolGave, "7"),
			sp("c", "r", 40, 50, "chat m", operation, "chat", "telemetry.sdk.name", "openlit", answered, parts("assistant", text("7."))),
		), want: `
			start
			llm -> add
			call add()
			return 7
			llm 7.
			end 7.`},
		{name: "OI-T83: wrappers that double a call", spans: trace(
			oi("r", "", 0, 100, "CHAIN", "a", "input.value", "Hi", "output.value", "2"),
			oi("a", "r", 1, 50, "TOOL", "FunctionTool.acall", "tool.name", "add", "input.value", `{"a":1}`, "output.value", "2"),
			oi("b", "a", 2, 49, "TOOL", "FunctionTool.call", "tool.name", "add", "input.value", `{"a":1}`, "output.value", "2"),
			oi("c", "r", 60, 90, "LLM", "astream_chat_with_tools", oiSays, "2"), oi("d", "c", 61, 89, "LLM", "astream_chat", oiSays, "2"),
		), want: `
			start Hi
			call add(a=1)
			return 2
			llm 2
			end 2`},
		{name: "OI-T84: a tool that calls itself", spans: trace(
			oi("r", "", 0, 100, "CHAIN", "a", "input.value", "Hi", "output.value", "2"),
			oi("a", "r", 1, 50, "TOOL", "plan", "tool.name", "plan", "input.value", `{"n":2}`, "output.value", "two"),
			oi("b", "a", 2, 49, "TOOL", "plan", "tool.name", "plan", "input.value", `{"n":1}`, "output.value", "one"),
		), want: `
			start Hi
			call plan(n=2)
			call plan(n=1)
			return one
			return two
			end 2`},
		{name: "OI-T85: an agent as a tool", spans: trace(
			oi("r", "", 0, 100, "AGENT", "boss", "input.value", "Hi", "output.value", "Done"),
			oi("t", "r", 1, 50, "TOOL", "research", "tool.name", "research", "input.value", `{"q":"x"}`, "output.value", "R"),
			oi("g", "t", 2, 49, "AGENT", "researcher", "input.value", "x", "output.value", "R"),
			oi("a", "g", 3, 48, "LLM", "m", oiSays, "R"),
		), want: `
			start Hi
			call research(q='x')
			llm R
			return R
			end Done`},
		{name: "OI-T86: an evaluation after the run moves no end", spans: trace(
			oi("r", "", 0, 100, "AGENT", "a", "input.value", "Hi", "output.value", "Done"),
			oi("e", "", 200, 300, "EVALUATOR", "judge", "output.value", "good"),
		), want: `
			start Hi
			end Done`},
	})
}

// TestTrapUsage counts tokens once: agents repeat those of their generations.
func TestTrapUsage(t *testing.T) {
	t.Run("G-T69: tokens are those of generations", func(t *testing.T) {
		var read []observation.Observation
		for _, s := range trace(
			agentOf("r", "", 0, 100, "bot", "gen_ai.usage.output_tokens", 7, asked, parts("user", text("Q"))),
			chat("a", "r", 1, 9, "gen_ai.usage.output_tokens", 7, answered, parts("assistant", text("A"))),
		) {
			read = append(read, dialect.Read(&s.Span))
		}
		file, _ := steps.Build(read, steps.Options{TraceID: "t", Limits: agentdelta.DefaultLimits(), Complete: true, Usage: true})
		counted := 0
		for i := range file.Nodes {
			if file.Nodes[i].Metadata.Get("output_tokens").Text() == "7" {
				counted++
			}
		}
		assert.Equal(t, 1, counted)
	})
}
