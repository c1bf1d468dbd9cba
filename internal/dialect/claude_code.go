package dialect

import (
	"strconv"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// claudeCode is what the command line tool Claude Code records of itself, and the Claude Agent SDK, which runs it:
//
//	claude_code.interaction                one prompt and all that follows from it
//	├ claude_code.llm_request              one request, all its tries included
//	└ claude_code.tool                     one call, the wait for a person's consent included
//	  ├ claude_code.tool.blocked_on_user   the wait
//	  ├ claude_code.tool.execution         what ran
//	  └ claude_code.llm_request, .tool     a subagent's
//
// Its detailed tracing writes texts behind a line that says what they are:
//
//	user_prompt                       the text
//	new_context                       [USER PROMPT], [TOOL RESULT: <id or name>]: what is new since the request before
//	tool_input                        [TOOL INPUT: <name>]
//	response.model_output             the text
//
// Without it, texts are in span events and log records, each behind a switch of its own.
var claudeCode = Dialect{
	Name: "claude_code",
	About: About{
		Title:    "Claude Code and the Claude Agent SDK",
		Versions: "Claude Code 2.1.332; older ones by their documentation",
		Logs:     "`user_prompt`, `assistant_response` and `api_response_body` by `request_id`, `tool_result` by `tool_use_id`",
		Switch: "CLAUDE_CODE_ENABLE_TELEMETRY=1 with CLAUDE_CODE_ENHANCED_TELEMETRY_BETA=1, OTEL_TRACES_EXPORTER=otlp and OTEL_LOGS_EXPORTER=otlp; " +
			"prompts: OTEL_LOG_USER_PROMPTS=1; answers: OTEL_LOG_ASSISTANT_RESPONSES=1, or with the calls they ask for OTEL_LOG_RAW_API_BODIES=1; " +
			"tools: OTEL_LOG_TOOL_DETAILS=1 and OTEL_LOG_TOOL_CONTENT=1; or all on the spans: ENABLE_BETA_TRACING_DETAILED=1",
		Gaps: "answers are in log records alone, unless tracing is detailed; bodies that the CLI writes to files instead are not read; no reasoning",
		Links: []string{
			"https://code.claude.com/docs/en/monitoring-usage",
			"https://code.claude.com/docs/en/agent-sdk/observability",
			"mlflow/mlflow:mlflow/tracing/otel/translation/claude_code.py",
		},
	},
	Match:  Match{Scopes: []string{"com.anthropic.claude_code.tracing"}, NamePrefixes: []string{claudeCodePrefix}},
	Role:   claudeCodeRole,
	Common: Common{Session: []string{"session.id", "gen_ai.conversation.id"}},
	Agent: AgentFields{
		Request: []Source{attr("user_prompt").opened(said("user")), attr("new_context").opened(claudeCodeContext)},
	},
	LLM: LLMFields{
		Model:  []string{"gen_ai.response.model", "model", "gen_ai.request.model"},
		Finish: []string{"stop_reason", "gen_ai.response.finish_reasons"},
		Input:  []Source{attr("new_context").opened(claudeCodeContext)},
		Output: []Source{{Place: "response.model_output, response.thinking_output", From: claudeCodeAnswer}},
		Usage: []UsageKey{
			{Name: "cached", Keys: []string{"gen_ai.usage.cache_read.input_tokens", "cache_read_tokens"}},
			{Name: "input", Keys: []string{"gen_ai.usage.input_tokens", "input_tokens"}}, // the latter without what was cached
			{Name: "output", Keys: []string{"gen_ai.usage.output_tokens", "output_tokens"}},
		},
	},
	Tool: ToolFields{
		Name:   []string{"gen_ai.tool.name", "tool_name"}, // the latter with mcp__server__ in front
		CallID: []string{"gen_ai.tool.call.id", "tool_use_id"},
		Arguments: []Source{
			attr("tool_input").opened(unbracketed),
			attr("full_command"), attr("file_path"), attr("skill_name"), attr("subagent_type"),
			event("tool.output", "bash_command"), event("tool.output", "file_path"),
		},
		Result: []Source{
			attr("new_context").opened(unbracketed),
			event("tool.output", "output"), event("tool.output", "content"), event("tool.output", "diff"),
		},
	},
	Adjust: adjustClaudeCode,
	Log:    claudeCodeLog,
}

const claudeCodePrefix = "claude_code."

// claudeCodeRoles are the types of spans. What a call is made of counts as tools with the call's id, or without a name,
// which are the call above them. Everything else, such as hooks and compactions, is a link.
var claudeCodeRoles = map[string]observation.Role{
	"interaction": observation.Agent, "subagent.spawn": observation.Agent,
	"llm_request": observation.LLM,
	"tool":        observation.Tool, "tool.execution": observation.Tool,
}

// helperQueries are the sources of requests by which Claude Code helps itself: they are no steps of the run. Others name
// the main thread, the SDK, or a subagent.
//
// Source: https://code.claude.com/docs/en/monitoring-usage (query_source).
var helperQueries = map[string]bool{
	"generate_session_title": true, "terminal_title": true, "rename_generate_name": true, "away_summary": true,
	"prompt_suggestion": true, "prompt_suggestion_generate": true, "agent_summary": true, "compact": true,
	"session_memory": true, "extract_memories": true, "tool_use_summary_generation": true, "quota_check": true,
	"bash_extract_prefix": true, "permission_explainer": true, "auto_mode": true, "agent_creation": true,
	"web_search_tool": true, "web_fetch_apply": true, "hook_prompt": true, "side_question": true, "auto_dream": true,
}

// claudeCodeRole goes by the span's name, or its type under another name. A person's refusal is the failure of a tool.
func claudeCodeRole(s *span.Span) (observation.Role, bool) {
	kind := claudeCodeType(s)
	decision, _ := s.Attrs.Text("decision")
	switch {
	case kind == "llm_request" && isHelper(s.Attrs):
		return observation.Other, true
	case kind == "tool.blocked_on_user" && decision == "reject":
		return observation.Tool, true
	}
	return claudeCodeRoles[kind], true
}

func claudeCodeType(s *span.Span) string {
	if kind, found := strings.CutPrefix(s.Name, claudeCodePrefix); found {
		return kind
	}
	kind, _ := s.Attrs.Text("span.type")
	return kind
}

func isHelper(attrs span.Attrs) bool {
	source, _ := attrs.Text("query_source")
	safe, _ := attrs.Text("query_source_safe")
	return helperQueries[source] || helperQueries[safe]
}

// noteTruncated marks a span of which an attribute says that another was cut.
func noteTruncated(s *span.Span, o *observation.Observation) {
	for key, v := range s.Attrs.All() {
		if strings.HasSuffix(key, "_truncated") && v.Truth() {
			o.Content |= observation.Truncated
		}
	}
}

// adjustClaudeCode reads failures, tries and marks, and the ids by which log records find the span. The run's own id
// keeps records of other spans away from it, for all carry its span id.
func adjustClaudeCode(s *span.Span, o *observation.Observation) {
	noteTruncated(s, o)
	if success := s.Attrs.Get("success"); success.Text() == "false" || success.Kind() == value.Bool && !success.Truth() {
		text, _ := s.Attrs.Text("error")
		noteFailure(text, o)
	}
	switch kind := claudeCodeType(s); kind {
	case "interaction":
		o.Prompts, o.Join = true, "interaction:"+s.ID.String()
	case "llm_request":
		o.Join = joinKey("request_id", s.Attrs)
		if n, err := strconv.Atoi(s.Attrs.Get("attempt").Text()); err == nil && n > 1 && n < maxTries {
			o.Retries = int64(n - 1)
		}
	case "tool":
		o.Join = joinKey("tool_use_id", s.Attrs)
	case "tool.blocked_on_user":
		o.Failed = true
	}
}

// maxTries bounds what is believed of a number of tries.
const maxTries = 1000

// joinKey is the id by which log records find a span, or "" without one.
func joinKey(key string, attrs span.Attrs) string {
	if id := attrs.Get(key).Text(); !isUnknownID(id) {
		return key + ":" + id
	}
	return ""
}
