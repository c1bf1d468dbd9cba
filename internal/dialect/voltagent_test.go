package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

func voltSpan(name, kind string, pairs ...any) *span.Span {
	return voiceSpan("@voltagent/core", name, append(pairs, "span.type", kind, "entity.type", "agent", "entity.name", "guide")...)
}

func TestVoltAgentSpans(t *testing.T) {
	checkSpans(t, map[string]spanCase{
		"V-T38: a tool is none of those that its keys look like": {
			voiceSpan("voltagent-core", "tool.execution:sum", "span.type", "tool", "entity.type", "agent", "tool.name", "sum", "input", `{"a":1}`, "output", "1", "ai.model.name", "m1"),
			`tool sum | request {"a": 1} | result "1"`,
		},
		"V-T38: what inherits an agent's type is no agent": {voltSpan("memory.read", "memory", "input", `{"q":1}`), `other`},
		"an agent": {
			voltSpan("guide", "agent", "input", "Weather?", "output", "4 degrees.", "conversation.id", "v1"), `agent guide | session v1 | request "Weather?" | result "4 degrees."`,
		},
		"an agent of today has no type, but a state": {
			voiceSpan("@voltagent/core", "guide", "entity.type", "agent", "entity.name", "guide", "agent.state", "completed", "input", "Weather?", "output", "4 degrees."),
			`agent guide | request "Weather?" | result "4 degrees."`,
		},
		"an agent's messages come before its input": {
			voltSpan("guide", "agent", "agent.messages", `[{"role":"system","content":"Be kind."},{"role":"user","content":"Weather?"}]`, "input", "{}"), `agent guide | request "Weather?"`,
		},
		"a generation": {
			voltSpan("llm:streamText", "llm", "llm.model", "m", "llm.messages", `[{"role":"user","content":[{"type":"text","text":"Weather?"}]}]`, "output", "4 degrees.", "ai.response.finish_reason", "stop"),
			`llm guide | model m | finish stop | in user "Weather?" | out assistant "4 degrees."`,
		},
		"an older tool without a type": {
			voiceSpan("voltagent-core", "tool.execution:sum", "tool.call.id", "c1", "tool.arguments", `{"a":1}`, "tool.result", `{"n":1}`),
			`tool sum c1 | request {"a": 1} | result {"n": 1}`,
		},
		"an older tool that failed": {
			voiceSpan("voltagent-core", "tool.execution:sum", "tool.name", "sum", "tool.result", `{"error":{}}`, "tool.error.message", "no"),
			`tool sum | failed "no"`,
		},
		"guardrails are links": {voltSpan("guardrail.input", "guardrail", "input", "x"), `other`},
	})
}

func FuzzReadVoltAgent(f *testing.F) {
	f.Add("tool.execution:sum", "tool", `{"a":1}`, "1")
	f.Add("llm", "llm", `[{"role":"user","content":"Hi"}]`, `{"choices":[{"message":{"content":"Hi"}}]}`)
	f.Fuzz(func(t *testing.T, name, kind, input, output string) {
		read := func() observation.Observation {
			return Read(voltSpan(name, kind, "input", input, "output", output, "llm.messages", input, "tool.error.message", output))
		}
		assert.Equal(t, read(), read())
	})
}
