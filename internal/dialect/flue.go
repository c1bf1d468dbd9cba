package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// flue is what @flue/opentelemetry records of Flue's agents: workflows, in them operations, in them turns of the model,
// with the tools that they ask for, and tasks, which are other agents. Texts are JSON of anything but a text.
var flue = Dialect{
	Name: "flue",
	About: About{
		Title:    "Flue",
		Versions: "@flue/opentelemetry 1.0.0-beta.1",
		Switch:   "observe(createOpenTelemetryObserver({ sanitize: (event) => event })); without sanitize no texts are recorded",
		Gaps:     "operations record what they gave, not what they were asked",
		Links: []string{
			"withastro/flue:packages/opentelemetry/src/index.ts",
			"langfuse/langfuse:packages/shared/src/server/otel/OtelIngestionProcessor.ts",
		},
	},
	Match:  Match{Scopes: []string{"@flue/opentelemetry"}, KeyPrefixes: []string{"flue."}},
	Role:   flueRole,
	Common: Common{AgentName: []string{"flue.task.agent", "flue.workflow.name"}, Session: []string{"flue.session.name"}},
	Agent: AgentFields{
		Request: attrs("flue.workflow.payload", "flue.task.prompt"),
		Result:  attrs("flue.workflow.result", "flue.task.result", "flue.operation.result"),
	},
	LLM: LLMFields{
		Model:  []string{"gen_ai.response.model", "gen_ai.request.model"},
		Finish: []string{"gen_ai.response.finish_reasons"},
		Input:  attrs("flue.turn.input"),
		Output: []Source{attr("flue.turn.output").opened(answered)},
		Usage: append([]UsageKey{
			{Name: "cached", Keys: []string{"gen_ai.usage.cache_read_tokens"}},
		}, genAIModel.Usage[1:]...),
	},
	Tool: ToolFields{
		Name:      []string{"flue.tool.name"},
		CallID:    []string{"flue.tool.call_id"},
		Arguments: attrs("flue.tool.arguments"),
		Result:    attrs("flue.tool.result"),
	},
	Adjust: adjustFlue,
}

// flueNames are how the names of spans begin, most telling first.
var flueNames = []struct {
	prefix string
	role   observation.Role
}{
	{"flue.workflow", observation.Agent},
	{"flue.operation", observation.Agent},
	{"flue.task", observation.Agent},
	{"flue.tool", observation.Tool},
	{"flue.compaction", observation.Other},
}

// flueRole goes by the span's name. A turn of the model has GenAI's operation; one that serves to make room is no step.
func flueRole(s *span.Span) (observation.Role, bool) {
	for _, known := range flueNames {
		if strings.HasPrefix(s.Name, known.prefix) {
			return known.role, true
		}
	}
	purpose, ok := s.Attrs.Text("flue.turn.purpose")
	if ok && purpose != "agent" {
		return observation.Other, true
	}
	if ok || hasAny(s, "flue.turn.input", "flue.turn.output") {
		return observation.LLM, true
	}
	return observation.Other, false
}

// adjustFlue takes what a failed tool returned for its error: the status only says that it failed.
func adjustFlue(_ *span.Span, o *observation.Observation) {
	if o.Role == observation.Tool && o.Failed && !o.Result.IsAbsent() {
		o.Error = ""
	}
	if o.Role == observation.Agent && o.Failed && o.Result.Kind() == value.Null {
		o.Result = value.Value{}
	}
}
