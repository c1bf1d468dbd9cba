package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// rig reads what Rig records: the spans of Rust's tracing, which an application's own layer turns into OpenTelemetry's, so
// that the scope is the application's. They follow the GenAI conventions, but for agents, whose question and answer are
// plain texts.
var rig = Dialect{
	Name: "rig",
	About: About{
		Title:    "Rig (Rust)",
		Versions: "rig-core 0.24 to 0.42",
		Also:     "the code that made the span is Rig's (`target`, `code.namespace`, `code.module.name`), or the span is called `invoke_agent` and has `gen_ai.prompt` or `gen_ai.completion`",
		Switch:   "record_telemetry_content(true) on the agent; before 0.38 texts were always recorded",
		Gaps:     "an agent that runs inside a span of the application has no span of its own; turns of an agent are chained by links",
		Links: []string{
			"0xPlaygrounds/rig:crates/rig-agent/src/agent/runner.rs",
			"0xPlaygrounds/rig:crates/rig-core/src/telemetry/mod.rs",
		},
	},
	Match:  Match{Keys: []string{"gen_ai.tool.call.outcome"}, Also: isRig, AlsoKeys: append([]string{"gen_ai.prompt", "gen_ai.completion"}, tracingModules...)},
	Role:   genAIRole,
	Common: genAICommon,
	Agent: AgentFields{
		Request: []Source{attr("gen_ai.prompt").opened(said("user"))},
		Result:  []Source{attr("gen_ai.completion").opened(said("assistant"))},
	},
	LLM: genAIModel,
	Tool: ToolFields{
		Name:      []string{"gen_ai.tool.name"},
		CallID:    []string{"gen_ai.tool.call.id"},
		Arguments: genAIArguments,
		Result:    genAIResult,
	},
	Adjust: adjustRig,
}

// tracingModules are the attributes in which the layer tells what part of a program made a span.
//
// Source: tokio-rs/tracing-opentelemetry:src/layer.rs.
var tracingModules = []string{"target", "code.namespace", "code.module.name"}

// isRig reports whether a span was made by Rig's own code, or is an agent's that has its question or answer.
func isRig(s *span.Span) bool {
	return madeIn(s, "rig") || s.Name == "invoke_agent" && hasAny(s, "gen_ai.prompt", "gen_ai.completion")
}

// madeIn reports whether a span was made by a crate's code, or that of one that belongs to it.
func madeIn(s *span.Span, crate string) bool {
	for _, key := range tracingModules {
		module, _ := s.Attrs.Text(key)
		if rest, found := strings.CutPrefix(module, crate); found && (rest == "" || rest[0] == ':' || rest[0] == '_') {
			return true
		}
	}
	return false
}

func adjustRig(s *span.Span, o *observation.Observation) {
	adjustGenAI(s, o)
	if o.FinishReason == "unknown" {
		o.FinishReason = "" // what Rig writes where it doesn't keep the reason
	}
	if o.Failed && o.Error == "" {
		o.Error, _ = s.Attrs.Text("gen_ai.tool.error.type")
	}
}
