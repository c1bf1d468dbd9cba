package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

func copilotChat(pairs ...any) *span.Span {
	return spanOf("copilot-chat", "chat gpt", append([]any{"gen_ai.operation.name", "chat"}, pairs...)...)
}

func copilotTool(pairs ...any) *span.Span {
	return spanOf("copilot-chat", "execute_tool readFile",
		append([]any{"gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "readFile", "gen_ai.tool.call.id", "c1"}, pairs...)...)
}

func TestCopilot(t *testing.T) {
	const hi = `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`
	const dated = `[{"role":"user","parts":[{"type":"text","content":"<current_datetime>2026-03-29T10:00:00Z</current_datetime>\n\nHi"}]}]`
	checkReadings(t, map[string]reading{
		"an agent": {
			spanOf("copilot-chat", "invoke_agent GitHub Copilot Chat", "gen_ai.operation.name", "invoke_agent", "gen_ai.agent.name", "GitHub Copilot Chat",
				"gen_ai.conversation.id", "k", "copilot_chat.chat_session_id", "s", "gen_ai.input.messages", hi,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
			`agent GitHub Copilot Chat | session s | request "Hi" | result "Hello"`,
		},
		"an agent without content has its question in an event": {
			with(spanOf("copilot-chat", "invoke_agent Plan", "gen_ai.operation.name", "invoke_agent"), "user_message", "content", "Hi"),
			`agent Plan | request "Hi"`,
		},
		"reasoning is recorded beside the answer": {
			copilotChat("gen_ai.request.model", "gpt", "gen_ai.input.messages", hi, "copilot_chat.reasoning_content", "A greeting.",
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
			`llm | model gpt | in user "Hi" | out assistant "Hello" thinks "A greeting."`,
		},
		"reasoning alone": {
			copilotChat("copilot_chat.reasoning_content", "A greeting."), `llm | out assistant thinks "A greeting."`,
		},
		"a request without messages has the user's words": {
			copilotChat("copilot_chat.user_request", "Hi"), `llm | in user "Hi"`,
		},
		"G-T53: a tool's text is a result that lost its id": {
			copilotChat("gen_ai.input.messages", `[{"role":"tool","parts":[{"type":"text","content":"file contents"}]}]`), `llm | in tool result "file contents"`,
		},
		"a result can be called content": {
			copilotChat("gen_ai.input.messages", `[{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","content":"file contents"}]}]`),
			`llm | in tool result c1 "file contents"`,
		},
		"G-T54: a request for a title is a generation as any other": {
			copilotChat("gen_ai.agent.name", "title", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Greeting"}]}]`),
			`llm title | out assistant "Greeting"`,
		},
		"G-T66: instructions that are no JSON don't matter": {
			copilotChat("gen_ai.system_instructions", "You are {", "gen_ai.input.messages", hi), `llm | in user "Hi"`,
		},
		"V-T30: the command puts the date before the user's words": {
			spanOf("github.copilot", "chat gpt", "gen_ai.operation.name", "chat", "gen_ai.input.messages", dated), `llm | in user "Hi"`,
		},
		"V-T30: an agent's question as well": {
			spanOf("github.copilot", "invoke_agent", "gen_ai.operation.name", "invoke_agent", "gen_ai.input.messages", dated), `agent | request "Hi"`,
		},
		"a date that doesn't end is the user's": {
			copilotChat("copilot_chat.user_request", "<current_datetime>today"), `llm | in user "<current_datetime>today"`,
		},
		"V-T31: a later request holds the new messages alone": {
			copilotChat("gen_ai.input.messages", `[{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":"21"}]}]`), `llm | in tool result c1 "21"`,
		},
		"a tool": {
			copilotTool("gen_ai.tool.call.arguments", `{"path":"a"}`, "gen_ai.tool.call.result", "text"), `tool readFile c1 | request {"path": "a"} | result "text"`,
		},
		"a tool's failure is told in its result": {
			copilotTool("gen_ai.tool.call.result", "ERROR: no file"), `tool readFile c1 | result "ERROR: no file" | failed ""`,
		},
		"an empty id is none": {
			spanOf("copilot-chat", "execute_tool readFile", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "readFile", "gen_ai.tool.call.id", "", "gen_ai.tool.call.result", "text"), `tool readFile | result "text"`,
		},
		"a text that was cut": {
			copilotTool("gen_ai.tool.call.result", "long...[truncated, original 70000 chars]"),
			`tool readFile c1 | result "long...[truncated, original 70000 chars]" | truncated`,
		},
		"an embedding": {spanOf("copilot-chat", "embeddings m", "gen_ai.operation.name", "embeddings"), `other`},
		"its own keys name it": {
			spanOf("", "chat gpt", "gen_ai.operation.name", "chat", "copilot_chat.reasoning_content", "A greeting."), `llm | out assistant thinks "A greeting."`,
		},
	})
}

func FuzzReadCopilot(f *testing.F) {
	f.Add("chat", `[{"role":"tool","parts":[{"type":"text","content":"<current_datetime></current_datetime>"}]}]`, "a thought", "ERROR: ")
	f.Add("invoke_agent", `[{"role":"user","parts":[{"type":"text","content":"<current_datetime>"}]}]`, "", "[]")
	f.Add("execute_tool", "[", "", "ERROR: ")
	f.Fuzz(func(t *testing.T, operation, input, reasoning, result string) {
		s := spanOf("copilot-chat", operation, "gen_ai.operation.name", operation, "gen_ai.input.messages", input, "gen_ai.output.messages", result,
			"copilot_chat.reasoning_content", reasoning, "copilot_chat.user_request", input, "gen_ai.tool.call.result", result)
		assert.Equal(t, Read(s), Read(s))
	})
}
