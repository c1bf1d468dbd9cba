package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// promptFlow is what Prompt flow's tracing records of functions and of the clients of models: their arguments by name and
// what they gave, as JSON, on the span in older releases and in events of it in all. A stream is a span of its own, which
// begins when the call that opened it has ended.
var promptFlow = Dialect{
	Name: "promptflow",
	About: About{
		Title:    "Microsoft Prompt flow",
		Versions: "promptflow-tracing 1.0 to 1.18, from its sources",
		Also:     "`framework` is `promptflow`",
		Switch:   "texts are always recorded",
		Gaps:     "tools that a model asks for are functions as any other, and seen in messages only",
		Links: []string{
			"microsoft/promptflow:src/promptflow-tracing/promptflow/tracing/_trace.py",
			"microsoft/promptflow:src/promptflow-tracing/promptflow/tracing/contracts/trace.py",
		},
	},
	Match:  Match{Scopes: []string{"promptflow"}, Also: isPromptFlow, AlsoKeys: []string{"framework"}},
	Role:   promptFlowRole,
	Common: Common{Session: []string{"session_id", "session.id"}},
	Agent: AgentFields{
		Request: opened([]Source{event(promptFlowInputs, "payload"), attr("inputs")}, parsed),
		Result:  opened([]Source{event(promptFlowOutput, "payload"), attr("output")}, parsed),
	},
	LLM: LLMFields{
		Model: []string{"llm.response.model"},
		Input: opened([]Source{event(promptFlowInputs, "payload"), attr("inputs")}, requested),
		Output: append(
			opened([]Source{event("promptflow.llm.generated_message", "payload"), attr("llm.generated_message")}, promptFlowMessage),
			opened([]Source{event(promptFlowOutput, "payload"), attr("output")}, answered)...),
		Usage: []UsageKey{
			{Name: "input", Keys: []string{"llm.usage.prompt_tokens"}},
			{Name: "output", Keys: []string{"llm.usage.completion_tokens"}},
		},
	},
}

const (
	promptFlowInputs = "promptflow.function.inputs"
	promptFlowOutput = "promptflow.function.output"
)

func isPromptFlow(s *span.Span) bool {
	framework, _ := s.Attrs.Text("framework")
	return framework == "promptflow"
}

// promptFlowRole goes by the type of a span. A call that only opened a stream says nothing: the span of the stream does.
func promptFlowRole(s *span.Span) (observation.Role, bool) {
	kind, _ := s.Attrs.Text("span_type")
	switch kind {
	case "LLM":
		if opensFlowStream(s) {
			return observation.Other, true
		}
		return observation.LLM, true
	case "Flow":
		return observation.Agent, true
	case "Function":
		return observation.Agent, s.Parent == observation.SpanID{}
	default:
		return observation.Other, false
	}
}

// opensFlowStream reports whether a call gave a stream and has ended well: neither message nor response stands on its span.
func opensFlowStream(s *span.Span) bool {
	if isFailed(s) || strings.HasPrefix(s.Name, "Iterated(") || s.Attrs.Has("llm.generated_message") {
		return false
	}
	for i := range s.Events {
		if s.Events[i].Name == "promptflow.llm.generated_message" {
			return false
		}
	}
	inputs := firstPresent(event(promptFlowInputs, "payload").From(s), s.Attrs.Get("inputs"))
	return inputs.Decode().Get("stream").Truth()
}

// promptFlowMessage is the message that a model gave, or the text of a completion.
func promptFlowMessage(v value.Value) value.Value {
	if text := v.Decode(); text.Kind() == value.String {
		return said("assistant")(text)
	}
	return v
}
