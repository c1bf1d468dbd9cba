package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

func gooseSpan(name string, pairs ...any) *span.Span {
	s := spanOf("tracing-otel-subscriber", name, pairs...)
	s.Resource = span.AttrsOf("service.name", "goose")
	return s
}

func TestGoose(t *testing.T) {
	dispatch := func(pairs ...any) *span.Span { return gooseSpan("dispatch_tool_call", pairs...) }
	checkReadings(t, map[string]reading{
		"an agent's turn": {
			gooseSpan("reply", "session.id", "s", "trace_input", "Hi", "trace_output", `{"quoted":1}`), `agent | session s | request "Hi" | result "{\"quoted\":1}"`,
		},
		"an agent's turn of later versions": {
			gooseSpan("invoke_agent goose", "gen_ai.operation.name", "invoke_agent", "gen_ai.agent.name", "goose", "gen_ai.conversation.id", "s",
				"gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
			`agent goose | session s | request "Hi" | result "Hello"`,
		},
		"a stream of a provider": {
			gooseSpan("stream", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m",
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"shell","arguments":{"command":"ls"}}]}]`),
			`llm | model m | out assistant call c1 shell {"command": "ls"}`,
		},
		"a tool": {
			dispatch("gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "shell", "gen_ai.tool.call.id", "c1",
				"gen_ai.tool.call.arguments", `{"command":"ls"}`, "gen_ai.tool.call.result", "a.txt",
				"input", `{"tool":"shell","arguments":{"command":"ls"}}`, "output", `{"status":"success","value":"a.txt"}`),
			`tool shell c1 | request {"command": "ls"} | result "a.txt"`,
		},
		"a tool of older versions": {
			dispatch("input", `{"tool":"shell","arguments":{"command":"ls"}}`, "output", `{"status":"success","value":[{"type":"text","text":"a.txt"}]}`),
			`tool shell | request {"command": "ls"} | result [{"type": "text", "text": "a.txt"}]`,
		},
		"a tool whose result is a record of MCP": {
			dispatch("input", `{"tool":"shell","arguments":{}}`, "output", `{"status":"success","value":{"content":[{"type":"text","text":"no shell"}],"isError":true}}`),
			`tool shell | request {} | result [{"type": "text", "text": "no shell"}] | failed ""`,
		},
		"a tool of older versions that failed": {
			dispatch("input", `{"tool":"shell","arguments":{}}`, "output", `{"status":"error","error":"no shell"}`),
			`tool shell | request {} | result "no shell" | failed ""`,
		},
		"a tool's failure is its only key": {
			dispatch("gen_ai.tool.name", "shell", "gen_ai.tool.call.result", `{"error":"no shell"}`), `tool shell | result "no shell" | failed ""`,
		},
		"its other functions are links": {gooseSpan("prepare_reply_context", "session.id", "s"), `other`},
		"its modules name it without the service": {
			spanOf("", "reply", "code.namespace", "goose::agents::agent"), `agent`,
		},
		"its texts name it as well": {spanOf("", "reply_stream", "trace_input", "Hi"), `agent | request "Hi"`},
	})
}

func FuzzReadGoose(f *testing.F) {
	f.Add("reply", "Hi", "Hello")
	f.Add("dispatch_tool_call", `{"tool":"a","arguments":[]}`, `{"status":"error","error":{"a":1}}`)
	f.Add("stream", `[`, `{"error":1}`)
	f.Fuzz(func(t *testing.T, name, input, output string) {
		s := gooseSpan(name, "trace_input", input, "trace_output", output, "input", input, "output", output, "gen_ai.tool.call.result", output)
		assert.Equal(t, Read(s), Read(s))
	})
}
