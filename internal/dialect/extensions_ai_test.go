package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestExtensionsAI(t *testing.T) {
	const scope, op = "Experimental.Microsoft.Extensions.AI", "gen_ai.operation.name"
	checkReadings(t, map[string]reading{
		"G-T39: a loop around turns has tokens and is no generation": {
			spanOf(scope, "orchestrate_tools", "gen_ai.request.model", "m", "gen_ai.usage.output_tokens", 3), `other`,
		},
		"G-T39: also under a source name of the user's": {
			spanOf("MyApp.AI", "orchestrate_tools", "gen_ai.request.model", "m", "gen_ai.usage.output_tokens", 3), `other`,
		},
		"G-T40: the turns of a run on one span": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"w","arguments":{}}]},{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":3}]},{"role":"assistant","parts":[{"type":"text","content":"Done"}]}]`),
			`llm | out assistant call c1 w {} | out tool result c1 3 | out assistant "Done"`,
		},
		"G-T23: finish reasons as JSON": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.response.finish_reasons", `["tool_calls"]`), `llm | finish tool_calls`,
		},
		"an agent's name without its id": {
			spanOf("Experimental.Microsoft.Agents.AI", "invoke_agent guide(9c21)", op, "invoke_agent", "gen_ai.agent.id", "9c21"), `agent guide`,
		},
		"an agent that has an id alone has no name": {
			spanOf("Experimental.Microsoft.Agents.AI", "invoke_agent 9c21", op, "invoke_agent", "gen_ai.agent.id", "9c21"), `agent`,
		},
		"spans of workflows are links": {spanOf(scope, "executor.process", "executor.id", "a", "executor.input", "Hi"), `other`},
		"keys of the request's own are no content": {
			spanOf(scope, "chat m", op, "chat", "gen_ai.request.model", "m", "messages", "secret"), `llm | model m`,
		},
	})
	t.Run("G-T22: a text that a tool returned is quoted", func(t *testing.T) {
		o := Read(spanOf(scope, "execute_tool w", op, "execute_tool", "gen_ai.tool.name", "w", "gen_ai.tool.call.result", `"3 C"`))
		assert.Equal(t, "3 C", agentdelta.OutputText(o.Result))
	})
	checkLogs(t, map[string]logCase{
		"G-T3: a body in JSON": {
			&span.Log{Scope: scope, Span: observation.SpanID{1}, EventName: "gen_ai.choice", Body: value.OfString(`{"index":0,"finish_reason":"stop","message":{"content":"Hi"}}`)},
			lines(`event`, `<stop assistant "Hi"`),
		},
	})
}
