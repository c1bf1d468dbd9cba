package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// pipecat is what Pipecat records of a conversation by voice: conversation, in it turn, and in it a span for each service,
// stt, llm and tts. A tool runs without a span: what it was called with and gave is in the next request of the model.
// Models that speak by themselves have the spans llm_setup, llm_request, llm_response, llm_tool_call and
// llm_tool_result, of which the last two are one call.
var pipecat = Dialect{
	Name: "pipecat",
	About: About{
		Title:    "Pipecat",
		Versions: "sources of August 2026",
		Switch:   "PipelineTask(enable_tracing=True); texts are always recorded",
		Gaps: "speaking models of OpenAI record the names of the tools they ask for, without arguments and results; those of Gemini only the " +
			"first of several calls, and long arguments and results cut",
		Links: []string{
			"pipecat-ai/pipecat:src/pipecat/utils/tracing/service_attributes.py",
			"pipecat-ai/pipecat:src/pipecat/utils/tracing/service_decorators.py",
			"pipecat-ai/pipecat:src/pipecat/utils/tracing/turn_trace_observer.py",
		},
	},
	Match:  Match{Scopes: []string{"pipecat", "pipecat.turn"}},
	Role:   pipecatRole,
	Common: Common{Session: []string{"conversation.id"}},
	LLM: LLMFields{
		Model:  []string{"gen_ai.response.model", "gen_ai.request.model"},
		Input:  attrs("input"),
		Output: []Source{{Place: "output, function_calls.first_name", From: pipecatAnswer}},
		Usage:  genAIModel.Usage,
	},
	Tool: ToolFields{
		Name:      []string{"tool.function_name"},
		CallID:    []string{"tool.call_id"},
		Arguments: attrs("tool.arguments"),
		Result:    attrs("tool.result"),
	},
	Adjust: adjustPipecat,
}

// pipecatRoles are the names of spans. The model's name stands on those of services that listen and speak, too; they are
// links.
var pipecatRoles = map[string]observation.Role{
	"conversation": observation.Agent, "turn": observation.Agent,
	"llm": observation.LLM, "llm_response": observation.LLM,
	"llm_tool_call": observation.Tool, "llm_tool_result": observation.Tool,
}

func pipecatRole(s *span.Span) (observation.Role, bool) { return pipecatRoles[s.Name], true }

// pipecatAnswer is a model's answer: its text as it is, and the one call that a speaking model asked for.
func pipecatAnswer(s *span.Span) value.Value {
	text, name := s.Attrs.Get("output"), s.Attrs.Get("function_calls.first_name")
	if text.IsAbsent() && name.IsAbsent() {
		return value.Value{}
	}
	answer := []value.Field{{Key: "role", Value: value.OfString("assistant")}, {Key: "content", Value: text}}
	if !name.IsAbsent() && s.Attrs.Get("function_calls.count").Text() == "1" {
		call := value.OfObject(value.Field{Key: "name", Value: name})
		answer = append(answer, value.Field{Key: "tool_calls", Value: value.OfList(call)})
	}
	return object(answer...)
}

// pipecatFailures are the statuses of results that are failures.
var pipecatFailures = map[string]bool{"error": true, "parse_error": true, "processing_error": true}

func adjustPipecat(s *span.Span, o *observation.Observation) {
	if status, _ := s.Attrs.Text("tool.result_status"); pipecatFailures[status] {
		o.Failed = true
	}
	for _, key := range []string{"tool.arguments", "tool.result"} {
		if text, _ := s.Attrs.Text(key); len(text) > 1000 && strings.HasSuffix(text, "...") {
			o.Content |= observation.Truncated
		}
	}
}
