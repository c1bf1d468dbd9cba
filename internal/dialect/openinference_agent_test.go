package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestOpenInferenceQuestions(t *testing.T) {
	tests := []struct {
		name string
		span *span.Span
		want string
	}{
		{"a text", oiSpan("", "run", "AGENT", "input.value", "hi"), "hi"},
		{"the task of smolagents", oiSpan("openinference.instrumentation.smolagents", "CodeAgent.run", "AGENT", "smolagents.task", "hi", "input.value", `{"task":"hi","stream":false}`), "hi"},
		{"the memory of a smolagents step is no question", oiSpan("openinference.instrumentation.smolagents", "Step 1", "CHAIN", "input.value", `{"memory_step":"ActionStep(step_number=1, timing=None)"}`), ""},
		{"OI-T75: the newest user's message of a state", oiSpan(langChainPython, "LangGraph", "CHAIN", "input.value",
			`{"messages":[{"type":"system","data":{"content":"be kind"}},{"type":"human","data":{"content":"a"}},{"type":"ai","data":{"content":"b"}},{"type":"human","data":{"content":"c"}}]}`), "c"},
		{"what a module of DSPy is called with", oiSpan("openinference.instrumentation.dspy", "ReAct.forward", "CHAIN", "input.value", `{"input_args":{"question":"hi"}}`), "hi"},
		{"messages in one level", oiSpan(langChainPython, "LangGraph", "CHAIN", "input.value", `{"messages":[{"content":"hi","type":"human","id":null}]}`), "hi"},
		{"messages as constructors", oiSpan(langChainJS, "LangGraph", "CHAIN", "input.value", `{"messages":[{"lc":1,"type":"constructor","id":["m","HumanMessage"],"kwargs":{"content":"hi"}}]}`), "hi"},
		{"messages as pairs", oiSpan(langChainPython, "LangGraph", "CHAIN", "input.value", `{"messages":[["user","hi"]]}`), "hi"},
		{"messages as texts", oiSpan(langChainPython, "LangGraph", "CHAIN", "input.value", `{"messages":["hi"]}`), "hi"},
		{"a question beside other inputs", oiSpan(langChainPython, "chain", "CHAIN", "input.value", `{"input":"hi","chat_history":[]}`), "hi"},
		{"what a command sends", oiSpan(langChainJS, "node", "CHAIN", "input.value", `{"lg_name":"Command","update":{"messages":[{"role":"user","content":"hi"}]},"goto":"b"}`), "hi"},
		{"what is sent to a node", oiSpan(langChainJS, "node", "CHAIN", "input.value", `{"lg_name":"Send","node":"b","args":{"messages":[{"role":"user","content":"hi"}]}}`), "hi"},
		{"a run that is resumed", oiSpan(langChainPython, "LangGraph", "CHAIN", "input.value", `{"resume":{"type":"approve"}}`), `{"resume":{"type":"approve"}}`},
		{"the first task of a crew without inputs", oiSpan("openinference.instrumentation.crewai", "Crew.kickoff", "CHAIN", "crew_tasks", `[{"description":"Find tea"},{"description":"Brew it"}]`), "Find tea"},
		{"a task of CrewAI without the prompt that is made of it", oiSpan("openinference.instrumentation.crewai._event_listener", "r.t.execute", "AGENT",
			"task_description", "Find tea", "input.value", "Find tea\n\nIn these words: ...", "input.mime_type", "text/plain"), "Find tea"},
		{"a task of CrewAI that is hidden", oiSpan("openinference.instrumentation.crewai._event_listener", "r.t.execute", "AGENT",
			"task_description", "Find tea", "input.value", "__REDACTED__"), "__REDACTED__"},
		{"the message of Google's ADK", oiSpan("openinference.instrumentation.google_adk", "invocation [app]", "CHAIN", "input.value",
			`{"user_id":"u","session_id":"s","new_message":{"parts":[{"text":"hi"}],"role":"user"}}`), "hi"},
		{"a question of LlamaIndex", oiSpan("openinference.instrumentation.llama_index", "AgentWorkflow.run", "AGENT", "input.value", `{"user_msg":"hi","max_iterations":5}`), "hi"},
		{"a question of LlamaIndex among keywords", oiSpan("openinference.instrumentation.llama_index", "FunctionAgent.run", "AGENT", "input.value", `{"kwargs":{"user_msg":"hi"}}`), "hi"},
		{"a task of AutoGen", oiSpan("openinference.instrumentation.autogen_agentchat", "Team.run_stream", "CHAIN", "input.value", `{"task":"hi"}`), "hi"},
		{"messages of AutoGen", oiSpan("openinference.instrumentation.autogen_agentchat", "a.on_messages_stream", "AGENT", "input.value",
			`{"messages":[{"source":"user","content":"hi","type":"TextMessage"}]}`), "hi"},
		{"a message of AG2", oiSpan("openinference.instrumentation.ag2", "a.initiate_chat", "AGENT", "input.value", `{"message":"hi","sender":"a","recipient":"b"}`), "hi"},
		{"a question of LangChain4j", oiSpan("", "AiService.chat", "AGENT", "input.value", `[{"role":"system","content":"x"},{"role":"user","content":"hi"}]`), "hi"},
		{"no input", oiSpan("", "Agent workflow", "AGENT"), ""},
		{"null is no input", oiSpan("", "run", "AGENT", "input.value", "null"), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, Read(test.span).Request.Text())
		})
	}
}

