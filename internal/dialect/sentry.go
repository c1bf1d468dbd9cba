package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// sentry is what the SDK of Sentry for JavaScript records of agents, where another processor or exporter stands beside
// its own. The operation stands in sentry.op behind gen_ai. Messages are those of the provider, not GenAI's parts; when
// they are too large, the oldest are dropped.
var sentry = Dialect{
	Name: "sentry",
	About: About{
		Title:    "Sentry SDK for JavaScript",
		Versions: "@sentry/node 10, sources of July 2026",
		Also:     "`sentry.op` begins with `gen_ai.`",
		Switch:   "sendDefaultPii: true, or recordInputs and recordOutputs of an integration",
		Gaps:     "the oldest messages of large requests are dropped; the SDK for Python makes no OpenTelemetry spans",
		Links: []string{
			"getsentry/sentry-conventions:model/attributes/gen_ai",
			"getsentry/sentry-javascript:packages/core/src/tracing",
		},
	},
	Match: Match{Also: func(s *span.Span) bool { return sentryOperation(s) != "" }, AlsoKeys: []string{"sentry.op"}},
	Role:  sentryRole,
	Common: Common{
		AgentName: []string{"gen_ai.agent.name", "gen_ai.pipeline.name", "gen_ai.function_id"},
		Session:   []string{"gen_ai.conversation.id"},
	},
	Agent: AgentFields{
		Request: sentryInput,
		Result:  sentryOutput,
	},
	LLM: LLMFields{
		Model:  []string{"gen_ai.response.model", "gen_ai.request.model"},
		Finish: []string{"gen_ai.response.finish_reasons", "gen_ai.response.finish_reason"},
		Input:  sentryInput,
		Output: sentryOutput,
		Usage: []UsageKey{
			{Name: "cached", Keys: []string{"gen_ai.usage.input_tokens.cached", "gen_ai.usage.cache_read.input_tokens"}},
			{Name: "input", Keys: []string{"gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"}},
			{Name: "output", Keys: []string{"gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"}},
			{Name: "reasoning", Keys: []string{"gen_ai.usage.output_tokens.reasoning", "gen_ai.usage.reasoning.output_tokens"}},
		},
	},
	Tool: ToolFields{
		Name:   []string{"gen_ai.tool.name"},
		CallID: []string{"gen_ai.tool.call.id"},
		Arguments: attrs("gen_ai.tool.call.arguments", "gen_ai.tool.input",
			"ai.toolCall.args", "vercel.ai.toolCall.args"),
		Result: attrs("gen_ai.tool.call.result", "gen_ai.tool.output", "gen_ai.tool.message", "mcp.tool.result.content",
			"ai.toolCall.result", "vercel.ai.toolCall.result"),
	},
	Adjust: func(s *span.Span, o *observation.Observation) {
		if o.Role == observation.Tool && o.Tool == "" {
			o.Tool = playedBy(s.Name, observation.Tool)
		}
	},
}

var (
	sentryInput  = attrs("gen_ai.input.messages", "gen_ai.request.messages", "gen_ai.prompt")
	sentryOutput = []Source{
		attr("gen_ai.output.messages"),
		{Place: "gen_ai.response.text, gen_ai.response.tool_calls", From: responseText},
	}
)

// sentryOperation is what follows gen_ai. in the operation of a span.
func sentryOperation(s *span.Span) string {
	text, _ := s.Attrs.Text("sentry.op")
	operation, found := strings.CutPrefix(text, "gen_ai.")
	if !found {
		return ""
	}
	return operation
}

// sentryRoles are the operations that are no generation: any other is one, for the SDK names generations after the
// methods of clients.
//
// Source: getsentry/sentry-conventions:model/attributes/gen_ai/gen_ai__operation__name.json.
var sentryRoles = map[string]observation.Role{
	"invoke_agent": observation.Agent, "execute_tool": observation.Tool,
	"create_agent": observation.Other, "handoff": observation.Other, "embeddings": observation.Other, "rerank": observation.Other,
}

func sentryRole(s *span.Span) (observation.Role, bool) {
	if role, known := sentryRoles[lower(sentryOperation(s))]; known {
		return role, true
	}
	return observation.LLM, true
}
