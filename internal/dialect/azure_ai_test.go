package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// azure is a span of an operation of Azure's clients, with events of names and bodies in turn.
func azure(operation string, pairs []any, events ...string) *span.Span {
	s := spanOf("azure.ai", operation, append([]any{"gen_ai.operation.name", operation, "az.namespace", "Microsoft.CognitiveServices"}, pairs...)...)
	for i := 0; i < len(events); i += 2 {
		s = with(s, events[i], "gen_ai.event.content", events[i+1])
	}
	return s
}

func TestAzureAI(t *testing.T) {
	checkReadings(t, map[string]reading{
		"G-T49: a content that is an object": {
			azure("create_message", nil, "gen_ai.user.message", `{"role":"user","content":{"text":{"value":"Hi"}}}`), `agent | request "Hi"`,
		},
		"a question that is put to a thread asks the run behind it": {
			azure("create_thread", nil, "gen_ai.user.message", `{"role":"user","content":"Hi"}`), `agent | request "Hi"`,
		},
		"a thread without a question is a link": {azure("create_thread", nil), `other`},
		"G-T50: listed messages are history": {
			azure("list_messages", nil, "gen_ai.assistant.message", `{"role":"assistant","content":{"text":{"value":"Hello"}}}`), `other`,
		},
		"G-T59: all turns of a run are in its events": {
			azure("process_thread_run", []any{"gen_ai.response.model", "m"},
				"gen_ai.system.message", `{"content":"Be brief."}`,
				"gen_ai.assistant.message", `{"tool_calls":[{"id":"c1","type":"function","function":{"name":"w","arguments":{"c":"Oslo"}}}]}`,
				"gen_ai.tool.message", `{"content":"3 C","id":"c1"}`,
				"gen_ai.assistant.message", `{"content":{"text":{"value":"3 C"}},"role":"assistant"}`),
			`agent | model m | result "3 C" | in system "Be brief." | out assistant call c1 w {"c": "Oslo"} | out tool result c1 "3 C" | out assistant "3 C"`,
		},
		"without texts a call keeps its id": {
			azure("start_thread_run", nil, "gen_ai.assistant.message", `{"tool_calls":[{"id":"c1","type":"function"}]}`), `agent | out assistant call c1`,
		},
		"what tools returned is no generation": {
			azure("submit_tool_outputs", nil, "gen_ai.tool.message", `{"content":"3 C","id":"c1"}`), `agent`,
		},
		"G-T48: an agent is the model's call": {
			azure("invoke_agent", []any{"gen_ai.agent.name", "a", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"w","arguments":{}}]}]`}),
			`agent a | request "Hi" | in user "Hi" | out assistant call c1 w {}`,
		},
		"G-T48, G-T16: its second round asks nothing new": {
			azure("invoke_agent", []any{"gen_ai.input.messages", `[{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","result":"3 C"}]}]`, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"3 C"}]}]`}),
			`agent | result "3 C" | in tool result c1 "3 C" | out assistant "3 C"`,
		},
		"G-T51: a hosted tool's call hides its name": {
			azure("chat", []any{"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","content":{"type":"mcp_call","id":"m1","name":"search","arguments":"{}"}}]}]`}),
			`llm | out assistant call m1 search {}`,
		},
		"an approval is no part of an answer": {
			azure("chat", []any{"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"mcp","content":{"type":"mcp_approval_request","id":"m1"}}]}]`}),
			`llm | out assistant ""`,
		},
		"an older event of messages": {
			azure("responses", []any{"gen_ai.request.model", "m"}, "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
			`llm | model m | in user "Hi" | out assistant "Hello"`,
		},
		"a chat of the inference client": {
			azure("chat", []any{"gen_ai.system", "az.ai.inference"}, "gen_ai.user.message", `{"role":"user","content":"Hi"}`, "gen_ai.choice", `{"index":0,"finish_reason":"stop","message":{"content":"Hello"}}`),
			`llm | finish stop | in user "Hi" | out assistant "Hello"`,
		},
	})
	assert.Equal(t, observation.LonelyTurns, Read(azure("process_thread_run", nil)).Turns)
	assert.Equal(t, observation.NoTurns, Read(azure("submit_tool_outputs", nil)).Turns)
}