func TestOpenInferenceFinalAnswers(t *testing.T) {
	tests := []struct {
		name string
		span *span.Span
		want string
	}{
		{"a text", oiSpan("", "run", "AGENT", "output.value", "done"), `"done"`},
		{"OI-T72: the last answer of a state", oiSpan(langChainPython, "LangGraph", "CHAIN", "output.value",
			`{"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"done"}],"remaining_steps":3}`), `"done"`},
		{"OI-T73: answers that only call tools are passed over", oiSpan(langChainPython, "LangGraph", "CHAIN", "output.value",
			`{"messages":[{"role":"user","content":"hi"},{"type":"ai","data":{"content":"done"}},{"type":"ai","data":{"content":"","tool_calls":[{"name":"f","args":{},"id":"c1"}]}}]}`), `"done"`},
		{"OI-T73: a tool that returns directly", oiSpan(langChainPython, "LangGraph", "CHAIN", "output.value",
			`{"messages":[{"role":"user","content":"hi"},{"type":"ai","data":{"content":"","tool_calls":[{"name":"f","args":{},"id":"c1"}]}},{"type":"tool","data":{"content":"7","tool_call_id":"c1"}}]}`), `"7"`},
		{"OI-T74: content as blocks", oiSpan(langChainPython, "LangGraph", "CHAIN", "output.value",
			`{"messages":[{"type":"ai","data":{"content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"Yes"}]}}]}`), `"Yes"`},
		{"OI-T57: a crew's output", oiSpan("openinference.instrumentation.crewai", "Crew.kickoff", "CHAIN", "output.value", `{"raw":"Answer","pydantic":null,"tasks_output":[{"raw":"x"}]}`), `"Answer"`},
		{"OI-T11: the repr of a final event", oiSpan("openinference.instrumentation.llama_index", "AgentWorkflow.run", "AGENT", "output.value", `StopEvent(result='done')`), `"done"`},
		{"OI-T11: the repr of an object that isn't read", oiSpan("openinference.instrumentation.llama_index", "AgentWorkflow.run", "AGENT", "output.value",
			`AgentOutput(response=ChatMessage(role=<MessageRole.ASSISTANT: 'assistant'>, additional_kwargs={}), tool_calls=[])`), ""},
		{"an executor's output", oiSpan(langChainJS, "AgentExecutor", "CHAIN", "output.value", `{"input":"hi","output":"done"}`), `"done"`},
		{"the answer in a command", oiSpan(langChainJS, "model_request", "CHAIN", "output.value",
			`{"output":[{"lg_name":"Command","update":{"messages":[{"lc":1,"id":["m","AIMessage"],"kwargs":{"content":"done"}}]},"goto":[]}]}`), `"done"`},
		{"the last event of Google's ADK", oiSpan("openinference.instrumentation.google_adk", "invocation [app]", "CHAIN", "output.value",
			`{"content":{"parts":[{"text":"done"}],"role":"model"},"invocation_id":"e-1"}`), `"done"`},
		{"the result of an AutoGen team", oiSpan("openinference.instrumentation.autogen_agentchat", "Team.run_stream", "CHAIN", "output.value",
			`{"messages":[{"source":"user","content":"hi","type":"TextMessage"},{"source":"a","content":[{"id":"c1"}],"type":"ToolCallRequestEvent"},
			{"source":"a","content":"hm","type":"ThoughtEvent"},{"source":"a","content":"done","type":"TextMessage"},{"source":"a","content":"so","type":"ThoughtEvent"}],"stop_reason":"x"}`), `"done"`},
		{"a structured answer is kept", oiSpan(langChainJS, "RunnableSequence", "CHAIN", "output.value", `{"name":"Ada","born":1815}`), `"{\"name\":\"Ada\",\"born\":1815}"`},
		{"no output", oiSpan("", "Agent workflow", "AGENT"), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, compact(Read(test.span).Result))
		})
	}
}

