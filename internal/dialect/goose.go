package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// goose reads what goose records: spans of Rust's tracing for many of its functions, of which three matter.
//
//	reply, reply_stream, invoke_agent goose    the agent: trace_input, trace_output
//	a provider's stream                        the model, by the GenAI conventions
//	dispatch_tool_call                         a tool, by the GenAI conventions, and in input and output
var goose = Dialect{
	Name: "goose",
	About: About{
		Title:    "goose",
		Versions: "goose 1.8 to 1.30",
		Also:     "the service is `goose`, or the code that made the span is (`target`, `code.namespace`, `code.module.name`)",
		Switch:   "OTEL_EXPORTER_OTLP_ENDPOINT with OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true",
		Gaps:     "before the GenAI keys the model's answers have no span of their own; a failed tool of older versions says so in output alone",
		Links: []string{
			"block/goose:crates/goose/src/agents/agent.rs",
			"block/goose:crates/goose/src/agents/gen_ai_telemetry.rs",
		},
	},
	Match: Match{Keys: []string{"trace_input", "trace_output", "goose.execution.session.id"}, NamePrefixes: []string{gooseTool}, Also: func(s *span.Span) bool {
		service, _ := s.Resource.Text("service.name")
		return service == "goose" || madeIn(s, "goose")
	}},
	Role: gooseRole,
	Common: Common{
		AgentName: []string{"gen_ai.agent.name", "session.agent_type"},
		Session:   []string{"session.id", "gen_ai.conversation.id", "goose.execution.session.id"},
	},
	Agent: AgentFields{
		Request: append([]Source{attr("trace_input").opened(said("user"))}, genAIAgent.Request...),
		Result:  append([]Source{attr("trace_output").opened(said("assistant"))}, genAIAgent.Result...),
	},
	LLM: genAIModel,
	Tool: ToolFields{
		Name:      []string{"gen_ai.tool.name"},
		CallID:    []string{"gen_ai.tool.call.id"},
		Arguments: []Source{attr("gen_ai.tool.call.arguments"), attr("input").opened(gooseArguments)},
		Result:    []Source{attr("gen_ai.tool.call.result"), attr("output").opened(gooseOutput)},
	},
	Adjust: adjustGoose,
}

// gooseSpans are the roles of spans that have no operation name.
var gooseSpans = map[string]observation.Role{
	"reply": observation.Agent, "reply_stream": observation.Agent, gooseTool: observation.Tool,
}

const gooseTool = "dispatch_tool_call"

func gooseRole(s *span.Span) (observation.Role, bool) {
	if role, known := gooseSpans[s.Name]; known {
		return role, true
	}
	return genAIRole(s)
}

// gooseArguments is what a tool was called with, out of {"tool", "arguments"}.
func gooseArguments(v value.Value) value.Value {
	if call := recordedJSON(v); !call.Get("tool").IsAbsent() {
		return call.Get("arguments")
	}
	return v
}

// gooseOutput is what a tool returned, out of {"status", "value"} or {"status", "error"}.
func gooseOutput(v value.Value) value.Value {
	if output := recordedJSON(v); !output.Get("status").IsAbsent() {
		return output.First("value", "error")
	}
	return v
}

func adjustGoose(s *span.Span, o *observation.Observation) {
	adjustGenAI(s, o)
	if o.Role != observation.Tool {
		return
	}
	if o.Tool == "" || o.Tool == gooseTool {
		o.Tool = recordedJSON(s.Attrs.Get("input")).Get("tool").Text()
	}
	if recordedJSON(s.Attrs.Get("output")).Get("status").Text() == "error" {
		o.Failed = true
	}
	if reason := o.Result.Get("error"); o.Result.Len() == 1 && !reason.IsAbsent() {
		o.Result, o.Failed = reason, true
	}
}
