package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func voiceSpan(scope, name string, pairs ...any) *span.Span {
	return &span.Span{Name: name, Scope: scope, Attrs: span.AttrsOf(pairs...)}
}

func liveKitSpan(name string, pairs ...any) *span.Span {
	return voiceSpan("livekit-agents", name, pairs...)
}

func TestLiveKitSpans(t *testing.T) {
	const history = `{"items":[{"type":"message","role":"system","content":["Be kind."]},{"type":"message","role":"user","content":["Weather?"]},` +
		`{"type":"agent_handoff","new_agent_id":"b"},{"type":"function_call","call_id":"c1","name":"weather","arguments":"{\"city\":\"Oslo\"}"},` +
		`{"type":"function_call_output","call_id":"c1","output":"4 C","is_error":false}]}`
	checkSpans(t, map[string]spanCase{
		"V-T34: a generation's text under its newer name": {
			liveKitSpan("llm_node", "lk.pii.response.text", "Hello", "lk.pii.response.function_calls", "[]"), `llm | out assistant "Hello"`,
		},
		"V-T34: a generation's text under its older name": {
			liveKitSpan("llm_node", "lk.response.text", "Hello"), `llm | out assistant "Hello"`,
		},
		"V-T34: the request of a generation has its model and its messages": {
			withEvent(withEvent(liveKitSpan("llm_request", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m"),
				"gen_ai.user.message", "content", "Weather?", "role", "user"),
				"gen_ai.choice", "role", "assistant", "content", "",
				"tool_calls", value.OfList(value.OfString(`{"id":"c1","type":"function","function":{"name":"weather","arguments":"{}"}}`))),
			`llm | model m | in user "Weather?" | out assistant "" call c1 weather {}`,
		},
		"V-T34: metrics are no generation": {
			liveKitSpan("realtime_metrics", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m", "gen_ai.usage.input_tokens", 9), `other`,
		},
		"tries are generations": {liveKitSpan("llm_request_run", "lk.retry_count", 1), `llm`},
		"V-T35: ears and mouths are links": {
			liveKitSpan("tts_request", "gen_ai.operation.name", "speech_generation", "gen_ai.request.model", "m", "lk.pii.input_text", "Hello"), `other`,
		},
		"a history whose calls are items of their own": {
			liveKitSpan("llm_node", "lk.pii.chat_ctx", history, "lk.pii.response.text", "4 degrees."),
			`llm | in system "Be kind." | in user "Weather?" | in assistant call c1 weather {"city": "Oslo"} | in tool result c1 "4 C" | out assistant "4 degrees."`,
		},
		"the calls that a generation asks for": {
			liveKitSpan("llm_node", "lk.pii.response.text", "", "lk.pii.response.function_calls", `[{"id":"i1","type":"function_call","call_id":"c1","name":"weather","arguments":"{\"city\":\"Oslo\"}"}]`),
			`llm | out assistant "" call c1 weather {"city": "Oslo"}`,
		},
		"a tool": {
			liveKitSpan("function_tool", "lk.function_tool.name", "weather", "lk.function_tool.id", "c1", "lk.pii.function_tool.arguments", `{"city":"Oslo"}`, "lk.pii.function_tool.output", "4 C", "lk.function_tool.is_error", false),
			`tool weather c1 | request {"city": "Oslo"} | result "4 C"`,
		},
		"a failed tool under its older names": {
			liveKitSpan("function_tool", "lk.function_tool.name", "weather", "lk.function_tool.arguments", `{}`, "lk.function_tool.output", "no such city", "lk.function_tool.is_error", true),
			`tool weather | request {} | result "no such city" | failed ""`,
		},
		"what a user said": {liveKitSpan("user_turn", "lk.pii.user_transcript", "Weather?"), `agent | request "Weather?"`},
		"a turn of the agent": {
			liveKitSpan("agent_turn", "lk.pii.user_input", "Weather?", "lk.pii.response.text", "4 degrees."),
			`agent | request "Weather?" | result "4 degrees."`,
		},
		"a turn of a model that speaks by itself": {
			liveKitSpan("agent_turn", "lk.response.text", "Sure.", "lk.response.function_calls", `[{"call_id":"c1","name":"weather","arguments":"{}"}]`),
			`agent | result "Sure." | out assistant "Sure." call c1 weather {}`,
		},
		"a session is an agent": {liveKitSpan("agent_session", "lk.agent_name", "guide", "gen_ai.conversation.id", "RM_1"), `agent guide | session RM_1`},
		"an exception in attributes": {
			liveKitSpan("llm_request_run", "exception.type", "APIError", "exception.message", "busy"), `llm | failed "busy"`,
		},
		"newest versions repeat everything in GenAI's keys": {
			liveKitSpan("llm_node", "gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]`, "gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"text","content":"Hello"}],"finish_reason":"stop"}]`),
			`llm | in user "Hi" | out assistant "Hello"`,
		},
		"GenAI's spans in the same trace stay theirs": {
			voiceSpan("my-app", "chat m", "lk.job_id", "j", "gen_ai.operation.name", "chat"), `llm`,
		},
	})
	assert.Equal(t, observation.LonelyTurns, Read(liveKitSpan("agent_turn", "lk.response.text", "Hi", "lk.response.function_calls", "[]")).Turns)
	assert.Equal(t, observation.NoTurns, Read(liveKitSpan("agent_turn", "lk.response.text", "Hi")).Turns, "what was said without a model")
}

func chatItem(t *testing.T, item string) *span.Log {
	t.Helper()
	return &span.Log{
		Span: observation.SpanID{9}, Scope: "chat_history", Body: value.OfString("chat item"),
		Attrs: span.AttrsOf("chat.item", genaiJSON(t, item)),
	}
}

func TestLiveKitLogs(t *testing.T) {
	checkLogs(t, map[string]logCase{
		"what a tool was called with": {
			chatItem(t, `{"functionCall":{"id":"i","callId":"c1","name":"weather","arguments":"{\"city\":\"Oslo\"}"}}`),
			`event c1 | request {"city": "Oslo"} call_id:c1`,
		},
		"what it gave": {
			chatItem(t, `{"functionCallOutput":{"id":"i","callId":"c1","output":"no","isError":true}}`), `event c1 | result "no" | failed "" call_id:c1`,
		},
		"what was said belongs to no span": {chatItem(t, `{"message":{"role":"USER","content":[{"text":"Hi"}]}}`), "belongs nowhere"},
		"a record of another kind":         {&span.Log{Body: value.OfString("session report")}, "says nothing"},
	})
	assert.Equal(t, "call_id:c1", Read(liveKitSpan("function_tool", "lk.function_tool.id", "c1")).Join)
}

func FuzzReadLiveKit(f *testing.F) {
	f.Add("llm_node", "lk.pii.chat_ctx", `{"items":[{"type":"function_call","call_id":"c"}]}`, `[{"call_id":"c"}]`)
	f.Add("agent_turn", "lk.response.text", "Hi", "[")
	f.Fuzz(func(t *testing.T, name, key, text, calls string) {
		read := func() observation.Observation {
			return Read(liveKitSpan(name, key, text, "lk.response.function_calls", calls, "lk.pii.function_tool.arguments", text))
		}
		assert.Equal(t, read(), read())
	})
}
