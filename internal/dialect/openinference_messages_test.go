package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

const (
	oiIn  = "llm.input_messages."
	oiOut = "llm.output_messages."
)

// textsOf is the text of a response's messages, one line each.
func textsOf(messages []observation.Message) string {
	text := ""
	for i := range messages {
		if i > 0 {
			text += "\n"
		}
		text += messages[i].Text
	}
	return text
}

func askedFor(messages []observation.Message) []string {
	var names []string
	for i := range messages {
		for j := range messages[i].Calls {
			names = append(names, messages[i].Calls[j].ID+":"+messages[i].Calls[j].Name)
		}
	}
	return names
}

func TestOpenInferenceAnswers(t *testing.T) {
	tests := []struct {
		name      string
		span      *span.Span
		text      string
		reasoning string
		calls     []string
	}{
		{"content as text", oiSpan("", "ChatCompletion", "LLM", oiOut+"0.message.content", "Hi"), "Hi", "", nil},
		{"OI-T15: content and contents with the same text", oiSpan("", "response", "LLM",
			oiOut+"0.message.content", "Hi", oiOut+"0.message.contents.0.message_content.text", "Hi"), "Hi", "", nil},
		{"OI-T16: a call listed twice", oiSpan("", "messages.create", "LLM",
			oiOut+"0.message.contents.0.message_content.type", "text", oiOut+"0.message.contents.0.message_content.text", "Let me see.",
			oiOut+"0.message.contents.1.message_content.type", "tool_use", oiOut+"0.message.contents.1.tool_call.id", "t1",
			oiOut+"0.message.contents.1.tool_call.function.name", "add",
			oiOut+"0.message.tool_calls.0.tool_call.id", "t1", oiOut+"0.message.tool_calls.0.tool_call.function.name", "add"), "Let me see.", "", []string{"t1:add"}},
		{"OI-T17: reasoning is not the answer", oiSpan("", "messages.create", "LLM",
			oiOut+"0.message.contents.0.message_content.type", "reasoning", oiOut+"0.message.contents.0.message_content.text", "think",
			oiOut+"0.message.contents.1.message_content.type", "text", oiOut+"0.message.contents.1.message_content.text", "yes"), "yes", "think", nil},
		{"a thought of AutoGen beside calls", oiSpan("openinference.instrumentation.autogen_agentchat", "create", "LLM",
			oiOut+"0.message.role", "assistant", oiOut+"0.message.tool_calls.0.tool_call.id", "c1", oiOut+"0.message.tool_calls.0.tool_call.function.name", "add",
			"output.value", `{"finish_reason":"function_calls","content":[{"id":"c1","arguments":"{}","name":"add"}],"thought":"Let me add."}`), "", "Let me add.", []string{"c1:add"}},
		{"OI-T14: a gap in the index of calls", oiSpan("", "call_llm", "LLM", oiOut+"0.message.role", "model",
			oiOut+"0.message.tool_calls.1.tool_call.function.name", "add", oiOut+"0.message.tool_calls.1.tool_call.id", "c9"), "", "", []string{"c9:add"}},
		{"a part that only says it is a call", oiSpan("", "x", "LLM",
			oiOut+"0.message.contents.0.message_content.type", "tool-call",
			oiOut+"0.message.tool_calls.0.tool_call.id", "c1", oiOut+"0.message.tool_calls.0.tool_call.function.name", "add"), "", "", []string{"c1:add"}},
		{"OI-T44: items of one response", oiSpan("", "OpenAI Responses", "LLM",
			oiOut+"0.message.contents.0.message_content.type", "reasoning", oiOut+"0.message.contents.0.message_content.text", "hm",
			oiOut+"1.message.contents.0.message_content.type", "output_text", oiOut+"1.message.contents.0.message_content.text", "a",
			oiOut+"2.message.tool_calls.0.tool_call.id", "c1", oiOut+"2.message.tool_calls.0.tool_call.function.name", "f"), "\na\n", "hm", []string{"c1:f"}},
		{"OI-T45: choices of one response", oiSpan("", "ChatCompletion", "LLM", oiOut+"0.message.content", "a", oiOut+"1.message.content", "b"), "a", "", nil},
		{"OI-T45: choices of a span that is named after its response", oiSpan("", "write_response", "LLM",
			oiOut+"0.message.content", "a", oiOut+"1.message.content", "b", "output.value", `{"choices":[{"message":{"content":"a"}},{"message":{"content":"b"}}]}`), "a", "", nil},
		{"messages of the agents SDK are items", oiSpan("openinference.instrumentation.openai_agents", "generation", "LLM",
			oiOut+"0.message.content", "a", oiOut+"1.message.tool_calls.3.tool_call.function.name", "f"), "a\n", "", []string{":f"}},
		{"OI-T10: the flattened text beats a prefixed output", oiSpan("openinference.instrumentation.llama_index", "OpenAI.achat", "LLM",
			oiOut+"0.message.content", "42", "output.value", "assistant: 42"), "42", "", nil},
		{"OI-T10: a prefix is dropped where the output stands alone", oiSpan("openinference.instrumentation.llama_index", "OpenAI.achat", "LLM", "output.value", "assistant: 42"), "42", "", nil},
		{"a prefix that the model wrote is kept", oiSpan("", "x", "LLM", "output.value", "assistant: 42"), "assistant: 42", "", nil},
		{"a completion", oiSpan("", "Completion", "LLM", "llm.choices.0.completion.text", "one", "llm.choices.1.completion.text", "two"), "one", "", nil},
		{"a message in one attribute", oiSpan("", "x", "LLM", "llm.output_messages",
			`[{"message.role": "assistant", "message.content": "", "message.tool_calls": [{"tool_call.id": "c1", "tool_call.function.name": "f", "tool_call.function.arguments": "{}"}]}]`), "", "", []string{"c1:f"}},
		{"a text in one attribute", oiSpan("", "completions.create", "LLM", "llm.output_messages", "once upon a time"), "once upon a time", "", nil},
		{"the call of a model that could make one", oiSpan("", "x", "LLM", oiOut+"0.message.role", "assistant",
			oiOut+"0.message.function_call_name", "f", oiOut+"0.message.function_call_arguments_json", `{"a": 1}`), "", "", []string{":f"}},
		{"such a call alone", oiSpan("", "x", "LLM", "llm.function_call", `{"name": "f", "arguments": {"a": 1}}`), "", "", []string{":f"}},
		{"a thought of AutoGen", oiSpan("openinference.instrumentation.autogen_agentchat", "C.create", "LLM",
			oiOut+"0.message.content", "yes", oiOut+"0.thought", "hm"), "yes", "hm", nil},
		{"OI-T19: indexes below content", oiSpan("", "x", "LLM", oiOut+"0.message.content.0", "Let me look", oiOut+"0.message.content.1", " now"), "Let me look now", "", nil},
		{"alternatives of DSPy", oiSpan("openinference.instrumentation.dspy", "LM.__call__", "LLM", "output.value", `["[[ ## answer ## ]]\n4", "5"]`), "[[ ## answer ## ]]\n4", "", nil},
		{"an answer that is JSON is kept to the letter", oiSpan("", "x", "LLM", "output.value", `{"name": "Ada",  "born": 1815}`), `{"name": "Ada",  "born": 1815}`, "", nil},
		{"calls of the AI SDK", oiSpan("", "x", "LLM", "output.value", `[{"toolCallId":"c1","toolName":"f","input":"{\"a\":1}"}]`), "", "", []string{"c1:f"}},
		{"a response of TanStack", oiSpan("", "ai.llm 1", "LLM", "output.value", `{"content":"so","tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{}"}}]}`), "so", "", []string{"c1:f"}},
		{"a response of Gemini", oiSpan("", "x", "LLM", "output.value", `{"candidates":[{"content":{"role":"model","parts":[{"text":"hm","thought":true},{"text":"yes"}]}}]}`), "yes", "hm", nil},
		{"a response of Google's ADK", oiSpan("", "call_llm", "LLM", "output.value", `{"content":{"parts":[{"text":"yes"}],"role":"model"},"partial":false}`), "yes", "", nil},
		{"a response of Bedrock", oiSpan("", "bedrock.converse", "LLM", "output.value", `{"output":{"message":{"role":"assistant","content":[{"text":"yes"}]}}}`), "yes", "", nil},
		{"a refusal stands in the body alone", oiSpan("", "ChatCompletion", "LLM", oiOut+"0.message.role", "assistant", "output.value", `{"choices":[{"message":{"role":"assistant","content":null,"refusal":"I can't."}}]}`), "I can't.", "", nil},
		{"responses of chat completions that the agents SDK lists", oiSpan("@arizeai/openinference-instrumentation-openai-agents", "generation", "LLM",
			"output.value", `[{"choices":[{"message":{"role":"assistant","content":"yes"}}]}]`), "yes", "", nil},
		{"no value", oiSpan("", "x", "LLM", "output.value", "null"), "", "", nil},
		{"OI-T66: prompts of another convention are none", oiSpan("", "x", "LLM", "llm.choices.0.content", "x"), "", "", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := Read(test.span)
			require.Equal(t, "llm", o.Role.String())
			assert.Equal(t, test.text, textsOf(o.Output))
			assert.Equal(t, test.calls, askedFor(o.Output))
			reasoning := ""
			for i := range o.Output {
				reasoning += o.Output[i].Reasoning
			}
			assert.Equal(t, test.reasoning, reasoning)
		})
	}
}

