package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// flowSpan is a span of MLflow with the attributes of keys and values in turn.
func flowSpan(kind, name string, pairs ...any) *span.Span {
	return spanOf("mlflow", name, append([]any{mlflowType, `"` + kind + `"`}, pairs...)...)
}

func TestMLflow(t *testing.T) {
	checkReadings(t, map[string]reading{
		"V-T21: a type is a word in quotes": {
			flowSpan("CHAT_MODEL", "chat", mlflowInput, `{"messages":[{"role":"user","content":"Hi"}]}`,
				mlflowOutput, `{"choices":[{"message":{"role":"assistant","content":"Hello"}}]}`),
			`llm | in user "Hi" | out assistant "Hello"`,
		},
		"V-T21: names are in quotes too": {
			flowSpan("LLM", "m", "mlflow.llm.model", `"m1"`, "mlflow.trace.session", `"s1"`, mlflowOutput, `"Hello"`),
			`llm | session s1 | model m1 | out assistant "Hello"`,
		},
		"V-T21: a tool of a function": {
			flowSpan("TOOL", "weather", "mlflow.spanFunctionName", `"get_weather"`, mlflowInput, `{"city":"Paris"}`, mlflowOutput, `"sunny"`),
			`tool get_weather | request {"city": "Paris"} | result "sunny"`,
		},
		"a tool named by its span": {
			flowSpan("TOOL", "weather", mlflowInput, `{"city":"Paris"}`, mlflowOutput, `{"temp":21}`),
			`tool weather | request {"city": "Paris"} | result {"temp": 21}`,
		},
		"a module of DSPy is no generation, though it may have the type of one": {
			flowSpan("LLM", "Predict.forward", "signature", `"question -> answer"`, mlflowInput, `{"question":"Hi"}`, mlflowOutput, `{"reasoning":"","answer":"Hello"}`),
			`agent | request "Hi" | result "Hello"`,
		},
		"what DSPy's model said is one of several texts": {
			flowSpan("CHAT_MODEL", "LM.__call__", "mlflow.llm.model", `"m1"`, mlflowInput, `{"messages":[{"role":"user","content":"Hi"}]}`, mlflowOutput, `["Hello","Hullo"]`),
			`llm | model m1 | in user "Hi" | out assistant "Hello"`,
		},
		"a tool of DSPy is named beside its span": {
			flowSpan("TOOL", "Tool.weather", "name", `"weather"`, mlflowInput, `{"city":"Paris"}`, mlflowOutput, `"sunny"`),
			`tool weather | request {"city": "Paris"} | result "sunny"`,
		},
		"a crew of CrewAI that was given no inputs": {
			flowSpan("CHAIN", "Crew.kickoff", mlflowInput, `{}`, "tasks", `"[{'agent': 'a', 'description': 'Say hi.', 'tools': []}]"`, mlflowOutput, `{"raw":"Hi","tasks_output":[]}`),
			`agent | request "Say hi." | result "Hi"`,
		},
		"a task of CrewAI": {
			flowSpan("CHAIN", "Task.execute_sync", mlflowInput, `{"agent":{"role":"a"},"context":"","tools":[]}`, "description", `"Say hi."`, "expected_output", `"words"`, mlflowOutput, `{"description":"Say hi.","raw":"Hi"}`),
			`agent | request "Say hi." | result "Hi"`,
		},
		"an agent of CrewAI": {
			flowSpan("AGENT", "a", mlflowInput, `{"task":{"description":"Say hi.","expected_output":"words"},"context":""}`, mlflowOutput, `"Hi"`), `agent | request "Say hi." | result "Hi"`,
		},
		"a model of CrewAI that asks for a tool": {
			flowSpan("LLM", "m", mlflowInput, `{"messages":"Say hi."}`, mlflowOutput, `[{"function":{"arguments":"{\"day\":1}","name":"boats"},"id":"c1","type":"function"}]`),
			`llm | in user "Say hi." | out assistant call c1 boats {"day": 1}`,
		},
		"a tool of CrewAI": {
			flowSpan("TOOL", "boats", mlflowInput, `{"agent_action":{"thought":"","tool":"boats","tool_input":"{\"day\": 1}"},"tools":[]}`, mlflowOutput, `{"result":"B-7","result_as_answer":false}`),
			`tool boats | request {"day": 1} | result "B-7"`,
		},
		"a tool whose result has a result": {
			flowSpan("TOOL", "add", mlflowInput, `{"a":1}`, mlflowOutput, `{"result":2}`), `tool add | request {"a": 1} | result {"result": 2}`,
		},
		"a tool of smolagents is named after its class": {
			flowSpan("TOOL", "SimpleTool.__call__", mlflowInput, `{"sanitize_inputs_outputs":true,"kwargs":{"city":"Paris"}}`, mlflowOutput, `{"_value":"sunny"}`),
			`tool SimpleTool | request {"city": "Paris"} | result "sunny" | class`,
		},
		"a generation of AutoGen's is in AutoGen's types": {
			flowSpan("LLM", "OpenAIChatCompletionClient.create", "mlflow.message.format", `"autogen"`,
				mlflowInput, `{"messages":[{"content":"Be brief.","type":"SystemMessage"},{"content":"Add.","source":"user","type":"UserMessage"},`+
					`{"content":[{"id":"c0","arguments":"{\"a\":0}","name":"add"}],"thought":"Sum.","source":"a","type":"AssistantMessage"},`+
					`{"content":[{"content":"No.","name":"add","call_id":"c0","is_error":true}],"type":"FunctionExecutionResultMessage"}],"tools":[]}`,
				mlflowOutput, `{"finish_reason":"function_calls","content":[{"id":"c1","arguments":"{\"a\":1}","name":"add"}],"thought":null}`),
			`llm | finish function_calls | in system "Be brief." | in user "Add." | in assistant thinks "Sum." call c0 add {"a": 0} | in tool result c0 add "No." failed | out assistant call c1 add {"a": 1}`,
		},
		"a generation of AutoGen's may be text": {
			flowSpan("LLM", "OpenAIChatCompletionClient.create", "mlflow.message.format", `"autogen"`,
				mlflowInput, `{"messages":[{"content":"Hi","source":"user","type":"UserMessage"},{"content":"x","type":"New"}]}`,
				mlflowOutput, `{"finish_reason":"stop","content":"Hello","thought":"Greet."}`),
			`llm | finish stop | in user "Hi" | out assistant "Hello" thinks "Greet."`,
		},
		"an agent of AutoGen's results in its last text": {
			flowSpan("AGENT", "guide.run", mlflowInput, `{"task":"Hi"}`, mlflowOutput, `{"messages":[`+
				`{"source":"user","models_usage":null,"content":"Hi","type":"TextMessage"},{"source":"guide","models_usage":null,"content":"Hello","type":"TextMessage"},`+
				`{"source":"guide","models_usage":null,"content":[],"type":"ToolCallRequestEvent"}],"stop_reason":null}`),
			`agent | request "Hi" | result "Hello"`,
		},
		"an agent of AutoGen's may result in an object": {
			flowSpan("AGENT", "guide.on_messages", mlflowOutput, `{"chat_message":{"source":"guide","models_usage":null,"content":{"temp":21},"type":"StructuredMessage[Weather]"},"inner_messages":[]}`),
			`agent | result {"temp": 21}`,
		},
		"a tool of LlamaIndex is called by a method": {
			flowSpan("TOOL", "FunctionTool.acall", "name", `"weather"`, mlflowInput, `{"kwargs":{"city":"Paris"}}`, mlflowOutput, `"sunny"`),
			`tool weather | request {"city": "Paris"} | result "sunny"`,
		},
		"LlamaIndex putting a request together is no generation": {
			flowSpan("LLM", "OpenAI._prepare_chat_with_tools", mlflowInput, `{"chat_history":[]}`, mlflowOutput, `{"messages":[]}`), `other`,
		},
		"a type without quotes is the same type": {
			spanOf("mlflow", "weather", mlflowType, "TOOL", mlflowInput, `{"city":"Paris"}`), `tool weather | request {"city": "Paris"}`,
		},
		"a retriever is a tool": {
			flowSpan("RETRIEVER", "docs", mlflowInput, `"tides"`, mlflowOutput, `[{"page_content":"low"}]`),
			`tool docs | request "tides" | result [{"page_content": "low"}]`,
		},
		"parsers, embeddings and judges are links": {flowSpan("PARSER", "StrOutputParser", mlflowOutput, `"x"`), `other`},
		"a type of the user's own is a wrapper":    {flowSpan("MY_STEP", "flow", mlflowInput, `{"question":"Hi"}`, mlflowOutput, `"Hello"`), `agent | request "Hi" | result "Hello"`},
		"an agent's text that is JSON is to the letter": {
			flowSpan("AGENT", "guide", mlflowInput, `"Hi"`, mlflowOutput, `"{\"output\":\"low\"}"`), `agent | request "Hi" | result "{\"output\":\"low\"}"`,
		},
		"a responses agent": {
			flowSpan("AGENT", "predict", mlflowInput, `{"request":{"input":[{"role":"user","content":"Weather?"}]}}`, mlflowOutput,
				`{"output":[{"type":"function_call","call_id":"c1","name":"weather","arguments":"{}"},`+
					`{"type":"function_call_output","call_id":"c1","output":"21"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"It is 21C."}]}]}`),
			`agent | request "Weather?" | result "It is 21C."`,
		},
		"LangChain's batch of messages and its answer": {
			flowSpan("CHAT_MODEL", "ChatOpenAI", mlflowInput, `[[{"content":"Add.","type":"human"}]]`, mlflowOutput,
				`{"generations":[[{"text":"","generation_info":{"finish_reason":"tool_calls"},"type":"ChatGeneration","message":{"content":"","type":"ai",`+
					`"tool_calls":[{"name":"sum","args":{"a":1},"id":"c1","type":"tool_call"}]}}]],"llm_output":{}}`),
			`llm | finish tool_calls | in user "Add." | out assistant "" call c1 sum {"a": 1}`,
		},
		"LangChain's tool, as Python prints its message": {
			flowSpan("TOOL", "weather", mlflowInput, `"{'city': 'Paris'}"`, mlflowOutput, `"content='21' name='weather' tool_call_id='c1'"`),
			`tool weather c1 | request {"city": "Paris"} | result "21"`,
		},
		"DSPy's alternatives": {
			flowSpan("CHAT_MODEL", "LM.__call__", mlflowInput, `{"prompt":null,"messages":[{"role":"user","content":"Hi"}]}`, mlflowOutput, `["Hello","Hey"]`),
			`llm | in user "Hi" | out assistant "Hello"`,
		},
		"a model named in the answer": {
			flowSpan("LLM", "m", mlflowOutput, `{"model":"m1","role":"assistant","content":[{"type":"text","text":"Hello"}],"stop_reason":"end_turn"}`),
			`llm | model m1 | finish end_turn | out assistant "Hello"`,
		},
		"a structured response beats the last message": {
			flowSpan("CHAIN", "LangGraph", mlflowOutput, `{"messages":[{"type":"ai","content":"Done."}],"structured_response":{"temp":21}}`),
			`agent | result "Done." | structured {"temp": 21}`,
		},
		"an exception": {
			thrown(flowSpan("TOOL", "weather", mlflowInput, `{"city":"X"}`), "ValueError", "boom"),
			`tool weather | request {"city": "X"} | failed "boom"`,
		},
		"with the GenAI option no type is left": {
			spanOf("mlflow", "chat", "gen_ai.operation.name", "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
			`llm | out assistant "Hello"`,
		},
	})
}

func TestMLflowCountsTokens(t *testing.T) {
	o := Read(flowSpan("LLM", "m", "mlflow.chat.tokenUsage", `{"input_tokens":27,"output_tokens":14,"total_tokens":41}`))
	assert.Equal(t, []observation.Count{{Name: "input", Tokens: 27}, {Name: "output", Tokens: 14}}, o.Usage)
}

func FuzzReadMLflow(f *testing.F) {
	f.Add("CHAT_MODEL", `{"messages":[{"role":"user","content":"Hi"}]}`, `["Hello"]`)
	f.Add("TOOL", `"{'city': 'Paris'}"`, `"content='21' tool_call_id='c1'"`)
	f.Add("AGENT", `{"request":{"input":[]}}`, `{"output":[{"type":"message","role":"assistant"}]}`)
	f.Fuzz(func(t *testing.T, kind, input, output string) {
		o := Read(flowSpan(kind, "step", mlflowInput, input, mlflowOutput, output))
		if o.Dialect != "mlflow" {
			t.Errorf("read by %q", o.Dialect)
		}
	})
}
