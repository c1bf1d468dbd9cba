package dialect

import (
	"testing"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// smithRun is a run that LangSmith's SDK sends, with the attributes of keys and values in turn.
func smithRun(kind, name string, pairs ...any) *span.Span {
	operation := map[string]string{
		"llm": "chat", "prompt": "chat", "tool": "execute_tool", "retriever": "embeddings", "embedding": "embeddings",
	}[kind]
	if operation == "" {
		operation = kind
	}
	return spanOf("langsmith", name, append([]any{
		"langsmith.span.kind", kind, "gen_ai.operation.name", operation, "langsmith.trace.session_name", "prod",
	}, pairs...)...)
}

func TestLangSmith(t *testing.T) {
	const question = `{"lc":1,"type":"constructor","id":["langchain","schema","messages","HumanMessage"],"kwargs":{"content":"Weather?"}}`
	checkReadings(t, map[string]reading{
		"V-T16: the session is the thread's, never the project's": {
			smithRun("chain", "agent", "langsmith.metadata.thread_id", "t-1", "langsmith.trace.session_id", "p-1"),
			`agent | session t-1`,
		},
		"V-T16: a project alone is no session": {smithRun("chain", "agent"), `agent`},
		"V-T17: a failed run has an exception under an OK status": {
			raised(smithRun("tool", "bad", "gen_ai.prompt", `{"input":"x"}`), "Error: boom"),
			`tool bad | request "x" | failed "Error: boom"`,
		},
		"V-T18: a prompt template is no generation whatever the operation says": {
			smithRun("prompt", "ChatPromptTemplate", "gen_ai.prompt", `{"q":"Hi"}`, "gen_ai.completion", `{"output":{"messages":[]}}`),
			`other`,
		},
		"V-T18: a retriever is a tool named by its span": {
			smithRun("retriever", "VectorStore", "gen_ai.prompt", `{"query":"Hi"}`, "gen_ai.completion", `{"documents":[]}`),
			`tool VectorStore | request {"query": "Hi"} | result {"documents": []}`,
		},
		"V-T18: parsers and embeddings are links": {smithRun("parser", "StrOutputParser", "gen_ai.completion", `{"output":"x"}`), `other`},
		"V-T19: a chain's text stands alone in an object": {
			smithRun("chain", "agent", "gen_ai.prompt", `{"input":"Weather?"}`, "gen_ai.completion", `{"outputs":"It is 21C."}`),
			`agent | request "Weather?" | result "It is 21C."`,
		},
		"V-T19: LangChain's constructors": {
			smithRun("llm", "ChatOpenAI", "gen_ai.prompt", `{"messages":[[`+question+`]]}`, "gen_ai.completion",
				`{"generations":[[{"text":"","message":{"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],`+
					`"kwargs":{"content":"","tool_calls":[{"name":"weather","args":{"city":"Paris"},"id":"c1","type":"tool_call"}]}}}]]}`),
			`llm | in user "Weather?" | out assistant "" call c1 weather {"city": "Paris"}`,
		},
		"V-T47: of the forms of gen_ai.prompt this one is an object": {
			smithRun("chain", "agent", "gen_ai.prompt", `{"input":"Hi"}`), `agent | request "Hi"`,
		},
		"V-T20: a generation of the AI SDK keeps its own text": {
			spanOf("ai", "ai.generateText.doGenerate", "ai.operationId", "ai.generateText.doGenerate", "langsmith.span.kind", "llm",
				"ai.response.text", "Let me check.", "ai.response.toolCalls", `[{"toolCallId":"c1","toolName":"weather","args":"{}"}]`,
				"gen_ai.completion", `[{"toolName":"weather","toolCallId":"c1","args":"{}"}]`, "langsmith.metadata.session_id", "s1"),
			`llm | session s1 | out assistant "Let me check." call c1 weather {}`,
		},
		"the SDK for Python sends bytes": {
			smithRun("chain", "agent", "gen_ai.prompt", []byte(`{"input":"Weather?"}`), "gen_ai.completion", []byte(`{"output":"It is 21C."}`)),
			`agent | request "Weather?" | result "It is 21C."`,
		},
		"a graph's state": {
			smithRun("chain", "LangGraph", "langsmith.metadata.lc_agent_name", "guide", "gen_ai.prompt",
				`{"messages":[{"type":"human","content":"Weather?"}]}`, "gen_ai.completion",
				`{"messages":[{"type":"human","content":"Weather?"},{"type":"ai","content":"","tool_calls":[{"name":"weather","args":{},"id":"c1"}]},`+
					`{"type":"tool","content":"21","tool_call_id":"c1"},{"type":"ai","content":"It is 21C."}]}`),
			`agent guide | request "Weather?" | result "It is 21C."`,
		},
		"a state that ends where it began has no answer": {
			smithRun("chain", "__start__", "gen_ai.prompt", `{"messages":[{"role":"user","content":"Hi"}]}`,
				"gen_ai.completion", `{"messages":[{"role":"user","content":"Hi"}]}`),
			`agent | request "Hi"`,
		},
		"a structured response beats the last message": {
			smithRun("chain", "LangGraph", "gen_ai.completion",
				`{"output":{"messages":[{"type":"ai","content":"Done."}],"structured_response":{"temp":21}}}`),
			`agent | result "Done." | structured {"temp": 21}`,
		},
		"a text that is JSON is to the letter": {
			smithRun("llm", "extract", "gen_ai.completion", `{"output":"{\"output\":\"low\"}"}`),
			`llm | out assistant "{\"output\":\"low\"}"`,
		},
		"a dumped command's messages": {
			smithRun("chain", "tools", "gen_ai.completion", `{"output":[{"graph":null,"update":{"messages":[{"type":"ai","content":"Done."}]},"resume":null,"goto":[]}]}`),
			`agent | result "Done."`,
		},
		"a command's messages": {
			smithRun("chain", "tools", "gen_ai.completion", `{"output":[{"lg_name":"Command","update":{"messages":[{"type":"ai","content":"Done."}]},"goto":[]}]}`),
			`agent | result "Done."`,
		},
		"an OpenAI request and completion": {
			smithRun("llm", "ChatOpenAI", "gen_ai.request.model", "m1", "gen_ai.response.finish_reasons", "stop, length",
				"gen_ai.prompt", `{"model":"m1","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Hi"}]}`,
				"gen_ai.completion", `{"id":"r1","choices":[{"index":0,"message":{"role":"assistant","content":"Hello","refusal":null}}]}`),
			`llm | model m1 | finish stop | in system "Be brief." | in user "Hi" | out assistant "Hello"`,
		},
		"a responses request and answer of items": {
			smithRun("llm", "Span Response", "gen_ai.prompt", `{"input":[{"type":"message","role":"user","content":"Hi"}],"instructions":"Be brief."}`,
				"gen_ai.completion", `{"output":[{"type":"function_call","call_id":"c1","name":"weather","arguments":"{}"}]}`),
			`llm | in user "Hi" | out assistant call c1 weather {}`,
		},
		"a finish reason inside LangChain's answer": {
			smithRun("llm", "ChatOpenAI", "langsmith.metadata.ls_model_name", "m1", "gen_ai.completion",
				`{"generations":[[{"text":"Hello","generation_info":{"finish_reason":"stop"}}]]}`),
			`llm | model m1 | finish stop | out assistant "Hello"`,
		},
		"V-T13: a finish reason decides nothing": {
			smithRun("llm", "m", "gen_ai.response.finish_reasons", "tool_calls", "gen_ai.completion", `{"output":"Hello"}`),
			`llm | finish tool_calls | out assistant "Hello"`,
		},
		"inputs and outputs that are hidden are none": {
			smithRun("llm", "m", "gen_ai.prompt", `{}`, "gen_ai.completion", `{}`), `llm`,
		},
		"a tool's input that Python printed": {
			smithRun("tool", "weather", "gen_ai.prompt", `{"input":"{'city': 'Paris'}"}`, "gen_ai.completion", `{"output":"21"}`),
			`tool weather | request {"city": "Paris"} | result "21"`,
		},
		"a tool's message holds its result and the call's id": {
			smithRun("tool", "weather", "gen_ai.tool.name", "weather", "gen_ai.prompt", `{"input":"{\"city\":\"Paris\"}"}`, "gen_ai.completion",
				`{"output":{"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":{"content":"21","tool_call_id":"c1","status":"success"}}}`),
			`tool weather c1 | request {"city": "Paris"} | result "21"`,
		},
		"a tool's message that says it failed": {
			smithRun("tool", "weather", "gen_ai.completion",
				`{"output":{"type":"tool","content":"no such city","tool_call_id":"c1","status":"error"}}`),
			`tool weather c1 | result "no such city" | failed ""`,
		},
		"a tool's second argument tells about the call": {
			smithRun("tool", "weather", "gen_ai.prompt", `{"args":[{"city":"Paris"},{"toolCallId":"c1","messages":[]}]}`,
				"gen_ai.completion", `{"temp":21}`),
			`tool weather c1 | request {"city": "Paris"} | result {"temp": 21}`,
		},
		"two arguments of a tool's own": {
			smithRun("tool", "sum", "gen_ai.prompt", `{"args":[1,2]}`, "gen_ai.completion", `{"outputs":3}`),
			`tool sum | request {"args": [1, 2]} | result 3`,
		},
		"a tool's list and its nothing": {
			smithRun("tool", "list", "gen_ai.prompt", `{"input":"x"}`, "gen_ai.completion", `{"outputs":null}`),
			`tool list | request "x" | result null`,
		},
		"a question that stands before other arguments": {
			smithRun("chain", "ask", "gen_ai.prompt", `{"args":["Weather?",{"user":"u1"}]}`), `agent | request "Weather?"`,
		},
		"an error with a traceback": {
			raised(smithRun("chain", "agent"), "ValueError('no key')\n\nTraceback (most recent call last):\n  File \"run.py\""),
			`agent | failed "ValueError('no key')"`,
		},
		"a pause for a person is no failure": {
			raised(smithRun("chain", "LangGraph"), "GraphInterrupt((Interrupt(value='Go on?'),))\n\nTraceback (most recent call last):"),
			`agent | interrupted`,
		},
		"a run whose content another convention has": {
			smithRun("llm", "m", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
			`llm | out assistant "Hello"`,
		},
		"an input that arrived cut": {
			smithRun("llm", "m", "gen_ai.prompt", `{"messages":[{"role":"user","content":"Wea`),
			`llm | in user "{\"messages\":[{\"role\":\"user\",\"content\":\"Wea" | truncated`,
		},
	})
}

func FuzzReadLangSmith(f *testing.F) {
	f.Add("chain", `{"input":"Hi"}`, `{"outputs":"Hello"}`)
	f.Add("llm", `{"messages":[[{"lc":1,"id":["HumanMessage"],"kwargs":{"content":"Hi"}}]]}`, `{"generations":[[{"text":"Hello"}]]}`)
	f.Add("tool", `{"args":[{"city":"Paris"},{"toolCallId":"c1"}]}`, `{"output":{"type":"tool","content":"21"}}`)
	f.Fuzz(func(t *testing.T, kind, prompt, completion string) {
		o := Read(smithRun(kind, "run", "gen_ai.prompt", prompt, "gen_ai.completion", completion))
		if o.Dialect != "langsmith" {
			t.Errorf("read by %q", o.Dialect)
		}
		if o.Role == observation.Tool && o.Tool == "" {
			t.Error("a tool without a name")
		}
	})
}
