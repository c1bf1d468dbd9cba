package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// weave is the keys that W&B Weave defines beside those of the GenAI conventions. Each gen_ai.x has a weave.x, which
// wins; what a span has only under gen_ai. is read by the GenAI dialect.
var weave = Dialect{
	Name: "weave",
	About: About{
		Title:    "W&B Weave's attribute names",
		Versions: "sources of August 2026",
		Switch:   "texts are recorded by whoever sets these attributes",
		Gaps:     "Weave reads the spans of others; its own SDK sends none",
		Links: []string{
			"wandb/weave:weave/trace_server/agents/semconv.py",
			"wandb/weave:weave/trace_server/opentelemetry/genai_extraction.py",
			"wandb/weave:weave/trace_server/opentelemetry/constants.py",
		},
	},
	Match: Match{
		Keys: []string{"weave.span.kind", "wandb.thread_id"},
		KeyPrefixes: []string{
			"weave.operation.", "weave.input.", "weave.output.", "weave.tool.", "weave.agent.", "weave.request.", "weave.response.",
			"weave.conversation.", "weave.prompt", "weave.completion", "weave.reasoning_content", "weave.usage.",
		},
	},
	Role: weaveRole,
	Common: Common{
		AgentName: []string{"weave.agent.name"},
		Session:   []string{"weave.conversation.id", "wandb.thread_id"},
	},
	Agent: AgentFields{
		Request: attrs("weave.input.messages", "weave.prompt"),
		Result:  attrs("weave.output.messages", "weave.completion"),
	},
	LLM: LLMFields{
		Model:  []string{"weave.response.model", "weave.request.model"},
		Finish: []string{"weave.response.finish_reasons"},
		Input:  attrs("weave.input.messages", "weave.prompt"),
		Output: attrs("weave.output.messages", "weave.completion"),
		Usage: []UsageKey{
			{Name: "cached", Keys: []string{"weave.usage.cache_read.input_tokens"}},
			{Name: "input", Keys: []string{"weave.usage.input_tokens"}},
			{Name: "output", Keys: []string{"weave.usage.output_tokens"}},
			{Name: "reasoning", Keys: []string{"weave.usage.reasoning_tokens"}},
		},
	},
	Tool: ToolFields{
		Name:      []string{"weave.tool.name"},
		CallID:    []string{"weave.tool.call.id"},
		Arguments: attrs("weave.tool.call.arguments"),
		Result:    attrs("weave.tool.call.result"),
	},
	Adjust: adjustWeave,
}

// weaveRole goes by the operation's name, then by the kind, whose values are those of other conventions. Without either
// the span is what it is to them.
func weaveRole(s *span.Span) (observation.Role, bool) {
	operation, _ := s.Attrs.Text("weave.operation.name")
	if role, known := operations[lower(operation)]; known {
		return role, true
	}
	kind, _ := s.Attrs.Text("weave.span.kind")
	if role, known := weaveKinds[lower(kind)]; known {
		return role, true
	}
	if hasAny(s, "weave.tool.call.arguments", "weave.tool.call.result") {
		return observation.Tool, true
	}
	return observation.LLM, hasAny(s, "weave.output.messages", "weave.completion") &&
		hasAny(s, "weave.request.model", "weave.response.model")
}

// weaveKinds are the kinds that Weave takes over from OpenInference and OpenLLMetry.
var weaveKinds = map[string]observation.Role{
	"llm": observation.LLM, "tool": observation.Tool,
	"agent": observation.Agent, "chain": observation.Agent, "workflow": observation.Agent, "task": observation.Agent,
}

// adjustWeave adds the reasoning that stands beside the messages.
func adjustWeave(s *span.Span, o *observation.Observation) {
	reasoning, _ := s.Attrs.Text("weave.reasoning_content")
	if o.Role != observation.LLM || isPlaceholder(reasoning) {
		return
	}
	if len(o.Output) == 0 {
		genAIModel.fill(s, o)
	}
	if len(o.Output) == 0 {
		o.Output, _ = Messages(object(value.Field{Key: "role", Value: value.OfString("assistant")},
			value.Field{Key: "reasoning", Value: value.OfString(reasoning)}), observation.Assistant)
		return
	}
	o.Output[0].Reasoning = firstOf(o.Output[0].Reasoning, reasoning)
}
