package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// The scopes of instrumentations whose spans need to be told apart.
const (
	langChainPython = "openinference.instrumentation.langchain"
	langChainJS     = "@arizeai/openinference-instrumentation-langchain"
)

// oiSpan is a span of one second with a kind and further attributes.
func oiSpan(scope, name, kind string, pairs ...any) *span.Span {
	return &span.Span{
		Scope: scope, Name: name, Start: 1_000_000_000, End: 2_000_000_000, Kind: span.Internal, Status: span.OK,
		Attrs: span.AttrsOf(append([]any{"openinference.span.kind", kind}, pairs...)...),
	}
}

func oiRead(scope, name, kind string, pairs ...any) observation.Observation {
	return Read(oiSpan(scope, name, kind, pairs...))
}

func TestOpenInferenceRoles(t *testing.T) {
	tests := []struct {
		name string
		span *span.Span
		want observation.Role
	}{
		{"a generation", oiSpan("", "ChatCompletion", "LLM"), observation.LLM},
		{"an agent", oiSpan("", "assistant", "AGENT"), observation.Agent},
		{"a chain is a wrapper", oiSpan("", "RunnableSequence", "CHAIN"), observation.Agent},
		{"a kind under Future AGI's key", spanOf("traceai_openai", "ChatCompletion", "fi.span.kind", "LLM"), observation.LLM},
		{"a kind under the key of its later versions", spanOf("traceai_langchain", "weather", "gen_ai.span.kind", "TOOL", "tool.name", "weather"), observation.Tool},
		{"OI-T54: the kind in lower case", oiSpan("", "search", "tool"), observation.Tool},
		{"OI-T54: an unknown kind is a wrapper", oiSpan("", "x", "UNKNOWN"), observation.Agent},
		{"OI-T65: embeddings are no step", oiSpan("", "CreateEmbeddings", "EMBEDDING"), observation.Other},
		{"OI-T65: retrievers are no step", oiSpan("", "retrieve", "RETRIEVER"), observation.Other},
		{"OI-T65: guardrails are no step", oiSpan("", "check", "GUARDRAIL"), observation.Other},
		{"OI-T86: evaluators are no step", oiSpan("", "rating", "EVALUATOR"), observation.Other},
		{"prompts are no step", oiSpan("", "ChatPromptTemplate", "PROMPT"), observation.Other},

		{"OI-T1: a tool that is called an agent for its name", oiSpan("", "agent_lookup", "AGENT", "tool.name", "agent_lookup"), observation.Tool},
		{
			"OI-T2: a model run that is called an agent for its name",
			oiSpan(langChainPython, "agent-llm", "AGENT", "llm.model_name", "m", "llm.output_messages.0.message.content", "Hi"), observation.LLM,
		},
		{"OI-T2: a model run with parameters alone", oiSpan(langChainPython, "MyAgentModel", "AGENT", "llm.invocation_parameters", "{}"), observation.LLM},
		{
			"OI-T30: copies of messages on an agent",
			oiSpan("strands.telemetry.tracer", "invoke_agent a", "AGENT", "llm.model_name", "m", "llm.output_messages.0.message.content", "Hi"), observation.Agent,
		},
		{"OI-T30: copies of a request on a chain", oiSpan(langChainPython, "LangGraph", "CHAIN", "llm.input_messages.0.message.content", "Hi"), observation.Agent},

		{"OI-T25: a handoff of the agents SDK for Python", oiSpan("openinference.instrumentation.openai_agents", "handoff to Billing", "TOOL", "output.value", "Billing"), observation.Other},
		{
			"OI-T25: a handoff of the agents SDK for JavaScript",
			oiSpan("@arizeai/openinference-instrumentation-openai-agents", "handoff to Billing", "TOOL", "tool.name", "handoff_to_Billing"), observation.Other,
		},
		{"a tool of somebody's that is named like a handoff", oiSpan("app", "handoff_to_human", "TOOL", "tool.name", "handoff_to_human"), observation.Tool},
		{"OI-T53: a list of MCP tools", oiSpan("", "mcp_tools", "TOOL", "output.value", `["add"]`), observation.Other},
		{"OI-T26: instructor's bookkeeping", oiSpan("", "handle_response_model", "TOOL"), observation.Other},
		{"OI-T22: a summary of parallel calls", oiSpan("", "execute_tool (merged)", "TOOL", "tool.name", "(merged tools)"), observation.Other},
		{"OI-T28: a task that a processor made a tool", oiSpan("opentelemetry.instrumentation.langchain", "execute_task agent", "TOOL", "tool.name", "agent"), observation.Agent},
		{"OI-T28: an older task", oiSpan("", "ChatPromptTemplate.task", "TOOL", "tool.name", "ChatPromptTemplate"), observation.Agent},
		{"a call of a LlamaIndex tool by such a task", oiSpan("", "call_tool.task", "TOOL", "tool.name", "add"), observation.Tool},
		{"OI-T29: a chat that a processor made a tool", oiSpan("", "chat m", "TOOL", "gen_ai.operation.name", "chat", "tool.name", "add, mul"), observation.LLM},
		{"a knowledge base of Bedrock", oiSpan("", "knowledge_base", "TOOL", "retrieval.documents.0.document.content", "x"), observation.Other},
		{"a step of the AI SDK 7 that a processor made a generation", oiSpan("gen_ai", "step 1", "LLM", "gen_ai.operation.name", "agent_step"), observation.Agent},
		{"a tool of the AI SDK 7 that a processor made a generation", oiSpan("gen_ai", "execute_tool add", "LLM", "gen_ai.operation.name", "execute_tool"), observation.Tool},
		{"an agent of the AI SDK 7 that a processor made a generation", oiSpan("gen_ai", "invoke_agent m", "LLM", "gen_ai.operation.name", "invoke_agent"), observation.Agent},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want.String(), Read(test.span).Role.String())
		})
	}
}

