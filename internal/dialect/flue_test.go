package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

func flueSpan(name string, pairs ...any) *span.Span {
	return voiceSpan("@flue/opentelemetry", name, append(pairs, "flue.session.name", "s1")...)
}

func TestFlueSpans(t *testing.T) {
	failed := flueSpan("flue.tool find", "flue.tool.name", "find", "flue.tool.result", "no such file")
	failed.Status, failed.StatusMessage = span.Error, "Tool call failed."
	checkSpans(t, map[string]spanCase{
		"a workflow": {
			flueSpan("flue.workflow translate", "flue.workflow.name", "translate", "flue.workflow.payload", `{"text":"Good morning"}`, "flue.workflow.result", `{"text":"Buenos dias"}`),
			`agent translate | session s1 | request "Good morning" | result "Buenos dias"`,
		},
		"a task is another agent": {
			flueSpan("flue.task reader", "flue.task.agent", "reader", "flue.task.prompt", "Read it", "flue.task.result", "Done"),
			`agent reader | session s1 | request "Read it" | result "Done"`,
		},
		"an operation records what it gave": {flueSpan("flue.operation prompt", "flue.operation.result", "Done"), `agent | session s1 | result "Done"`},
		"a turn with its calls": {
			flueSpan("gen_ai.generate", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m", "flue.turn.purpose", "agent",
				"flue.turn.input", `{"systemPrompt":"Be kind.","messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":[{"type":"toolCall","id":"c0","name":"look","arguments":{}}]},{"role":"toolResult","toolCallId":"c0","toolName":"look","content":[{"type":"text","text":"a.txt"}],"isError":false}],"tools":[]}`,
				"flue.turn.output", `{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"I read."},{"type":"toolCall","id":"c1","name":"read","arguments":{"path":"a.txt"}}]}`),
			`llm | session s1 | model m | in user "Hi" | in assistant call c0 look {} | in tool result c0 look [{"type": "text", "text": "a.txt"}] | out assistant "I read." thinks "hm" call c1 read {"path": "a.txt"}`,
		},
		"a turn that makes room is no step": {
			flueSpan("gen_ai.generate", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m", "flue.turn.purpose", "compaction", "flue.turn.output", `{}`), `other`,
		},
		"a tool": {
			flueSpan("flue.tool read", "flue.tool.name", "read", "flue.tool.call_id", "c1", "flue.tool.arguments", `{"path":"a.txt"}`, "flue.tool.result", "text"),
			`tool read c1 | session s1 | request {"path": "a.txt"} | result "text"`,
		},
		"a failed tool's result says more than its status": {failed, `tool find | session s1 | result "no such file" | failed ""`},
		"compactions are links":                            {flueSpan("flue.compaction"), `other`},
	})
}

func FuzzReadFlue(f *testing.F) {
	f.Add("gen_ai.generate", "agent", `{"messages":[{"role":"toolResult","content":[]}]}`, `{"role":"assistant","content":[{"type":"toolCall"}]}`)
	f.Add("flue.tool x", "", `{"a":1}`, "x")
	f.Fuzz(func(t *testing.T, name, purpose, input, output string) {
		read := func() observation.Observation {
			return Read(flueSpan(name, "flue.turn.purpose", purpose, "flue.turn.input", input, "flue.turn.output", output,
				"flue.tool.arguments", input, "flue.tool.result", output, "flue.workflow.payload", input))
		}
		assert.Equal(t, read(), read())
	})
}
