package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// voltAgent is what VoltAgent records. span.type tells what a span is; entity.type is inherited from the agent by all that
// lies below it, and the keys that look like the AI SDK's are VoltAgent's own.
var voltAgent = Dialect{
	Name: "voltagent",
	About: About{
		Title:    "VoltAgent",
		Versions: "@voltagent/core, 2.10.0, recorded; voltagent-core by its tests",
		Switch:   "an OTLP exporter in VoltAgentObservability; texts are always recorded",
		Gaps:     "one generation stands for all turns of a run, and what it answered isn't recorded on it; the run's answer is on the agent",
		Links: []string{
			"VoltAgent/voltagent:packages/core/src/agent/open-telemetry/trace-context.ts",
			"VoltAgent/voltagent:packages/core/src/agent/agent.ts",
		},
	},
	Match:  Match{Scopes: []string{"@voltagent/core", "voltagent-core"}},
	Role:   voltAgentRole,
	Common: Common{AgentName: []string{"agent.name", "entity.name"}, Session: []string{"conversation.id"}},
	Agent: AgentFields{
		Request: attrs("agent.messages", "input", "prompt"),
		Result:  attrs("output"),
	},
	LLM: LLMFields{
		Model:  []string{"llm.model", "ai.response.model", "ai.model.name"},
		Finish: []string{"llm.finish_reason", "ai.response.finish_reason"},
		Input:  []Source{attr("llm.messages").opened(requested), attr("input").opened(requested)},
		Output: []Source{attr("output").opened(answered)},
		Usage: []UsageKey{
			{Name: "cached", Keys: []string{"llm.usage.cached_tokens", "usage.cached_tokens"}},
			{Name: "input", Keys: []string{"llm.usage.prompt_tokens", "usage.prompt_tokens"}},
			{Name: "output", Keys: []string{"llm.usage.completion_tokens", "usage.completion_tokens"}},
			{Name: "reasoning", Keys: []string{"llm.usage.reasoning_tokens", "usage.reasoning_tokens"}},
		},
	},
	Tool: ToolFields{
		Name:      []string{"tool.name"},
		CallID:    []string{"tool.call.id"},
		Arguments: attrs("input", "tool.arguments"),
		Result:    attrs("output", "tool.result"),
	},
	Adjust: adjustVoltAgent,
}

// voltAgentTypes are the types of spans; those of memories, guardrails and retrievers are links. Workflows and their
// steps run agents.
var voltAgentTypes = map[string]observation.Role{
	"agent": observation.Agent, "workflow": observation.Agent, "workflow-step": observation.Agent,
	"llm": observation.LLM, "tool": observation.Tool,
}

const voltAgentTool = "tool.execution:"

// voltAgentRole goes by the type. An agent's own span has none, but its state; the oldest spans have none either, but the
// tools' are named after them.
//
// Source: VoltAgent/voltagent:packages/core/src/agent/open-telemetry/trace-context.ts (AgentTraceContext).
func voltAgentRole(s *span.Span) (observation.Role, bool) {
	kind, typed := s.Attrs.Text("span.type")
	switch {
	case typed:
		return voltAgentTypes[lower(kind)], true
	case strings.HasPrefix(s.Name, voltAgentTool):
		return observation.Tool, true
	case s.Attrs.Has("agent.state"):
		return observation.Agent, true
	}
	return observation.Other, true
}

func adjustVoltAgent(s *span.Span, o *observation.Observation) {
	if o.Role != observation.Tool {
		return
	}
	if name, found := strings.CutPrefix(s.Name, voltAgentTool); found && o.Tool == "" {
		o.Tool = name
	}
	if text, ok := s.Attrs.Text("tool.error.message"); ok {
		o.Result = value.Value{}
		noteFailure(text, o)
	}
}