func TestOpenInferenceRequests(t *testing.T) {
	user := func(text string) observation.Message {
		return observation.Message{Speaker: observation.User, Text: text, HasText: true}
	}
	result := func(id, name, text string) observation.Message {
		return observation.Message{Speaker: observation.ToolResult, Results: []observation.Result{{ID: id, Name: name, Output: value.OfString(text)}}}
	}
	tests := []struct {
		name string
		span *span.Span
		want []observation.Message
	}{
		{"OI-T12: an index that begins at one", oiSpan("", "Response", "LLM", oiIn+"1.message.role", "user", oiIn+"1.message.content", "hi"), []observation.Message{user("hi")}},
		{"OI-T13: indexes sort as numbers", oiSpan("", "x", "LLM", oiIn+"10.message.content", "ten", oiIn+"2.message.content", "two"), []observation.Message{user("two"), user("ten")}},
		{"a message without a role is the user's", oiSpan("", "x", "LLM", oiIn+"0.message.content", "hi"), []observation.Message{user("hi")}},
		{
			"a tool's message", oiSpan("", "x", "LLM", oiIn+"0.message.role", "tool", oiIn+"0.message.tool_call_id", "c1", oiIn+"0.message.name", "f", oiIn+"0.message.content", "7"),
			[]observation.Message{result("c1", "f", "7")},
		},
		{
			"a tool's result in a user's message", oiSpan("", "x", "LLM", oiIn+"0.message.role", "user", oiIn+"0.message.tool_call_id", "c1", oiIn+"0.message.content", "7"),
			[]observation.Message{result("c1", "", "7")},
		},
		{
			"pydantic-ai's id of a tool's message", oiSpan("", "x", "LLM", oiIn+"0.message.role", "tool", oiIn+"0.tool_call.id", "c1", oiIn+"0.message.content", "7"),
			[]observation.Message{result("c1", "", "7")},
		},
		{
			"results of AutoGen beside their message", oiSpan("openinference.instrumentation.autogen_agentchat", "x", "LLM", oiIn+"0.message.role", "function",
				oiIn+"0.function.0", `{"name": "f", "content": "7", "call_id": "c1", "is_error": false}`, oiIn+"0.function.1", `{"name": "g", "content": "8", "call_id": "c2"}`),
			[]observation.Message{result("c1", "f", "7"), result("c2", "g", "8")},
		},
		{"OI-T66: prompts as a native list", oiSpan("", "x", "LLM", "llm.prompts", value.OfList(value.OfString("Tell a joke"), value.OfString("two"))), []observation.Message{user("Tell a joke")}},
		{"OI-T66: prompts as JSON", oiSpan("", "x", "LLM", "llm.prompts", `["Tell a joke"]`), []observation.Message{user("Tell a joke")}},
		{"OI-T66: prompts as flattened keys", oiSpan("", "x", "LLM", "llm.prompts.0.prompt.text", "Tell a joke"), []observation.Message{user("Tell a joke")}},
		{"a request of the responses API with one text", oiSpan("", "x", "LLM", "input.value", `{"instructions":"be kind","input":"hi"}`), []observation.Message{user("hi")}},
		{"a request of Gemini", oiSpan("", "x", "LLM", "input.value", `{"contents":[{"role":"user","parts":[{"text":"hi"}]}]}`), []observation.Message{user("hi")}},
		{"a batch of prompts", oiSpan(langChainJS, "x", "LLM", "input.value", `{"messages":[[{"lc":1,"type":"constructor","id":["a","HumanMessage"],"kwargs":{"content":"hi"}}]]}`), []observation.Message{user("hi")}},
		{"the question of Go's instrumentation", oiSpan("", "x", "LLM", "input.value", "hi"), []observation.Message{user("hi")}},
		{"bound arguments", oiSpan("openinference.instrumentation.llama_index", "x", "LLM", "input.value", `{"kwargs":{"messages":[{"role":"user","blocks":[{"block_type":"text","text":"hi"}]}]}}`), []observation.Message{user("hi")}},
		{"OI-T77: early messages dropped, the whole request kept", oiSpan("", "x", "LLM", "input.value", `{"messages":[{"role":"user","content":"hi"}]}`), []observation.Message{user("hi")}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := Read(test.span)
			assert.Equal(t, test.want, o.Input)
		})
	}
}

