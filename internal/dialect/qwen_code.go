package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// qwenCode reads what Qwen Code records: spans of its own names, which follow the GenAI conventions more from release to
// release. Before texts stood in their keys they stood in those that Claude Code has.
//
//	qwen-code.interaction > qwen-code.llm_request, qwen-code.tool > qwen-code.tool.execution, qwen-code.subagent
var qwenCode = Dialect{
	Name: "qwen_code",
	About: About{
		Title:    "Qwen Code",
		Versions: "0.16 and later, from its sources",
		Switch:   "telemetry on, with QWEN_TELEMETRY_INCLUDE_SENSITIVE_SPAN_ATTRIBUTES=true",
		Gaps:     "before texts stood in GenAI's keys, what a model asked for is in the tools' spans alone",
		Links: []string{
			"QwenLM/qwen-code:packages/core/src/telemetry/session-tracing.ts",
			"QwenLM/qwen-code:packages/core/src/telemetry/detailed-span-attributes.ts",
			"QwenLM/qwen-code:packages/core/src/telemetry/log-to-span-processor.ts",
		},
	},
	Match:  Match{Keys: []string{"log.bridge"}, NamePrefixes: []string{"qwen-code."}},
	Role:   qwenCodeRole,
	Common: Common{AgentName: genAICommon.AgentName, Session: []string{"session.id", "gen_ai.conversation.id"}},
	Agent: AgentFields{
		Request: append([]Source{attr("new_context").opened(claudeCodeContext)}, genAIAgent.Request...),
		Result:  genAIAgent.Result,
	},
	LLM: genAIModel.before(nil, []Source{{Place: "response.model_output", From: qwenCodeAnswer}}),
	Tool: ToolFields{
		Name:      []string{"gen_ai.tool.name", "tool.name"},
		CallID:    []string{"gen_ai.tool.call.id", "tool.call_id"},
		Arguments: append([]Source{attr("tool_input").opened(unbracketed)}, genAIArguments...),
		Result:    append([]Source{attr("tool_result").opened(unbracketed)}, genAIResult...),
	},
	Adjust: func(s *span.Span, o *observation.Observation) {
		noteTruncated(s, o)
		adjustGenAI(s, o)
	},
}

// qwenCodeSpans are the spans that are steps; in each tool's is one of its execution, and ones of hooks and of waiting. An
// attribute marks log records that were sent as spans, which say the same again.
var qwenCodeSpans = map[string]observation.Role{
	"qwen-code.interaction": observation.Agent, "qwen-code.subagent": observation.Agent,
	"qwen-code.llm_request": observation.LLM, "qwen-code.tool": observation.Tool,
}

func qwenCodeRole(s *span.Span) (observation.Role, bool) {
	if role, known := qwenCodeSpans[s.Name]; known && !s.Attrs.Has("log.bridge") {
		return role, true
	}
	return observation.Other, true
}

// qwenCodeAnswer is a model's text, on spans that don't hold its messages.
func qwenCodeAnswer(s *span.Span) value.Value {
	if s.Attrs.Has("gen_ai.output.messages") {
		return value.Value{}
	}
	return claudeCodeAnswer(s)
}
