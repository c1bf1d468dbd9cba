package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// strands reads what the Strands Agents SDKs record: an agent, in it one cycle for each turn, and in each cycle a model
// and its tools.
//
//	0.1           attributes gen_ai.prompt, gen_ai.completion, tool.parameters and tool.result, the first two on all spans
//	0.2 and later span events of one message each, whose names mean something else on tools: gen_ai.tool.message is what
//	              the tool was called with, gen_ai.choice what it returned
//	opt-in        span events gen_ai.client.inference.operation.details, several on a span
//
// Messages are blocks of Amazon Bedrock's Converse API, but for the answer of an agent, which is plain text.
var strands = Dialect{
	Name: "strands",
	About: About{
		Title:    "Strands Agents: Python, TypeScript",
		Versions: "strands-agents 0.1 to 1.40, @strands-agents/sdk 1.16",
		Also:     "`gen_ai.system` or `gen_ai.provider.name` is `strands-agents`",
		Switch:   "texts are always recorded; OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental chooses the newer shape",
		Gaps:     "the reasoning of TypeScript stands in the next request alone; groups of agents record no answer",
		Links: []string{
			"strands-agents/sdk-python:src/strands/telemetry/tracer.py",
			"strands-agents/sdk-typescript:strands-ts/src/telemetry/tracer.ts",
		},
	},
	Match: Match{
		Keys:   []string{"gen_ai.event.start_time", "event_loop.cycle_id", "agent_loop.cycle_id"},
		Scopes: []string{"strands.telemetry.tracer", "strands-agents"},
		Also: func(s *span.Span) bool {
			system, _ := s.Attrs.Text("gen_ai.system")
			provider, _ := s.Attrs.Text("gen_ai.provider.name")
			return system == "strands-agents" || provider == "strands-agents"
		},
		AlsoKeys: []string{"gen_ai.system", "gen_ai.provider.name"},
	},
	Role:   strandsRole,
	Common: genAICommon,
	Agent: AgentFields{
		Request: []Source{
			detailsSource("gen_ai.input.messages"),
			{Place: "events gen_ai.*.message", From: messageEvents(false)},
			attr("gen_ai.agent.input").opened(oneMessage("user")), attr("gen_ai.prompt").opened(said("user")),
		},
		Result: []Source{
			event(choiceEvent, "message").opened(said("assistant")),
			detailsSource("gen_ai.output.messages"),
			attr("gen_ai.completion").opened(said("assistant")),
		},
	},
	LLM: genAIModel.before(nil, []Source{attr("gen_ai.completion").opened(oneMessage("assistant"))}),
	Tool: ToolFields{
		Name:   []string{"gen_ai.tool.name", "tool.name"},
		CallID: []string{"gen_ai.tool.call.id", "tool.id"},
		Arguments: append([]Source{
			event("gen_ai.tool.message", "content"), attr("tool.parameters"),
		}, genAIArguments...),
		Result: append([]Source{
			event(choiceEvent, "message").opened(converseOutput), attr("tool.result").opened(converseOutput),
		}, genAIResult...),
	},
	Adjust: adjustStrands,
}

// strandsSpans are the roles of spans without an operation name that is known, by how their names begin.
var strandsSpans = []struct {
	prefix string
	role   observation.Role
}{
	{"Model invoke", observation.LLM},
	{"Tool: ", observation.Tool},
	{"Cycle ", observation.Other},
	{"execute_event_loop_cycle", observation.Other},
	{"execute_agent_loop_cycle", observation.Other},
}

func strandsRole(s *span.Span) (observation.Role, bool) {
	for i := range strandsSpans {
		if strings.HasPrefix(s.Name, strandsSpans[i].prefix) {
			return strandsSpans[i].role, true
		}
	}
	if !s.Attrs.Has("gen_ai.operation.name") && s.Attrs.Has("gen_ai.agent.name") {
		return observation.Agent, true // the first versions named it after the agent alone
	}
	return genAIRole(s)
}

// oneMessage is the one message whose blocks stand in a list.
func oneMessage(role string) func(value.Value) value.Value {
	return func(v value.Value) value.Value {
		blocks := v.Decode()
		if blocks.Kind() != value.List {
			return v
		}
		return object(
			value.Field{Key: "role", Value: value.OfString(role)},
			value.Field{Key: "content", Value: blocks})
	}
}

// unprintable is what the first versions wrote for an answer that they couldn't encode.
const unprintable = `"<replaced>"`

func adjustStrands(s *span.Span, o *observation.Observation) {
	adjustGenAI(s, o)
	openConverse(o.Input)
	openConverse(o.Output)
	switch o.Role {
	case observation.Agent:
		adjustStrandsAgent(s, o)
	case observation.Tool:
		o.Result = converseOutput(o.Result)
	}
}

// adjustStrandsAgent reads an agent's answer, which ends with the newline that Python prints after each text. One that
// stopped to ask a person gave none.
func adjustStrandsAgent(s *span.Span, o *observation.Observation) {
	text, ok := o.Result.Str()
	switch {
	case recordedFinish(s) == "interrupt":
		o.Interrupted, o.Result = true, value.OfString("")
	case text == unprintable:
		o.Result = value.OfString("")
	case ok:
		o.Result = value.OfString(strings.TrimSuffix(text, "\n"))
	}
}
