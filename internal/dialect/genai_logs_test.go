package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// genaiLog is a log record of the first span with a body and attributes of keys and values in turn.
func genaiLog(event string, body value.Value, pairs ...any) *span.Log {
	return &span.Log{Span: observation.SpanID{1}, EventName: event, Time: 5, Observed: 6, Body: body, Attrs: span.AttrsOf(pairs...)}
}

// recorded writes records in one line each: > for the request's, < for the response's with its finish reason.
func recorded(records []observation.Record) string {
	var list []string
	for _, r := range records {
		side := "> "
		if r.Output {
			side = "<" + r.FinishReason + " "
		}
		list = append(list, side+spoken([]observation.Message{r.Message}))
	}
	return lines(list...)
}

func TestGenAILogs(t *testing.T) {
	const details = "gen_ai.client.inference.operation.details"
	body := func(text string) value.Value { return genaiJSON(t, text) }
	tests := []struct {
		name string
		log  *span.Log
		want string
	}{
		{"a question", genaiLog("gen_ai.user.message", body(`{"content":"Oslo?"}`)), `> user "Oslo?"`},
		{"G-T2: the event's name in an attribute", genaiLog("", body(`{"content":"2+2?"}`), "event.name", "gen_ai.user.message"), `> user "2+2?"`},
		{"G-T2: the attribute's other spelling", genaiLog("", body(`{"content":"2+2?"}`), "event_name", "gen_ai.user.message"), `> user "2+2?"`},
		{"a name of another kind in the field, ours in the attribute", genaiLog("otel.log", body(`{"content":"2+2?"}`), "event.name", "gen_ai.user.message"), `> user "2+2?"`},
		{"G-T1: an answer", genaiLog("gen_ai.choice", body(`{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"Four."}}`)), `<stop assistant "Four."`},
		{"G-T3: a body in JSON", genaiLog("gen_ai.choice", value.OfString(`{"index":0,"message":{"content":"Hi"}}`)), `< assistant "Hi"`},
		{"a body of text", genaiLog("gen_ai.user.message", value.OfString("Hi")), `> user "Hi"`},
		{
			"G-T4: calls beside the message",
			genaiLog("gen_ai.choice", body(`{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant"},"tool_calls":[{"id":"c1","type":"function","function":{"name":"add","arguments":"{\"a\":1}"}}]}`)),
			`<tool_calls assistant call c1 add({"a":1})`,
		},
		{
			"calls inside the message",
			genaiLog("gen_ai.choice", body(`{"message":{"tool_calls":[{"id":"c1","type":"function","function":{"name":"add","arguments":{"a":1}}}]}}`)),
			`< assistant call c1 add({"a":1})`,
		},
		{
			"G-T5: a choice without a message",
			genaiLog("gen_ai.choice", body(`{"index":0,"finish_reason":"STOP","content":{"role":"model","parts":[{"text":"Sunny."}]}}`)),
			`<STOP assistant "Sunny."`,
		},
		{
			"G-T6: a model's content that is called a user's",
			genaiLog("gen_ai.user.message", body(`{"content":{"role":"model","parts":[{"function_call":{"name":"w","args":{"c":"Oslo"}}}]}}`)),
			`> assistant call  w({"c":"Oslo"})`,
		},
		{
			"G-T6: a tool's result that is called a user's",
			genaiLog("gen_ai.user.message", body(`{"content":{"role":"user","parts":[{"function_response":{"name":"w","response":{"result":"3 C"}}}]}}`)),
			`> user result  "3 C"`,
		},
		{"a developer's message is the system's", genaiLog("gen_ai.developer.message", body(`{"content":"Be brief."}`)), `> system "Be brief."`},
		{"a tool's message", genaiLog("gen_ai.tool.message", body(`{"content":"3 C","id":"c1"}`)), `> tool result c1 "3 C"`},
		{
			"an assistant's message of calls",
			genaiLog("gen_ai.assistant.message", body(`{"tool_calls":[{"id":"c1","function":{"name":"w","arguments":"{}"}}]}`)),
			"> assistant call c1 w({})",
		},
		{"capture is off: a tool answered", genaiLog("gen_ai.tool.message", body(`{"id":"c1"}`)), "> tool result c1 null"},
		{"capture is off: a body without content", genaiLog("gen_ai.user.message", body(`{}`)), "> user"},
		{"capture is off: no body", genaiLog("gen_ai.user.message", value.Value{}), "> user"},
		{"G-T35: a placeholder is no content", genaiLog("gen_ai.user.message", body(`{"content":"<elided>"}`)), "> user"},
		{
			"a whole inference in structured attributes",
			genaiLog(details, value.Value{},
				"gen_ai.input.messages", body(`[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`),
				"gen_ai.output.messages", body(`[{"role":"assistant","parts":[{"type":"reasoning","text":"think"},{"type":"text","content":"Hello"}],"finish_reason":"stop"}]`)),
			lines(`> user "Hi"`, `<stop assistant "Hello" ~think~`),
		},
		{
			"a whole inference in attributes of JSON, and the event's name as body",
			genaiLog(details, value.OfString(details), "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
			`< assistant "Hello"`,
		},
		{
			"a whole inference in the body",
			genaiLog(details, body(`{"gen_ai.input.messages":[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]}`)),
			`> user "Hi"`,
		},
		{
			"of real alternatives the first",
			genaiLog(details, value.Value{}, "gen_ai.request.choice.count", 2,
				"gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"A"}]},{"role":"assistant","parts":[{"type":"text","content":"B"}]}]`),
			`< assistant "A"`,
		},
		{
			"G-T34: messages that arrived cut stand as they are",
			genaiLog(details, value.Value{}, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"ty`),
			`< assistant "[{\"role\":\"assistant\",\"parts\":[{\"ty"`,
		},
		{"the oldest events as records: a question", genaiLog("", body(`{"role":"user","content":"Hi"}`), "event_name", "gen_ai.content.prompt"), `> user "Hi"`},
		{
			"the oldest events as records: an answer",
			genaiLog("", body(`{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"Hello"}}`), "event_name", "gen_ai.content.completion"),
			`<stop assistant "Hello"`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o, ok := ReadLog(tt.log)
			require.True(t, ok)
			assert.Equal(t, tt.want, recorded(o.Records))
			assert.Equal(t, observation.Event, o.Role)
			assert.Equal(t, observation.SpanID{1}, o.Span)
			assert.Equal(t, "genai", o.Dialect)
			assert.Equal(t, int64(5), o.Records[0].Time)
			assert.Equal(t, int64(6), o.Records[0].Observed)
		})
	}
}

func TestGenAILogsThatSayNothing(t *testing.T) {
	tests := []struct {
		name string
		log  *span.Log
		role observation.Role
	}{
		{"another alternative", genaiLog("gen_ai.choice", genaiJSON(t, `{"index":1,"message":{"content":"B"}}`)), observation.Other},
		{"an inference without content", genaiLog("gen_ai.client.inference.operation.details", value.Value{}, "gen_ai.system_instructions", "S"), observation.Other},
		{"an application's own record", genaiLog("", value.OfString("started")), observation.Other},
		{"a record of another event", genaiLog("gen_ai.evaluation.result", genaiJSON(t, `{"content":"x"}`)), observation.Other},
		{"a record that belongs to no span", &span.Log{EventName: "gen_ai.user.message", Body: genaiJSON(t, `{"content":"Hi"}`)}, observation.Event},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o, ok := ReadLog(tt.log)
			assert.False(t, ok)
			assert.Equal(t, tt.role, o.Role, "a record that is understood, but belongs to no span, keeps its role")
		})
	}
}

