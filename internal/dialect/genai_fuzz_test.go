package dialect

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// FuzzReadGenAI reads spans whose values are anything: reading must end, and end alike each time.
func FuzzReadGenAI(f *testing.F) {
	f.Add("chat", "", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"w","arguments":"{\"a\":1}"}]}]`, "gen_ai.choice", `{"index":0,"message":{"content":"Hi"}}`)
	f.Add("invoke_agent", "", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"te`, "gen_ai.user.message", `[{"text":"Hi"}]`)
	f.Add("execute_tool", "tools/call", "gen_ai.tool.call.arguments", `{"name":"add","arguments":{"a":1}}`, "gen_ai.client.inference.operation.details", `[[[`)
	f.Add("", "", "gen_ai.prompt", "system: a\nuser: b\n\nassistant: c", "gen_ai.content.prompt", `["He said "hi""]`)
	f.Add("chat", "", "gen_ai.completion", "ResponseFunctionToolCall(arguments='{}', name='w'", "exception", "x")
	f.Fuzz(func(t *testing.T, operation, method, key, text, event, body string) {
		read := func() observation.Observation {
			s := genaiSpan("span", "gen_ai.operation.name", operation, key, text, "mcp.method.name", method)
			s.Events = []span.Event{
				genaiEvent(event, "gen_ai.event.content", body),
				genaiEvent("gen_ai.choice", "message", body, "tool_calls", text),
				genaiEvent("gen_ai.client.inference.operation.details", "gen_ai.output.messages", text, "gen_ai.input.messages", body),
			}
			return Read(s)
		}
		first, again := read(), read()
		assert.Equal(t, first, again)
	})
}

// FuzzReadGenAILog reads log records whose bodies are anything.
func FuzzReadGenAILog(f *testing.F) {
	f.Add("gen_ai.choice", `{"index":0,"finish_reason":"stop","message":{"content":"Hi"},"tool_calls":["{}"]}`, `[{"role":"user","content":"Hi"}]`)
	f.Add("gen_ai.client.inference.operation.details", `{"gen_ai.input.messages":"[{"}`, `[{"role":"assi`)
	f.Add("gen_ai.content.prompt", `[["a"]]`, "{'a': 1}")
	f.Fuzz(func(t *testing.T, event, body, text string) {
		l := genaiLog(event, value.OfString(body), "gen_ai.input.messages", text, "gen_ai.output.messages", body)
		o, ok := ReadLog(l)
		again, _ := ReadLog(l)
		assert.Equal(t, o, again)
		assert.True(t, ok || len(o.Records) == 0 || o.Span == observation.SpanID{})
	})
}

// TestGenAIHostileSizes reads texts of sizes at which anything that isn't linear would take the test's whole time.
func TestGenAIHostileSizes(t *testing.T) {
	const n = 200_000
	tests := []struct{ name, key, text string }{
		{"many messages", "gen_ai.output.messages", `[` + strings.Repeat(`{"role":"assistant","parts":[]},`, n/8) + `1]`},
		{"many calls with ids and without", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","name":"w","arguments":{}}],"tool_calls":[` + strings.Repeat(`{"id":"a","function":{"name":"w"}},{"function":{"name":"w"}},`, n/16) + `1]}]`},
		{"many lines that begin with roles", "gen_ai.prompt", strings.Repeat("user: a\n", n/8)},
		{"many lines of one message", "gen_ai.prompt", "user: " + strings.Repeat("\n", n)},
		{"many parts of text", "gen_ai.output.messages", `[{"role":"assistant","parts":[` + strings.Repeat(`{"type":"text","content":"some text"},`, n) + `1]}]`},
		{"many texts in a part", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"reasoning","content":[` + strings.Repeat(`"some text",`, n) + `1]}]}]`},
		{"deep nesting", "gen_ai.output.messages", strings.Repeat("[", n)},
		{"an open quote", "gen_ai.tool.call.result", `{"` + strings.Repeat(`a\"`, n)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(*testing.T) {
			for _, operation := range []string{"chat", "invoke_agent", "execute_tool"} {
				Read(genaiSpan("s", "gen_ai.operation.name", operation, tt.key, tt.text))
			}
		})
	}
}
