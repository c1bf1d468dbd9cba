package dialect

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// spanCase is a span and what is read of it, in one line.
type spanCase struct {
	span *span.Span
	want string
}

func checkSpans(t *testing.T, cases map[string]spanCase) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, say(Read(c.span)))
		})
	}
}

// withEvent is a span with one more event.
func withEvent(s *span.Span, name string, pairs ...any) *span.Span {
	s.Events = append(s.Events, span.Event{Name: name, Attrs: span.AttrsOf(pairs...)})
	return s
}

// logCase is a log record, and what is read of it: its records in lines, and the rest in one line with its join.
type logCase struct {
	log  *span.Log
	want string
}

func checkLogs(t *testing.T, cases map[string]logCase) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, sayLog(c.log))
		})
	}
}

// sayLog is what is read of a log record, or what became of it.
func sayLog(l *span.Log) string {
	o, ok := ReadLog(l)
	switch {
	case ok:
		return strings.TrimSuffix(lines(join(say(o), o.Join), recorded(o.Records)), "\n")
	case o.Role == observation.Event:
		return "belongs nowhere"
	default:
		return "says nothing"
	}
}

func claudeSpan(kind string, pairs ...any) *span.Span {
	return &span.Span{Name: "claude_code." + kind, Scope: "com.anthropic.claude_code.tracing", Attrs: span.AttrsOf(pairs...)}
}

func claudeLog(event string, pairs ...any) *span.Log {
	return &span.Log{
		Span: observation.SpanID{1}, Time: 5, Observed: 6, Scope: "com.anthropic.claude_code.events",
		Body: value.OfString("claude_code." + event), Attrs: span.AttrsOf(append(pairs, "event.name", event)...),
	}
}

func TestClaudeCodeSpans(t *testing.T) {
	checkSpans(t, map[string]spanCase{
		"V-T24: a prompt that no switch turned on is absent": {
			claudeSpan("interaction", "span.type", "interaction", "user_prompt", "<REDACTED>", "session.id", "s1"), `agent | session s1`,
		},
		"V-T24: a request without content": {
			claudeSpan("llm_request", "span.type", "llm_request", "gen_ai.operation.name", "chat", "model", "m", "stop_reason", "end_turn"),
			`llm | model m | finish end_turn`,
		},
		"V-T24: a tool's output is in a span event, its command on the span": {
			withEvent(claudeSpan("tool", "gen_ai.tool.name", "Bash", "gen_ai.tool.call.id", "t1", "full_command", "ls"),
				"tool.output", "bash_command", "ls", "output", "a.txt"),
			`tool Bash t1 | request "ls" | result "a.txt"`,
		},
		"V-T24: the wait for a person is a link": {
			claudeSpan("tool.blocked_on_user", "span.type", "tool.blocked_on_user", "decision", "accept"), `other`,
		},
		"V-T24: what ran has the id of the call": {
			claudeSpan("tool.execution", "gen_ai.tool.call.id", "t1", "success", true), `tool t1`,
		},
		"a refusal is the failure of the call": {
			claudeSpan("tool.blocked_on_user", "decision", "reject"), `tool | failed ""`,
		},
		"V-T25: the line that says what a tool's input is goes": {
			claudeSpan("tool", "tool_name", "Bash", "tool_input", "[TOOL INPUT: Bash]\n{\"command\":\"ls\"}",
				"new_context", "[TOOL RESULT: Bash]\n{\"stdout\":\"a.txt\",\"stderr\":\"\"}"),
			`tool Bash | request {"command": "ls"} | result {"stdout": "a.txt", "stderr": ""}`,
		},
		"V-T25: new context is a request's input, never its output": {
			claudeSpan("llm_request", "response.model_output", "Done.", "new_context", "[TOOL RESULT: t1]\na.txt"),
			`llm | in tool result t1 "a.txt" | out assistant "Done."`,
		},
		"each section of new context is a message": {
			claudeSpan("llm_request", "new_context", "[USER PROMPT]\nList\nfiles\n\n---\n\n[TOOL RESULT: t1]\na.txt\n\n---\n\nmore"),
			`llm | in user "List\nfiles" | in tool result t1 "a.txt" | in user "more"`,
		},
		"a prompt in detailed tracing": {
			claudeSpan("interaction", "user_prompt", "<REDACTED>", "new_context", "[USER PROMPT]\n[1] or [2]?"), `agent | request "[1] or [2]?"`,
		},
		"a prompt that is JSON is a text": {
			claudeSpan("interaction", "user_prompt", `{"text":"Hi"}`), `agent | request "{\"text\":\"Hi\"}"`,
		},
		"thoughts, where they are recorded": {
			claudeSpan("llm_request", "response.thinking_output", "hm", "response.model_output", "Yes."), `llm | out assistant "Yes." thinks "hm"`,
		},
		"a title is no step": {
			claudeSpan("llm_request", "query_source", "generate_session_title", "model", "m"), `other`,
		},
		"a subagent's request is one": {
			claudeSpan("llm_request", "query_source", "agent:custom", "model", "m"), `llm | model m`,
		},
		"a failed request": {
			claudeSpan("llm_request", "success", false, "error", "overloaded"), `llm | failed "overloaded"`,
		},
		"a failed execution": {
			claudeSpan("tool.execution", "tool_use_id", "t1", "success", "false", "error", "exit 1"), `tool t1 | failed "exit 1"`,
		},
		"hooks and compactions are links": {claudeSpan("hook", "gen_ai.operation.name", "execute_hook"), `other`},
		"a subagent is an agent":          {claudeSpan("subagent.spawn"), `agent`},
		"the bare name of a server's tool": {
			claudeSpan("tool", "tool_name", "mcp__maps__find", "gen_ai.tool.name", "find"), `tool find`,
		},
		"files, skills and subagents stand for arguments": {
			claudeSpan("tool", "tool_name", "Read", "file_path", "/a"), `tool Read | request "/a"`,
		},
		"an edit's output is its difference": {
			withEvent(claudeSpan("tool", "tool_name", "Edit"), "tool.output", "file_path", "/a", "diff", "-x\n+y"),
			`tool Edit | request "/a" | result "-x\n+y"`,
		},
		"what arrived cut says so": {
			claudeSpan("tool", "tool_name", "Bash", "full_command", "ls", "full_command_truncated", true), `tool Bash | request "ls" | truncated`,
		},
		"older spans have a type": {
			&span.Span{Name: "turn", Scope: "com.anthropic.claude_code.tracing", Attrs: span.AttrsOf("span.type", "interaction", "user_prompt", "Hi")},
			`agent | request "Hi"`,
		},
	})
}

