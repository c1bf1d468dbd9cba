package replay

import "testing"

func TestTrapsOfFrameworks(t *testing.T) {
	checkTraps(t, []trap{
		{name: "G-T19: Pydantic AI's history before the run is none of it", spans: in("pydantic-ai",
			sp("r", "", 0, 100, "invoke_agent a", operation, "invoke_agent", "gen_ai.agent.name", "a", "final_result", "ok", "pydantic_ai.new_message_index", 2, "pydantic_ai.all_messages",
				`[{"role":"user","parts":[`+text("old")+`]},{"role":"assistant","parts":[`+text("then")+`]},{"role":"user","parts":[`+text("new")+`]},{"role":"assistant","parts":[`+text("ok")+`]}]`),
			sp("a", "r", 1, 10, "chat m", operation, "chat", answered, parts("assistant", text("ok"))),
		), want: `
			start new
			llm ok
			end ok`},
		{name: "G-T21: a final result that may be a number is a text", spans: in("pydantic-ai",
			sp("r", "", 0, 100, "invoke_agent a", operation, "invoke_agent", "gen_ai.agent.name", "a", "final_result", "42"),
			sp("a", "r", 1, 10, "chat m", operation, "chat", asked, parts("user", text("Q")), answered, parts("assistant", text("42"))),
		), want: `
			start Q
			llm 42
			end 42`},
		{name: "G-T22: a result in quotes is a text", spans: in("Experimental.Microsoft.Extensions.AI",
			sp("r", "", 0, 100, "invoke_agent a", operation, "invoke_agent", asked, parts("user", text("Q"))),
			sp("b", "r", 20, 30, "execute_tool w", operation, "execute_tool", toolName, "w", toolGave, `"3 C"`),
		), want: `
			start Q
			call w()
			return 3 C
			end`},
		{name: "G-T71: Pydantic AI's wish for another try is no question", spans: in("pydantic-ai",
			sp("r", "", 0, 100, "invoke_agent a", operation, "invoke_agent", "gen_ai.agent.name", "a", "final_result", "3", "pydantic_ai.all_messages",
				`[{"role":"user","parts":[`+text("Add 1 and 2")+`]},{"role":"assistant","parts":[`+text("three")+`]},{"role":"user","parts":[`+text("Please return a number. Fix the errors and try again.")+`]},{"role":"assistant","parts":[`+text("3")+`]}]`),
			sp("a", "r", 1, 10, "chat m", operation, "chat", answered, parts("assistant", text("three"))),
			sp("b", "r", 20, 30, "chat m", operation, "chat", answered, parts("assistant", text("3"))),
		), want: `
			start Add 1 and 2
			llm three
			llm 3
			end 3`},
		{name: "G-T20: Pydantic AI's output tool is the answer", spans: in("pydantic-ai",
			sp("r", "", 0, 100, "invoke_agent a", operation, "invoke_agent", "gen_ai.agent.name", "a", "final_result", `{"city":"Oslo"}`, "pydantic_ai.all_messages", parts("user", text("Where?"))),
			sp("a", "r", 1, 10, "chat m", operation, "chat", asked, parts("user", text("Where?")), answered, `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"final_result","arguments":{"city":"Oslo"}}]}]`),
			sp("b", "r", 20, 30, "execute_tool final_result", operation, "execute_tool", toolName, "final_result", toolArgs, `{"city":"Oslo"}`),
		), want: `
			start Where?
			llm -> final_result
			end {"city":"Oslo"}`},
		{name: "G-T47: Quarkus's older tools have names alone", spans: in("quarkus",
			sp("r", "", 0, 100, "langchain4j.aiservices.Guide.ask"),
			sp("a", "r", 1, 10, "completion m", operation, "chat", "gen_ai.prompt", "Weather?", "gen_ai.completion", "Sunny."),
			sp("b", "r", 20, 30, "langchain4j.tools.getWeather"),
		), want: `
			start Weather?
			llm Sunny.
			call getWeather()
			return
			end Sunny.`},
		{name: "G-T52: AutoGen's tools have names, and what they took and gave is in messages", spans: all(
			in("autogen-core",
				sp("r", "", 0, 100, "invoke_agent a", operation, "invoke_agent", "gen_ai.system", "autogen"),
				sp("b", "r", 20, 30, "execute_tool w", operation, "execute_tool", toolName, "w", toolID, "c1", "gen_ai.system", "autogen")),
			in("opentelemetry.instrumentation.openai_v2", sp("a", "r", 1, 10, "chat m", operation, "chat"), sp("c", "r", 40, 50, "chat m", operation, "chat")),
		), logs: logsOf(
			record("a", "gen_ai.user.message", `{"content":"Weather?"}`),
			record("a", "gen_ai.choice", `{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant"},"tool_calls":[{"id":"c1","type":"function","function":{"name":"w","arguments":"{\"at\":\"Oslo\"}"}}]}`),
			record("c", "gen_ai.tool.message", `{"id":"c1","content":"4 C"}`),
			record("c", "gen_ai.choice", `{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"4 C."}}`),
		), want: `
			start Weather?
			llm -> w
			call w(at='Oslo')
			return 4 C
			llm 4 C.
			end 4 C.`},
		{name: "G-T55: Logfire's stream is a generation when it ends", spans: in("logfire.openai",
			sp("r", "", 0, 100, "app").from("app"),
			sp("a", "r", 10, 11, "Chat Completion with 'm'", "logfire.span_type", "span", "request_data", `{"messages":[{"role":"user","content":"Q"}],"model":"m","stream":true}`),
			sp("b", "r", 30, 30, "streaming response from 'm' took 2.1s", "logfire.span_type", "log", "request_data", `{"messages":[{"role":"user","content":"Q"}],"model":"m","stream":true}`, "response_data", `{"combined_chunk_content":"Hi","chunk_count":3}`),
		), want: `
			start Q
			llm Hi
			end Hi`},
		{name: "G-T56: the pending twin of a span is none", spans: in("logfire.openai",
			sp("p", "a", 10, 10, "Chat Completion with 'm'", "logfire.span_type", "pending_span", "request_data", `{"messages":[{"role":"user","content":"Q"}],"model":"m"}`),
			sp("a", "", 10, 20, "Chat Completion with 'm'", "logfire.span_type", "span", "request_data", `{"messages":[{"role":"user","content":"Q"}],"model":"m"}`, "response_data", `{"message":{"role":"assistant","content":"Hi"}}`),
		), want: `
			start Q
			llm Hi
			end Hi`},
		{name: "G-T57: Eino's call is the message in JSON", spans: in("github.com/cloudwego/eino-ext/callbacks/apmplus",
			sp("r", "", 0, 100, "app"),
			sp("a", "r", 1, 10, "ChatModel", operation, "chat", "gen_ai.prompt.0.role", "user", "gen_ai.prompt.0.content", "Q", "gen_ai.completion.0.role", "assistant",
				"gen_ai.completion.0.content", `{"role":"assistant","content":"","tool_calls":[{"id":"c1","type":"function","function":{"name":"w","arguments":"{}"}}]}`),
		), want: `
			start Q
			llm -> w
			call w()`},
		{name: "G-T58: Koog's root is called create_agent", spans: in("ai.koog",
			sp("r", "", 0, 100, "create_agent a", operation, "create_agent"),
			sp("g", "r", 1, 90, "invoke_agent a", operation, "invoke_agent", "gen_ai.agent.name", "a"),
			sp("a", "g", 2, 80, "inference", operation, "chat", asked, parts("user", text("Q")), answered, parts("assistant", text("A"))),
		), want: `
			start Q
			llm A
			end A`},
		{name: "G-T61: Semantic Kernel's prompt function is no tool", spans: in("Microsoft.SemanticKernel",
			sp("r", "", 0, 100, "app").from("app"),
			sp("a", "r", 1, 50, "execute_tool Summarize", operation, "execute_tool", toolName, "Summarize"),
			sp("b", "a", 2, 40, "chat m", operation, "chat", asked, parts("user", text("Q")), answered, parts("assistant", text("A"))),
		), want: `
			start Q
			llm A
			end A`},
		{name: "V-T45: a prompt function and a tool", spans: in("Microsoft.SemanticKernel",
			sp("r", "", 0, 100, "app").from("app"),
			sp("a", "r", 1, 50, "execute_tool Chat-Summarize", operation, "execute_tool", toolName, "Chat-Summarize"),
			sp("b", "a", 2, 40, "chat gpt", operation, "chat", "gen_ai.request.model", "gpt"),
			sp("c", "r", 60, 70, "execute_tool Math-Add", operation, "execute_tool", toolName, "Math-Add", toolID, "c1", toolArgs, `{"a":1}`, toolGave, "3"),
		), want: `
			start
			llm [not recorded: chat gpt]
			call Math-Add(a=1)
			return 3
			end`},
		{name: "V-T40: Haystack's error, and a component that is no generation", spans: in("haystack",
			sp("r", "", 0, 100, "haystack.agent.run"),
			sp("a", "r", 10, 20, "haystack.agent.step.tool", "haystack.tool.name", "sum", "haystack.agent.step.tool.input", `{"a":1}`, "haystack.agent.step.tool.output", `{"error":"boom"}`),
			sp("b", "r", 30, 40, "haystack.component.run", "haystack.component.type", "PromptBuilder", "haystack.component.output", ""),
		), want: `
			start
			call sum(a=1)
			return {"error": "boom"} (error)
			end`},
		{name: "V-T42: Logfire's templates, twins and streams", spans: in("logfire.openai",
			sp("r", "", 0, 100, "app").from("app"),
			sp("p", "a", 10, 10, "Chat Completion with {request_data[model]!r}", "logfire.span_type", "pending_span"),
			sp("a", "r", 10, 11, "Chat Completion with {request_data[model]!r}", "logfire.span_type", "span", "request_data", `{"messages":[{"role":"user","content":"Hi"}],"model":"m","stream":true}`),
			sp("b", "r", 20, 20, "streaming response from {request_data[model]!r} took {duration:.2f}s", "logfire.span_type", "log", "request_data", `{"messages":[{"role":"user","content":"Hi"}],"model":"m","stream":true}`, "response_data", `{"message":{"role":"assistant","content":"Hello"}}`),
			sp("c", "r", 30, 40, "Function: {name}", "logfire.span_type", "span", "name", "sum", "input", `{"a":1}`, "output", "1"),
		), want: `
			start Hi
			llm Hello
			call sum(a=1)
			return 1
			end Hello`},
	})
}
