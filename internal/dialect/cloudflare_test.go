package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

func cloudflareSpan(operation string, pairs ...any) *span.Span {
	return spanOf("", operation, append([]any{"gen_ai.operation.name", operation, "cloudflare.agents.agent.class", "Clerk"}, pairs...)...)
}

func TestCloudflare(t *testing.T) {
	approval := func(state string, pairs ...any) *span.Span {
		return cloudflareSpan("execute_tool", append([]any{"gen_ai.tool.name", "rm", "gen_ai.tool.call.id", "c1", "cloudflare.agents.tool.approval.state", state}, pairs...)...)
	}
	checkReadings(t, map[string]reading{
		"an agent": {
			cloudflareSpan("invoke_agent", "gen_ai.agent.name", "clerk", "gen_ai.conversation.id", "s"), `agent clerk | session s`,
		},
		"a generation's reason stands alone": {
			cloudflareSpan("chat", "gen_ai.request.model", "m", "cloudflare.agents.response.finish_reason", "tool-calls",
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"rm","arguments":{}}]}]`),
			`llm | model m | finish tool-calls | out assistant call c1 rm {}`,
		},
		"messages that were left out": {
			cloudflareSpan("chat", "cloudflare.agents.span.truncated", true, "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`),
			`llm | in user "Hi" | truncated`,
		},
		"a tool": {
			cloudflareSpan("execute_tool", "gen_ai.tool.name", "sum", "gen_ai.tool.call.id", "c1", "gen_ai.tool.call.arguments", `{"a":1}`, "gen_ai.tool.call.result", `2`),
			`tool sum c1 | request {"a": 1} | result "2"`,
		},
		"an error has a type and no status": {
			cloudflareSpan("execute_tool", "gen_ai.tool.name", "sum", "error.type", "TypeError"), `tool sum | failed "TypeError"`,
		},
		"V-T52: a request for approval came back with nothing": {approval("requested"), `tool rm c1 | abandoned`},
		"V-T52: the approved call has the result":              {approval("approved", "gen_ai.tool.call.result", "ok"), `tool rm c1 | result "ok"`},
		"V-T52: a result of a request counts":                  {approval("requested", "gen_ai.tool.call.result", "ok"), `tool rm c1 | result "ok"`},
		"G-T72, V-T52: a denied call failed":                   {approval("denied"), `tool rm c1 | failed ""`},
		"an approval's own operation": {
			cloudflareSpan("execute_tool", "gen_ai.tool.name", "rm", "cloudflare.agents.operation.name", "tool.approval"), `tool rm | abandoned`,
		},
		"a tool whose span was ended early": {
			cloudflareSpan("execute_tool", "gen_ai.tool.name", "rm", "cloudflare.agents.span.truncated", true), `tool rm | abandoned`,
		},
		"setting up an agent is a link": {
			spanOf("", "agent_initialization Clerk", "cloudflare.agents.operation.name", "agent_initialization"), `other`,
		},
	})
}

func FuzzReadCloudflare(f *testing.F) {
	f.Add("execute_tool", "requested", "tool.approval", `"ok"`)
	f.Add("chat", "", "", `[{"role":"assistant","parts":[{}]}]`)
	f.Fuzz(func(t *testing.T, operation, state, own, content string) {
		s := cloudflareSpan(operation, "cloudflare.agents.tool.approval.state", state, "cloudflare.agents.operation.name", own,
			"gen_ai.output.messages", content, "gen_ai.tool.call.result", content, "cloudflare.agents.response.finish_reason", own)
		assert.Equal(t, Read(s), Read(s))
	})
}
