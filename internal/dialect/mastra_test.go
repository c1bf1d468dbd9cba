package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// mastraSpan is a span of Mastra's exporter with the attributes of keys and values in turn.
func mastraSpan(kind, name string, pairs ...any) *span.Span {
	return spanOf("@mastra/otel-exporter", name, append([]any{mastraType, kind}, pairs...)...)
}

func TestMastra(t *testing.T) {
	checkReadings(t, map[string]reading{
		"V-T14: a turn has the calls": {
			mastraSpan("model_step", "agent_step A", "gen_ai.operation.name", "agent_step", "mastra.model_step.output",
				`{"text":"Let me check.","toolCalls":[{"toolCallId":"c1","toolName":"weather","args":{"city":"Paris"}}]}`),
			`llm | out assistant "Let me check." call c1 weather {"city": "Paris"}`,
		},
		"V-T14: a request has the model and the text, but no calls": {
			mastraSpan("model_inference", "chat m1", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m1",
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Let me check."}]}]`),
			`llm | model m1 | out assistant "Let me check."`,
		},
		"V-T14: a piece of a stream is a link": {
			mastraSpan("model_chunk", "model_chunk A", "gen_ai.operation.name", "model_chunk", "mastra.model_chunk.output", `{"text":"think hard"}`),
			`other`,
		},
		"V-T14: a tool": {
			mastraSpan("tool_call", "execute_tool weather", "gen_ai.tool.name", "weather", "gen_ai.tool.call.id", "c1",
				"gen_ai.tool.call.arguments", `{"city":"Paris"}`, "gen_ai.tool.call.result", `{"temp":21}`),
			`tool weather c1 | request {"city": "Paris"} | result {"temp": 21}`,
		},
		"V-T15: a generation without turns is the model's call": {
			mastraSpan("model_generation", "chat m1", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m1",
				"gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
			`llm | model m1 | in user "Hi" | out assistant "Hello" | joined`,
		},
		"V-T15: a generation around turns joins their texts": {
			mastraSpan("model_generation", "model_generation m1", "mastra.model_generation.input",
				`{"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}]}`, "mastra.model_generation.output",
				`{"text":"Let me check.It is 21C.","reasoningText":"think hard","toolCalls":[],"files":[]}`),
			`llm | in user "Hi" | out assistant "Let me check.It is 21C." thinks "think hard" | joined`,
		},
		"V-T6: an agent's run joins the texts of its turns": {
			mastraSpan("agent_run", "invoke_agent A", "gen_ai.agent.name", "A", "gen_ai.conversation.id", "t1",
				"gen_ai.system_instructions", "Be brief.", "mastra.agent_run.input", `[{"role":"user","content":"Weather?"}]`,
				"mastra.agent_run.output", `{"text":"Let me check.It is 21C.","files":[]}`),
			`agent A | session t1 | request "Weather?" | result "Let me check.It is 21C." | joined`,
		},
		"V-T13: a finish reason is a list in a text, and the word error marks a failure": {
			mastraSpan("model_inference", "chat m1", "gen_ai.response.finish_reasons", `["error"]`,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":""}]}]`),
			`llm | finish error | out assistant "" | failed ""`,
		},
		"an agent's plain question and JSON answer": {
			mastraSpan("agent_run", "invoke_agent A", "mastra.agent_run.input", "Weather?", "mastra.agent_run.output", `{"text":"{\"temp\":21}","object":{"temp":21}}`),
			`agent | request "Weather?" | result "{\"temp\":21}" | joined`,
		},
		"an object that the text isn't": {
			mastraSpan("agent_run", "invoke_agent A", "mastra.agent_run.output", `{"text":"It is 21C.","object":{"temp":21}}`),
			`agent | result "It is 21C." | structured {"temp": 21} | joined`,
		},
		"a turn's input without the words that stand for calls": {
			mastraSpan("model_step", "agent_step A", "mastra.model_step.input", `[{"role":"system","content":"Be brief."},{"role":"user","content":"Weather?"},`+
				`{"role":"assistant","content":"[tool: weather]"},{"role":"tool","content":"[tool-result: weather]"}]`,
				"mastra.model_step.output", `{"text":"It is 21C.","toolCalls":[]}`),
			`llm | in system "Be brief." | in user "Weather?" | out assistant "It is 21C."`,
		},
		"an agent as a tool returns its text": {
			mastraSpan("tool_call", "execute_tool agent-guide", "gen_ai.tool.name", "agent-guide", "gen_ai.tool.call.result",
				`{"text":"Low at nine.","subAgentThreadId":"9f","subAgentResourceId":"1c","subAgentToolResults":[]}`),
			`tool agent-guide | result "Low at nine."`,
		},
		"a workflow as a tool returns its result": {
			mastraSpan("tool_call", "execute_tool flow", "gen_ai.tool.name", "flow", "gen_ai.tool.call.result", `{"result":{"tide":"low"},"runId":"9f"}`),
			`tool flow | result {"tide": "low"}`,
		},
		"a workflow as a tool that failed": {
			mastraSpan("tool_call", "execute_tool flow", "gen_ai.tool.name", "flow", "gen_ai.tool.call.result", `{"error":"no boat","runId":"9f"}`),
			`tool flow | result "no boat" | failed ""`,
		},
		"a tool's own keys of those names stay": {
			mastraSpan("tool_call", "execute_tool run", "gen_ai.tool.name", "run", "gen_ai.tool.call.result", `{"result":1,"text":"x"}`),
			`tool run | result {"result": 1, "text": "x"}`,
		},
		"the marker of a client's tool": {
			mastraSpan("client_tool_call", "client_tool_call ask", "gen_ai.tool.name", "ask", "mastra.client_tool_call.input", `{"q":"x"}`),
			`tool ask | request {"q": "x"}`,
		},
		"tools of MCP and of a provider": {
			mastraSpan("mcp_tool_call", "execute_tool add", "gen_ai.tool.name", "add", "gen_ai.tool.call.result", `{"content":[{"type":"text","text":"42"}]}`),
			`tool add | result [{"type": "text", "text": "42"}]`,
		},
		"a workflow gives start and end": {
			mastraSpan("workflow_run", "invoke_workflow flow", "mastra.workflow_run.input", `{"q":"Weather?"}`, "mastra.workflow_run.output", `{"a":"It is 21C."}`),
			`agent | request "Weather?" | result "It is 21C."`,
		},
		"memory, processors, scorers and unknown types are links": {
			mastraSpan("memory_operation", "recall", "mastra.memory_operation.input", "x"), `other`,
		},
		"an exporter for Arize moves the content and keeps the types": {
			mastraSpan("model_step", "model_step A", kindKey, "LLM", inputKey, `[{"role":"user","content":"Weather?"},{"role":"assistant","content":"[tool: weather]"}]`,
				outputKey, `{"text":"It is 21C.","toolCalls":[]}`, "mastra.model_step.output", `{"text":"It is 21C.","toolCalls":[]}`,
				"mastra.model_step.input", `[{"role":"user","content":"Weather?"},{"role":"assistant","content":"[tool: weather]"}]`),
			`llm | in user "Weather?" | out assistant "It is 21C."`,
		},
		"a chunk that Arize calls a generation is a link": {
			mastraSpan("model_chunk", "model_chunk A", kindKey, "LLM", outputKey, `{"text":"It is"}`), `other`,
		},
		"a tool with Arize's keys": {
			mastraSpan("tool_call", "execute_tool weather", kindKey, "TOOL", "tool.name", "weather", "tool_call.id", "c1",
				inputKey, `{"city":"Paris"}`, outputKey, `{"temp":21}`),
			`tool weather c1 | request {"city": "Paris"} | result {"temp": 21}`,
		},
		"version 0.3 without prefixes": {
			mastraSpan("agent_run", "agent.guide", "gen_ai.operation.name", "agent.run", "agent.id", "guide", "threadId", "t1",
				"input", `[{"role":"user","content":"Weather?"}]`, "output", `{"text":"It is 21C."}`),
			`agent guide | session t1 | request "Weather?" | result "It is 21C." | joined`,
		},
		"version 0.3: a generation that chose tools": {
			mastraSpan("llm_generation", "tool_selection m1", "gen_ai.operation.name", "tool_selection", "gen_ai.request.model", "m1",
				"input", `{"messages":[{"role":"user","content":"Weather?"}]}`, "gen_ai.prompt", `{"messages":[{"role":"user","content":"Weather?"}]}`,
				"output", `{"text":"","toolCalls":[{"toolCallId":"c1","toolName":"weather","args":{"city":"Paris"}}]}`),
			`llm | model m1 | in user "Weather?" | out assistant "" call c1 weather {"city": "Paris"} | joined`,
		},
		"version 0.3: a tool that failed": {
			mastraSpan("tool_call", "tool.execute weather", "gen_ai.operation.name", "tool.execute", "gen_ai.tool.name", "weather",
				"input", `{"city":"X"}`, "gen_ai.tool.input", `{"city":"X"}`, "gen_ai.tool.success", false, "error.message", "boom", "error.type", "TOOL"),
			`tool weather | request {"city": "X"} | failed "boom"`,
		},
		"version 0.2 had operations alone": {
			spanOf("@mastra/otel", "tool_selection m1", "gen_ai.operation.name", "tool_selection", "output", "Hello"), `llm | out assistant "Hello"`,
		},
		"the core's own telemetry: a stream": {
			spanOf("mastra", "mastra.stream", "mastra.operationId", "mastra.stream", "aisdk.model.id", "m1",
				"stream.prompt.messages", `[{"role":"user","content":[{"type":"text","text":"Weather?"}]}]`, "stream.response.text", "It is 21C."),
			`agent | model m1 | request "Weather?" | result "It is 21C."`,
		},
		"the core's own telemetry: its call of the model": {
			spanOf("mastra", "mastra.stream.aisdk.doStream", "mastra.operationId", "mastra.stream.aisdk.doStream", "aisdk.model.id", "m1",
				"stream.response.text", "Let me.", "stream.response.toolCalls", `[{"type":"tool-call","toolCallId":"c1","toolName":"weather","args":{"city":"Paris"}}]`,
				"stream.response.finishReason", "tool-calls"),
			`llm | model m1 | finish tool-calls | out assistant "Let me." call c1 weather {"city": "Paris"}`,
		},
		"the core's own telemetry: a tool": {
			spanOf("mastra", "mastra.stream.toolCall", "mastra.operationId", "mastra.stream.toolCall", "stream.toolCall.toolName", "weather",
				"stream.toolCall.toolCallId", "c1", "stream.toolCall.args", `{"city":"Paris"}`, "stream.toolCall.result", `{"temp":21}`),
			`tool weather c1 | request {"city": "Paris"} | result {"temp": 21}`,
		},
		"the core's other spans are links": {spanOf("mastra", "agent.getMemory"), `other`},
	})
}

func TestMastraCountsTokens(t *testing.T) {
	o := Read(mastraSpan("model_inference", "chat m1", "gen_ai.usage.input_tokens", 27, "gen_ai.usage.output_tokens", 14,
		"gen_ai.usage.reasoning_tokens", 3))
	assert.Equal(t, []observation.Count{{Name: "input", Tokens: 27}, {Name: "output", Tokens: 14}, {Name: "reasoning", Tokens: 3}}, o.Usage)
}

func FuzzReadMastra(f *testing.F) {
	f.Add("agent_run", `[{"role":"user","content":"Hi"}]`, `{"text":"Hello","object":{}}`)
	f.Add("model_step", `[{"role":"tool","content":"[tool-result: x]"}]`, `{"text":"","toolCalls":[{"toolName":"x"}]}`)
	f.Add("tool_call", `{"a":1}`, `{"error":"x","runId":"9f"}`)
	f.Fuzz(func(t *testing.T, kind, input, output string) {
		o := Read(mastraSpan(kind, "step", "mastra."+kind+".input", input, "mastra."+kind+".output", output,
			"gen_ai.tool.call.arguments", input, "gen_ai.tool.call.result", output))
		if o.Role == observation.Tool && o.JoinedResult {
			t.Error("a tool's output joins no turns")
		}
	})
}
