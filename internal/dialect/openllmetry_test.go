package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// The scopes of OpenLLMetry's instrumentations.
const (
	loopSDK          = "traceloop.tracer"
	loopLangChain    = "opentelemetry.instrumentation.langchain"
	loopLangChainJS  = "@traceloop/instrumentation-langchain"
	loopLlamaIndex   = "opentelemetry.instrumentation.llamaindex"
	loopOpenAI       = "opentelemetry.instrumentation.openai.v1"
	loopOpenAIJS     = "@traceloop/instrumentation-openai"
	loopOpenAIAgents = "opentelemetry.instrumentation.openai_agents"
	loopMCP          = "opentelemetry.instrumentation.mcp"
)

// loopSpan is a span of a scope with the attributes of keys and values in turn.
func loopSpan(scope, name string, pairs ...any) *span.Span {
	return &span.Span{Name: name, Scope: scope, Attrs: span.AttrsOf(pairs...)}
}

type loopCase struct {
	span *span.Span
	want string
}

func checkLoop(t *testing.T, cases map[string]loopCase) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			o := Read(c.span)
			assert.Equal(t, c.want, say(o))
		})
	}
}

func TestOpenLLMetryRoles(t *testing.T) {
	checkLoop(t, map[string]loopCase{
		"an answer in the state is the agent's, not its last message": {
			loopSpan(loopLangChainJS, "workflow CompiledStateGraph", "traceloop.span.kind", "workflow",
				"traceloop.entity.output", `{"messages":[{"role":"assistant","content":"Done."}],"structuredResponse":{"name":"Alba"}}`),
			`agent CompiledStateGraph | result "Done." | structured {"name": "Alba"}`,
		},
		"a workflow is an agent, by its entity's name": {
			loopSpan(loopSDK, "voyage.workflow", "traceloop.span.kind", "workflow", "traceloop.entity.name", "voyage"), `agent voyage`,
		},
		"an agent is one, though it carries a model": {
			loopSpan("opentelemetry.instrumentation.crewai", "Pilot.agent", "traceloop.span.kind", "agent", "gen_ai.request.model", "m"),
			`agent Pilot | model m`,
		},
		"a request to Bedrock that has no body is a generation": {
			loopSpan("@traceloop/instrumentation-bedrock", "bedrock.completion", "gen_ai.provider.name", "aws.bedrock", "gen_ai.request.model", "m"), `llm | model m`,
		},
		"other spans of that scope are links": {loopSpan("@traceloop/instrumentation-bedrock", "other", "gen_ai.provider.name", "aws.bedrock"), `other`},
		"OI-T54: a kind is read whatever its case": {
			loopSpan(loopSDK, "add.tool", "traceloop.span.kind", "TOOL"), `tool add`,
		},
		"OI-T25: a handoff is a link": {
			loopSpan(loopOpenAIAgents, "Desk → Pilot.handoff", "traceloop.span.kind", "handoff"), `other`,
		},
		"OI-T53: sessions and servers are links": {
			loopSpan(loopMCP, "mcp.client.session", "traceloop.span.kind", "session"), `other`,
		},
		"OI-T53: so is what a protocol does for itself": {
			loopSpan(loopMCP, "initialize.mcp", "traceloop.entity.input", `{"protocolVersion":"2025-11-25"}`), `other`,
		},
		"OI-T28: a task is a link": {
			loopSpan(loopLangChain, "execute_task pilot", "traceloop.span.kind", "task", "gen_ai.operation.name", "execute_task",
				"traceloop.entity.input", `{"inputs":{"messages":[]}}`), `other`,
		},
		"OI-T51: a model that is called as a task is a model": {
			loopSpan(loopLlamaIndex, "Anthropic.task", "traceloop.span.kind", "task", "gen_ai.operation.name", "chat",
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Low."}]}]`),
			`llm | out assistant "Low."`,
		},
		"OI-T55: what is stamped on every span gives no role": {
			loopSpan("opentelemetry.instrumentation.requests", "GET", "traceloop.workflow.name", "voyage", "gen_ai.agent.name", "pilot",
				"traceloop.association.properties.user_id", "7"), `other`,
		},
		"OI-T56: the crew's own span has no kind": {
			loopSpan("opentelemetry.instrumentation.crewai", "crewai.workflow",
				"crewai.crew.tasks", `[{"description":"Find the tide."},{"description":"Write it down."}]`, "crewai.crew.result", "Low at 4."),
			`agent crewai | request "Find the tide." | result "Low at 4."`,
		},
		"OI-T65: embeddings are links": {
			loopSpan(loopOpenAI, "openai.embeddings", "llm.request.type", "embedding", "gen_ai.prompt.0.content", "tide"), `other`,
		},
		"OI-T65: a retriever is a link": {
			loopSpan(loopLangChain, "vector_db_retrieve charts", "traceloop.span.kind", "task", "gen_ai.operation.name", "vector_db_retrieve"), `other`,
		},
		"OI-T40: a model without texts is a model": {
			loopSpan(loopOpenAIJS, "chat m", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m",
				"gen_ai.response.finish_reasons", value.OfList(value.OfString("tool_call"))),
			`llm | model m | finish tool_call`,
		},
		"OI-T40: an agent and a tool without texts keep their names": {
			loopSpan(loopSDK, "add.tool", "traceloop.span.kind", "tool", "traceloop.entity.name", "add"), `tool add`,
		},
		"OI-T66: what OpenInference writes under the oldest keys is no generation of ours": {
			loopSpan("other", "x", "llm.prompts.0.prompt.text", "Tell a joke"), `other`,
		},
	})
}

func TestOpenLLMetryGenerations(t *testing.T) {
	checkLoop(t, map[string]loopCase{
		"generation 0: the Go SDK": {
			loopSpan(loopSDK, "openai.chat", "llm.vendor", "openai", "llm.request.type", "chat", "llm.request.model", "m",
				"llm.prompts.0.role", "user", "llm.prompts.0.content", "Tide?",
				"llm.completions.0.role", "assistant", "llm.completions.0.content", "Let me look.", "llm.completions.0.finish_reason", "tool_calls",
				"llm.completions.0.tool_calls.0.id", "c1", "llm.completions.0.tool_calls.0.type", "function",
				"llm.completions.0.tool_calls.0.name", "tide", "llm.completions.0.tool_calls.0.arguments", `{"pier":4}`),
			`llm | model m | finish tool_calls | in user "Tide?" | out assistant "Let me look." call c1 tide {"pier": 4}`,
		},
		"generation 0: the caller numbers the messages": {
			loopSpan(loopSDK, "openai.chat", "llm.request.type", "chat", "llm.prompts.10.role", "user", "llm.prompts.10.content", "Two",
				"llm.prompts.2.role", "user", "llm.prompts.2.content", "One"),
			`llm | in user "One" | in user "Two"`,
		},
		"generation 1: calls and results": {
			loopSpan(loopOpenAI, "openai.chat", "llm.request.type", "chat",
				"gen_ai.prompt.0.role", "user", "gen_ai.prompt.0.content", "Tide?",
				"gen_ai.prompt.1.role", "assistant", "gen_ai.prompt.1.tool_calls.0.id", "c1", "gen_ai.prompt.1.tool_calls.0.name", "tide",
				"gen_ai.prompt.1.tool_calls.0.arguments", `{"pier":4}`,
				"gen_ai.prompt.2.role", "tool", "gen_ai.prompt.2.tool_call_id", "c1", "gen_ai.prompt.2.content", "low",
				"gen_ai.completion.0.role", "assistant", "gen_ai.completion.0.content", "Low.", "gen_ai.completion.0.finish_reason", "stop"),
			`llm | finish stop | in user "Tide?" | in assistant call c1 tide {"pier": 4} | in tool result c1 "low" | out assistant "Low."`,
		},
		"generation 1: a missing content is written as null, and calls have no ids": {
			loopSpan(loopOpenAIJS, "openai.chat", "llm.request.type", "chat",
				"gen_ai.prompt.0.role", "assistant", "gen_ai.prompt.0.content", "null", "gen_ai.prompt.1.role", "tool", "gen_ai.prompt.1.content", "low",
				"gen_ai.completion.0.role", "assistant", "gen_ai.completion.0.tool_calls.0.name", "tide"),
			`llm | in assistant | in tool result "low" | out assistant call tide`,
		},
		"generation 1: a call before there were tools": {
			loopSpan(loopOpenAI, "openai.chat", "llm.request.type", "chat",
				"gen_ai.completion.0.role", "assistant", "gen_ai.completion.0.function_call.name", "tide", "gen_ai.completion.0.function_call.arguments", `{"pier":4}`),
			`llm | out assistant call tide {"pier": 4}`,
		},
		"generation 1: content blocks are a text": {
			loopSpan("opentelemetry.instrumentation.anthropic", "anthropic.chat", "llm.request.type", "completion",
				"gen_ai.prompt.0.role", "user", "gen_ai.prompt.0.content", `[{"type":"tool_result","tool_use_id":"c1","content":"low"},{"type":"text","text":"So?"}]`),
			`llm | in user "So?" result c1 "low"`,
		},
		"generation 1: a list that the model wrote is a text": {
			loopSpan(loopOpenAI, "openai.chat", "llm.request.type", "chat", "gen_ai.completion.0.content", `[{"type":"pier","text":"four"}]`),
			`llm | out assistant "[{\"type\":\"pier\",\"text\":\"four\"}]"`,
		},
		"generation 1: a prompt under the role's name": {
			loopSpan("opentelemetry.instrumentation.vertexai", "vertexai.generate_content", "llm.request.type", "completion",
				"gen_ai.prompt.0.user", "Tide?", "gen_ai.completion.0.role", "assistant", "gen_ai.completion.0.content", "Low."),
			`llm | in user "Tide?" | out assistant "Low."`,
		},
		"generation 1: a prompt of several texts": {
			loopSpan("opentelemetry.instrumentation.haystack", "haystack.openai.chat", "llm.request.type", "chat",
				"gen_ai.prompt.0.user", value.OfList(value.OfString("Tide"), value.OfString("?"))),
			`llm | in user "Tide?"`,
		},
		"OI-T13: ten comes after two": {
			loopSpan(loopOpenAI, "openai.chat", "llm.request.type", "chat", "gen_ai.prompt.10.role", "user", "gen_ai.prompt.10.content", "c",
				"gen_ai.prompt.0.role", "user", "gen_ai.prompt.0.content", "a", "gen_ai.prompt.2.role", "user", "gen_ai.prompt.2.content", "b"),
			`llm | in user "a" | in user "b" | in user "c" | truncated`, // and one and three to nine didn't come
		},
		"OI-T18: Anthropic's thinking is the reasoning of the answer behind it": {
			loopSpan("opentelemetry.instrumentation.anthropic", "anthropic.chat", "llm.request.type", "completion",
				"gen_ai.completion.0.role", "thinking", "gen_ai.completion.0.content", "hmm",
				"gen_ai.completion.1.role", "assistant", "gen_ai.completion.1.content", "yes"),
			`llm | out assistant "yes" thinks "hmm"`,
		},
		"thinking without an answer is reasoning": {
			loopSpan("opentelemetry.instrumentation.anthropic", "anthropic.chat", "llm.request.type", "completion",
				"gen_ai.completion.0.role", "thinking", "gen_ai.completion.0.content", "hmm"),
			`llm | out assistant thinks "hmm"`,
		},
		"OI-T36: two quotes stand for no text": {
			loopSpan(loopLangChain, "ChatOpenAI.chat", "llm.request.type", "chat", "gen_ai.completion.0.role", "assistant",
				"gen_ai.completion.0.content", `""`, "gen_ai.completion.0.tool_calls.0.name", "add"),
			`llm | out assistant call add`,
		},
		"OI-T45: of several choices the first is the answer": {
			loopSpan(loopOpenAI, "openai.chat", "llm.request.type", "chat",
				"gen_ai.completion.0.content", "a", "gen_ai.completion.1.content", "b"),
			`llm | out assistant "a"`,
		},
		"OI-T45: also as messages": {
			loopSpan(loopOpenAI, "openai.chat", "llm.request.type", "chat", "gen_ai.output.messages",
				`[{"role":"assistant","parts":[{"type":"text","content":"a"}]},{"role":"assistant","parts":[{"type":"text","content":"b"}]}]`),
			`llm | out assistant "a"`,
		},
		"OI-T44: the items of one response all count": {
			loopSpan(loopOpenAIAgents, "openai.response", "llm.request.type", "response", "gen_ai.output.messages",
				`[{"role":"assistant","parts":[{"type":"text","content":"a"}]},{"role":"assistant","parts":[{"type":"tool_call","id":"call_1","name":"tide","arguments":"{}"}]}]`),
			`llm | out assistant "a" | out assistant call call_1 tide {}`,
		},
		"OI-T43: an item's id is none of a call": {
			loopSpan(loopOpenAI, "openai.response", "llm.request.type", "response", "gen_ai.output.messages",
				`[{"role":"assistant","parts":[{"type":"tool_call","id":"fc_9","name":"tide","arguments":{}}]}]`,
				"gen_ai.input.messages", `[{"role":"tool","parts":[{"type":"tool_call_response","id":"call_9","response":"low"}]}]`),
			`llm | in tool result call_9 "low" | out assistant call tide {}`,
		},
		"OI-T61: what a filter put in place of a text is kept": {
			loopSpan(loopOpenAI, "openai.chat", "llm.request.type", "chat", "gen_ai.completion.0.role", "assistant",
				"gen_ai.completion.0.content", "FILTERED", "gen_ai.completion.0.finish_reason", "content_filter"),
			`llm | finish content_filter | out assistant "FILTERED"`,
		},
		"OI-T67: keys that are no number among the messages are passed over": {
			loopSpan(loopOpenAIAgents, "openai.response", "llm.request.type", "response",
				"gen_ai.completion.1.content", "b", "gen_ai.completion.tool.name", "x", "gen_ai.completion.0.content", "a"),
			`llm | out assistant "a" | out assistant "b"`,
		},
		"generation 3 comes before what is left of generation 1": {
			loopSpan(loopOpenAI, "openai.chat", "llm.request.type", "chat", "gen_ai.completion.0.role", "assistant", "gen_ai.completion.0.content", "a",
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"a"}],"finish_reason":"stop"}]`),
			`llm | finish stop | out assistant "a"`,
		},
		"generation 3: a message without parts": {
			loopSpan(loopOpenAIJS, "chat m", "gen_ai.operation.name", "chat", "gen_ai.output.messages", `[{"role":"assistant","content":"a"}]`),
			`llm | out assistant "a"`,
		},
		"a request of the responses API is packed into one text": {
			loopSpan(loopOpenAIJS, "chat m", "gen_ai.operation.name", "chat", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":`+
				`"[{\"role\":\"user\",\"content\":\"Tide?\"},{\"id\":\"fc_1\",\"type\":\"function_call\",\"call_id\":\"call_1\",\"name\":\"tide\",\"arguments\":\"{}\"},`+
				`{\"type\":\"function_call_output\",\"call_id\":\"call_1\",\"output\":\"low\"}]"}]}]`),
			`llm | in user "Tide?" | in assistant call call_1 tide {} | in tool result call_1 "low"`,
		},
		"a packed request may hold results alone": {
			loopSpan(loopOpenAIJS, "chat m", "gen_ai.operation.name", "chat", "gen_ai.input.messages",
				`[{"role":"user","parts":[{"type":"text","content":"[{\"type\":\"function_call_output\",\"call_id\":\"call_1\",\"output\":\"low\"}]"}]}]`),
			`llm | in tool result call_1 "low"`,
		},
		"a user's list that is no message list is a text": {
			loopSpan(loopOpenAIJS, "chat m", "gen_ai.operation.name", "chat", "gen_ai.input.messages",
				`[{"role":"user","parts":[{"type":"text","content":"[{\"pier\":4}]"}]}]`),
			`llm | in user "[{\"pier\":4}]"`,
		},
		"content blocks that LangChain wrote as JSON are a text": {
			loopSpan(loopLangChainJS, "chat m", "gen_ai.operation.name", "chat", "gen_ai.input.messages",
				`[{"role":"user","parts":[{"type":"text","content":"[{\"type\":\"text\",\"text\":\"Tide?\"}]"}]}]`),
			`llm | in user "Tide?"`,
		},
		"a session is an association of the application's": {
			loopSpan(loopOpenAIJS, "chat m", "gen_ai.operation.name", "chat", "traceloop.association.properties.session_id", "s-1"),
			`llm | session s-1`,
		},
	})
}

