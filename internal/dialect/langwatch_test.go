package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// watched is a span of LangWatch's SDK with the attributes of keys and values in turn.
func watched(kind, name string, pairs ...any) *span.Span {
	return spanOf("my-app", name, append([]any{langWatchType, kind}, pairs...)...)
}

func TestLangWatch(t *testing.T) {
	checkReadings(t, map[string]reading{
		"an agent": {
			watched("agent", "assistant", langWatchInput, `{"type":"text","value":"Hi"}`, langWatchOutput, `{"type":"text","value":"Hello"}`, "langwatch.thread.id", "t1"),
			`agent | session t1 | request "Hi" | result "Hello"`,
		},
		"texts are to the letter": {
			watched("agent", "assistant", langWatchOutput, `{"type":"text","value":"{\"output\":\"Hello\"}"}`), `agent | result "{\"output\":\"Hello\"}"`,
		},
		"a graph's state": {
			watched("chain", "LangGraph", langWatchInput, `{"type":"json","value":{"messages":[{"role":"user","content":"Hi"}]}}`,
				langWatchOutput, `{"type":"json","value":{"messages":[{"lc":1,"type":"constructor","id":["m","AIMessage"],"kwargs":{"content":"Hello"}}],"structuredResponse":{"a":1}}}`),
			`agent | request "Hi" | result "Hello" | structured {"a": 1}`,
		},
		"a generation": {
			watched("llm", "openai.chat", "gen_ai.request.model", "m1", langWatchInput, `{"type":"chat_messages","value":[{"role":"user","content":"Hi"}]}`,
				langWatchOutput, `{"type":"chat_messages","value":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"sum","arguments":"{\"a\":1}"}}]}]}`),
			`llm | model m1 | in user "Hi" | out assistant call c1 sum {"a": 1}`,
		},
		"an answer of LangChain's handler, whose call has nothing in it": {
			watched("llm", "openai m1", langWatchOutput, `{"type":"list","value":[{"type":"chat_messages","value":[{"role":"assistant","content":"Hello","function_call":{}}]}]}`),
			`llm | out assistant "Hello"`,
		},
		"an answer that is a text": {watched("llm", "m", langWatchOutput, `{"type":"text","value":"[1]"}`), `llm | out assistant "[1]"`},
		"a tool": {
			watched("tool", "sum", langWatchInput, `{"type":"json","value":{"a":1}}`, langWatchOutput, `{"type":"list","value":[{"type":"text","value":"x"},{"type":"json","value":{"n":1}}]}`),
			`tool sum | request {"a": 1} | result ["x", {"n": 1}]`,
		},
		"a tool of LangChain's handler": {
			watched("tool", "sum", langWatchInput, `{"type":"text","value":"{\"a\":1}"}`,
				langWatchOutput, `{"type":"json","value":{"type":"text","value":{"lc":1,"type":"constructor","id":["m","ToolMessage"],"kwargs":{"content":"4","tool_call_id":"c1"}}}}`),
			`tool sum c1 | request {"a": 1} | result "4"`,
		},
		"a value that looks like a typed one": {
			watched("tool", "sum", langWatchOutput, `{"type":"json","value":{"type":"celsius","value":4}}`), `tool sum | result {"type": "celsius", "value": 4}`,
		},
		"the default type is a wrapper":                {watched("span", "main", langWatchInput, `{"type":"text","value":"Hi"}`), `agent | request "Hi"`},
		"the default type gives way to an operation":   {watched("span", "chat m1", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m1"), `llm | model m1`},
		"what is retrieved and guarded are links":      {watched("rag", "docs", langWatchInput, `{"type":"text","value":"Hi"}`), `other`},
		"the type that it gives the AI SDK's is added": {watched("llm", "ai.toolCall", "ai.operationId", "ai.toolCall", "ai.toolCall.name", "sum"), `tool sum`},
	})
}

func FuzzReadLangWatch(f *testing.F) {
	f.Add("llm", `{"type":"chat_messages","value":[{"role":"user","content":"Hi"}]}`, `{"type":"list","value":[{"type":"text","value":"Hi"}]}`)
	f.Add("tool", `{"type":"json","value":{"type":"json","value":{}}}`, `{"type":"text","value":"x"}`)
	f.Fuzz(func(t *testing.T, kind, input, output string) {
		read := func() observation.Observation {
			return Read(watched(kind, "x", langWatchInput, input, langWatchOutput, output))
		}
		assert.Equal(t, read(), read())
	})
}
