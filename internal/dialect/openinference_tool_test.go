package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// compact is a value as JSON, or nothing when it is absent.
func compact(v value.Value) string {
	if v.IsAbsent() {
		return ""
	}
	return string(v.AppendCompact(nil))
}

func TestOpenInferenceArguments(t *testing.T) {
	tests := []struct {
		name string
		span *span.Span
		tool string
		want string
	}{
		{"what LlamaIndex hands a tool besides", oiSpan("openinference.instrumentation.llama_index", "FunctionTool.acall", "TOOL", "input.value",
			`{"kwargs":{"ctx":"<workflows.context.context.Context object at 0x7f1530469c90>","to_agent":"office"}}`), "FunctionTool", `{"to_agent":"office"}`},
		{"OI-T3: tool.parameters is a schema", oiSpan("openinference.instrumentation.crewai", "web.run", "TOOL", "tool.name", "web",
			"tool.parameters", `{"type":"object","properties":{"q":{"type":"string"}}}`, "input.value", `{"q":"tea"}`), "web", `{"q":"tea"}`},
		{"OI-T3: a schema alone is no input", oiSpan("", "web.run", "TOOL", "tool.name", "web",
			"tool.parameters", `{"type":"object","properties":{"q":{"type":"string"}}}`), "web", ""},
		{"OI-T3: the inputs of smolagents are a schema", oiSpan("", "SimpleTool", "TOOL", "tool.name", "web", "tool.parameters", `{"q":{"type":"string","description":"query"}}`), "web", ""},
		{"OI-T3: the types of AG2 are a schema", oiSpan("", "web", "TOOL", "tool.name", "web", "tool.parameters", `{"q":"str","n":"int"}`), "web", ""},
		{"OI-T4: tool.parameters holds the arguments", oiSpan("", "execute_tool add", "TOOL", "tool.name", "add", "tool.parameters", `{"a":1,"b":2}`), "add", `{"a":1,"b":2}`},
		{"OI-T5: the repr of a dict, labelled as JSON", oiSpan(langChainPython, "get_weather", "TOOL", "tool.name", "get_weather",
			"input.value", `{'city': 'Oslo', 'n': None, 'ok': True}`, "input.mime_type", "application/json"), "get_weather", `{"city":"Oslo","n":null,"ok":true}`},
		{"a plain text", oiSpan(langChainJS, "get_weather", "TOOL", "tool.name", "get_weather", "input.value", "Oslo"), "get_weather", `"Oslo"`},
		{"keyword arguments in an envelope", oiSpan("openinference.instrumentation.llama_index", "FunctionTool.acall", "TOOL", "tool.name", "add", "input.value", `{"kwargs":{"a":1}}`), "add", `{"a":1}`},
		{"positional arguments where there are no others", oiSpan("openinference.instrumentation.smolagents", "SimpleTool", "TOOL", "tool.name", "web",
			"input.value", `{"args":["tea"],"sanitize_inputs_outputs":true,"kwargs":{}}`), "web", `"tea"`},
		{"several positional arguments", oiSpan("openinference.instrumentation.smolagents", "SimpleTool", "TOOL", "tool.name", "web", "input.value", `{"args":["tea",2],"kwargs":{}}`), "web", `["tea",2]`},
		{"no arguments in an envelope", oiSpan("openinference.instrumentation.smolagents", "SimpleTool", "TOOL", "tool.name", "web", "input.value", `{"args":[],"kwargs":{}}`), "web", `{}`},
		{"an argument that is named like an envelope", oiSpan("", "web", "TOOL", "input.value", `{"kwargs":{"a":1},"city":"Oslo"}`), "web", `{"kwargs":{"a":1},"city":"Oslo"}`},
		{"the call of AG2", oiSpan("openinference.instrumentation.ag2", "add", "TOOL", "tool.name", "add", "tool_call.function.arguments", `{"a":1}`, "input.value", `{"name":"add","arguments":"{\"a\":1}"}`), "add", `{"a":1}`},
		{"the input of BeeAI", oiSpan("openinference.instrumentation.beeai", "add", "TOOL", "tool.name", "add", "input.value", `{"input":{"a":1},"options":null}`), "add", `{"a":1}`},
		{"an argument that is named input", oiSpan("app", "add", "TOOL", "tool.name", "add", "input.value", `{"input":{"a":1}}`), "add", `{"input":{"a":1}}`},
		{"the list of Bedrock", oiSpan("openinference.instrumentation.bedrock", "action_group", "TOOL", "tool.name", "get_weather",
			"tool.parameters", `[{"name":"city","type":"string","value":"Oslo"}]`), "get_weather", `{"city":"Oslo"}`},
		{"the list of Bedrock in a message", oiSpan("openinference.instrumentation.bedrock", "action_group", "TOOL", "tool.name", "get_weather",
			"llm.input_messages.0.message.tool_calls.0.tool_call.function.arguments", `[{"name":"city","type":"string","value":"Oslo"}]`), "get_weather", `{"city":"Oslo"}`},
		{"a call with a name in its span's name alone", oiSpan("openinference.instrumentation.dspy", "search.__call__", "TOOL", "input.value", `{"kwargs":{"q":"tea"}}`), "search", `{"q":"tea"}`},
		{"OI-T24: the span's name is not the tool's", oiSpan("", "AiService.tool", "TOOL", "tool.name", "getWeather", "tool.parameters", `{"city":"Oslo"}`), "getWeather", `{"city":"Oslo"}`},
		{"a span with a kind and nothing else", oiSpan("", "search_docs", "TOOL"), "search_docs", ""},
		{"an empty object", oiSpan("", "me", "TOOL", "tool.name", "me", "input.value", "{}"), "me", "{}"},
		{"both conventions on one span", oiSpan("", "execute_tool add", "TOOL", "gen_ai.tool.name", "add", "gen_ai.tool.call.arguments", `{"a":1}`), "add", `{"a":1}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := Read(test.span)
			require.Equal(t, "tool", o.Role.String())
			assert.Equal(t, test.tool, o.Tool)
			assert.Equal(t, test.want, compact(o.Request))
		})
	}
}

func TestOpenInferenceResults(t *testing.T) {
	const command = `{"output":{"lg_name":"Command","update":{"messages":[
		{"lc":1,"id":["m","AIMessage"],"kwargs":{"content":"","tool_calls":[{"name":"go","args":{},"id":"c7"}]}},
		{"lc":1,"id":["m","ToolMessage"],"kwargs":{"content":"moved","tool_call_id":"c7"}}]},"goto":"billing"}}`
	tests := []struct {
		name   string
		span   *span.Span
		want   string
		id     string
		failed bool
	}{
		{"OI-T6: a ToolMessage as type and data", oiSpan(langChainPython, "add", "TOOL", "output.value", `{"type":"tool","data":{"content":"7","tool_call_id":"c1"}}`), `"7"`, "c1", false},
		{"OI-T6: a ToolMessage in one level", oiSpan(langChainPython, "add", "TOOL", "output.value", `{"content":"7","type":"tool","tool_call_id":"c1"}`), `"7"`, "c1", false},
		{"OI-T6: a ToolMessage as its constructor", oiSpan(langChainJS, "add", "TOOL", "output.value",
			`{"output":{"lc":1,"type":"constructor","id":["langchain","schema","messages","ToolMessage"],"kwargs":{"content":"7","tool_call_id":"c1"}}}`), `"7"`, "c1", false},
		{"OI-T6: a ToolMessage as its repr", oiSpan(langChainPython, "add", "TOOL", "output.value", `content='7' name='add' tool_call_id='c1'`), `"7"`, "c1", false},
		{"OI-T6: a ToolMessage in an older wrapper", oiSpan(langChainPython, "add", "TOOL", "output.value", `{"output":{"content":"7","type":"tool","tool_call_id":"c1"}}`), `"7"`, "c1", false},
		{"OI-T7: a failure in a ToolMessage", oiSpan(langChainPython, "add", "TOOL", "output.value", `{"type":"tool","data":{"content":"Error: bad","status":"error"}}`), `"Error: bad"`, "", true},
		{"a command", oiSpan(langChainJS, "go", "TOOL", "output.value", command), `"moved"`, "c7", false},
		{"a command as its repr", oiSpan(langChainPython, "go", "TOOL", "output.value", `Command(update={'messages': [ToolMessage(content='moved', name='go', tool_call_id='c7')]}, goto='billing')`), `"moved"`, "c7", false},
		{"a value under the one key of LangChain for JavaScript", oiSpan(langChainJS, "add", "TOOL", "output.value", `{"output":{"sum":7}}`), `{"sum":7}`, "", false},
		{"a tool's own object with that key", oiSpan("app", "add", "TOOL", "output.value", `{"output":{"sum":7}}`), `{"output":{"sum":7}}`, "", false},
		{"OI-T59: a number", oiSpan("openinference.instrumentation.smolagents", "Add", "TOOL", "output.value", 42), "42", "", false},
		{"OI-T59: a truth value", oiSpan("openinference.instrumentation.smolagents", "Ok", "TOOL", "output.value", true), "true", "", false},
		{"OI-T60: NaN", oiSpan("", "score", "TOOL", "output.value", `{"score": NaN, "label": "ok"}`), `{"score":NaN,"label":"ok"}`, "", false},
		{"OI-T58: a mime type that lies", oiSpan("openinference.instrumentation.agno", "w", "TOOL", "output.value", "Sunny day", "output.mime_type", "application/json"), `"Sunny day"`, "", false},
		{"a response of Google's ADK", oiSpan("gcp.vertex.agent", "execute_tool add", "TOOL", "tool.name", "add", "tool.id", "adk-1", "output.value", `{"id":"adk-1","name":"add","response":{"result":"7"}}`), `"7"`, "adk-1", false},
		{"a response with more keys", oiSpan("gcp.vertex.agent", "execute_tool add", "TOOL", "tool.name", "add", "output.value", `{"id":"adk-1","name":"add","response":{"result":"7","unit":"m"}}`), `{"result":"7","unit":"m"}`, "", false},
		{"a failed response", oiSpan("gcp.vertex.agent", "execute_tool add", "TOOL", "tool.name", "add", "output.value", `{"id":"adk-1","name":"add","response":{"error":"bad"}}`), `"bad"`, "", true},
		{"the output of LlamaIndex", oiSpan("openinference.instrumentation.llama_index", "FunctionTool.acall", "TOOL", "tool.name", "add", "output.value",
			`{"blocks":[{"block_type":"text","text":"7"}],"tool_name":"add","raw_input":{"a":1},"raw_output":7,"is_error":false}`), `"7"`, "", false},
		{"the pair of AG2", oiSpan("openinference.instrumentation.ag2", "add", "TOOL", "tool.name", "add", "tool_call.id", "c1", "output.value", `[true, {"name":"add","role":"function","content":"7"}]`), `"7"`, "c1", false},
		{"one content block", oiSpan("openinference.instrumentation.openai_agents", "w", "TOOL", "output.value", `{"type":"text","text":"7","annotations":null}`), `"7"`, "", false},
		{"an object that has more than a content block", oiSpan("openinference.instrumentation.openai_agents", "w", "TOOL", "output.value", `{"type":"text","text":"7","lines":1}`), `{"type":"text","text":"7","lines":1}`, "", false},
		{"content blocks", oiSpan("@arizeai/openinference-instrumentation-claude-agent-sdk", "w", "TOOL", "output.value", `[{"type":"text","text":"7"}]`), `[{"type":"text","text":"7"}]`, "", false},
		{"a subagent that was started", oiSpan("@arizeai/openinference-instrumentation-claude-agent-sdk", "Agent", "TOOL", "output.value",
			`{"isAsync":true,"status":"async_launched","agentId":"a1","outputFile":"/tmp/a1"}`), `"async_launched"`, "", false},
		{"a subagent that answered", oiSpan("openinference.instrumentation.claude_agent_sdk", "Agent", "TOOL", "tool.id", "t1", "output.value",
			`{"status":"completed","agentId":"a1","content":[{"type":"text","text":"done"}],"totalDurationMs":5}`), `[{"type":"text","text":"done"}]`, "t1", false},
		{"Pipecat's result", oiSpan("openinference.instrumentation.pipecat", "pipecat.tool.add", "TOOL", "tool_call.id", "c1", "tool.result", `"7"`), `"\"7\""`, "c1", false},
		{"the status of Strands", oiSpan("", "execute_tool add", "TOOL", "tool.call_id", "c1", "tool.status", "error", "output.value", "bad"), `"bad"`, "c1", true},
		{"OI-T62: no output", oiSpan(langChainPython, "ask", "TOOL", "tool.name", "ask"), "", "", false},
		{"an empty text is a result", oiSpan("", "ask", "TOOL", "output.value", ""), `""`, "", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := Read(test.span)
			assert.Equal(t, test.want, compact(o.Result))
			assert.Equal(t, test.id, o.CallID)
			assert.Equal(t, test.failed, o.Failed)
		})
	}
}

func TestOldLangChainWrapsEveryOutput(t *testing.T) {
	s := oiSpan(langChainPython, "add", "TOOL", "output.value", `{"output":{"sum":7}}`)
	s.ScopeVersion = "0.1.47"
	assert.Equal(t, `{"sum":7}`, compact(Read(s).Result))
	s.ScopeVersion = "0.1.48"
	assert.Equal(t, `{"output":{"sum":7}}`, compact(Read(s).Result))
}