func TestOpenLLMetryAgents(t *testing.T) {
	workflow := func(pairs ...any) *span.Span {
		return loopSpan(loopSDK, "voyage.workflow", append([]any{"traceloop.span.kind", "workflow", "traceloop.entity.name", "voyage"}, pairs...)...)
	}
	checkLoop(t, map[string]loopCase{
		"a decorated function's one argument is the request": {
			workflow("traceloop.entity.input", `{"args":["Tide?"],"kwargs":{}}`, "traceloop.entity.output", `"Low."`),
			`agent voyage | request "Tide?" | result "Low."`,
		},
		"a keyword will do": {
			workflow("traceloop.entity.input", `{"args":[],"kwargs":{"question":"Tide?","limit":3}}`), `agent voyage | request "Tide?"`,
		},
		"of several arguments the only text is the request": {
			workflow("traceloop.entity.input", `{"args":["Tide?",3],"kwargs":{"verbose":true}}`), `agent voyage | request "Tide?"`,
		},
		"of several texts none is chosen": {
			workflow("traceloop.entity.input", `{"args":["Tide?","Pier"],"kwargs":{}}`), `agent voyage | request ["Tide?", "Pier"]`,
		},
		"no arguments are no request": {
			workflow("traceloop.entity.input", `{"args":[],"kwargs":{}}`, "traceloop.entity.output", `"Low."`), `agent voyage | result "Low."`,
		},
		"OI-T38: the instance of a method is no argument": {
			workflow("traceloop.entity.input", `{"args":["Voyage","Tide?"],"kwargs":{}}`), `agent voyage | request "Tide?"`,
		},
		"an answer that is JSON is taken to the letter": {
			workflow("traceloop.entity.output", `"{\"answer\":\"low\"}"`), `agent voyage | result "{\"answer\":\"low\"}"`,
		},
		"OI-T39: an input that arrived cut is kept apart": {
			workflow("traceloop.entity.input", `{"args":["Tide at the fou`), `agent voyage | in user "{\"args\":[\"Tide at the fou" | truncated`,
		},
		"LangChain's envelope holds a state": {
			loopSpan(loopLangChain, "LangGraph.workflow", "traceloop.span.kind", "workflow", "traceloop.entity.name", "LangGraph",
				"traceloop.entity.input", `{"inputs":{"messages":[["user","Tide?"]]},"tags":[],"metadata":{},"kwargs":{"name":"LangGraph"}}`,
				"traceloop.entity.output", `{"outputs":{"messages":[{"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],"kwargs":{"content":"Low."}}]},"kwargs":{"tags":[]}}`),
			`agent LangGraph | request "Tide?" | result "Low."`,
		},
		"LangChain's envelope holds a text": {
			loopSpan(loopLangChain, "RunnableSequence.workflow", "traceloop.span.kind", "workflow",
				"traceloop.entity.input", `{"inputs":"{\"input\":\"Tide?\"}","tags":[],"metadata":{},"kwargs":{}}`,
				"traceloop.entity.output", `{"outputs":"Low.","kwargs":{}}`),
			`agent RunnableSequence | request "{\"input\":\"Tide?\"}" | result "Low."`,
		},
		"LangChain in JavaScript has no envelope": {
			loopSpan(loopLangChainJS, "workflow CompiledStateGraph", "traceloop.span.kind", "workflow", "gen_ai.operation.name", "workflow",
				"traceloop.entity.input", `{"messages":[{"role":"user","content":"Tide?"}]}`,
				"traceloop.entity.output", `{"messages":[{"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessage"],"kwargs":{"content":"Low."}}]}`),
			`agent CompiledStateGraph | request "Tide?" | result "Low."`,
		},
		"plain texts are what they are": {
			loopSpan("opentelemetry.instrumentation.agno", "Pilot.agent", "traceloop.span.kind", "agent",
				"traceloop.entity.input", "Tide?", "traceloop.entity.output", "Low."),
			`agent Pilot | request "Tide?" | result "Low."`,
		},
	})
}

