package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// langfuse is what the SDKs of Langfuse record since they are built on OpenTelemetry, by themselves, around OpenAI's
// client, and as a handler of LangChain. Inputs and outputs are texts as they are, and JSON of everything else. What a
// user's mask function left stands in their place.
//
// The span processor of the same SDKs adds langfuse.trace.* and session.id to the spans of others. Those keys make no
// span one of Langfuse's.
var langfuse = Dialect{
	Name: "langfuse",
	About: About{
		Title:    "Langfuse SDKs for Python and JavaScript, their OpenAI wrapper and LangChain handler",
		Versions: "JavaScript: @langfuse/tracing, openai and langchain 5.11; Python: 3 and 4, sources of August 2026",
		Switch:   "texts are recorded unless a mask function replaces them",
		Gaps: "tools carry no call id but in LangChain's ToolMessage; errors are a level and a message, the status stays unset; " +
			"no finish reasons",
		Links: []string{
			"langfuse/langfuse-python:langfuse/_client/attributes.py",
			"langfuse/langfuse-python:langfuse/openai.py",
			"langfuse/langfuse-python:langfuse/langchain/CallbackHandler.py",
			"langfuse/langfuse-js:packages/tracing/src/attributes.ts",
			"langfuse/langfuse-js:packages/langchain/src/CallbackHandler.ts",
		},
	},
	Match: Match{Keys: []string{"langfuse.observation.type"}},
	Role:  langfuseRole,
	Common: Common{
		AgentName: []string{"langfuse.observation.metadata.lc_agent_name"},
		Session:   []string{"langfuse.session.id", "session.id"},
	},
	Agent: AgentFields{
		Request:    attrs(langfuseInput, "langfuse.trace.input"),
		Result:     opened(attrs(langfuseOutput, "langfuse.trace.output"), concluded),
		Structured: []Source{attr(langfuseOutput).opened(structuredResponse)},
	},
	LLM: LLMFields{
		Model:  []string{"langfuse.observation.model.name", "langfuse.observation.metadata.ls_model_name"},
		Input:  []Source{attr(langfuseInput).opened(langfuseRequest)},
		Output: []Source{attr(langfuseOutput).opened(answered)},
	},
	Tool: ToolFields{
		Arguments: attrs(langfuseInput),
		Result:    attrs(langfuseOutput),
	},
	Adjust: adjustLangfuse,
}

const (
	langfuseInput  = "langfuse.observation.input"
	langfuseOutput = "langfuse.observation.output"
)

// langfuseRoles are the types of observations. An event has no duration.
//
// Source: langfuse/langfuse-python:langfuse/_client/constants.py.
var langfuseRoles = map[string]observation.Role{
	"generation": observation.LLM,
	"tool":       observation.Tool, "retriever": observation.Tool,
	"agent": observation.Agent, "chain": observation.Agent, "span": observation.Agent,
	"embedding": observation.Other, "evaluator": observation.Other, "guardrail": observation.Other, "event": observation.Other,
}

// langfuseRole goes by the type. Up to version 3.3.0 the SDK for Python called generations spans.
func langfuseRole(s *span.Span) (observation.Role, bool) {
	role, known := byAttr("langfuse.observation.type", langfuseRoles)(s)
	kind, _ := s.Attrs.Text("langfuse.observation.type")
	if lower(kind) == "span" && hasAny(s, "langfuse.observation.model.name", "langfuse.observation.usage_details") {
		return observation.LLM, true
	}
	return role, known
}

// langfuseRequest is a model's request without the definitions of tools, which the LangChain handler for Python adds to
// the messages as if they were tools' answers.
func langfuseRequest(v value.Value) value.Value {
	messages := requested(v)
	if messages.Kind() != value.List {
		return messages
	}
	kept := make([]value.Value, 0, messages.Len())
	for _, m := range messages.Items() {
		if m.Get("role").Text() != "tool" || m.Get("content").Kind() != value.Object {
			kept = append(kept, m)
		}
	}
	return value.OfList(kept...)
}

// langfuseUsage names the counts of usage_details: the SDK's own, LangChain's behind a side's name, and OpenAI's.
var langfuseUsage = []UsageKey{
	{Name: "cached", Keys: []string{"input_cached_tokens", "input_cache_read", "cache_read_input_tokens"}},
	{Name: "input", Keys: []string{"input", "prompt_tokens", "input_tokens"}},
	{Name: "output", Keys: []string{"output", "completion_tokens", "output_tokens"}},
	{Name: "reasoning", Keys: []string{"output_reasoning_tokens", "output_reasoning"}},
}

// langfuseMask is what the guides' mask functions leave of a text. It is kept as what was recorded.
const langfuseMask = "***"

// adjustLangfuse reads the error level, the mask, and what only some types have.
func adjustLangfuse(s *span.Span, o *observation.Observation) {
	if level, _ := s.Attrs.Text("langfuse.observation.level"); level == "ERROR" {
		message, _ := s.Attrs.Text("langfuse.observation.status_message")
		noteFailure(message, o)
	}
	for _, key := range []string{langfuseInput, langfuseOutput} {
		if text, _ := s.Attrs.Text(key); strings.Trim(text, `"`) == langfuseMask {
			o.Content |= observation.Redacted
		}
	}
	switch kind, _ := s.Attrs.Text("langfuse.observation.type"); {
	case o.Role == observation.Tool:
		o.Tool = s.Name
		o.CallID = firstOf(o.CallID, answeredID(decoded(s.Attrs.Get(langfuseOutput))))
	case o.Role == observation.LLM:
		o.Usage = usageIn(parsed(s.Attrs.Get("langfuse.observation.usage_details")), langfuseUsage)
	case lower(kind) == "agent":
		o.AgentName = firstOf(o.AgentName, s.Name)
	}
}
