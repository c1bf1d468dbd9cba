package dialect

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

func pipecatSpan(name string, pairs ...any) *span.Span { return voiceSpan("pipecat", name, pairs...) }

func TestPipecatSpans(t *testing.T) {
	long := `{"q":"` + strings.Repeat("a", 1000) + "..."
	checkSpans(t, map[string]spanCase{
		"V-T35: ears are no model": {
			pipecatSpan("stt", "gen_ai.operation.name", "stt", "gen_ai.request.model", "nova", "transcript", "Hi"), `other`,
		},
		"V-T35: mouths are no model": {
			pipecatSpan("tts", "gen_ai.operation.name", "tts", "gen_ai.request.model", "sonic", "text", "Hello"), `other`,
		},
		"V-T36: calls and results are in a request": {
			pipecatSpan("llm", "gen_ai.operation.name", "chat", "gen_ai.request.model", "m", "output", "It is 21C.", "input",
				`[{"role":"user","content":"Weather?"},{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"weather","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"21"}]`),
			`llm | model m | in user "Weather?" | in assistant call c1 weather {} | in tool result c1 "21" | out assistant "It is 21C."`,
		},
		"an answer that is JSON is a text": {
			pipecatSpan("llm", "output", `{"a":1}`), `llm | out assistant "{\"a\":1}"`,
		},
		"conversations and turns are agents": {
			voiceSpan("pipecat.turn", "turn", "turn.number", 1, "conversation.id", "v1"), `agent | session v1`,
		},
		"a speaking model's answer": {
			pipecatSpan("llm_response", "output", "Sunny.", "output_modality", "AUDIO", "gen_ai.request.model", "m"), `llm | model m | out assistant "Sunny."`,
		},
		"a speaking model's one call": {
			pipecatSpan("llm_response", "function_calls.count", 1, "function_calls.first_name", "weather"), `llm | out assistant call weather`,
		},
		"of several calls only one has a name": {
			pipecatSpan("llm_response", "output", "Sure.", "function_calls.count", 2, "function_calls.first_name", "weather"), `llm | out assistant "Sure."`,
		},
		"what a tool was called with": {
			pipecatSpan("llm_tool_call", "tool.function_name", "weather", "tool.call_id", "c1", "tool.arguments", `{"city":"Oslo"}`),
			`tool weather c1 | request {"city": "Oslo"}`,
		},
		"what it gave": {
			pipecatSpan("llm_tool_result", "tool.function_name", "weather", "tool.call_id", "c1", "tool.result", `{"error":"no"}`, "tool.result_status", "error"),
			`tool weather c1 | result {"error": "no"} | failed ""`,
		},
		"arguments that were cut": {
			pipecatSpan("llm_tool_call", "tool.function_name", "find", "tool.arguments", long), `tool find | request "` + strings.ReplaceAll(long, `"`, `\"`) + `" | truncated`,
		},
		"a session's setup is a link":    {pipecatSpan("llm_setup", "gen_ai.operation.name", "llm_setup"), `other`},
		"a speaking model's request too": {pipecatSpan("llm_request", "input", "[]"), `other`},
	})
}

func FuzzReadPipecat(f *testing.F) {
	f.Add("llm", `[{"role":"user","content":"Hi"}]`, "Hello")
	f.Add("llm_tool_result", `{"a":1}`, "...")
	f.Fuzz(func(t *testing.T, name, input, output string) {
		read := func() observation.Observation {
			return Read(pipecatSpan(name, "input", input, "output", output, "tool.arguments", input, "tool.result", output, "function_calls.first_name", input))
		}
		assert.Equal(t, read(), read())
	})
}
