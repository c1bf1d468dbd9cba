package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestSemanticKernel(t *testing.T) {
	const models, functions, op = "Microsoft.SemanticKernel.Diagnostics", "semantic_kernel.functions.kernel_function", "gen_ai.operation.name"
	const calls = `[{"id":"c1","function":{"name":"Add","arguments":{"a":1}},"type":"function"}]`
	chat := with(spanOf(models, "chat m", op, "chat", "gen_ai.request.model", "m"), "gen_ai.tool.developer", "gen_ai.event.content", `{"role":"developer","content":"Be brief."}`)
	chat = with(chat, "gen_ai.user.message", "gen_ai.event.content", `{"role":"user","name":null,"content":"Hi","tool_calls":[]}`)
	chat = with(chat, "gen_ai.choice", "gen_ai.event.content", `{"index":0,"message":{"role":"Assistant","name":null,"content":null,"tool_calls":`+calls+`},"tool_calls":`+calls+`,"finish_reason":"ToolCalls"}`)
	text := with(spanOf(models, "text_completion m", op, "text_completion"), "gen_ai.user.message", "gen_ai.event.content", "Once")
	text = with(text, "gen_ai.choice", "gen_ai.event.content", `{"index":0,"message":" upon","finish_reason":"Stop"}`)
	checkReadings(t, map[string]reading{
		"Python: an agent's own argument is handed on to the functions that it asks for": {
			spanOf("semantic_kernel.functions.kernel_function", "execute_tool Harbour-sights", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "Harbour-sights",
				"gen_ai.tool.call.id", "c1", "gen_ai.tool.call.arguments", `{"instructions_override": null, "town": "Tavira"}`),
			`tool Harbour-sights c1 | request {"town": "Tavira"}`,
		},
		".NET: messages in span events, calls inside the message and beside it": {
			chat, `llm | model m | finish ToolCalls | in system "Be brief." | in user "Hi" | out assistant call c1 Add {"a": 1}`,
		},
		".NET: a text completion": {text, `llm | finish Stop | in user "Once" | out assistant " upon"`},
		"G-T31: an agent's messages in OpenAI form": {
			spanOf(models, "invoke_agent a", op, "invoke_agent", "gen_ai.agent.name", "a", "gen_ai.input.messages", `[{"role":"user","name":null,"content":"Hi","tool_calls":[]}]`, "gen_ai.output.messages", `[{"role":"Assistant","name":"a","content":"Hello","tool_calls":[]}]`),
			`agent a | request "Hi" | result "Hello"`,
		},
		"V-T13: Python's finish reasons of all alternatives": {
			spanOf("semantic_kernel.x", "chat m", op, "chat", "gen_ai.response.finish_reason", "FinishReason.STOP,FinishReason.LENGTH"), `llm | finish STOP`,
		},
		"the operations of older releases": {
			with(spanOf("semantic_kernel.x", "chat.completions m", op, "chat.completions", "gen_ai.request.model", "m"), "gen_ai.content.prompt", "gen_ai.prompt", `[{"role":"user","content":"Hi"}]`),
			`llm | model m | in user "Hi"`,
		},
		"a loop around calls is a link": {spanOf("semantic_kernel.x", "AutoFunctionInvocationLoop", "sk.available_functions", "a"), `other`},
		"V-T45: the qualified name is kept": {
			spanOf(functions, "execute_tool Math-Add", op, "execute_tool", "gen_ai.tool.name", "Math-Add", "gen_ai.tool.call.id", "c1", "gen_ai.tool.call.arguments", `{"a":1}`, "gen_ai.tool.call.result", "3"),
			`tool Math-Add c1 | request {"a": 1} | result "3"`,
		},
	})
	t.Run("G-T61, V-T45: a function without a call id may only wrap a model", func(t *testing.T) {
		function := spanOf(functions, "execute_tool Chat-Summarize", op, "execute_tool", "gen_ai.tool.name", "Chat-Summarize")
		assert.True(t, Read(function).MayWrap)
		called := spanOf(functions, "execute_tool Math-Add", op, "execute_tool", "gen_ai.tool.name", "Math-Add", "gen_ai.tool.call.id", "c1")
		assert.False(t, Read(called).MayWrap)
	})
	log := func(event, body string) *span.Log {
		return &span.Log{Span: observation.SpanID{1}, Body: value.OfString(body), Attrs: span.AttrsOf("event.name", event, "gen_ai.system", "openai")}
	}
	checkLogs(t, map[string]logCase{
		"G-T2, G-T3: Python's answer": {
			log("gen_ai.choice", `{"message":{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"Math-Add","arguments":"{\"a\":1}"}}]},"finish_reason":"tool_calls"}`),
			lines(`event`, `<tool_calls assistant call c1 Math-Add({"a":1})`),
		},
		"Python's message of a tool": {
			log("gen_ai.tool.message", `{"role":"tool","content":[{"tool_call_id":"c1","content":"3"}],"tool_call_id":"c1"}`),
			lines(`event`, `> tool result c1 "3"`),
		},
		"Python's prompt of a text completion": {log("gen_ai.prompt", "Once"), lines(`event`, `> user "Once"`)},
	})
}
