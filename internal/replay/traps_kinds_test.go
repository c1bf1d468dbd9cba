package replay

import (
	"strconv"
	"testing"
)

const pydanticScope = "pydantic-ai"

// Faults of a kind that several producers have, each in more than one convention.
func TestTrapsOfKinds(t *testing.T) {
	final := parts("assistant", toolCall("c2", "final_result"))
	checkTraps(t, []trap{
		{name: "an answer is handed over by a call, and no agent's span came", spans: in(pydanticScope,
			sp("w", "", 0, 100, "POST /ask").from("http"),
			sp("a", "w", 1, 9, "chat m", operation, "chat", asked, parts("user", text("Add")), answered, parts("assistant", toolCall("c1", "add"))),
			sp("b", "w", 10, 12, "execute_tool add", operation, "execute_tool", toolName, "add", toolID, "c1", toolGave, "3"),
			sp("c", "w", 13, 19, "chat m", operation, "chat", answered, final),
		), want: `
			start Add
			llm -> add
			call add()
			return 3
			llm -> final_result
			end {}`},
		{name: "an answer that was refused is a call", spans: in(pydanticScope,
			sp("a", "", 1, 9, "chat m", operation, "chat", asked, parts("user", text("Where?")), answered, `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"final_result","arguments":{"n":"x"}}]}]`),
			sp("b", "", 10, 19, "chat m", operation, "chat", asked,
				`[{"role":"user","parts":[{"type":"text","content":"Where?"}]},{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"final_result","arguments":{"n":"x"}}]},{"role":"user","parts":[{"type":"tool_call_response","id":"c1","result":"1 validation error"}]}]`,
				answered, `[{"role":"assistant","parts":[{"type":"tool_call","id":"c2","name":"final_result","arguments":{"n":1}}]}]`),
		), want: `
			start Where?
			llm -> final_result
			call final_result(n='x')
			return 1 validation error
			llm -> final_result
			end {"n": 1}`},
		{name: "each block of an answer is a message, and what the command line records of itself tells when a model was heard", spans: all(trace(
			claudeRun("u1", "u2", "u3"),
			oi("b", "a", 110, 200, "TOOL", "sea", "tool.name", "sea", "tool.id", "u1", "output.value", `"15"`),
			oi("c", "a", 210, 300, "TOOL", "tide", "tool.name", "tide", "tool.id", "u2", "output.value", `"high"`),
			oi("d", "a", 410, 420, "TOOL", "wind", "tool.name", "wind", "tool.id", "u3", "output.value", `"none"`)),
			in("com.anthropic.claude_code.tracing",
				sp("i", "a", 50, 990, "claude_code.interaction", "user_prompt", "<REDACTED>"),
				sp("x", "i", 60, 105, "claude_code.llm_request", "model", "m"),
				sp("e", "i", 106, 201, "claude_code.tool", toolName, "sea", toolID, "u1"),
				sp("f", "i", 209, 301, "claude_code.tool", toolName, "tide", toolID, "u2"),
				sp("y", "i", 310, 405, "claude_code.llm_request", "model", "m"),
				sp("g", "i", 409, 421, "claude_code.tool", toolName, "wind", toolID, "u3"),
				sp("z", "i", 430, 505, "claude_code.llm_request", "model", "m")),
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
		{name: "an answer that the command line records itself is told once", spans: all(trace(
			claudeRun("u1"),
			oi("b", "a", 110, 200, "TOOL", "sea", "tool.name", "sea", "tool.id", "u1", "output.value", `"15"`)),
			in("com.anthropic.claude_code.tracing",
				sp("i", "a", 50, 990, "claude_code.interaction", "user_prompt", "Compare"),
				sp("x", "i", 60, 105, "claude_code.llm_request", "model", "m", "response.model_output", "Let me look."),
				sp("e", "i", 106, 201, "claude_code.tool", toolName, "sea", toolID, "u1"),
				sp("y", "i", 310, 405, "claude_code.llm_request", "model", "m", "response.model_output", "Done")),
		), want: `
			start Compare
			llm Let me look.
			call sea()
			return 15
			llm Done
			end Done`},
		{name: "an answer is told when it is over, with the last of its calls, while the tools of all of them run", spans: in("openlit.instrumentation.claude_agent_sdk",
			sp("r", "", 0, 1000, "query claude", operation, "invoke_agent", asked, parts("user", text("Compare")), answered, parts("assistant", text("Faro"))),
			sp("ta", "r", 100, 300, "execute_tool sea", operation, "execute_tool", toolName, "sea", toolID, "u1", toolArgs, `{"b":"Sagres"}`, toolGave, "18"),
			sp("tb", "r", 121, 320, "execute_tool sea", operation, "execute_tool", toolName, "sea", toolID, "u2", toolArgs, `{"b":"Faro"}`, toolGave, "21"),
			sp("c1", "r", 120, 119, "chat claude", operation, "chat", asked, parts("user", text("Compare")), answered, `[{"role":"assistant","parts":[{"type":"tool_call","id":"u2","name":"sea","arguments":{"b":"Faro"}}]}]`),
			sp("c2", "r", 330, 329, "chat claude", operation, "chat", asked, parts("user", `{"type":"tool_call_response","id":"u2","response":"21"}`), answered, parts("assistant", text("Faro"))),
		), want: `
			start Compare
			llm -> sea
			call sea(b='Sagres')
			return 18
			call sea(b='Faro')
			return 21
			llm Faro
			end Faro`},
		{name: "a tool's span hangs below the generation that asked for it and was over, and its result is a print", spans: in("langchain_azure_ai.callbacks.tracers.inference_tracing",
			sp("r", "", 0, 100, "invoke_agent", operation, "invoke_agent", asked, `[[{"role":"user","parts":[{"type":"text","content":"Add"}]}]]`, answered, `[{"role":"user","parts":[{"type":"text","content":"Add"}]},{"role":"assistant","parts":[{"type":"text","content":"Two."}]}]`),
			sp("a", "r", 2, 8, "chat m", operation, "chat", "gen_ai.request.model", "m", asked, `[[{"role":"user","parts":[{"type":"text","content":"Add"}]}]]`, answered, `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"add","arguments":{"a":1}}],"finish_reason":"tool_call"}]`),
			sp("t", "a", 11, 18, "execute_tool add", operation, "execute_tool", toolName, "add", toolID, "c1", toolArgs, `{"a": 1}`, toolGave, `"content='2' name='add' tool_call_id='c1'"`),
			sp("b", "r", 21, 28, "chat m", operation, "chat", "gen_ai.request.model", "m", asked, `[[{"role":"user","parts":[{"type":"text","content":"Add"}]},{"role":"assistant","parts":[{"type":"text","content":""}]},{"role":"tool","parts":[{"type":"text","content":"2"}]}]]`, answered, `[{"role":"assistant","parts":[{"type":"text","content":"Two."}],"finish_reason":"stop"}]`),
		), want: `
			start Add
			llm -> add
			call add(a=1)
			return 2
			llm Two.
			end Two.`},
	})
}

// claudeRun is a run of the Claude Agent SDK as OpenInference records it: a message for each call, and one for the answer.
func claudeRun(ids ...string) *trapSpan {
	pairs := []any{"input.value", "Compare", "output.value", "Done"}
	for i, id := range ids {
		message := oiOut + strconv.Itoa(i) + ".message."
		pairs = append(pairs, message+"role", "assistant", message+"tool_calls.0.tool_call.id", id,
			message+"tool_calls.0.tool_call.function.name", map[string]string{"u1": "sea", "u2": "tide", "u3": "wind"}[id])
	}
	last := oiOut + strconv.Itoa(len(ids)) + ".message."
	pairs = append(pairs, last+"role", "assistant", last+"content.0", "Done")
	return oi("a", "", 0, 1000, "AGENT", "ClaudeAgentSDK.query", pairs...).from("openinference.instrumentation.claude_agent_sdk")
}