func TestOpenInferenceCompletedMessages(t *testing.T) {
	t.Run("ids of calls stand in LangChain's own messages alone", func(t *testing.T) {
		o := oiRead(langChainJS, "ChatOpenAI", "LLM",
			oiOut+"0.message.role", "assistant", oiOut+"0.message.content", "",
			oiOut+"0.message.tool_calls.0.tool_call.function.name", "f", oiOut+"0.message.tool_calls.0.tool_call.function.arguments", `{"a":1}`,
			oiOut+"0.message.tool_calls.1.tool_call.function.name", "f", oiOut+"0.message.tool_calls.1.tool_call.function.arguments", `{"a":2}`,
			"output.value", `{"generations":[[{"text":"","message":{"lc":1,"type":"constructor","id":["m","AIMessage"],"kwargs":{"content":"",
				"tool_calls":[{"name":"f","args":{"a":1},"id":"c1"},{"name":"f","args":{"a":2},"id":"c2"}]}},"generationInfo":{"finish_reason":"tool_calls"}}]]}`)
		assert.Equal(t, []string{"c1:f", "c2:f"}, askedFor(o.Output))
		assert.Equal(t, "tool_calls", o.FinishReason)
	})
	t.Run("ids of results likewise", func(t *testing.T) {
		o := oiRead(langChainJS, "ChatOpenAI", "LLM",
			oiIn+"0.message.role", "user", oiIn+"0.message.content", "hi",
			oiIn+"1.message.role", "assistant", oiIn+"1.message.tool_calls.0.tool_call.function.name", "f",
			oiIn+"2.message.role", "tool", oiIn+"2.message.content", "7",
			"input.value", `{"messages":[[{"lc":1,"id":["m","HumanMessage"],"kwargs":{"content":"hi"}},
				{"lc":1,"id":["m","AIMessage"],"kwargs":{"content":"","tool_calls":[{"name":"f","args":{},"id":"c1"}]}},
				{"lc":1,"id":["m","ToolMessage"],"kwargs":{"content":"7","tool_call_id":"c1","status":"error"}}]]}`)
		require.Len(t, o.Input, 3)
		assert.Equal(t, "c1", o.Input[1].Calls[0].ID)
		assert.Equal(t, "c1", o.Input[2].Results[0].ID)
		assert.True(t, o.Input[2].Results[0].Failed)
	})
	t.Run("ids are taken one by one where the body tells less text", func(t *testing.T) {
		o := oiRead("", "x", "LLM", oiOut+"0.message.content", "a longer text", oiOut+"0.message.tool_calls.0.tool_call.function.name", "f",
			"output.value", `{"choices":[{"message":{"content":"short","tool_calls":[{"id":"c1","function":{"name":"f"}}]}}]}`)
		assert.Equal(t, []string{"c1:f"}, askedFor(o.Output))
		assert.Equal(t, "a longer text", o.Output[0].Text)
	})
	t.Run("ids of other calls are not", func(t *testing.T) {
		o := oiRead("", "x", "LLM", oiOut+"0.message.content", "a longer text", oiOut+"0.message.tool_calls.0.tool_call.function.name", "f",
			"output.value", `{"choices":[{"message":{"content":"short","tool_calls":[{"id":"c1","function":{"name":"g"}}]}}]}`)
		assert.Equal(t, []string{":f"}, askedFor(o.Output))
	})
	t.Run("reasoning and calls of the responses API stand in the body alone", func(t *testing.T) {
		o := oiRead(langChainJS, "ChatOpenAI", "LLM", oiOut+"0.message.role", "assistant",
			"output.value", `{"generations":[[{"text":"yes","message":{"lc":1,"id":["m","AIMessage"],"kwargs":{"content":[{"type":"reasoning","reasoning":"hm"},{"type":"text","text":"yes"}],
				"tool_calls":[{"name":"f","args":{},"id":"c1"}]}}}]]}`)
		assert.Equal(t, "yes", o.Output[0].Text)
		assert.Equal(t, "hm", o.Output[0].Reasoning)
		assert.Equal(t, []string{"c1:f"}, askedFor(o.Output))
	})
	t.Run("OI-T46: results that overwrite each other stand in the body", func(t *testing.T) {
		o := oiRead("", "messages.create", "LLM",
			oiIn+"0.message.role", "assistant",
			oiIn+"0.message.tool_calls.0.tool_call.id", "t1", oiIn+"0.message.tool_calls.0.tool_call.function.name", "f",
			oiIn+"0.message.tool_calls.1.tool_call.id", "t2", oiIn+"0.message.tool_calls.1.tool_call.function.name", "g",
			oiIn+"1.message.role", "user", oiIn+"1.message.tool_call_id", "t2", oiIn+"1.message.content", "two",
			"input.value", `{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"f","input":{}},{"type":"tool_use","id":"t2","name":"g","input":{}}]},
				{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"one"},{"type":"tool_result","tool_use_id":"t2","content":"two"}]}]}`)
		var texts []string
		for i := range o.Input {
			for _, r := range o.Input[i].Results {
				texts = append(texts, r.ID+"="+r.Output.Text())
			}
		}
		assert.Equal(t, []string{"t1=one", "t2=two"}, texts)
	})
	t.Run("a result whose text isn't flattened stands in the body", func(t *testing.T) {
		o := oiRead("@arizeai/openinference-instrumentation-bedrock", "bedrock.converse", "LLM",
			oiIn+"0.message.role", "assistant",
			oiIn+"0.message.tool_calls.0.tool_call.id", "t1", oiIn+"0.message.tool_calls.0.tool_call.function.name", "f",
			oiIn+"1.message.role", "user", oiIn+"1.message.tool_call_id", "t1",
			"input.value", `{"messages":[{"role":"assistant","content":[{"toolUse":{"toolUseId":"t1","name":"f","input":{}}}]},
				{"role":"user","content":[{"toolResult":{"toolUseId":"t1","content":[{"text":"one"}],"status":"success"}}]}]}`)
		assert.Equal(t, "one", o.Input[1].Results[0].Output.Text())
	})
	t.Run("an unknown body is no answer beside a flattened one", func(t *testing.T) {
		o := oiRead("", "Messages", "LLM", oiOut+"0.message.content", "A stop sign.", "output.value", `{"id":"m1","raw":"something far longer than the answer"}`)
		assert.Equal(t, "A stop sign.", o.Output[0].Text)
	})
	t.Run("plain output beside an answer that says nothing", func(t *testing.T) {
		o := oiRead("", "x", "LLM", oiOut+"0.message.role", "assistant", "output.value", "yes")
		assert.Equal(t, "yes", o.Output[0].Text)
	})
	t.Run("arguments that were encoded three times", func(t *testing.T) {
		o := oiRead("", "x", "LLM", oiOut+"0.message.tool_calls.0.tool_call.function.name", "f",
			oiOut+"0.message.tool_calls.0.tool_call.function.arguments", `"\"{\\\"a\\\":1}\""`)
		assert.Equal(t, "1", o.Output[0].Calls[0].Arguments.Get("a").Text())
	})
}
