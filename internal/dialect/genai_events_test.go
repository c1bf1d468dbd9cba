package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// genaiEvent is a span event with attributes of keys and values in turn.
func genaiEvent(name string, pairs ...any) span.Event {
	return span.Event{Name: name, Attrs: span.AttrsOf(pairs...)}
}

func TestGenAIEvents(t *testing.T) {
	const details = "gen_ai.client.inference.operation.details"
	tests := []struct {
		name          string
		events        []span.Event
		input, output string
		finish        string
	}{
		{
			"the oldest events",
			[]span.Event{
				genaiEvent("gen_ai.content.prompt", "gen_ai.prompt", `[{"role":"user","content":"Hi"}]`),
				genaiEvent("gen_ai.content.completion", "gen_ai.completion", `[{"role":"assistant","content":"Hello"}]`),
			},
			`user "Hi"`, `assistant "Hello"`, "",
		},
		{
			"the oldest events with a list of texts",
			[]span.Event{genaiEvent("gen_ai.content.completion", "gen_ai.completion", value.OfList(value.OfString("Hello")))},
			"", `assistant "Hello"`, "",
		},
		{
			"calls as a text in place of the answer's, as Langtrace has them",
			[]span.Event{genaiEvent("gen_ai.content.completion", "gen_ai.completion",
				`[{"role":"assistant","content":"[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"w\",\"arguments\":\"{}\"}}]"}]`)},
			"", `assistant call c1 w({})`, "",
		},
		{
			"another list is the answer's text",
			[]span.Event{genaiEvent("gen_ai.content.completion", "gen_ai.completion", `[{"role":"assistant","content":"[{\"id\":1}]"}]`)},
			"", `assistant "[{\"id\":1}]"`, "",
		},
		{
			"an event for each message, as JSON in one attribute",
			[]span.Event{
				genaiEvent("gen_ai.system.message", "gen_ai.event.content", `{"role":"system","content":"Be brief."}`),
				genaiEvent("gen_ai.user.message", "gen_ai.event.content", `{"role":"user","content":"Oslo?"}`),
				genaiEvent("gen_ai.choice", "gen_ai.event.content", `{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":"","tool_calls":[{"id":"c1","function":{"name":"w","arguments":"{}"}}]}}`),
			},
			lines(`system "Be brief."`, `user "Oslo?"`), `assistant "" call c1 w({})`, "tool_calls",
		},
		{
			"a tool's message answers by id",
			[]span.Event{
				genaiEvent("gen_ai.tool.message", "gen_ai.event.content", `{"content":"3 C","id":"c1"}`),
				genaiEvent("gen_ai.choice", "gen_ai.event.content", `{"message":{"content":"It is 3 C"}}`),
			},
			`tool result c1 "3 C"`, `assistant "It is 3 C"`, "",
		},
		{
			"G-T49: a content that is an object",
			[]span.Event{genaiEvent("gen_ai.user.message", "gen_ai.event.content", `{"role":"user","content":{"text":{"value":"Hi"}}}`)},
			`user "Hi"`, "", "",
		},
		{
			"G-T8: blocks of a model in flat attributes, and its plain text",
			[]span.Event{
				genaiEvent("gen_ai.user.message", "content", `[{"text":"Oslo?"}]`),
				genaiEvent("gen_ai.choice", "message", `[{"text":"Let me look."},{"toolUse":{"toolUseId":"c1","name":"w","input":{}}}]`, "finish_reason", "tool_use"),
			},
			`user "Oslo?"`, `assistant "Let me look." call c1 w({})`, "tool_use",
		},
		{
			"G-T60: a flat choice whose calls are texts",
			[]span.Event{genaiEvent("gen_ai.choice", "role", "assistant", "content", "Hi",
				"tool_calls", value.OfList(value.OfString(`{"function":{"name":"w","arguments":"{}"},"id":"c1","type":"function"}`)))},
			"", `assistant "Hi" call c1 w({})`, "",
		},
		{
			"a flat answer that is JSON stays a text",
			[]span.Event{genaiEvent("gen_ai.choice", "message", `{"city":"Oslo"}`)},
			"", `assistant "{\"city\":\"Oslo\"}"`, "",
		},
		{
			"of several choices the first",
			[]span.Event{genaiEvent("gen_ai.choice", "index", 1, "content", "B"), genaiEvent("gen_ai.choice", "index", 0, "content", "A")},
			"", `assistant "A"`, "",
		},
		{
			"G-T59: an assistant's message at the end is the answer, one before it is not",
			[]span.Event{
				genaiEvent("gen_ai.user.message", "content", "Hi"), genaiEvent("gen_ai.assistant.message", "content", "Hello"),
				genaiEvent("gen_ai.user.message", "content", "Who?"), genaiEvent("gen_ai.assistant.message", "content", "Me"),
			},
			lines(`user "Hi"`, `assistant "Hello"`, `user "Who?"`), `assistant "Me"`, "",
		},
		{
			"G-T68: several events of one inference are merged",
			[]span.Event{
				genaiEvent(details, "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`),
				genaiEvent(details, "gen_ai.system_instructions", `[{"type":"text","content":"Be brief."}]`),
				genaiEvent(details, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]`),
				genaiEvent(details, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"w"}],"finish_reason":"tool_call"}]`),
			},
			`user "Hi"`, lines(`assistant "Hello"`, "assistant call c1 w(null)"), "tool_call",
		},
		{
			"an event named after the attribute",
			[]span.Event{genaiEvent("gen_ai.output.messages", "gen_ai.event.content", `[{"role":"assistant","parts":[{"type":"text","content":"Hi"}]}]`)},
			"", `assistant "Hi"`, "",
		},
		{
			"a body that arrived cut costs only itself",
			[]span.Event{
				genaiEvent("gen_ai.user.message", "gen_ai.event.content", `{"role":"user","content":"Os`),
				genaiEvent("gen_ai.choice", "gen_ai.event.content", `{"message":{"content":"3 C"}}`),
			},
			"", `assistant "3 C"`, "",
		},
		{"other events say nothing", []span.Event{genaiEvent("gen_ai.agent.paused", "content", "x"), genaiEvent("log", "message", "x")}, "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := genaiSpan("chat m", "gen_ai.operation.name", "chat")
			s.Events = tt.events
			o := Read(s)
			assert.Equal(t, tt.input, spoken(o.Input))
			assert.Equal(t, tt.output, spoken(o.Output))
			assert.Equal(t, tt.finish, o.FinishReason)
		})
	}
}

