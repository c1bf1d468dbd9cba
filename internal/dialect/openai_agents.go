package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// openAIAgents is OpenTelemetry's instrumentation of the OpenAI Agents SDK for Python in the contrib repository. Its
// successor is built on util-genai, and read with it.
//
// An agent's messages are those of all its models one after another, each request with all that was said before: what it
// was asked is told by the first of its models.
var openAIAgents = following(Dialect{
	Name: "openai_agents",
	About: About{
		Title:    "OpenAI Agents SDK for Python, through OpenTelemetry's instrumentation",
		Versions: "opentelemetry-instrumentation-openai-agents-v2 0.1",
		Switch:   "texts are recorded unless OTEL_INSTRUMENTATION_OPENAI_AGENTS_CAPTURE_CONTENT=no_content",
		Gaps: "call ids of tools; with the Responses API the calls and results among a request's messages; the outermost span has no " +
			"texts; content in events is announced and never sent",
		Links: []string{
			"open-telemetry/opentelemetry-python-contrib:instrumentation-genai/opentelemetry-instrumentation-openai-agents-v2/" +
				"src/opentelemetry/instrumentation/openai_agents/span_processor.py",
		},
	},
	Match: Match{Scopes: []string{"opentelemetry.instrumentation.openai_agents"}},
	Adjust: func(_ *span.Span, o *observation.Observation) {
		switch o.Role {
		case observation.Agent:
			o.Request = value.Value{}
		case observation.LLM:
			restoreItems(o.Output)
		}
	},
})
