package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// codex is what OpenAI's Codex records of itself: a span for each of hundreds of its Rust functions, none with a text, of
// which a few are the run:
//
//	session_task.turn                     one prompt and all that follows from it
//	run_sampling_request                  one request of the model
//	└ try_run_sampling_request            one try of it
//	any name, codex.tool.phase=dispatch   one call of a tool, named by tool_name
//
// Prompts, arguments and outputs are in log records, which find their spans by conversation.id and call_id. The model's
// texts are nowhere.
var codex = Dialect{
	Name: "codex",
	About: About{
		Title:    "OpenAI Codex CLI",
		Versions: "codex exec 0.171.0",
		Also:     "`target` begins with `codex`",
		Logs:     "`codex.user_prompt` by `conversation.id`, `codex.tool_result` by `call_id`",
		Switch:   "[otel] trace_exporter and exporter in config.toml, and log_user_prompt = true; arguments and outputs are always in the log records",
		Gaps: "the model's texts and the calls that it asks for are recorded nowhere; long outputs are cut; a run is several traces, " +
			"of which the turn's is the one with steps",
		Links: []string{
			"openai/codex:codex-rs/otel/src/events/session_telemetry.rs",
			"openai/codex:docs/config.md",
		},
	},
	Match:  Match{KeyPrefixes: []string{"codex."}, ScopePrefixes: []string{"codex"}, Also: isCodexCode, AlsoKeys: []string{"target"}},
	Role:   codexRole,
	Common: Common{Session: []string{"conversation.id", "thread.id"}},
	LLM:    LLMFields{Model: []string{"model"}},
	Tool:   ToolFields{Name: []string{"tool_name"}, CallID: []string{"call_id"}},
	Adjust: adjustCodex,
	Log:    codexLog,
}

const codexPhase = "codex.tool.phase"

// codexRoles are the functions that stand for a part of the run. handle_responses, which carries token counts, has a
// span for each event of a stream.
//
// Source: openai/codex:codex-rs/core/src (codex.rs, tasks/regular.rs).
var codexRoles = map[string]observation.Role{
	"session_task.turn": observation.Agent, "run_sampling_request": observation.LLM, "try_run_sampling_request": observation.LLM,
}

// isCodexCode reports whether the code that made a span is Codex's, whatever the service's name.
func isCodexCode(s *span.Span) bool {
	target, _ := s.Attrs.Text("target")
	return strings.HasPrefix(target, "codex")
}

func codexRole(s *span.Span) (observation.Role, bool) {
	if phase, ok := s.Attrs.Text(codexPhase); ok {
		if phase == "dispatch" {
			return observation.Tool, true
		}
		return observation.Other, true
	}
	role, known := codexRoles[s.Name]
	return role, known || isCodexCode(s)
}

func adjustCodex(s *span.Span, o *observation.Observation) {
	switch o.Role {
	case observation.Agent:
		o.Prompts, o.Join = true, codexConversation(s.Attrs)
	case observation.Tool:
		o.Join = joinKey("call_id", s.Attrs)
	}
}

// codexConversation is the id of a conversation, under either of its names.
func codexConversation(attrs span.Attrs) string {
	for _, key := range []string{"conversation.id", "thread.id"} {
		if id, ok := attrs.Text(key); ok && !isUnknownID(id) {
			return "conversation.id:" + id
		}
	}
	return ""
}

// codexLog reads the log records that hold texts. Their numbers and truth values are texts.
func codexLog(l *span.Log, o *observation.Observation) bool {
	for _, name := range eventNames(l) {
		switch name {
		case "codex.user_prompt":
			o.Join = codexConversation(l.Attrs)
			o.Request = codexPrompt(l.Attrs.Get("prompt"))
		case "codex.tool_result":
			o.Join, o.CallID = joinKey("call_id", l.Attrs), knownID(l.Attrs.Get("call_id").Text())
			o.Request, o.Result = argumentsValue(l.Attrs.Get("arguments")), l.Attrs.Get("output")
			o.Failed = l.Attrs.Get("success").Text() == "false"
		default:
			continue
		}
		o.Session, _ = l.Attrs.Text("conversation.id")
		return o.Join != "" && !(o.Request.IsAbsent() && o.Result.IsAbsent())
	}
	return false
}

// codexPrompt is what a user asked. What stands in its place where no switch turned it on is nothing.
func codexPrompt(v value.Value) value.Value {
	if v.Text() == "[REDACTED]" {
		return value.Value{}
	}
	return requestValue(said("user")(v))
}
