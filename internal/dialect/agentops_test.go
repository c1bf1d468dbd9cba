package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// opsSpan is a span of AgentOps's decorators with the attributes of keys and values in turn.
func opsSpan(kind, name string, pairs ...any) *span.Span {
	return spanOf("agentops", name, append([]any{agentOpsKind, kind}, pairs...)...)
}

func TestAgentOps(t *testing.T) {
	checkReadings(t, map[string]reading{
		"a session": {
			opsSpan("session", "run.session", "agentops.entity.input", `{"args": ["Hi"], "kwargs": {}}`, "agentops.entity.output", "Hello"), `agent | request "Hi" | result "Hello"`,
		},
		"an agent that was made with nothing": {opsSpan("agent", "assistant.agent", "agentops.entity.input", `{"args": [], "kwargs": {}}`), `agent assistant`},
		"a task": {
			opsSpan("task", "answer.task", "agentops.task.input", `{"args": ["Hi"], "kwargs": {}}`, "agentops.task.output", "Hello"), `agent | request "Hi" | result "Hello"`,
		},
		"a tool": {
			opsSpan("tool", "sum.tool", "agentops.tool.input", `{"args": [], "kwargs": {"a": 1}}`, "agentops.tool.output", `{"n": 1}`), `tool sum | request {"a": 1} | result {"n": 1}`,
		},
		"an older tool": {
			opsSpan("tool", "sum.tool", "tool.name", "sum", "tool.parameters", `{"args": [1], "kwargs": {}}`, "tool.result", `"one"`), `tool sum | request 1 | result "one"`,
		},
		"a call that a model asks for is a link": {
			spanOf("agentops.instrumentation.providers.openai.wrappers.chat", "tool_call.sum", agentOpsKind, "AgentOpsSpanKindValues.TOOL", "tool.name", "sum", "tool.parameters", `{"a": 1}`), `other`,
		},
		"a kind gives way to an operation": {opsSpan("llm", "chat m", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m"), `llm | model m`},
	})
}

func FuzzReadAgentOps(f *testing.F) {
	f.Add("tool", `{"args": [], "kwargs": {"a": 1}}`, `{"n": 1}`)
	f.Add("agent", `{"args": ["Hi"]}`, "Hello")
	f.Fuzz(func(t *testing.T, kind, input, output string) {
		read := func() observation.Observation {
			return Read(opsSpan(kind, "x."+kind, "agentops."+kind+".input", input, "agentops."+kind+".output", output))
		}
		assert.Equal(t, read(), read())
	})
}