func TestOpenLLMetryTools(t *testing.T) {
	const envelope = `{"input_str":"{'pier': 4}","inputs":{"pier":4},"tags":[],"metadata":{},"kwargs":{}}`
	const message = `{"lc":1,"type":"constructor","id":["langchain","schema","messages","ToolMessage"],"kwargs":{"content":"low","tool_call_id":"c1","name":"tide","status":"success"}}`
	tool := func(scope, name string, pairs ...any) *span.Span {
		return loopSpan(scope, name, append([]any{"traceloop.span.kind", "tool"}, pairs...)...)
	}
	task := func(scope, name string, pairs ...any) *span.Span {
		return loopSpan(scope, name, append([]any{"traceloop.span.kind", "task"}, pairs...)...)
	}
	checkLoop(t, map[string]loopCase{
		"keywords are the arguments": {
			tool(loopSDK, "tide.tool", "traceloop.entity.name", "tide", "traceloop.entity.input", `{"args":[],"kwargs":{"pier":4}}`, "traceloop.entity.output", `{"tide":"low"}`),
			`tool tide | request {"pier": 4} | result {"tide": "low"}`,
		},
		"one positional argument is the input": {
			tool(loopSDK, "tide.tool", "traceloop.entity.input", `{"args":["pier 4"],"kwargs":{}}`), `tool tide | request "pier 4"`,
		},
		"one positional object is the input": {
			tool(loopSDK, "tide.tool", "traceloop.entity.input", `{"args":[{"pier":4}],"kwargs":{}}`), `tool tide | request {"pier": 4}`,
		},
		"several are a list": {
			tool(loopSDK, "tide.tool", "traceloop.entity.input", `{"args":["pier",4],"kwargs":{}}`), `tool tide | request ["pier", 4]`,
		},
		"both kinds are both": {
			tool(loopSDK, "tide.tool", "traceloop.entity.input", `{"args":[4],"kwargs":{"at":"noon"}}`), `tool tide | request {"args": [4], "kwargs": {"at": "noon"}}`,
		},
		"no arguments are an empty object": {
			tool(loopSDK, "tide.tool", "traceloop.entity.input", `{"args":[],"kwargs":{}}`), `tool tide | request {}`,
		},
		"OI-T38: the instance of a method is no argument": {
			tool(loopSDK, "add.tool", "traceloop.entity.name", "tide_table.add", "traceloop.entity.input", `{"args":["TideTable",3],"kwargs":{}}`),
			`tool tide_table.add | request 3`,
		},
		"a text that looks like a class is an argument": {
			tool(loopSDK, "tide.tool", "traceloop.entity.input", `{"args":["Oslo",3],"kwargs":{}}`), `tool tide | request ["Oslo", 3]`,
		},
		"OI-T8: a text that a tool returned is quoted": {
			tool(loopSDK, "sky.tool", "traceloop.entity.output", `"sunny"`), `tool sky | result "\"sunny\""`,
		},
		"a failed tool has its error": {
			thrown(tool(loopSDK, "tide.tool", "traceloop.entity.input", `{"args":[],"kwargs":{}}`), "ValueError", "no such pier"),
			`tool tide | request {} | failed "no such pier"`,
		},
		"OI-T34: LangChain's envelope holds the arguments and a message": {
			tool(loopLangChain, "execute_tool tide", "gen_ai.tool.name", "tide", "gen_ai.tool.call.arguments", envelope,
				"gen_ai.tool.call.result", `{"output":`+message+`,"kwargs":{}}`, "traceloop.entity.output", `{"output":`+message+`,"kwargs":{}}`),
			`tool tide c1 | request {"pier": 4} | result "low"`,
		},
		"LangChain's envelope holds a text": {
			tool(loopLangChain, "tide.tool", "traceloop.entity.input", envelope, "traceloop.entity.output", `{"output":"low","kwargs":{}}`),
			`tool tide | request {"pier": 4} | result "low"`,
		},
		"OI-T35: without inputs the text is the input": {
			tool(loopLangChain, "tide.tool", "traceloop.entity.input", `{"input_str":"pier 4","inputs":null,"tags":[],"metadata":{},"kwargs":{}}`),
			`tool tide | request "pier 4"`,
		},
		"OI-T35: a text that is a Python dict is one": {
			tool(loopLangChain, "tide.tool", "traceloop.entity.input", `{"input_str":"{'pier': 4}","inputs":null,"tags":[],"metadata":{},"kwargs":{}}`),
			`tool tide | request {"pier": 4}`,
		},
		"OI-T7: a message may tell of a failure": {
			tool(loopLangChain, "tide.tool", "traceloop.entity.output",
				`{"output":{"lc":1,"type":"constructor","id":["ToolMessage"],"kwargs":{"content":"no such pier","tool_call_id":"c1","status":"error"}},"kwargs":{}}`),
			`tool tide c1 | result "no such pier" | failed ""`,
		},
		"a command's last message is the result": {
			tool(loopLangChain, "hand_over.tool", "traceloop.entity.output", `{"output":{"graph":null,"update":{"messages":[`+message+`]},"goto":"pilot"},"kwargs":{}}`),
			`tool hand_over c1 | result "low"`,
		},
		"OI-T24: LangChain in JavaScript gives a class, but the message tells the name": {
			task(loopLangChainJS, "execute_tool DynamicStructuredTool", "gen_ai.operation.name", "execute_tool", "traceloop.entity.name", "DynamicStructuredTool",
				"traceloop.entity.input", `{"args":["{\"pier\":4}"]}`, "traceloop.entity.output", message),
			`tool tide c1 | request {"pier": 4} | result "low"`,
		},
		"OI-T24: without a message the class is all there is": {
			thrown(task(loopLangChainJS, "execute_tool TideTable", "gen_ai.operation.name", "execute_tool", "traceloop.entity.name", "TideTable",
				"traceloop.entity.input", `{"args":["{\"pier\":4}"]}`), "Error", "no such pier"),
			`tool TideTable | request {"pier": 4} | class | failed "no such pier"`,
		},
		"OI-T50: LlamaIndex's task holds the name and the arguments": {
			task(loopLlamaIndex, "call_tool.task", "tool.name", "tide", "tool.arguments", `{"pier":4}`, "traceloop.entity.input", `{"ev":"x"}`),
			`tool tide | request {"pier": 4}`,
		},
		"LlamaIndex's task of a newer workflow is named after its class, and holds the output": {
			task(loopLlamaIndex, "BaseWorkflowAgent.task", "tool.name", "tide", "tool.arguments", `{"pier":4}`, "traceloop.entity.output",
				`{"tool_name":"tide","tool_kwargs":{"pier":4},"tool_id":"c1","tool_output":{"blocks":[{"block_type":"text","text":"no such pier"}],"tool_name":"tide","raw_input":{"pier":4},"raw_output":"no such pier","is_error":true},"return_direct":false}`),
			`tool tide c1 | request {"pier": 4} | result "no such pier" | failed ""`,
		},
		"and its other tasks are links": {task(loopLlamaIndex, "BaseWorkflowAgent.task", "traceloop.entity.output", `{"input":[]}`), `other`},
		"OI-T50: and the span of the tool's class the output": {
			task(loopLlamaIndex, "FunctionTool.task", "traceloop.entity.name", "FunctionTool.task", "traceloop.entity.input", `{"kwargs":{"pier":4}}`,
				"traceloop.entity.output", `{"blocks":[{"block_type":"text","text":"low"}],"tool_name":"tide","raw_input":{"kwargs":{"pier":4}},"raw_output":"low","is_error":false}`),
			`tool tide | request {"pier": 4} | result "low"`,
		},
		"OI-T78: its entity's name is a class's": {
			task(loopLlamaIndex, "FunctionTool.task", "traceloop.entity.name", "FunctionTool.task"), `tool FunctionTool | class`,
		},
		"a node that stops for a person is no link, for it says so": {
			failed(task("opentelemetry.instrumentation.langchain", "execute_task ask", "gen_ai.operation.name", "execute_task"), "GraphInterrupt: ok?"), `agent execute_task ask | interrupted`,
		},
		"OI-T52: MCP's client has an envelope of its own": {
			tool(loopMCP, "add.tool", "traceloop.entity.name", "add", "traceloop.entity.input", `{"tool_name":"add","arguments":{"a":1}}`,
				"traceloop.entity.output", `{"result":"7"}`),
			`tool add | request {"a": 1} | result "7"`,
		},
		"OI-T52: and the server gives blocks": {
			tool(loopMCP, "add.tool", "traceloop.entity.input", `{"tool_name":"add","arguments":{"a":1}}`, "traceloop.entity.output", `[{"type":"text","text":"7"}]`),
			`tool add | request {"a": 1} | result [{"type": "text", "text": "7"}]`, // the file joins the texts
		},
		"MCP's result may be an error": {
			tool(loopMCP, "add.tool", "traceloop.entity.output", `{"result":"no such pier","is_error":true}`), `tool add | result "no such pier" | failed ""`,
		},
		"a tool's own result stays whole": {
			tool(loopSDK, "add.tool", "traceloop.entity.output", `{"result":7}`), `tool add | result {"result": 7}`,
		},
		"openai-agents records plain arguments and results": {
			tool(loopOpenAIAgents, "add.tool", "gen_ai.tool.name", "add", "gen_ai.tool.call.arguments", `{"a":1}`, "gen_ai.tool.call.result", "7"),
			`tool add | request {"a": 1} | result "7"`,
		},
	})
}

