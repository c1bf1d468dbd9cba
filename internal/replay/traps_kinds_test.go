package replay

import "testing"

const pydanticScope = "pydantic-ai"

// Faults of a kind that several producers have, each in more than one convention.
func TestTrapsOfKinds(t *testing.T) {
	final := parts("assistant", toolCall("c2", "final_result"))
	checkTraps(t, []trap{
		{name: "an answer is handed over by a call, and no agent's span came", spans: in(pydanticScope,
			sp("w", "", 0, 100, "POST /ask").from("http"),
			sp("a", "w", 1, 9, "chat m", operation, "chat", "gen_ai.input.messages", parts("user", text("Add")), answered, parts("assistant", toolCall("c1", "add"))),
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
			sp("a", "", 1, 9, "chat m", operation, "chat", "gen_ai.input.messages", parts("user", text("Where?")), answered, `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"final_result","arguments":{"n":"x"}}]}]`),
			sp("b", "", 10, 19, "chat m", operation, "chat", "gen_ai.input.messages",
				`[{"role":"user","parts":[{"type":"text","content":"Where?"}]},{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"final_result","arguments":{"n":"x"}}]},{"role":"user","parts":[{"type":"tool_call_response","id":"c1","result":"1 validation error"}]}]`,
				answered, `[{"role":"assistant","parts":[{"type":"tool_call","id":"c2","name":"final_result","arguments":{"n":1}}]}]`),
		), want: `
			start Where?
			llm -> final_result
			call final_result(n='x')
			return 1 validation error
			llm -> final_result
			end {"n": 1}`},
	})
}
