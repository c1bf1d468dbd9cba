package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// strandsSpan is a span of the Python SDK.
func strandsSpan(name, operation string, pairs ...any) *span.Span {
	return spanOf("strands.telemetry.tracer", name, append([]any{"gen_ai.operation.name", operation, "gen_ai.system", "strands-agents"}, pairs...)...)
}

// strandsOld is a span of the first versions, which had no operation names.
func strandsOld(name string, pairs ...any) *span.Span {
	return spanOf("strands-agents", name, append([]any{"gen_ai.event.start_time", "2025-06-01T00:00:00Z"}, pairs...)...)
}

// strandsTool is a tool's span that was called and answered so.
func strandsTool(input, output string) *span.Span {
	s := strandsSpan("execute_tool tide", "execute_tool", "gen_ai.tool.name", "tide", "gen_ai.tool.call.id", "u1", "gen_ai.tool.status", "success")
	return with(with(s, "gen_ai.tool.message", "role", "tool", "content", input, "id", "u1"), choiceEvent, "message", output, "id", "u1")
}

func TestStrands(t *testing.T) {
	checkReadings(t, map[string]reading{
		"G-T7: the events of a tool mean the reverse of their names": {
			strandsTool(`{"at":9}`, `[{"text":"low"}]`), `tool tide u1 | request {"at": 9} | result "low"`,
		},
		"G-T7: on a generation the same events are what they say": {
			with(with(with(strandsSpan("chat", "chat"),
				"gen_ai.assistant.message", "content", `[{"toolUse":{"toolUseId":"u1","name":"tide","input":{"at":9}}}]`),
				"gen_ai.tool.message", "content", `[{"toolResult":{"toolUseId":"u1","status":"success","content":[{"text":"low"}]}}]`),
				choiceEvent, "message", `[{"text":"It is low."}]`, "finish_reason", "end_turn"),
			`llm | finish end_turn | in assistant call u1 tide {"at": 9} | in tool result u1 "low" | out assistant "It is low."`,
		},
		"G-T8: an agent's answer is plain text and a newline": {
			with(with(strandsSpan("invoke_agent bot", "invoke_agent", "gen_ai.agent.name", "bot"),
				"gen_ai.user.message", "content", `[{"text":"Tide?"}]`),
				choiceEvent, "message", "It is 4.\n", "finish_reason", "end_turn"),
			`agent bot | request "Tide?" | result "It is 4."`,
		},
		"G-T8: a generation's answer is JSON": {
			with(strandsSpan("chat", "chat"), choiceEvent, "message", `[{"text":"It is 4."}]`, "finish_reason", "end_turn"),
			`llm | finish end_turn | out assistant "It is 4."`,
		},
		"an agent's answer that is JSON is taken to the letter": {
			with(strandsSpan("invoke_agent bot", "invoke_agent"), choiceEvent, "message", "[{\"text\":\"a\"}]\n"), `agent bot | result "[{\"text\":\"a\"}]"`,
		},
		"an agent's history gives the newest words of the user": {
			with(with(with(with(strandsSpan("invoke_agent bot", "invoke_agent"),
				"gen_ai.user.message", "content", `[{"text":"Hi"}]`), "gen_ai.assistant.message", "content", `[{"text":"Hello"}]`),
				"gen_ai.user.message", "content", `[{"text":"Tide?"}]`),
				"gen_ai.tool.message", "content", `[{"toolResult":{"toolUseId":"u0","content":[{"text":"low"}]}}]`),
			`agent bot | request "Tide?"`,
		},
		"G-T9: a tool of the first versions has what GenAI calls a completion": {
			strandsOld("Tool: tide", "tool.name", "tide", "tool.id", "u1", "tool.parameters", `{"at":9}`, "tool.result", `[{"text":"low"}]`,
				"tool.status", "success", "gen_ai.completion", `[{"text":"low"}]`, "gen_ai.prompt", `{"name":"tide"}`),
			`tool tide u1 | request {"at": 9} | result "low"`,
		},
		"a generation of the first versions": {
			strandsOld("Model invoke", "gen_ai.system", "strands-agents", "gen_ai.agent.name", "bot", "gen_ai.request.model", "m",
				"gen_ai.prompt", `[{"role":"user","content":[{"text":"Tide?"}]}]`,
				"gen_ai.completion", `[{"text":"Let me "},{"text":"look."},{"toolUse":{"toolUseId":"u1","name":"tide","input":{}}}]`),
			`llm bot | model m | in user "Tide?" | out assistant "Let me look." call u1 tide {}`,
		},
		"an agent of the first versions has its own name and no operation": {
			strandsOld("bot", "gen_ai.system", "strands-agents", "gen_ai.agent.name", "bot", "gen_ai.request.model", "m",
				"gen_ai.prompt", "user: said he", "gen_ai.completion", "Low.\n"),
			`agent bot | model m | request "user: said he" | result "Low."`,
		},
		"an answer that the first version couldn't encode is none": {
			strandsOld("bot", "gen_ai.agent.name", "bot", "gen_ai.prompt", "Tide?", "gen_ai.completion", `"<replaced>"`), `agent bot | request "Tide?" | result ""`,
		},
		"versions up to 1 named the spans as the first did": {
			with(with(strandsSpan("Tool: tide", "execute_tool", "gen_ai.tool.name", "tide", "tool.status", "error"),
				"gen_ai.tool.message", "content", `{}`), choiceEvent, "message", `[{"text":"no tide"}]`),
			`tool tide | request {} | result "no tide" | failed ""`,
		},
		"G-T10: a cycle is a link": {
			with(strandsSpan("execute_event_loop_cycle", "execute_event_loop_cycle", "event_loop.cycle_id", "c"), choiceEvent, "message", `[{"text":"Hi"}]`), `other`,
		},
		"a cycle of the first versions is a link": {strandsOld("Cycle 1a2b", "event_loop.cycle_id", "1a2b", "gen_ai.prompt", "[]", "gen_ai.completion", "[]"), `other`},
		"a cycle of TypeScript is a link": {
			with(spanOf("app", "execute_agent_loop_cycle", "agent_loop.cycle_id", "cycle-1"), "gen_ai.user.message", "content", `[{"text":"Hi"}]`), `other`,
		},
		"values that are no objects are wrapped by TypeScript": {
			strandsTool(`{}`, `[{"json":{"$value":["a","b"]}}]`), `tool tide u1 | request {} | result ["a", "b"]`,
		},
		"a value is one":                         {strandsTool(`{}`, `[{"json":{"level":2}}]`), `tool tide u1 | request {} | result {"level": 2}`},
		"several blocks are texts on lines":      {strandsTool(`{}`, `[{"text":"a"},{"json":{"b":1}},{"image":{"format":"png"}}]`), `tool tide u1 | request {} | result "a\n{\"b\": 1}"`},
		"a picture has no text":                  {strandsTool(`{}`, `[{"image":{"format":"png"}}]`), `tool tide u1 | request {}`},
		"what is no list of blocks stays":        {strandsTool(`{}`, `[{"text":"a","lang":"en"}]`), `tool tide u1 | request {} | result [{"text": "a", "lang": "en"}]`},
		"a tool's answer in a request is opened": {with(strandsSpan("chat", "chat"), "gen_ai.tool.message", "content", `[{"toolResult":{"toolUseId":"u1","status":"error","content":[{"json":{"$value":7}}]}}]`), `llm | in tool result u1 7 failed`},
		"calls of TypeScript's answers have types": {
			with(spanOf("app", "chat", "gen_ai.operation.name", "chat", "gen_ai.event.start_time", "t"), choiceEvent,
				"message", `[{"text":"One moment."},{"type":"toolUse","name":"tide","toolUseId":"u1","input":{"at":9}}]`, "finish_reason", "toolUse"),
			`llm | finish toolUse | out assistant "One moment." call u1 tide {"at": 9}`,
		},
		"reasoning is no text": {
			with(strandsSpan("chat", "chat"), choiceEvent, "message", `[{"reasoningContent":{"reasoningText":{"text":"The moon is new."}}},{"text":"Low."}]`),
			`llm | out assistant "Low." thinks "The moon is new."`,
		},
		"an answer with its sources is its text": {
			with(strandsSpan("chat", "chat"), choiceEvent, "message", `[{"citationsContent":{"content":[{"text":"Low."}],"citations":[]}}]`), `llm | out assistant "Low."`,
		},
		"G-T68: the newer shape has several events on a span": {
			with(with(with(spanOf("strands.telemetry.tracer", "chat", "gen_ai.operation.name", "chat", "gen_ai.provider.name", "strands-agents"),
				detailsEvent, "gen_ai.system_instructions", `[{"type":"text","content":"Be brief."}]`),
				detailsEvent, "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Tide?"}]},{"role":"user","parts":[{"type":"tool_call_response","id":"u1","response":[{"text":"low"}]}]}]`),
				detailsEvent, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"reasoningContent","content":{"reasoningText":{"text":"New moon."}}},{"type":"text","content":"Low."}],"finish_reason":"end_turn"}]`),
			`llm | finish end_turn | in user "Tide?" | in user result u1 "low" | out assistant "Low." thinks "New moon."`,
		},
		"the newer shape of a tool": {
			with(with(spanOf("strands.telemetry.tracer", "execute_tool tide", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "tide"),
				detailsEvent, "gen_ai.input.messages", `[{"role":"tool","parts":[{"type":"tool_call","name":"tide","id":"u1","arguments":{"at":9}}]}]`),
				detailsEvent, "gen_ai.output.messages", `[{"role":"tool","parts":[{"type":"tool_call_response","id":"u1","response":[{"json":{"level":2}}]}]}]`),
			`tool tide | request {"at": 9} | result {"level": 2}`,
		},
		"the newer shape of an agent": {
			with(with(spanOf("strands.telemetry.tracer", "invoke_agent bot", "gen_ai.operation.name", "invoke_agent", "gen_ai.agent.name", "bot"),
				detailsEvent, "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Tide?"}]}]`),
				detailsEvent, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Low.\n"}],"finish_reason":"end_turn"}]`),
			`agent bot | request "Tide?" | result "Low."`,
		},
		"an agent that waits for a person gave no answer": {
			with(strandsSpan("invoke_agent bot", "invoke_agent"), choiceEvent, "message", "[{'id': 'i1'}]", "finish_reason", "interrupt"), `agent bot | result "" | interrupted`,
		},
		"a group of agents was asked in plain text": {
			with(strandsSpan("invoke_swarm", "invoke_swarm", "gen_ai.agent.name", "swarm"), "gen_ai.user.message", "content", "Tide?"), `agent swarm | request "Tide?"`,
		},
		"a group of TypeScript was asked in JSON": {
			spanOf("app", "invoke_graph g1", "gen_ai.operation.name", "invoke_graph", "gen_ai.event.start_time", "t", "gen_ai.agent.name", "graph", "gen_ai.agent.input", `"Tide?"`),
			`agent graph | request "Tide?"`,
		},
		"a group of TypeScript was asked in blocks": {
			spanOf("app", "invoke_graph g1", "gen_ai.operation.name", "invoke_graph", "gen_ai.event.start_time", "t", "gen_ai.agent.input", `[{"text":"Tide?"}]`),
			`agent | request "Tide?"`,
		},
		"a node of a group is a link": {spanOf("app", "node a", "gen_ai.operation.name", "execute_node", "gen_ai.event.start_time", "t"), `other`},
	})
}

func FuzzReadStrands(f *testing.F) {
	f.Add("chat", `[{"toolResult":{"toolUseId":"a","content":[{"json":{"$value":1}}]}}]`, `[{"text":"a"}]`)
	f.Add("execute_tool", `{"a":1}`, `[{"image":{}},{"text":1}]`)
	f.Add("invoke_agent", "Hi", "a\n")
	f.Fuzz(func(t *testing.T, operation, content, message string) {
		s := with(with(with(strandsSpan(operation, operation), "gen_ai.tool.message", "content", content), "gen_ai.user.message", "content", content),
			choiceEvent, "message", message, "finish_reason", content)
		first := Read(s)
		assert.Equal(t, first, Read(s))
		assert.Equal(t, observation.SpanID{}, first.Parent)
	})
}
