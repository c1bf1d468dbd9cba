package dialect

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// agentRun begins the name of an agent's span.
const agentRun = "Agent run: "

// logfireTemplates tell from the beginning of a template what a span is. What isn't listed, such as handoffs,
// guardrails, speech, embeddings and images, is a link.
//
// Sources: pydantic/logfire:logfire/_internal/integrations/llm_providers/openai.py and anthropic.py
// (get_endpoint_config), …/openai_agents.py (create_span), …/mcp.py.
var logfireTemplates = []struct {
	prefix string
	role   observation.Role
}{
	{"Chat Completion with ", observation.LLM},
	{"Chat completion with ", observation.LLM},
	{"Completion with ", observation.LLM},
	{"Responses API", observation.LLM},
	{"Message with ", observation.LLM},
	{streamed, observation.LLM},
	{"OpenAI Agents trace: ", observation.Agent},
	{agentRun, observation.Agent},
	{"Task: ", observation.Agent},
	{"Turn ", observation.Agent},
	{"Function: ", observation.Tool},
	{"MCP request: tools/call", observation.Tool},
	{"MCP server handle request: tools/call", observation.Tool},
}

// streamed begins the message of the log that holds a streamed answer.
const streamed = "streaming response from "

// isPending reports whether a span only announces one that is still running. Its attributes are those of the real one,
// whatever dialect that is of.
//
// Source: pydantic/logfire:logfire/_internal/tracer.py (PendingSpanProcessor).
func isPending(s *span.Span) bool {
	kind, _ := s.Attrs.Text("logfire.span_type")
	return kind == "pending_span"
}

// logfireNames begin the names of spans, which are templates, where they are Logfire's beyond doubt.
var logfireNames = []string{
	"Chat Completion with {", "Chat completion with {", "Completion with {", "Responses API with {", "Message with {", streamed + "{",
	"OpenAI Agents trace: {", agentRun + "{", "Function: {name}", "MCP request: tools/call", "MCP server handle request: tools/call",
}

const templateKey = "logfire.msg_template"

// logfireRole goes by the template; of the libraries that write operations, by those.
func logfireRole(s *span.Span) (observation.Role, bool) {
	template, _ := s.Attrs.Text(templateKey)
	template = firstOf(template, s.Name)
	kind, _ := s.Attrs.Text("logfire.span_type")
	switch {
	case kind == "pending_span", kind == "log" && !strings.HasPrefix(template, streamed), opensStream(s, template), isEmptyChat(s):
		return observation.Other, true
	}
	return templateRole(template)
}

func templateRole(template string) (observation.Role, bool) {
	for i := range logfireTemplates {
		if strings.HasPrefix(template, logfireTemplates[i].prefix) {
			return logfireTemplates[i].role, true
		}
	}
	return observation.Other, false
}

// streamable begin the templates of requests whose answer may be streamed.
var streamable = []string{"Chat Completion with ", "Completion with ", "Responses API", "Message with "}

// responseKeys are set on every request that was answered at once, and on none whose answer is streamed. Since 5 that
// one has gen_ai.response.model too, which tells something only beside events.
var responseKeys = []string{
	"response_data", "gen_ai.response.id", "gen_ai.output.messages", "gen_ai.usage.output_tokens",
}

// opensStream reports whether a span is the request of a streamed answer. The log that follows when the stream has
// ended holds the request as well, and stands for both.
func opensStream(s *span.Span, template string) bool {
	begins := func(prefix string) bool { return strings.HasPrefix(template, prefix) }
	answered := hasAny(s, responseKeys...) || s.Attrs.Has("gen_ai.response.model") && s.Attrs.Has("events")
	return s.Scope != "logfire.openai_agents" && slices.ContainsFunc(streamable, begins) && !isFailed(s) && !answered
}

// isEmptyChat reports whether a span of the Claude Agent SDK was opened for a turn that another took the place of: one
// is opened for each result of parallel tools.
//
// Source: pydantic/logfire:logfire/_internal/integrations/claude_agent_sdk.py (handle_user_message).
func isEmptyChat(s *span.Span) bool {
	operation, _ := s.Attrs.Text("gen_ai.operation.name")
	return s.Scope == "logfire.claude_agent_sdk" && operation == "chat" &&
		!hasAny(s, "gen_ai.output.messages", "gen_ai.response.model", "error.type")
}
