package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

func homeSpan(pairs ...any) *span.Span { return voiceSpan("home-made", "step", pairs...) }

func TestGenericSpans(t *testing.T) {
	checkSpans(t, map[string]spanCase{
		"a model with messages": {
			homeSpan("model", "m", "messages", `[{"role":"user","content":"Hi"}]`, "output", "Hello", "finish_reason", "stop"), `llm | model m | finish stop | in user "Hi" | out assistant "Hello"`,
		},
		"a model with an API's answer": {
			homeSpan("llm.model", "m", "response", `{"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"add","arguments":"{\"a\":1}"}}]}}]}`),
			`llm | model m | out assistant call c1 add {"a": 1}`,
		},
		"a model with a request's body": {
			homeSpan("llm.model_name", "m", "request", `{"model":"m","messages":[{"role":"user","content":"Hi"}]}`), `llm | model m | in user "Hi"`,
		},
		"a model with a prompt and a completion": {
			homeSpan("model", "m", "prompt", "Hi", "completion", "Hello"), `llm | model m | in user "Hi" | out assistant "Hello"`,
		},
		"a model that was given no messages": {
			homeSpan("model", "m", "messages", `[]`, "response", "Hello"), `llm | model m | out assistant "Hello"`,
		},
		"a model whose request's body has no messages": {
			homeSpan("model", "m", "request", `{"messages":[]}`, "output", "Hello"), `llm | model m | out assistant "Hello"`,
		},
		"an empty list and nothing that came out is none": {homeSpan("model", "m", "messages", `[]`), `other`},
		"an empty list that may be any list's is none":    {homeSpan("model", "m", "input", `[]`, "output", "3 rows"), `other`},
		"a tool with arguments": {
			homeSpan("tool.name", "add", "tool.arguments", `{"a":1}`, "tool.result", "2", "tool.call_id", "c1"), `tool add c1 | request {"a": 1} | result "2"`,
		},
		"a tool with an input and an output": {
			homeSpan("tool_name", "add", "input", "{'a': 1}", "output", `{"n":2}`), `tool add | request {"a": 1} | result {"n": 2}`,
		},
		"a model alone is none":                    {homeSpan("model", "nova", "input", "audio.wav", "duration", 3), `other`},
		"an embedding is none":                     {homeSpan("model", "m", "input", `["a text","another"]`, "output", `[[0.1,0.2]]`), `other`},
		"a tool's name alone is none":              {homeSpan("tool.name", "hammer"), `other`},
		"a tool's name with a number is none":      {homeSpan("tool.name", "hammer", "input", 4), `other`},
		"arguments without a tool's name are none": {homeSpan("input", `{"a":1}`, "output", "2"), `other`},
		"a request to a car's model is none":       {homeSpan("model", "T", "request", `{"messages":["a"]}`, "prompt", "drive"), `other`},
		"V-T38: n8n's nodes are links": {
			homeSpan("n8n.node.name", "AI Agent", "n8n.node.type", "agent", "n8n.node.items.input", 1, "n8n.node.items.output", 1), `other`,
		},
		"V-T38: an inherited type is no agent": {homeSpan("entity.type", "agent", "span.type", "tool", "input", `{"a":1}`), `other`},
	})
	assert.Equal(t, "generic", Read(homeSpan("tool.name", "add", "args", `{"a":1}`)).Dialect)
}

func TestGenericKeepsOut(t *testing.T) {
	o := Read(&span.Span{Name: "execute_tool add", Attrs: span.AttrsOf("gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "add", "tool.name", "x", "output", "guess")})
	assert.Equal(t, "genai", o.Dialect)
	assert.True(t, o.Result.IsAbsent(), "a guess fills nothing that a convention leaves open")
}

func FuzzReadGeneric(f *testing.F) {
	f.Add("model", "m", "messages", `[{"role":"user"}]`)
	f.Add("tool.name", "t", "input", `{'a': 1}`)
	f.Fuzz(func(t *testing.T, name, text, key, body string) {
		read := func() observation.Observation { return Read(homeSpan(name, text, key, body, "output", body)) }
		assert.Equal(t, read(), read())
	})
}