func FuzzReadOpenLLMetry(f *testing.F) {
	f.Add("workflow", `{"args":["Tide?"],"kwargs":{}}`, `"Low."`, "0")
	f.Add("tool", `{"input_str":"{'pier': 4}","inputs":null}`, `{"output":{"lc":1,"kwargs":{"content":"low"}},"kwargs":{}}`, "10")
	f.Add("task", `[{"role":"user","content":"x"}]`, `{"update":{"messages":[null]}}`, "4294967295")
	f.Add("", `[{"type":"text","text":"x"}]`, "null", "tool.name")
	f.Fuzz(func(t *testing.T, kind, input, output, index string) {
		pairs := []any{
			"llm.request.type", "chat", "traceloop.entity.input", input, "traceloop.entity.output", output, "gen_ai.operation.name", "execute_tool",
			"gen_ai.prompt." + index + ".role", "user", "gen_ai.prompt." + index + ".content", input,
			"gen_ai.completion." + index + ".role", kind, "gen_ai.completion." + index + ".content", output, "crewai.crew.tasks", input,
		}
		for _, scope := range []string{loopLangChainJS, loopLlamaIndex, loopMCP} {
			Read(loopSpan(scope, "x.task", append(pairs, "traceloop.span.kind", kind)...))
			if o := Read(loopSpan(scope, "openai.chat", pairs...)); o.Role != observation.LLM {
				t.Errorf("a chat of %s is %s", scope, o.Role)
			}
		}
	})
}
