package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// genkitAction is the span of an action with attributes of keys and values in turn.
func genkitAction(subtype, name string, pairs ...any) *span.Span {
	return spanOf("genkit-tracer", name, append([]any{"genkit:type", "action", "genkit:metadata:subtype", subtype, "genkit:name", name}, pairs...)...)
}

func genkitOf(kind, name string, pairs ...any) *span.Span {
	return spanOf("genkit-tracer", name, append([]any{"genkit:type", kind, "genkit:name", name}, pairs...)...)
}

func TestGenkit(t *testing.T) {
	const asked = `{"messages":[{"role":"system","content":[{"text":"Be brief."}]},{"role":"user","content":[{"text":"Tide?"}]}],"tools":["/tool/tide"]}`
	checkReadings(t, map[string]reading{
		"G-T45: texts are quoted": {
			genkitAction("flow", "pilot", "genkit:input", `"Tide?"`, "genkit:output", `"Low."`, "genkit:isRoot", true, "genkit:sessionId", "s-1"),
			`agent pilot | session s-1 | request "Tide?" | result "Low."`,
		},
		"V-T33: a turn is an agent without a name": {
			genkitOf("util", "generate", "genkit:input", asked, "genkit:output", `{"message":{"role":"model","content":[{"text":"It is "},{"text":"low."}]},"finishReason":"stop"}`),
			`agent | request "Tide?" | result "It is low."`,
		},
		"G-T44: only a model's action is a generation": {
			genkitAction("model", "mock/m1", "genkit:input", asked,
				"genkit:output", `{"message":{"role":"model","content":[{"reasoning":"The moon is new."},{"text":"Let me look."},{"toolRequest":{"ref":"c1","name":"tide","input":{"at":9}}}]},"finishReason":"stop"}`),
			`llm | model mock/m1 | finish stop | in system "Be brief." | in user "Tide?" | out assistant "Let me look." thinks "The moon is new." call c1 tide {"at": 9}`,
		},
		"V-T33: a tool has its input and output as JSON": {
			genkitAction("tool", "tide", "genkit:input", `{"at":9}`, "genkit:output", `{"level":2}`), `tool tide | request {"at": 9} | result {"level": 2}`,
		},
		"the answers of some models are candidates": {
			genkitAction("model", "m", "genkit:output", `{"candidates":[{"index":0,"message":{"role":"model","content":[{"text":"Low."}]},"finishReason":"stop"},{"index":1,"message":{"role":"model","content":[{"text":"High."}]}}]}`),
			`llm | model m | finish stop | out assistant "Low."`,
		},
		"a tool's answer in a request": {
			genkitAction("model", "m", "genkit:input", `{"messages":[{"role":"tool","content":[{"toolResponse":{"ref":"c1","name":"tide","output":{"level":2}}}]}]}`),
			`llm | model m | in tool result c1 tide {"level": 2}`,
		},
		"data is a text of its JSON": {
			genkitAction("model", "m", "genkit:output", `{"message":{"role":"model","content":[{"data":{"level":2}}]}}`), `llm | model m | out assistant "{\"level\": 2}"`,
		},
		"data of Go is a text already": {
			genkitAction("model", "m", "genkit:output", `{"message":{"role":"model","content":[{"data":"low"}]}}`), `llm | model m | out assistant "low"`,
		},
		"Go puts an object around what a tool returns": {
			genkitAction("tool.v2", "tide", "genkit:input", `{"at":9}`, "genkit:output", `{"output":{"level":2}}`), `tool tide | request {"at": 9} | result {"level": 2}`,
		},
		"a tool of several parts returns their texts": {
			genkitAction("tool.v2", "tide", "genkit:output", `{"content":[{"text":"low"},{"media":{"url":"x"}}]}`), `tool tide | result "low"`,
		},
		"a tool that returns an object with an output keeps it": {
			genkitAction("tool", "tide", "genkit:output", `{"output":1}`), `tool tide | result {"output": 1}`,
		},
		"nothing is no argument":               {genkitAction("tool", "tide", "genkit:input", `null`, "genkit:output", `null`), `tool tide | request null | result null`},
		"a tool's text that is JSON is a text": {genkitAction("tool", "say", "genkit:output", `"{\"a\":1}"`), `tool say | result {"a": 1}`},
		"a flow's text that is JSON is taken to the letter": {
			genkitAction("flow", "pilot", "genkit:input", `"{\"question\":\"Tide?\"}"`, "genkit:output", `"{\"answer\":\"low\"}"`),
			`agent pilot | request "{\"question\":\"Tide?\"}" | result "{\"answer\":\"low\"}"`,
		},
		"a flow's object is its output": {
			genkitAction("flow", "pilot", "genkit:input", `{"place":"Leith","at":9}`, "genkit:output", `{"level":2,"unit":"m"}`),
			`agent pilot | request {"place": "Leith", "at": 9} | result {"level": 2, "unit": "m"}`,
		},
		"a failed tool has its error": {
			thrown(genkitAction("tool", "tide", "genkit:input", `{}`, "genkit:state", "error"), "Error", "no tide"), `tool tide | request {} | failed "no tide"`,
		},
		"a state is an error mark without a status": {genkitAction("flow", "pilot", "genkit:state", "error"), `agent pilot | failed ""`},
		"a tool that stops to ask a person did not fail": {
			thrown(genkitAction("tool", "book", "genkit:input", `{}`, "genkit:state", "error"), "ToolInterruptError", ""), `tool book | request {} | interrupted`,
		},
		"nor did one of Go": {
			thrown(genkitAction("tool.v2", "book", "genkit:input", `{}`, "genkit:state", "error"), "*ai.toolInterruptError", "tool execution interrupted"), `tool book | request {} | interrupted`,
		},
		"the run of a prompt is an agent": {
			genkitOf("dotprompt", "ask", "genkit:input", `{"topic":"tides"}`, "genkit:output", `{"message":{"role":"model","content":[{"text":"Low."}]}}`),
			`agent | request "tides" | result "Low."`,
		},
		"a prompt's request is a link":   {genkitAction("executable-prompt", "ask", "genkit:input", `{}`, "genkit:output", `{"messages":[]}`), `other`},
		"a prompt's template is a link":  {genkitOf("promptTemplate", "render", "genkit:output", `{}`), `other`},
		"an embedding is a link":         {genkitAction("embedder", "e", "genkit:input", `"a"`), `other`},
		"a retrieval is a link":          {genkitAction("retriever", "docs", "genkit:input", `{"query":"a"}`), `other`},
		"feedback is a link":             {genkitOf("userEngagement", "feedback"), `other`},
		"output that is no JSON is none": {genkitAction("model", "m", "genkit:output", "[object Object]"), `llm | model m`},
	})
}

func TestGenkitCountsTokens(t *testing.T) {
	o := Read(genkitAction("model", "m", "genkit:output", `{"message":{"role":"model","content":[]},"usage":{"inputTokens":3,"outputTokens":5,"thoughtsTokens":2,"cachedContentTokens":1}}`))
	assert.Equal(t, []observation.Count{{Name: "cached", Tokens: 1}, {Name: "input", Tokens: 3}, {Name: "output", Tokens: 5}, {Name: "reasoning", Tokens: 2}}, o.Usage)
}

func FuzzReadGenkit(f *testing.F) {
	f.Add("model", `{"messages":[{"role":"user","content":[{"text":"a"}]}]}`, `{"candidates":[{"message":{"content":[{"data":{}}]}}]}`)
	f.Add("tool.v2", `null`, `{"content":[{"text":1}]}`)
	f.Add("flow", `"a"`, `{"message":{"content":1}}`)
	f.Fuzz(func(t *testing.T, subtype, input, output string) {
		s := genkitAction(subtype, "a", "genkit:input", input, "genkit:output", output)
		assert.Equal(t, Read(s), Read(s))
	})
}
