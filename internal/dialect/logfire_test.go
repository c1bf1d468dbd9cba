package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// logfireSpan is a span that Logfire's SDK made: its name is the template of its message.
func logfireSpan(scope, template, kind string, pairs ...any) *span.Span {
	return spanOf(scope, template, append([]any{templateKey, template, "logfire.span_type", kind}, pairs...)...)
}

const (
	chatTemplate   = "Chat Completion with {request_data[model]!r}"
	streamTemplate = "streaming response from {request_data[model]!r} took {duration:.2f}s"
	hiRequest      = `{"messages":[{"role":"user","content":"Hi"}],"model":"m","stream":true}`
)

func TestLogfireClients(t *testing.T) {
	const claude = "logfire.anthropic"
	checkReadings(t, map[string]reading{
		"a request that was answered at once": {
			logfireSpan("logfire.openai", chatTemplate, "span", "gen_ai.request.model", "m", "request_data", hiRequest, "response_data", `{"message":{"role":"assistant","content":"Hello","tool_calls":null},"usage":{}}`),
			`llm | model m | in user "Hi" | out assistant "Hello"`,
		},
		"V-T42: the announcement of a span": {
			logfireSpan("logfire.openai", chatTemplate, "pending_span", "request_data", hiRequest), `other`,
		},
		"G-T56: an announcement is read by nobody": {
			spanOf("pydantic-ai", "chat m", "logfire.span_type", "pending_span", "gen_ai.operation.name", "chat", "gen_ai.input.messages", `[{"role":"user","parts":[]}]`), `other`,
		},
		"V-T42, G-T55: the request of a stream is in the log that follows": {
			logfireSpan("logfire.openai", chatTemplate, "span", "gen_ai.request.model", "m", "request_data", hiRequest), `other`,
		},
		"since its fifth version the request of a stream names the model that answers": {
			logfireSpan("logfire.openai", chatTemplate, "span", "gen_ai.response.model", "m", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`), `other`,
		},
		"V-T42: without a scope the template tells": {
			logfireSpan("", chatTemplate, "span", "request_data", hiRequest), `other`,
		},
		"V-T42: the log of a stream is the generation": {
			logfireSpan("logfire.openai", streamTemplate, "log", "gen_ai.request.model", "m", "request_data", hiRequest, "response_data", `{"message":{"role":"assistant","content":"Hello"}}`),
			`llm | model m | in user "Hi" | out assistant "Hello"`,
		},
		"G-T55: of older releases it has the text alone": {
			logfireSpan("logfire.openai", streamTemplate, "log", "request_data", hiRequest, "response_data", `{"combined_chunk_content":"Hello","chunk_count":3}`),
			`llm | in user "Hi" | out assistant "Hello"`,
		},
		"a stream that failed before it began is a failed generation": {
			failed(logfireSpan("logfire.openai", chatTemplate, "span", "request_data", hiRequest), "overloaded"),
			`llm | in user "Hi" | failed "overloaded"`,
		},
		"any other log is none": {logfireSpan("logfire.openai", "Responses API with {x}", "log"), `other`},
		"the first version's copy of Anthropic's calls": {
			logfireSpan(claude, "Message with {request_data[model]!r}", "span", "request_data", `{"messages":[{"role":"user","content":"Hi"}],"system":"Be brief."}`, "response_data", `{"message":{"role":"assistant","content":"Look.","tool_calls":[{"id":"c1","function":{"name":"w","arguments":"{\"input\":{\"c\":\"Oslo\"}}"}}]},"usage":{}}`),
			`llm | in user "Hi" | out assistant "Look." call c1 w {"c": "Oslo"}`,
		},
		"a text completion": {
			logfireSpan("logfire.openai", "Completion with {request_data[model]!r}", "span", "request_data", `{"model":"m","prompt":"Once"}`, "response_data", `{"finish_reason":"stop","text":" upon","usage":null}`),
			`llm | in user "Once" | out assistant " upon"`,
		},
		"the responses API in events: the assistant's at the end are the answer": {
			logfireSpan("logfire.openai", "Responses API with {gen_ai.request.model!r}", "span", "gen_ai.response.model", "m", "events", `[{"event.name":"gen_ai.system.message","content":"Be brief.","role":"system"},{"event.name":"gen_ai.user.message","content":"Hi","role":"user"},{"event.name":"gen_ai.assistant.message","role":"assistant","tool_calls":[{"id":"c0","type":"function","function":{"name":"w","arguments":"{}"}}]},{"event.name":"gen_ai.tool.message","role":"tool","id":"c0","content":"3 C","name":"w"},{"event.name":"gen_ai.unknown","role":"assistant","content":"reasoning","data":{"type":"reasoning","content":null,"summary":[{"type":"summary_text","text":"hm"}]}},{"event.name":"gen_ai.assistant.message","content":"3 C","role":"assistant"}]`),
			`llm | model m | in system "Be brief." | in user "Hi" | in assistant call c0 w {} | in tool result c0 w "3 C" | out assistant thinks "hm" | out assistant "3 C"`,
		},
		"embeddings are no generation": {
			logfireSpan("logfire.openai", "Embedding Creation with {request_data[model]!r}", "span", "gen_ai.operation.name", "embeddings", "request_data", `{"input":"Hi"}`, "response_data", `{"usage":{}}`), `other`,
		},
	})
}

func TestLogfireAgents(t *testing.T) {
	const agents, claude = "logfire.openai_agents", "logfire.claude_agent_sdk"
	checkReadings(t, map[string]reading{
		"a trace of the agents SDK": {logfireSpan(agents, "OpenAI Agents trace: {name}", "span", "name", "Agent workflow", "group_id", "null"), `agent`},
		"an agent":                  {logfireSpan(agents, "Agent run: {name!r}", "span", "name", "guide", "group_id", "g1"), `agent guide | session g1`},
		"a handoff is a link":       {logfireSpan(agents, "Handoff: {from_agent} → {to_agent}", "span", "from_agent", "a"), `other`},
		"a guardrail is a link":     {logfireSpan(agents, "Guardrail {name!r} {triggered=}", "span", "name", "g"), `other`},
		"V-T42: a tool is called by its own name": {
			logfireSpan(agents, "Function: {name}", "span", "name", "sum", "input", `{"a":1}`, "output", "1"),
			`tool sum | request {"a": 1} | result "1"`,
		},
		"V-T42: also without a scope": {
			logfireSpan("", "Function: {name}", "span", "name", "sum", "input", `{"a":1}`, "output", "1"),
			`tool sum | request {"a": 1} | result "1"`,
		},
		"a tool that failed has an error and no status": {
			logfireSpan(agents, "Function: {name}", "span", "name", "sum", "input", `{}`, "output", "null", "logfire.level_num", 17, "error", `{"message":"Error running tool","data":{"tool_name":"sum","error":"boom"}}`),
			`tool sum | request {} | failed "boom"`,
		},
		"a generation's own input and output, not the list of both": {
			logfireSpan(agents, "Chat completion with {gen_ai.request.model!r}", "span", "gen_ai.request.model", "m", "input", `[{"role":"user","content":"Hi"}]`, "output", `[{"role":"assistant","content":"Hello"}]`, "request_data", `{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello"}],"model":"m"}`),
			`llm | model m | in user "Hi" | out assistant "Hello"`,
		},
		"a response in full": {
			logfireSpan(agents, "Responses API with {gen_ai.request.model!r}", "span", "gen_ai.response.model", "m", "raw_input", "Hi", "response", `{"id":"r","output":[{"type":"reasoning","summary":[{"type":"summary_text","text":"hm"}]},{"type":"function_call","call_id":"c1","id":"fc_1","name":"w","arguments":"{}"}]}`, "events", `[{"event.name":"gen_ai.user.message","role":"user","content":"Hi"}]`),
			`llm | model m | in user "Hi" | out assistant thinks "hm" | out assistant call c1 w {}`,
		},
		"a model's span of the Claude SDK that nothing was said in": {
			logfireSpan(claude, "chat", "span", "gen_ai.operation.name", "chat", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`), `other`,
		},
		"a failed tool of the Claude SDK": {
			logfireSpan(claude, "execute_tool w", "span", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "w", "gen_ai.tool.call.id", "c1", "gen_ai.tool.call.arguments", `{}`, "error.type", "boom"),
			`tool w c1 | request {} | failed "boom"`,
		},
		"a call of MCP": {
			logfireSpan("logfire.mcp", "MCP request: tools/call add", "span", "rpc.method", "tools/call", "request", `{"method":"tools/call","params":{"meta":null,"name":"add","arguments":{"a":1}}}`, "response", `{"meta":null,"content":[{"type":"text","text":"1"}],"isError":false}`),
			`tool add | request {"a": 1} | result [{"type": "text", "text": "1"}]`,
		},
		"a call of MCP that its server refused": {
			logfireSpan("logfire.mcp", "MCP server handle request: tools/call", "span", "request", `{"method":"tools/call","params":{"name":"add"}}`, "response", `{"code":-32602,"message":"unknown tool","data":null}`),
			`tool add | request null | failed "unknown tool"`,
		},
		"a list of MCP's tools is a link": {logfireSpan("logfire.mcp", "MCP request: tools/list", "span", "request", `{"method":"tools/list"}`), `other`},
	})
}

func TestLogfireLeavesOthersAlone(t *testing.T) {
	assert.Empty(t, Read(logfireSpan("logfire", "answer {name}", "span", "name", "x")).Dialect)
	assert.Empty(t, Read(logfireSpan("logfire.fastapi", "GET /ask", "span", "input", "x")).Dialect)
	assert.Equal(t, "pydantic_ai", Read(logfireSpan("pydantic-ai", "chat m", "span", "gen_ai.operation.name", "chat")).Dialect)
}
