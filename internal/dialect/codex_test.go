package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// codexSpan is a span of a Rust function, with what Rust's tracing adds.
func codexSpan(name string, pairs ...any) *span.Span {
	pairs = append(pairs, "target", "codex_core::codex", "busy_ns", 5, "code.file.path", "core/src/codex.rs")
	return &span.Span{Name: name, Scope: "codex_exec", Attrs: span.AttrsOf(pairs...)}
}

func codexEvent(name string, pairs ...any) *span.Log {
	return &span.Log{
		Span: observation.SpanID{1}, Time: 5, Scope: "codex_otel.log_only",
		Attrs: span.AttrsOf(append(pairs, "event.name", name, "conversation.id", "v1")...),
	}
}

func TestCodexSpans(t *testing.T) {
	checkSpans(t, map[string]spanCase{
		"V-T26: a span for each event of a stream is no generation": {
			codexSpan("handle_responses", "gen_ai.usage.input_tokens", 10, "gen_ai.usage.output_tokens", 7, "gen_ai.request.model", "m"), `other`,
		},
		"V-T26: a call is dispatched, without its arguments and output": {
			codexSpan("exec_command", "tool_name", "exec_command", "call_id", "c1", codexPhase, "dispatch"), `tool exec_command c1`,
		},
		"V-T26: the number of a thread is no conversation": {
			codexSpan("exec_command", "tool_name", "exec_command", codexPhase, "dispatch", "thread.id", 5, "thread.id", "01a2"),
			`tool exec_command | session 01a2`,
		},
		"V-T26: other phases of a call are links": {
			codexSpan("exec_command", "tool_name", "exec_command", codexPhase, "lock"), `other`,
		},
		"a turn is an agent": {
			codexSpan("session_task.turn", "conversation.id", "v1", "model", "m", "codex.turn.token_usage.input_tokens", 9), `agent | session v1 | model m`,
		},
		"a request of the model is a generation": {codexSpan("run_sampling_request", "model", "m"), `llm | model m`},
		"a try of it is one, too":                {codexSpan("try_run_sampling_request", "model", "m"), `llm | model m`},
		"under another service's name too": {
			&span.Span{Name: "run_sampling_request", Scope: "my-editor", Attrs: span.AttrsOf("target", "codex_core::codex", "model", "m")}, `llm | model m`,
		},
		"another program's function of that name is none": {
			&span.Span{Name: "run_sampling_request", Scope: "my-editor", Attrs: span.AttrsOf("model", "m")}, `other`,
		},
		"a span of the GenAI conventions in a service called codex stays one": {
			&span.Span{Name: "chat m", Scope: "codex-demo", Attrs: span.AttrsOf("gen_ai.operation.name", "chat", "gen_ai.request.model", "m")}, `llm | model m`,
		},
	})
	turn := Read(codexSpan("session_task.turn", "conversation.id", "v1"))
	assert.True(t, turn.Prompts)
	assert.Equal(t, "conversation.id:v1", turn.Join)
	assert.Equal(t, "call_id:c1", Read(codexSpan("x", "tool_name", "x", "call_id", "c1", codexPhase, "dispatch")).Join)
}

func TestCodexLogs(t *testing.T) {
	checkLogs(t, map[string]logCase{
		"a prompt": {codexEvent("codex.user_prompt", "prompt", "Count files"), `event | session v1 | request "Count files" conversation.id:v1`},
		"a prompt that no switch turned on says nothing": {
			codexEvent("codex.user_prompt", "prompt", "[REDACTED]", "prompt_length", "11"), "says nothing",
		},
		"a call's arguments and output": {
			codexEvent("codex.tool_result", "call_id", "c1", "tool_name", "exec_command", "arguments", `{"cmd":"ls"}`, "output", "a.txt", "success", "true"),
			`event c1 | session v1 | request {"cmd": "ls"} | result "a.txt" call_id:c1`,
		},
		"arguments that are free text": {
			codexEvent("codex.tool_result", "call_id", "c1", "arguments", "*** Begin Patch", "output", "ok", "success", "true"),
			`event c1 | session v1 | request "*** Begin Patch" | result "ok" call_id:c1`,
		},
		"a failed call": {
			codexEvent("codex.tool_result", "call_id", "c1", "output", "exit 1", "success", "false"),
			`event c1 | session v1 | result "exit 1" | failed "" call_id:c1`,
		},
		"an output that was cut": {
			codexEvent("codex.tool_result", "call_id", "c1", "output", "a\n[... telemetry preview truncated ...]"),
			`event c1 | session v1 | result "a\n[... telemetry preview truncated ...]" | truncated call_id:c1`,
		},
		"token counts say nothing":          {codexEvent("codex.sse_event", "input_token_count", "9"), "says nothing"},
		"a failure before there was a call": {codexEvent("codex.tool_result", "tool_name", "x", "output", "no such tool"), "says nothing"},
	})
}

func FuzzReadCodex(f *testing.F) {
	f.Add("exec_command", "codex.tool.phase", "dispatch", "codex.tool_result", `{"cmd":"ls"}`)
	f.Add("session_task.turn", "thread.id", "t", "codex.user_prompt", "[REDACTED]")
	f.Fuzz(func(t *testing.T, name, key, text, event, body string) {
		read := func() observation.Observation { return Read(codexSpan(name, key, text, "call_id", body)) }
		assert.Equal(t, read(), read())
		l := codexEvent(event, "prompt", body, "arguments", body, "output", text, "call_id", key)
		first, _ := ReadLog(l)
		again, _ := ReadLog(l)
		assert.Equal(t, first, again)
	})
}