func TestOpenInferenceStructuredResponse(t *testing.T) {
	for _, key := range []string{"structuredResponse", "structured_response"} {
		o := oiRead(langChainPython, "LangGraph", "CHAIN", "output.value", `{"messages":[{"role":"assistant","content":"done"}],"`+key+`":{"sum":7}}`)
		assert.Equal(t, `{"sum":7}`, compact(o.Structured), key)
		assert.Equal(t, "done", o.Result.Text(), key)
	}
	o := oiRead("", "chain", "CHAIN", "output.value", `{"structuredResponse":{"sum":7},"other":1}`)
	assert.Empty(t, compact(o.Structured), "without messages it is a value like others")
}

func TestClaudeRunsHoldTheirTurns(t *testing.T) {
	const scope = "openinference.instrumentation.claude_agent_sdk"
	o := oiRead(scope, "ClaudeAgentSDK.query", "AGENT", "input.value", "hi", "output.value", "Done", "llm.model_name", "m",
		"llm.output_messages.0.message.role", "assistant",
		"llm.output_messages.0.message.content.0", "Let me look",
		"llm.output_messages.0.message.content.1", " now",
		"llm.output_messages.0.message.tool_calls.0.tool_call.id", "u1",
		"llm.output_messages.0.message.tool_calls.0.tool_call.function.name", "Bash",
		"llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments", `{"command":"ls"}`,
		"llm.output_messages.1.message.contents.0.message_content.type", "reasoning",
		"llm.output_messages.1.message.contents.0.message_content.text", "hm",
		"llm.output_messages.1.message.contents.1.message_content.type", "text",
		"llm.output_messages.1.message.contents.1.message_content.text", "Done")
	require.Equal(t, observation.OwnTurns, o.Turns, "OI-T20: an agent's span holds all turns")
	require.Len(t, o.Output, 2)
	assert.Equal(t, "Let me look now", o.Output[0].Text, "OI-T19: indexes below content")
	assert.Equal(t, "u1", o.Output[0].Calls[0].ID)
	assert.Equal(t, "Done", o.Output[1].Text)
	assert.Equal(t, "hm", o.Output[1].Reasoning)
	assert.Equal(t, "hi", o.Request.Text())
	assert.Equal(t, "Done", o.Result.Text())

	answer := []any{"llm.output_messages.0.message.role", "assistant", "llm.output_messages.0.message.content.0", "API Error: 500 The sea is rough."}
	failed := oiSpan(scope, "ClaudeAgentSDK.query", "AGENT", answer...)
	failed.Status, failed.StatusMessage = span.Error, "Result error: success"
	failure := Read(failed)
	assert.Empty(t, failure.Output, "what the CLI says of a failed request is no answer of the model")
	assert.Equal(t, "API Error: 500 The sea is rough.", failure.Error)
	assert.Len(t, oiRead(scope, "ClaudeAgentSDK.query", "AGENT", answer...).Output, 1, "in a run that went well it is")

	o = oiRead("@arizeai/openinference-instrumentation-claude-agent-sdk", "ClaudeAgent.query", "AGENT", "output.value", "Done")
	assert.Equal(t, observation.NoTurns, o.Turns, "the port for JavaScript records none")
	o = oiRead("strands.telemetry.tracer", "invoke_agent a", "AGENT", "llm.output_messages.0.message.content", "Hi")
	assert.Equal(t, observation.NoTurns, o.Turns, "OI-T30: those of others are copies")
	assert.Empty(t, o.Output)
	o = oiRead("strands.telemetry.tracer", "invoke_agent a", "AGENT", "output.value", "Hi\n")
	assert.Equal(t, value.OfString("Hi"), o.Result, "Python's newline is no part of the answer")
}