func TestOpenInferenceEventChildren(t *testing.T) {
	event := oiSpan("openinference.instrumentation.beeai", "retry", "TOOL", "input.value", `{"error": "busy"}`, "metadata.id", "e1")
	event.End = event.Start
	assert.Equal(t, "other", Read(event).Role.String(), "OI-T27: an event without duration is no call")

	event.Scope = "app"
	assert.Equal(t, "tool", Read(event).Role.String(), "elsewhere it is one")

	broken := oiSpan("openinference.instrumentation.beeai", "error", "TOOL", "input.value", `{"error": "Tool Error"}`, "output.value", "ToolError: Tool Error")
	broken.Status, broken.End = span.Error, broken.Start
	assert.Equal(t, observation.Other, Read(broken).Role, "an event that tells of the error")

	failed := oiSpan("openinference.instrumentation.beeai", "OpenAIChatModel", "LLM", "output.value", "ChatModelError: the sea is rough")
	failed.Status = span.Error
	explained := Read(failed)
	assert.Empty(t, explained.Output, "an explanation of the failure is no answer")
	assert.Equal(t, "ChatModelError: the sea is rough", explained.Error)

	call := oiSpan("openinference.instrumentation.beeai", "get_time", "TOOL", "tool.name", "get_time")
	call.End = call.Start
	assert.Equal(t, "tool", Read(call).Role.String(), "OI-T23: a call made after the fact has no duration either")
}

func TestOpenInferenceOrigin(t *testing.T) {
	o := oiRead(langChainJS, "tools", "CHAIN", "metadata", `{"lc_agent_name": "planner", "thread_id": "t-1"}`)
	assert.Equal(t, "planner", o.AgentName)
	assert.Equal(t, "t-1", o.Session)

	o = oiRead("", "x", "AGENT", "agent.name", "writer", "session.id", "s-1", "metadata", `{"lc_agent_name": "planner", "session_id": "s-2"}`)
	assert.Equal(t, "writer", o.AgentName, "the span's own name stands")
	assert.Equal(t, "s-1", o.Session)

	o = oiRead("", "x", "LLM", "llm.request.model_name", "asked", "llm.model_name", "named", "llm.token_count.prompt", 7,
		"llm.token_count.completion", 5, "llm.token_count.completion_details.reasoning", 2)
	assert.Equal(t, "named", o.Model)
	assert.Equal(t, []observation.Count{{Name: "input", Tokens: 7}, {Name: "output", Tokens: 5}, {Name: "reasoning", Tokens: 2}}, o.Usage)

	o = oiRead("", "x", "LLM", "llm.model_name", "named", "llm.response.model_name", "answered")
	assert.Equal(t, "answered", o.Model)
}

