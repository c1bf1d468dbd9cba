package dialect

import (
	"testing"

	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

func pydantic(name string, pairs ...any) *span.Span { return spanOf("pydantic-ai", name, pairs...) }

func TestPydanticAIAgents(t *testing.T) {
	const (
		old   = `{"role":"user","parts":[{"type":"text","content":"old"}]},{"role":"assistant","parts":[{"type":"text","content":"done"}]}`
		fresh = `{"role":"user","parts":[{"type":"text","content":"new"}]},{"role":"assistant","parts":[{"type":"text","content":"ok"}]}`
		retry = `{"role":"user","parts":[{"type":"text","content":"Fix the errors and try again."}]},{"role":"assistant","parts":[{"type":"text","content":"3"}]}`
	)
	checkReadings(t, map[string]reading{
		"G-T19: what was said before this run is no question": {
			pydantic("invoke_agent a", "gen_ai.operation.name", "invoke_agent", "agent_name", "a", allMessagesKey, "["+old+","+fresh+"]", "pydantic_ai.new_message_index", 2, "final_result", "ok"),
			`agent a | request "new" | result "ok"`,
		},
		"G-T19: a message of the system before the first question is not counted": {
			pydantic("invoke_agent a", allMessagesKey, `[{"role":"system","parts":[{"type":"text","content":"Be brief."}]},`+old+","+fresh+"]", "pydantic_ai.new_message_index", 2),
			`agent a | request "new"`,
		},
		"G-T71: a request to try again is no question": {
			pydantic("invoke_agent a", allMessagesKey, "["+fresh+","+retry+"]", "final_result", "3"),
			`agent a | request "new" | result "3"`,
		},
		"an index beyond the end leaves the question to the models": {
			pydantic("agent run", allMessagesKey, "["+fresh+"]", "pydantic_ai.new_message_index", 9), `agent`,
		},
		"G-T21: a text that looks like a number stays as it is": {
			pydantic("agent run", "final_result", "42"), `agent | result "42"`,
		},
		"G-T21: an object is the text of its JSON": {
			pydantic("agent run", "final_result", `{"city":"Oslo"}`), `agent | result "{\"city\":\"Oslo\"}"`,
		},
		"version 1: the only question among the events": {
			pydantic("agent run", "agent_name", "a", "all_messages_events", `[{"content":"Hi","role":"user","gen_ai.message.index":0,"event.name":"gen_ai.user.message"},{"role":"assistant","content":"Hello","event.name":"gen_ai.assistant.message"}]`),
			`agent a | request "Hi"`,
		},
		"version 1: of several questions the models tell which": {
			pydantic("agent run", "all_messages_events", `[{"content":"Hi","role":"user","event.name":"gen_ai.user.message"},{"content":"Again","role":"user","event.name":"gen_ai.user.message"}]`),
			`agent`,
		},
		"a run that failed has no answer": {
			failed(pydantic("agent run", allMessagesKey, `[{"role":"user","parts":[{"type":"text","content":"Hi"}]},{"role":"assistant","parts":[{"type":"text","content":"Let me"},{"type":"tool_call","id":"c1","name":"w"}]}]`), "boom"),
			`agent | request "Hi" | failed "boom"`,
		},
	})
}

func TestPydanticAIModels(t *testing.T) {
	checkReadings(t, map[string]reading{
		"version 1: events in an attribute": {
			pydantic("chat m", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m", "events", `[{"content":"Hi","role":"user","event.name":"gen_ai.user.message"},{"index":0,"message":{"role":"assistant","content":[{"kind":"thinking","text":"hm"},{"kind":"text","text":"Hello"}]},"event.name":"gen_ai.choice"}]`),
			`llm | model m | in user "Hi" | out assistant "Hello" thinks "hm"`,
		},
		"G-T16: a tool's result under another key": {
			pydantic("chat m", "gen_ai.operation.name", "chat", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"tool_call_response","id":"c1","name":"w","result":"3 C"}]}]`, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"thinking","content":"hm"},{"type":"text","content":"3 C"}],"finish_reason":"stop"}]`),
			`llm | finish stop | in user result c1 w "3 C" | out assistant "3 C" thinks "hm"`,
		},
		"an answer is handed over by a call": {
			pydantic("chat m", "gen_ai.operation.name", "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"final_result","arguments":{"n":1}}]}]`),
			`llm | structured {"n": 1} | out assistant call c1 final_result {"n": 1}`,
		},
		"the request lists the tools by which it is handed over": {
			pydantic("chat m", "gen_ai.operation.name", "chat", "model_request_parameters", `{"function_tools":[{"name":"w"}],"output_tools":[{"name":"city"}]}`,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"w","arguments":{"a":1}},{"type":"tool_call","id":"c2","name":"city","arguments":"{\"n\":1}"}]}]`),
			`llm | structured {"n": 1} | out assistant call c1 w {"a": 1} call c2 city {"n": 1}`,
		},
		"a tool is no answer": {
			pydantic("chat m", "gen_ai.operation.name", "chat", "model_request_parameters", `{"function_tools":[{"name":"w"}],"output_tools":[]}`,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"w","arguments":{"a":1}}]}]`),
			`llm | out assistant call c1 w {"a": 1}`,
		},
		"a processor's kind hides no answer": {
			pydantic("chat m", "openinference.span.kind", "LLM", "gen_ai.operation.name", "chat", "llm.output_messages.0.message.role", "assistant",
				"llm.output_messages.0.message.tool_calls.0.tool_call.function.name", "final_result", "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments", `{"n":1}`),
			`llm | structured {"n": 1} | out assistant call final_result {"n": 1}`,
		},
		"G-T35: parts without their content were not recorded": {
			pydantic("chat m", "gen_ai.operation.name", "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text"},{"type":"tool_call","id":"c1","name":"w"}]}]`),
			`llm | out assistant call c1 w`,
		},
	})
}

func TestPydanticAITools(t *testing.T) {
	deferred := with(pydantic("running tool", "gen_ai.tool.name", "w"), "exception", "exception.type", "pydantic_ai.exceptions.CallDeferred", "exception.message", "")
	deferred.Status = span.Error
	checkReadings(t, map[string]reading{
		"versions 1 and 2": {
			pydantic("running tool", "gen_ai.tool.name", "w", "gen_ai.tool.call.id", "c1", "tool_arguments", `{"c":"Oslo"}`, "tool_response", "3 C"),
			`tool w c1 | request {"c": "Oslo"} | result "3 C"`,
		},
		"version 3 and later": {
			pydantic("execute_tool w", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "w", "gen_ai.tool.call.id", "c1", "gen_ai.tool.call.arguments", `{}`, "gen_ai.tool.call.result", `{"c":3}`),
			`tool w c1 | request {} | result {"c": 3}`,
		},
		"a wrapper around tools is no tool": {pydantic("running 2 tools", "tools", `["w","v"]`), `other`},
		"G-T20: an answer that came as a call is no tool": {
			pydantic("execute_tool final_result", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "final_result", "gen_ai.tool.call.arguments", `{"city":"Oslo"}`), `other`,
		},
		"G-T20: nor is one that came back as it went": {
			pydantic("running output function", "gen_ai.tool.name", "answer", "tool_arguments", `{"city":"Oslo"}`, "tool_response", `{"city": "Oslo"}`), `other`,
		},
		"a function that makes something of the answer is": {
			pydantic("execute_tool final_result", "gen_ai.tool.name", "final_result", "gen_ai.tool.call.arguments", `{"city":"Oslo"}`, "gen_ai.tool.call.result", "Oslo, then"),
			`tool final_result | request {"city": "Oslo"} | result "Oslo, then"`,
		},
		"so is one that refuses it": {
			failed(pydantic("execute_tool final_result", "gen_ai.tool.name", "final_result", "gen_ai.tool.call.arguments", `{}`), "no city"),
			`tool final_result | request {} | failed "no city"`,
		},
		"G-T72: a tool whose arguments were wrong never ran, and was asked for": {
			pydantic("execute_tool w", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "w", "gen_ai.tool.call.arguments", `{"c":1}`, "gen_ai.tool.call.result", "c must be a text", "pydantic_ai.tool.failure_stage", "validation"),
			`tool w | request {"c": 1} | result "c must be a text" | failed ""`,
		},
		"a tool that waits for a person pauses the run": {
			pydantic("execute_tool w", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "w", "pydantic_ai.tool.deferral.name", "ApprovalRequired"),
			`tool w | interrupted`,
		},
		"so did earlier versions, by an exception": {deferred, `tool w | interrupted`},
	})
}

// failed is a span whose status is an error.
func failed(s *span.Span, message string) *span.Span {
	s.Status, s.StatusMessage = span.Error, message
	return s
}
