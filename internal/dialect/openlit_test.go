package dialect

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func litSpan(name string, pairs ...any) *span.Span {
	return voiceSpan("@openlit/instrumentation-langchain", name, append(pairs, "telemetry.sdk.name", "openlit")...)
}

func TestOpenLITSpans(t *testing.T) {
	checkSpans(t, map[string]spanCase{
		"OI-T29: a generation with the names of tools is no tool": {
			litSpan("chat m", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m", "gen_ai.tool.name", "add, mul", "gen_ai.tool.call.id", "c1, c2",
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Let me."}]}]`),
			`llm | model m | out assistant "Let me."`,
		},
		"a request that failed before anything was noted": {
			failed(voiceSpan("openlit.instrumentation.anthropic", "chat m"), "out at sea"), `llm | failed "out at sea"`,
		},
		"a tool that failed before anything was noted": {
			failed(voiceSpan("openlit.instrumentation.smolagents", "execute_tool sum"), "out at sea"), `tool sum | failed "out at sea"`,
		},
		"what a tool returned was printed": {
			voiceSpan("openlit.instrumentation.smolagents", "execute_tool sum", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "sum", "gen_ai.tool.call.result", `{'n': [1, None]}`),
			`tool sum | result {"n": [1, null]}`,
		},
		"an answer without a text was printed, and so was a result": {
			voiceSpan("openlit.instrumentation.google_ai_studio", "chat m", "gen_ai.operation.name", "chat", "gen_ai.input.messages", `[{"role":"tool","parts":[{"type":"tool_call_response","id":"c0","response":"{'n': 1}"}]}]`,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"None"},{"type":"tool_call","id":"c1","name":"sum","arguments":{}}]}]`),
			`llm | in tool result c0 {"n": 1} | out assistant call c1 sum {}`,
		},
		"a reason to stop was printed": {
			voiceSpan("openlit.instrumentation.google_ai_studio", "chat m", "gen_ai.operation.name", "chat", "gen_ai.response.finish_reasons", `["FinishReason.STOP"]`,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"None"}]}]`),
			`llm | finish STOP | out assistant "None"`,
		},
		"no answer came, and its absence was printed": {
			voiceSpan("openlit.instrumentation.google_ai_studio", "chat m", "gen_ai.operation.name", "chat", "gen_ai.response.finish_reasons", `["FinishReason.OTHER"]`,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"None"}]}]`),
			`llm | finish error | out assistant | failed ""`,
		},
		"an answer was withheld": {
			voiceSpan("openlit.instrumentation.google_ai_studio", "chat m", "gen_ai.operation.name", "chat", "gen_ai.response.finish_reasons", `["FinishReason.SAFETY"]`,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"None"}]}]`),
			`llm | finish SAFETY | out assistant`,
		},
		"OI-T29: the names are its calls where no messages tell": {
			litSpan("chat m", "gen_ai.operation.name", "chat", "gen_ai.tool.name", "add, mul", "gen_ai.tool.call.id", "c1, c2", "gen_ai.tool.args", `{"a": 1}, {"b": [2, 3]}`),
			`llm | out assistant call c1 add {"a": 1} call c2 mul {"b": [2, 3]}`,
		},
		"arguments in a list of texts": {
			litSpan("chat m", "gen_ai.operation.name", "chat", "gen_ai.tool.name", "add", "gen_ai.tool.call.arguments", value.OfList(value.OfString(`{"a":1}`))),
			`llm | out assistant call add {"a": 1}`,
		},
		"OI-T67: a prompt of lines with roles": {
			litSpan("chat m", "gen_ai.operation.name", "chat", "gen_ai.prompt", "system: Be kind.\nuser: Hi\nthere", "gen_ai.completion", "Hello"),
			`llm | in system "Be kind." | in user "Hi\nthere" | out assistant "Hello"`,
		},
		"OI-T68: prompt and completion in events alone": {
			withEvent(withEvent(litSpan("openai.chat.completions", "gen_ai.operation.name", "chat"),
				"gen_ai.content.prompt", "gen_ai.prompt", "user: Hi"), "gen_ai.content.completion", "gen_ai.completion", "Hello"),
			`llm | in user "Hi" | out assistant "Hello"`,
		},
		"OI-T25: a handoff is an agent, not a tool": {
			litSpan("invoke_agent Billing", "gen_ai.operation.name", "invoke_agent", "gen_ai.agent.name", "Billing"), `agent Billing`,
		},
		"OI-T30: a graph's output is its last text": {
			litSpan("invoke_workflow g", "gen_ai.operation.name", "invoke_workflow", "gen_ai.output.messages",
				`[{"role":"assistant","parts":[{"type":"text","content":"Let me."}]},{"role":"assistant","parts":[{"type":"text","content":"Done."}]}]`),
			`agent g | result "Done."`,
		},
		"OI-T80: a tool with an answer's copy is no generation": {
			litSpan("execute_tool web", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "web", "gen_ai.tool.call.arguments", `{"q":"x"}`,
				"gen_ai.tool.call.result", "found", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"found"}]}]`),
			`tool web | request {"q": "x"} | result "found"`,
		},
		"OI-T81: a decorated function is a wrapper, its output as it is": {
			litSpan("plan", "function.args", "('Oslo',)", "function.kwargs", "{}", "gen_ai.output.messages", "plain text"), `agent | request "Oslo" | result "plain text"`,
		},
		"OI-T82: the prints of a state's messages": {
			litSpan("invoke_workflow g", "gen_ai.operation.name", "invoke_workflow",
				"gen_ai.workflow.input", `{"messages": ["content='hi' additional_kwargs={} response_metadata={}"]}`,
				"gen_ai.workflow.output", `{"messages": ["content='hi' additional_kwargs={}", "content='' tool_calls=[{'name': 'add', 'args': {}, 'id': 'c1'}]", "content='7' name='add' tool_call_id='c1'", "content='It is 7.' additional_kwargs={} usage_metadata={'input_tokens': 3}"]}`),
			`agent g | request "hi" | result "It is 7."`,
		},
		"the newest question in printed history": {
			litSpan("invoke_workflow g", "gen_ai.operation.name", "invoke_workflow", "gen_ai.workflow.input",
				`{"messages": ["content='first'", "content='x' usage_metadata={'input_tokens': 3}", "content='second'", "content='7' tool_call_id='c1'"]}`),
			`agent g | request "second"`,
		},
		"OI-T6: a tool's message in print": {
			litSpan("execute_tool add", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "add", "gen_ai.tool.call.id", "6f1c0000-aaaa", "gen_ai.tool.call.arguments", "{'a': 3}", "gen_ai.tool.call.result", "content='7' name='add' tool_call_id='c1'"),
			`tool add c1 | request {"a": 3} | result "7"`,
		},
		"OI-T79: the id of a run, where the output has none": {
			litSpan("execute_tool add", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "add", "gen_ai.tool.call.id", "6f1c0000-aaaa", "gen_ai.tool.call.result", "7"),
			`tool add 6f1c0000-aaaa | result "7"`,
		},
		"older keys of a tool": {
			litSpan("tool Add", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "add", "gen_ai.tool.input", "{'a': 1}", "gen_ai.tool.output", "2"),
			`tool add | request {"a": 1} | result "2"`,
		},
		"OI-T53: a server's list of tools is no call": {
			litSpan("execute_tool mcp", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "mcp_list_tools"), `other`,
		},
		"OI-T52: a server's call": {
			litSpan("mcp tools/call", "mcp.method", "tools/call", "mcp.tool.name", "add", "mcp.tool.arguments", `{"a":1}`, "mcp.tool.result", `{"content":[{"type":"text","text":"2"}],"isError":false}`),
			`tool add | request {"a": 1} | result [{"type": "text", "text": "2"}]`,
		},
		"OI-T40: content that is switched off leaves names": {
			litSpan("execute_tool add", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "add"), `tool add`,
		},
		"OI-T39: a workflow's input that was cut": {
			litSpan("invoke_workflow g", "gen_ai.operation.name", "invoke_workflow", "gen_ai.workflow.input", `{"messages": ["content='`+strings.Repeat("a", 20)),
			`agent g | in user "{\"messages\": [\"content='aaaaaaaaaaaaaaaaaaaa" | truncated`,
		},
		"reasoning beside the messages": {
			litSpan("chat m", "gen_ai.operation.name", "chat", "gen_ai.content.reasoning", "hm", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Yes."}]}]`),
			`llm | out assistant "Yes." thinks "hm"`,
		},
		"what a framework says went wrong": {
			litSpan("invoke_workflow g", "gen_ai.operation.name", "invoke_workflow", "gen_ai.framework.error.message", "no quota"), `agent g | failed "no quota"`,
		},
		"framework bookkeeping is a link": {litSpan("create_agent x", "gen_ai.operation.name", "create_agent"), `other`},
		"the service's own spans are links": {
			&span.Span{Name: "POST /chat", Scope: "my-app", Resource: span.AttrsOf("telemetry.sdk.name", "openlit"), Attrs: span.AttrsOf("http.request.method", "POST")}, `other`,
		},
	})
	assert.Equal(t, "openlit", Read(litSpan("chat m", "gen_ai.operation.name", "chat")).Dialect)
}

func FuzzReadOpenLIT(f *testing.F) {
	f.Add("chat", `["content='hi' tool_calls=[]"]`, "add, mul", `{"a":1}, {`)
	f.Add("invoke_workflow", `{"messages":["content='hi'","content="]}`, "x", "system: a\nuser: b")
	f.Fuzz(func(t *testing.T, operation, state, names, text string) {
		read := func() observation.Observation {
			return Read(litSpan("span", "gen_ai.operation.name", operation, "gen_ai.workflow.input", state, "gen_ai.workflow.output", state,
				"gen_ai.tool.name", names, "gen_ai.tool.call.id", names, "gen_ai.tool.args", text, "gen_ai.prompt", text, "gen_ai.tool.call.result", state))
		}
		assert.Equal(t, read(), read())
	})
}
