package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func coreLog(body value.Value) *span.Log {
	return &span.Log{
		Span: observation.SpanID{1}, EventName: "strands.telemetry.tracer", Scope: "strands.telemetry.tracer", Body: body,
		Attrs: span.AttrsOf("session.id", "s1", "event.name", "strands.telemetry.tracer"),
	}
}

func TestAgentCoreLogs(t *testing.T) {
	body := func(text string) value.Value { return genaiJSON(t, text) }
	checkLogs(t, map[string]logCase{
		"V-T39: the texts of a span are in one record": {
			coreLog(body(`{"input":{"messages":[{"role":"user","content":"Hi"}]},"output":{"messages":[{"role":"assistant","content":"Hello"}]}}`)),
			lines(`event | session s1 | request "Hi" | result "Hello"`, `> user "Hi"`, `< assistant "Hello"`),
		},
		"a state, which an agent's record holds, beside the message that a model's would": {
			coreLog(body(`{"output":{"messages":[{"role":"assistant","content":"{\"messages\":[{\"type\":\"ai\",\"data\":{\"content\":\"Hello\"}}]}"}]}}`)),
			lines(`event | session s1 | result "Hello"`, `< assistant "{\"messages\":[{\"type\":\"ai\",\"data\":{\"content\":\"Hello\"}}]}"`),
		},
		"a body in JSON": {
			coreLog(value.OfString(`{"output":{"messages":[{"role":"assistant","content":"Hello"}]}}`)), lines(`event | session s1 | result "Hello"`, `< assistant "Hello"`),
		},
		"blocks in JSON inside a content": {
			coreLog(body(`{"input":{"messages":[{"role":"user","content":{"content":"[{\"text\":\"Hi\"}]"}}]},"output":{"messages":[{"role":"assistant","content":{"message":"[{\"text\":\"Hello\"},{\"toolUse\":{\"toolUseId\":\"c1\",\"name\":\"add\",\"input\":{\"a\":1}}}]","finish_reason":"tool_use"}}]}}`)),
			lines(`event | session s1`, `> user "Hi"`, `<tool_use assistant "Hello" call c1 add({"a":1})`),
		},
		"a text that only looks like JSON": {
			coreLog(body(`{"output":{"messages":[{"role":"assistant","content":"[1] or [2]"}]}}`)), lines(`event | session s1 | result "[1] or [2]"`, `< assistant "[1] or [2]"`),
		},
		"a record of another kind": {coreLog(body(`{"input":"Hi","output":"Hello"}`)), "says nothing"},
	})
}

func FuzzReadAgentCoreLog(f *testing.F) {
	f.Add(`{"input":{"messages":[{"role":"user","content":{"content":"[{"}}]}}`)
	f.Fuzz(func(t *testing.T, body string) {
		first, _ := ReadLog(coreLog(value.OfString(body)))
		again, _ := ReadLog(coreLog(value.OfString(body)))
		assert.Equal(t, first, again)
	})
}
