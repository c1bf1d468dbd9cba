package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// openClaw is what OpenClaw's diagnostics record of its runs. Models and tools follow the GenAI conventions, with a copy
// of the texts under keys of its own; so does a span that only counts the tokens of a run.
//
//	openclaw.message.processed   a message, and what was answered: input.value, output.value
//	openclaw.run                 the agent's run
//	openclaw.harness.run         the run of the harness, with the prompt and the final response
//	openclaw.model.call          a generation
//	openclaw.tool.execution      a tool
var openClaw = Dialect{
	Name: "openclaw",
	About: About{
		Title:    "OpenClaw's diagnostics",
		Versions: "diagnostics-otel, sources of November 2026",
		Switch:   "diagnostics.otel.captureContent: true",
		Gaps:     "tools of Codex and Claude run as harnesses have no texts; a failed tool records the error's category alone; reasoning is left out",
		Links: []string{
			"openclaw/openclaw:extensions/diagnostics-otel/src/service-genai-content.ts",
			"openclaw/openclaw:extensions/diagnostics-otel/src/service-recorders-harness.ts",
			"openclaw/openclaw:extensions/diagnostics-otel/src/service-recorders-tools.ts",
			"openclaw/openclaw:extensions/diagnostics-otel/src/service-recorders-usage.ts",
		},
	},
	Match: Match{NamePrefixes: []string{openClawPrefix}},
	Role:  openClawRole,
	Common: Common{
		AgentName: []string{"gen_ai.agent.name", "openclaw.agent"},
		Session:   []string{"gen_ai.conversation.id"},
	},
	Agent: AgentFields{
		Request: []Source{attr(inputKey).opened(said("user"))},
		Result:  []Source{attr(outputKey).opened(said("assistant"))},
	},
	LLM: LLMFields{
		Model: genAIModel.Model, Finish: genAIModel.Finish, Usage: genAIModel.Usage,
		Input:  attrs("gen_ai.input.messages", "openclaw.content.input_messages"),
		Output: attrs("gen_ai.output.messages", "openclaw.content.output_messages"),
	},
	Tool: ToolFields{
		Name:      []string{"gen_ai.tool.name", "openclaw.toolName"},
		CallID:    []string{"gen_ai.tool.call.id"},
		Arguments: attrs("gen_ai.tool.call.arguments", "openclaw.content.tool_input"),
		Result:    attrs("gen_ai.tool.call.result", "openclaw.content.tool_output"),
	},
}

const openClawPrefix = "openclaw."

// openClawRoles are the spans that are steps or wrappers, by what follows the prefix of their names. The others are links:
// deliveries, webhooks, processes, contexts, and the counts of tokens that look like a generation.
var openClawRoles = map[string]observation.Role{
	"message.processed": observation.Agent, "run": observation.Agent, "harness.run": observation.Agent,
	"model.call": observation.LLM, "tool.execution": observation.Tool,
}

func openClawRole(s *span.Span) (observation.Role, bool) {
	return openClawRoles[strings.TrimPrefix(s.Name, openClawPrefix)], true
}
