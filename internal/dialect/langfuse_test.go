package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// fuse is an observation of Langfuse's SDK with the attributes of keys and values in turn.
func fuse(kind, name string, pairs ...any) *span.Span {
	return spanOf("langfuse-sdk", name, append([]any{"langfuse.observation.type", kind}, pairs...)...)
}

func TestLangfuse(t *testing.T) {
	checkReadings(t, map[string]reading{
		"V-T22: an error is a level and a message": {
			fuse("tool", "weather", langfuseInput, `{"city":"X"}`, "langfuse.observation.level", "ERROR", "langfuse.observation.status_message", "boom"),
			`tool weather | request {"city": "X"} | failed "boom"`,
		},
		"V-T22: an event is no step": {fuse("event", "note", langfuseInput, "x"), `other`},
		"V-T22: a text stands as it is": {
			fuse("tool", "weather", langfuseInput, "Paris", langfuseOutput, "sunny"), `tool weather | request "Paris" | result "sunny"`,
		},
		"V-T11: a result in quotes stays what it is for the writer to unquote": {
			fuse("tool", "weather", langfuseOutput, `"sunny"`), `tool weather | result "\"sunny\""`,
		},
		"V-T23: an old generation is typed span and has a model": {
			fuse("span", "llm-call", "langfuse.observation.model.name", "m1", "langfuse.observation.usage_details", `{"input":1}`, langfuseOutput, "Hello"),
			`llm | model m1 | out assistant "Hello"`,
		},
		"a span without a model is a wrapper": {
			fuse("span", "flow", langfuseInput, "Hi", langfuseOutput, "Hello"), `agent | request "Hi" | result "Hello"`,
		},
		"an agent is named by its span": {fuse("agent", "guide", "session.id", "s1"), `agent guide | session s1`},
		"an agent's name in LangChain's metadata wins": {
			fuse("agent", "LangGraph", "langfuse.observation.metadata.lc_agent_name", "guide"), `agent guide`,
		},
		"chains are agents": {fuse("chain", "flow"), `agent`},
		"retrievers are tools": {
			fuse("retriever", "docs", langfuseInput, "tides", langfuseOutput, `[{"pageContent":"low"}]`),
			`tool docs | request "tides" | result [{"pageContent": "low"}]`,
		},
		"embeddings, evaluators and guardrails are links": {fuse("guardrail", "safe", langfuseInput, "x"), `other`},
		"V-T53: trace attributes on another's span make it no observation": {
			spanOf("my-lib", "chat m", "langfuse.trace.name", "t", "session.id", "s1", "gen_ai.operation.name", "chat", "gen_ai.output.messages",
				`[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
			`llm | session s1 | out assistant "Hello"`,
		},
		"V-T53: an observation without content of its own is read from GenAI's keys": {
			fuse("generation", "chat m", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m1", "gen_ai.output.messages",
				`[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
			`llm | model m1 | out assistant "Hello"`,
		},
		"the OpenAI wrapper's request and answer": {
			fuse("generation", "OpenAI.chat", "langfuse.observation.model.name", "m1",
				langfuseInput, `{"tools":[{"type":"function","function":{"name":"sum"}}],"messages":[{"role":"user","content":"Add."}]}`,
				langfuseOutput, `{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"sum","arguments":"{\"a\":1}"}}]}`),
			`llm | model m1 | in user "Add." | out assistant call c1 sum {"a": 1}`,
		},
		"an answer that is one bare item": {
			fuse("generation", "OpenAI.responses", langfuseInput, "Add.", langfuseOutput,
				`{"type":"function_call","call_id":"c1","name":"sum","arguments":"{\"a\":1}"}`),
			`llm | in user "Add." | out assistant call c1 sum {"a": 1}`,
		},
		"an answer without a role": {
			fuse("generation", "m", langfuseOutput, `{"content":"Hello"}`), `llm | out assistant "Hello"`,
		},
		"an answer that is JSON of the model's own": {
			fuse("generation", "m", langfuseOutput, `{"tide": "low", "at": 9}`), `llm | out assistant "{\"tide\": \"low\", \"at\": 9}"`,
		},
		"LangChain's answer in blocks, with calls beside them": {
			fuse("generation", "ChatOpenAI", langfuseOutput, `{"content":[{"type":"reasoning","reasoning":"add"},{"type":"text","text":"Let me."}],`+
				`"role":"assistant","tool_calls":[{"name":"sum","args":{"a":1},"type":"tool_call","id":"c1"}]}`),
			`llm | out assistant "Let me." thinks "add" call c1 sum {"a": 1}`,
		},
		"a tool's message in a request has the tool's name for a role": {
			fuse("generation", "ChatOpenAI", langfuseInput, `[{"content":"Add.","role":"user"},{"content":"2","additional_kwargs":{},"role":"sum"}]`),
			`llm | in user "Add." | in tool result sum "2"`,
		},
		"a tool's message without a name": {
			fuse("generation", "ChatOpenAI", langfuseInput, `[{"role":"user","content":"Add."},{"content":"2","additional_kwargs":{}}]`),
			`llm | in user "Add." | in tool result "2"`,
		},
		"the definitions of tools in a request are no results": {
			fuse("generation", "ChatOpenAI", langfuseInput, `[{"role":"user","content":"Add."},{"role":"tool","content":{"type":"function","function":{"name":"sum"}}}]`),
			`llm | in user "Add."`,
		},
		"a state whose newest message is a tool's asks what the user asked": {
			fuse("span", "tools", langfuseInput, `{"messages":[{"role":"user","content":"Add."},{"content":"2","additional_kwargs":{},"role":"sum"}]}`),
			`agent | request "Add."`,
		},
		"a structured response beats the last message": {
			fuse("agent", "guide", langfuseOutput, `{"messages":[{"role":"assistant","content":"Done."}],"structuredResponse":{"temp":21}}`),
			`agent guide | result "Done." | structured {"temp": 21}`,
		},
		"a structured response that only the last message tells": {
			fuse("agent", "guide", langfuseOutput, `{"messages":[{"role":"user","content":"Hot?"},{"role":"assistant","content":"Returning structured response: {\"temp\":21}"}]}`),
			`agent guide | result "Returning structured response: {\"temp\":21}" | structured {"temp": 21}`,
		},
		"such a message about a text is no structured response": {
			fuse("agent", "guide", langfuseOutput, `{"messages":[{"role":"assistant","content":"Returning structured response: soon"}]}`),
			`agent guide | result "Returning structured response: soon"`,
		},
		"what LangGraph hands on": {
			fuse("span", "model_request", langfuseOutput, `{"output":[{"lg_name":"Command","update":{"messages":[{"lc":1,"type":"constructor",`+
				`"id":["langchain_core","messages","AIMessage"],"kwargs":{"content":"Done."}}]},"goto":[]}]}`),
			`agent | result "Done."`,
		},
		"a tool's message holds its result and the call's id": {
			fuse("tool", "weather", langfuseOutput, `{"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],`+
				`"kwargs":{"content":"21","tool_call_id":"c1","status":"success"}}`),
			`tool weather c1 | result "21"`,
		},
		"the trace's input where the observation has none": {
			fuse("span", "flow", "langfuse.trace.input", "Hi", "langfuse.trace.output", "Hello"), `agent | request "Hi" | result "Hello"`,
		},
		"a pause for a person is no failure": {
			fuse("span", "LangGraph", "langfuse.observation.level", "ERROR", "langfuse.observation.status_message", "GraphInterrupt: [\n  {}\n]"),
			`agent | interrupted`,
		},
		"a command to the parent is no failure": {
			fuse("span", "LangGraph", "langfuse.observation.level", "ERROR", "langfuse.observation.status_message", "ParentCommand: go"),
			`agent`,
		},
		"a mask stays, and no other key undoes it": {
			fuse("generation", "m", langfuseInput, "***", langfuseOutput, "***", "gen_ai.operation.name", "chat", "gen_ai.response.model", "m1",
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"secret"}]}]`),
			`llm | in user "***" | out assistant "***" | redacted`,
		},
		"a mask on a tool and on an agent": {
			fuse("tool", "weather", langfuseInput, "***", langfuseOutput, "***"), `tool weather | request "***" | result "***" | redacted`,
		},
		"the SDK's own mask when a mask function fails": {
			fuse("agent", "guide", langfuseInput, "<fully masked due to failed mask function>"),
			`agent guide | request "<fully masked due to failed mask function>" | redacted`,
		},
	})
}

func TestLangfuseCountsTokens(t *testing.T) {
	o := Read(fuse("generation", "m", "langfuse.observation.usage_details",
		`{"input":27,"output":14,"total":41,"input_cache_read":3,"output_reasoning":5}`))
	assert.Equal(t, []observation.Count{{Name: "cached", Tokens: 3}, {Name: "input", Tokens: 27}, {Name: "output", Tokens: 14}, {Name: "reasoning", Tokens: 5}}, o.Usage)
}

func FuzzReadLangfuse(f *testing.F) {
	f.Add("generation", `[{"role":"user","content":"Hi"}]`, `{"role":"assistant","content":"Hello"}`, "")
	f.Add("span", `{"messages":[{"content":"2","additional_kwargs":{},"role":"sum"}]}`, `{"output":[{"lg_name":"Command"}]}`, "GraphInterrupt: x")
	f.Add("tool", `{"city":"X"}`, `"sunny"`, "boom")
	f.Fuzz(func(t *testing.T, kind, input, output, message string) {
		o := Read(fuse(kind, "step", langfuseInput, input, langfuseOutput, output,
			"langfuse.observation.level", "ERROR", "langfuse.observation.status_message", message))
		if o.Role == observation.Tool && o.Tool != "step" {
			t.Errorf("the tool of a span is called %q", o.Tool)
		}
	})
}