func TestOpenInferenceMasks(t *testing.T) {
	t.Run("OI-T41: a hidden input stays hidden", func(t *testing.T) {
		o := oiRead("openinference.instrumentation.smolagents", "run", "AGENT", "input.value", "__REDACTED__", "smolagents.task", "secret")
		assert.Equal(t, "__REDACTED__", o.Request.Text())
		assert.NotZero(t, o.Content&observation.Redacted)
	})
	t.Run("OI-T41: hidden text is not read from the whole request", func(t *testing.T) {
		o := oiRead("", "ChatCompletion", "LLM",
			"llm.input_messages.0.message.role", "user", "llm.input_messages.0.message.content", "__REDACTED__",
			"llm.input_messages.1.message.role", "assistant", "llm.input_messages.1.message.tool_calls.0.tool_call.function.name", "add",
			"input.value", `{"messages":[{"role":"user","content":"secret"},{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"add","arguments":"{}"}}]}]}`,
			"llm.output_messages.0.message.content", "__REDACTED__", "output.value", `{"choices":[{"message":{"content":"secret, and more"}}]}`)
		assert.Equal(t, "__REDACTED__", o.Input[0].Text)
		assert.Equal(t, "__REDACTED__", o.Output[0].Text)
	})
	t.Run("OI-T41: hidden messages leave the whole request, which was not hidden", func(t *testing.T) {
		o := oiRead("", "ChatCompletion", "LLM", "input.value", `{"messages":[{"role":"user","content":"open"}]}`, "output.value", `{"choices":[{"message":{"role":"assistant","content":"told"}}]}`)
		assert.Equal(t, "open", o.Input[0].Text)
		assert.Equal(t, "told", o.Output[0].Text)
	})
	t.Run("OI-T42: arguments that were left are kept", func(t *testing.T) {
		o := oiRead("", "ChatCompletion", "LLM", "llm.output_messages.0.message.content", "__REDACTED__",
			"llm.output_messages.0.message.tool_calls.0.tool_call.function.name", "find",
			"llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments", `{"n": "1"}`)
		assert.Equal(t, "1", o.Output[0].Calls[0].Arguments.Get("n").Text())
	})
	t.Run("hidden inputs and outputs of a generation", func(t *testing.T) {
		o := oiRead("", "ChatCompletion", "LLM", "input.value", "__REDACTED__", "output.value", "__REDACTED__", "gen_ai.output.messages",
			`[{"role":"assistant","parts":[{"type":"text","content":"secret"}]}]`)
		assert.Equal(t, "__REDACTED__", o.Input[0].Text)
		assert.Equal(t, "__REDACTED__", o.Output[0].Text)
	})
	t.Run("hidden choices of a completion", func(t *testing.T) {
		o := oiRead("", "Completion", "LLM", "llm.choices", "__REDACTED__", "llm.prompts", "__REDACTED__")
		assert.Equal(t, "__REDACTED__", o.Output[0].Text)
		assert.Equal(t, "__REDACTED__", o.Input[0].Text)
	})
	t.Run("a hidden call and its result", func(t *testing.T) {
		o := oiRead("", "add", "TOOL", "tool.name", "add", "input.value", "__REDACTED__", "output.value", "__REDACTED__", "tool.parameters", `{"a": 1}`)
		assert.Equal(t, "__REDACTED__", o.Request.Text())
		assert.Equal(t, "__REDACTED__", o.Result.Text())
	})
	t.Run("what Java leaves out is absent", func(t *testing.T) {
		o := oiRead("", "generate", "LLM", "llm.model_name", "m")
		assert.Empty(t, o.Input)
		assert.Empty(t, o.Output)
		assert.Zero(t, o.Content)
	})
}

func TestOpenInferenceFailures(t *testing.T) {
	t.Run("OI-T62: a pause for a person is no failure", func(t *testing.T) {
		s := oiSpan(langChainPython, "human_review", "CHAIN")
		s.Events = []span.Event{{Name: "exception", Attrs: span.AttrsOf("exception.type", "langgraph.errors.GraphInterrupt", "exception.message", "approve?")}}
		o := Read(s)
		assert.True(t, o.Interrupted)
		assert.False(t, o.Failed)
	})
	t.Run("the class of a JavaScript error stands below its empty message", func(t *testing.T) {
		s := oiSpan(langChainJS, "triage", "CHAIN")
		s.Status, s.StatusMessage = span.Error, "\n\nParentCommand\n    at run (/app/state.cjs:1:2)"
		assert.False(t, Read(s).Failed)
		s.StatusMessage = "[{\"value\": \"ok?\"}]\n\nGraphInterrupt: [{\"value\": \"ok?\"}]\n    at run (/app/state.cjs:1:2)"
		assert.True(t, Read(s).Interrupted)
	})
	t.Run("an error that repeats its message and its stack", func(t *testing.T) {
		s := oiSpan(langChainJS, "price", "TOOL", "tool.name", "price")
		s.Status, s.StatusMessage = span.Error, "service down\n\nError: service down\n    at fn (/app/tools.mjs:1:2)"
		o := Read(s)
		require.True(t, o.Failed)
		assert.Equal(t, "service down", o.Error)
	})
}

func FuzzReadOpenInference(f *testing.F) {
	f.Add("LLM", "llm.output_messages.0.message.content", "hi", `{"choices":[{"message":{"content":"hi"}}]}`)
	f.Add("LLM", "llm.input_messages.1.message.tool_calls.0.tool_call.function.name", "add", `{"generations":[[{"text":"","message":{"lc":1,"kwargs":{}}}]]}`)
	f.Add("TOOL", "tool.parameters", `{"type":"object","properties":{}}`, `{"output":{"lg_name":"Command","update":{"messages":[]}}}`)
	f.Add("AGENT", "tool.name", "agent_lookup", `content='7' name='add' tool_call_id='c1'`)
	f.Add("CHAIN", "metadata", `{"lc_agent_name": 7}`, `{"messages":[["user","hi"]],"structuredResponse":{}}`)
	f.Add("TOOL", "llm.input_messages.0.message.tool_calls.0.tool_call.function.arguments", `[{"name":"a"}]`, `[true,{"content":null}]`)
	f.Fuzz(func(t *testing.T, kind, key, text, body string) {
		for _, scope := range []string{"", langChainJS, "openinference.instrumentation.autogen_agentchat", "openinference.instrumentation.claude_agent_sdk"} {
			o := oiRead(scope, "ClaudeAgentSDK.query", kind, key, text, "input.value", body, "output.value", body, "llm.output_messages.1.message.role", text)
			if o.Role == observation.Other && len(o.Input)+len(o.Output) > 0 {
				t.Fatalf("a link with messages: %+v", o)
			}
		}
	})
}
