package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// claw is a span of OpenClaw with the attributes of keys and values in turn.
func claw(name string, pairs ...any) *span.Span {
	return spanOf("openclaw", openClawPrefix+name, pairs...)
}

func TestOpenClaw(t *testing.T) {
	checkReadings(t, map[string]reading{
		"a message": {
			claw("message.processed", "openclaw.channel", "web", "input.value", "Hi", "output.value", "Hello"), `agent | request "Hi" | result "Hello"`,
		},
		"a run of the harness": {
			claw("harness.run", "openclaw.harness.id", "openclaw", "input.value", `{"input":"Hi"}`), `agent | request "{\"input\":\"Hi\"}"`,
		},
		"a generation": {
			claw("model.call", "gen_ai.request.model", "m", "input.value", "[]", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","name":"read","id":"c1","arguments":{"p":"a"}}],"finish_reason":"toolUse"}]`),
			`llm | model m | in user "Hi" | out assistant call c1 read {"p": "a"}`,
		},
		"an older generation": {
			claw("model.call", "openclaw.content.output_messages", `[{"role":"assistant","content":[{"type":"reasoning","redacted":true},{"type":"text","text":"Hello"},{"type":"toolCall","id":"c1","name":"read","arguments":{"p":"a"}}]}]`),
			`llm | out assistant "Hello" call c1 read {"p": "a"}`,
		},
		"a tool": {
			claw("tool.execution", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "read", "gen_ai.tool.call.id", "c1",
				"gen_ai.tool.call.arguments", `{"p":"a"}`, "gen_ai.tool.call.result", "text"),
			`tool read c1 | request {"p": "a"} | result "text"`,
		},
		"the counts of tokens are no generation": {
			claw("model.usage", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m", "gen_ai.usage.input_tokens", 9), `other`,
		},
		"a delivery is a link": {claw("message.delivery", "openclaw.channel", "web"), `other`},
	})
}

func FuzzReadOpenClaw(f *testing.F) {
	f.Add("model.call", `[{"role":"user","content":"Hi"}]`, `[{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"read"}]}]`)
	f.Add("harness.run", "Hi", "Hello")
	f.Fuzz(func(t *testing.T, name, input, output string) {
		read := func() observation.Observation {
			return Read(claw(name, "input.value", input, "output.value", output, "openclaw.content.input_messages", input, "openclaw.content.output_messages", output))
		}
		assert.Equal(t, read(), read())
	})
}
