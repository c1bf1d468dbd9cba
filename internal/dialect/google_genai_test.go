package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

const googleScope = "opentelemetry.instrumentation.google_genai"

func googleSpan(operation string, pairs ...any) *span.Span {
	return spanOf(googleScope, operation+" x", append([]any{"gen_ai.operation.name", operation}, pairs...)...)
}

func TestGoogleGenAI(t *testing.T) {
	checkReadings(t, map[string]reading{
		"each parameter of a tool has an attribute": {
			googleSpan("execute_tool", "gen_ai.tool.name", "tide", "code.function.name", "tide",
				"code.function.parameters.place.type", "str", "code.function.parameters.place.value", "Leith",
				"code.function.parameters.at.type", "int", "code.function.parameters.at.value", 9,
				"code.function.return.type", "str", "code.function.return.value", "low"),
			`tool tide | request {"place": "Leith", "at": 9} | result "low"`,
		},
		"what isn't plain is JSON": {
			googleSpan("execute_tool", "gen_ai.tool.name", "tide",
				"code.function.parameters.when.type", "dict", "code.function.parameters.when.value", `{"day": [1, 2]}`,
				"code.function.parameters.unit.type", "NoneType", "code.function.parameters.unit.value", "null",
				"code.function.return.type", "dict", "code.function.return.value", `{"level": 2}`),
			`tool tide | request {"when": {"day": [1, 2]}, "unit": null} | result {"level": 2}`,
		},
		"a text that is JSON stays a text": {
			googleSpan("execute_tool", "gen_ai.tool.name", "say", "code.function.parameters.text.type", "str", "code.function.parameters.text.value", `{"a": 1}`),
			`tool say | request {"text": "{\"a\": 1}"}`,
		},
		"types alone tell nothing": {
			googleSpan("execute_tool", "gen_ai.tool.name", "tide", "code.function.parameters.at.type", "int", "code.function.return.type", "str"), `tool tide`,
		},
		"a parameter's list is one": {
			googleSpan("execute_tool", "gen_ai.tool.name", "tide", "code.function.parameters.at.type", "list",
				"code.function.parameters.at.value", value.OfList(value.OfNumber("1"), value.OfNumber("2"))),
			`tool tide | request {"at": [1, 2]}`,
		},
		"an answer stands chunk by chunk": {
			googleSpan("generate_content", "gen_ai.output.messages",
				`[{"role":"assistant","parts":[{"content":"Lo","type":"text"}],"finish_reason":""},{"role":"assistant","parts":[{"content":"w.","type":"text"}],"finish_reason":"stop"}]`),
			`llm | finish stop | out assistant "Low."`,
		},
		"candidates are alternatives": {
			googleSpan("generate_content", "gen_ai.request.choice.count", 2, "gen_ai.output.messages",
				`[{"role":"assistant","parts":[{"content":"A","type":"text"}],"finish_reason":"stop"},{"role":"assistant","parts":[{"content":"B","type":"text"}],"finish_reason":"stop"}]`),
			`llm | finish stop | out assistant "A"`,
		},
		"an id made of a name and a place is none": {
			googleSpan("generate_content", "gen_ai.input.messages",
				`[{"role":"assistant","parts":[{"id":"tide_0","name":"tide","arguments":{},"type":"tool_call"}]},{"role":"user","parts":[{"id":"tide_0","response":{"result":"low"},"type":"tool_call_response"}]}]`,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"id":"tide_1","name":"tide","arguments":{},"type":"tool_call"}],"finish_reason":"stop"}]`),
			`llm | finish stop | in assistant call tide {} | in user result tide "low" | out assistant call tide {}`,
		},
		"the API's own id stays": {
			googleSpan("generate_content", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"id":"tide_a9","name":"tide","arguments":{},"type":"tool_call"}],"finish_reason":"stop"}]`),
			`llm | finish stop | out assistant call tide_a9 tide {}`,
		},
		"an error's type is all that a blocked prompt leaves": {
			googleSpan("generate_content", "error.type", "BLOCKED_SAFETY"), `llm | failed "BLOCKED_SAFETY"`,
		},
		"the kit's ids on a span make it none of the kit's": {
			googleSpan("generate_content", "gcp.vertex.agent.event_id", "e", "gen_ai.request.model", "g-2"), `llm | model g-2`,
		},
	})
}

func TestGoogleGenAILogs(t *testing.T) {
	for name, c := range map[string]struct {
		body, want string
	}{
		"a chunk's number counts on": {`{"index":3,"content":{"role":"model","parts":[{"text":"w."}]},"finish_reason":"STOP"}`, `<stop assistant "w."`},
		"a chunk without a reason":   {`{"index":0,"content":{"role":"model","parts":[{"text":"Lo"}]}}`, `< assistant "Lo"`},
	} {
		t.Run(name, func(t *testing.T) {
			l := genaiLog(choiceEvent, genaiJSON(t, c.body))
			l.Scope = googleScope
			o, _ := ReadLog(l)
			assert.Equal(t, c.want, recorded(o.Records))
			assert.True(t, o.Records[0].Piece)
			assert.Equal(t, "google_genai", o.Dialect)
		})
	}
}

func FuzzReadGoogleGenAI(f *testing.F) {
	f.Add("at", "dict", `{"a":1}`, `[{"role":"assistant","parts":[{"id":"a_0","name":"a","type":"tool_call"}],"finish_reason":""},{"parts":[]}]`)
	f.Add("", "", "", `[{"parts":null},{"parts":[{}]}]`)
	f.Fuzz(func(t *testing.T, parameter, kind, text, messages string) {
		s := googleSpan("generate_content", "gen_ai.output.messages", messages, "gen_ai.input.messages", messages)
		assert.Equal(t, Read(s), Read(s))
		tool := googleSpan("execute_tool", "code.function.parameters."+parameter+".value", text,
			"code.function.parameters."+parameter+".type", kind, "code.function.return.value", text, "code.function.return.type", kind)
		assert.Equal(t, observation.Tool, Read(tool).Role)
	})
}