func TestGenAILogContent(t *testing.T) {
	question, _ := ReadLog(genaiLog("gen_ai.user.message", genaiJSON(t, `{"content":"Hi"}`)))
	assert.Equal(t, observation.InputRecorded, question.Content)
	empty, _ := ReadLog(genaiLog("gen_ai.user.message", genaiJSON(t, `{}`)))
	assert.Zero(t, empty.Content)
	cut, _ := ReadLog(genaiLog("gen_ai.client.inference.operation.details", value.Value{}, "gen_ai.output.messages", `[{"role":"assi`))
	assert.Equal(t, observation.OutputRecorded|observation.Truncated, cut.Content)
}

func TestGenAILogException(t *testing.T) {
	o, ok := ReadLog(genaiLog("gen_ai.client.operation.exception", value.Value{}, "exception.type", "Overloaded", "exception.message", "try later\n    at f (x.js:1)"))
	require.True(t, ok)
	assert.True(t, o.Failed)
	assert.Equal(t, "try later", o.Error)
	assert.Empty(t, o.Records)
}

func TestAddLog(t *testing.T) {
	first, _ := ReadLog(genaiLog("gen_ai.user.message", value.OfString("Hi")))
	second, _ := ReadLog(genaiLog("gen_ai.choice", value.OfString("Hello")))
	failure, _ := ReadLog(genaiLog("gen_ai.client.operation.exception", value.Value{}, "exception.message", "cut off"))
	AddLog(&first, &second)
	AddLog(&first, &failure)
	assert.Equal(t, lines(`> user "Hi"`, `< assistant "Hello"`), recorded(first.Records), "in the order of the request")
	assert.Equal(t, observation.InputRecorded|observation.OutputRecorded, first.Content)
	assert.True(t, first.Failed)
	assert.Equal(t, "cut off", first.Error)
}