func TestGenAIEventsOfAnAgent(t *testing.T) {
	s := genaiSpan("invoke_agent a", "gen_ai.operation.name", "invoke_agent")
	s.Events = []span.Event{genaiEvent("gen_ai.user.message", "content", `[{"text":"Oslo?"}]`), genaiEvent("gen_ai.choice", "message", "It is 3 C")}
	o := Read(s)
	assert.Equal(t, "Oslo?", o.Request.Text())
	assert.Equal(t, "It is 3 C", o.Result.Text())
}

func TestGenAIAttributeBeforeEvents(t *testing.T) {
	s := genaiSpan("chat m", "gen_ai.operation.name", "chat", "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hi"}]}]`)
	s.Events = []span.Event{genaiEvent("gen_ai.choice", "content", "Hi")}
	assert.Equal(t, `assistant "Hi"`, spoken(Read(s).Output), "what is recorded twice counts once")
}

func TestGenAIFailedRequestHasNoAnswer(t *testing.T) {
	s := genaiSpan("chat m", "gen_ai.operation.name", "chat")
	s.Status, s.StatusMessage = span.Error, "overloaded"
	s.Events = []span.Event{genaiEvent("gen_ai.user.message", "content", "Hi"), genaiEvent("gen_ai.assistant.message", "content", "Hel")}
	o := Read(s)
	assert.Empty(t, o.Output, "what a failed request ends with is its own")
	assert.Equal(t, lines(`user "Hi"`, `assistant "Hel"`), spoken(o.Input))
	assert.True(t, o.Failed)
	assert.Equal(t, "overloaded", o.Error)
	assert.Equal(t, observation.InputRecorded, o.Content)
}