func TestClaudeCodeMarks(t *testing.T) {
	run := Read(claudeSpan("interaction", "user_prompt", "Hi"))
	assert.True(t, run.Prompts, "the prompt is the input of the run's requests")
	assert.NotEmpty(t, run.Join, "records that name a request or a call are not the run's")
	request := Read(claudeSpan("llm_request", "attempt", 3, "request_id", "r1"))
	assert.Equal(t, int64(2), request.Retries)
	assert.Equal(t, "request_id:r1", request.Join)
	assert.Equal(t, "tool_use_id:t1", Read(claudeSpan("tool", "tool_use_id", "t1")).Join)
	assert.Zero(t, Read(claudeSpan("llm_request", "attempt", "many")).Retries)
}

func TestClaudeCodeLogs(t *testing.T) {
	checkLogs(t, map[string]logCase{
		"a prompt": {claudeLog("user_prompt", "prompt", "Hi", "session.id", "s1"), `event | session s1 | request "Hi"`},
		"V-T24: a prompt that no switch turned on says nothing": {
			claudeLog("user_prompt", "prompt", "<REDACTED>", "prompt_length", "2"), "says nothing",
		},
		"an answer's text": {
			claudeLog("assistant_response", "response", "Done.", "request_id", "r1"), `event | result "Done." request_id:r1`,
		},
		"an answer's text without the id of its request is one of the run's answers": {
			claudeLog("assistant_response", "response", "Done."), lines(`event`, `< assistant "Done."`),
		},
		"an API's response": {
			claudeLog("api_response_body", "request_id", "r1", "body", `{"type":"message","role":"assistant","stop_reason":"tool_use","content":[{"type":"thinking","thinking":"hm"},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}`),
			lines(`event request_id:r1`, `<tool_use assistant ~hm~ call t1 Bash({"command":"ls"})`),
		},
		"a response without a role": {
			claudeLog("api_response_body", "request_id", "r1", "body", `{"content":[{"type":"text","text":"Done."}]}`),
			lines(`event request_id:r1`, `< assistant "Done."`),
		},
		"a response that arrived cut": {claudeLog("api_response_body", "request_id", "r1", "body", `{"content":[{"type":"te`), "says nothing"},
		"a title's response says nothing about the run": {
			claudeLog("api_response_body", "request_id", "r0", "query_source", "generate_session_title", "body", `{"content":[{"type":"text","text":"Files"}]}`),
			"says nothing",
		},
		"a tool's input": {
			claudeLog("tool_result", "tool_use_id", "t1", "tool_name", "Bash", "success", "true", "tool_input", `{"command":"ls"}`),
			`event t1 | request {"command": "ls"} tool_use_id:t1`,
		},
		"a tool's failure": {
			claudeLog("tool_result", "tool_use_id", "t1", "success", "false", "error", "exit 1"), `event t1 | failed "exit 1" tool_use_id:t1`,
		},
		"other events say nothing": {claudeLog("api_request", "request_id", "r1"), "says nothing"},
		"an event's name with its prefix": {
			&span.Log{Span: observation.SpanID{1}, EventName: "claude_code.user_prompt", Attrs: span.AttrsOf("prompt", "Hi")}, `event | request "Hi"`,
		},
		"a record that belongs to no span": {
			&span.Log{EventName: "claude_code.user_prompt", Attrs: span.AttrsOf("prompt", "Hi")}, "belongs nowhere",
		},
	})
}

func FuzzReadClaudeCode(f *testing.F) {
	f.Add("tool", "tool_input", "[TOOL INPUT: Bash]\n{\"command\":\"ls\"}", "tool_result", `{"a":1}`)
	f.Add("llm_request", "new_context", "[USER PROMPT]\nHi\n\n---\n\n[TOOL RESULT: t1]\n[", "api_response_body", `{"content":[{"type":"tool_use"}]}`)
	f.Add("interaction", "user_prompt", "[USER]", "assistant_response", "[TOOL RESULT: ")
	f.Fuzz(func(t *testing.T, kind, key, text, event, body string) {
		read := func() observation.Observation {
			return Read(withEvent(claudeSpan(kind, key, text, "attempt", body, "new_context", body), "tool.output", "output", text))
		}
		assert.Equal(t, read(), read())
		l := claudeLog(event, "body", body, "response", text, "prompt", text, "tool_input", body, "request_id", text)
		first, _ := ReadLog(l)
		again, _ := ReadLog(l)
		assert.Equal(t, first, again)
	})
}
