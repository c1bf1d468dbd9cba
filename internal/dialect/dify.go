package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// dify is what Dify records of a workflow: a span for each node, with what went in and out as JSON in the keys that
// OpenInference uses. The span around them all has no texts, so the nodes where a workflow begins and ends are its
// question and its answer.
var dify = Dialect{
	Name: "dify",
	About: About{
		Title:    "Dify",
		Versions: "sources of August 2026",
		Switch:   "ENABLE_OTEL=true; texts are always recorded",
		Gaps:     "what happens inside an agent's node, and the calls that a model asks for, have no spans",
		Links: []string{
			"langgenius/dify:api/extensions/otel/parser/base.py",
			"langgenius/dify:api/extensions/otel/parser/llm.py",
			"langgenius/dify:api/extensions/otel/parser/tool.py",
			"langgenius/dify:api/extensions/otel/semconv/gen_ai.py",
		},
	},
	Match:  Match{Keys: []string{"gen_ai.framework"}},
	Role:   difyRole,
	Common: Common{Session: []string{"gen_ai.session.id", "session.id"}},
	Agent: AgentFields{
		Request: []Source{attr("input.value").opened(difyQuery)},
		Result:  []Source{attr("output.value").opened(difyAnswer)},
	},
	LLM: LLMFields{
		Model:  []string{"gen_ai.response.model", "gen_ai.request.model"},
		Finish: []string{"gen_ai.response.finish_reason"},
		Input:  attrs("gen_ai.input.messages", "gen_ai.prompt"),
		Output: []Source{attr("gen_ai.completion").opened(said("assistant")), attr("gen_ai.output.messages"), attr("output.value").opened(difyAnswer)},
		Usage:  genAIModel.Usage,
	},
	Tool: ToolFields{
		Name:      []string{"gen_ai.tool.name"}, // the title that the user gave to the node
		Arguments: attrs("gen_ai.tool.call.arguments", "input.value"),
		Result:    attrs("gen_ai.tool.call.result", "output.value"),
	},
	Adjust: adjustDify,
}

// difyRoles are the kinds of spans. Retrievals are links, as in OpenInference.
var difyRoles = map[string]observation.Role{"llm": observation.LLM, "tool": observation.Tool}

// difyEnds are the types of the nodes that say what a workflow was asked or answered.
var difyEnds = map[string]bool{"start": true, "end": true, "answer": true}

func difyRole(s *span.Span) (observation.Role, bool) {
	if framework, _ := s.Attrs.Text("gen_ai.framework"); lower(framework) != "dify" {
		return observation.Other, false
	}
	node, _ := s.Attrs.Text("node.type")
	if difyEnds[lower(node)] {
		return observation.Agent, true
	}
	kind, _ := s.Attrs.Text("gen_ai.span.kind")
	return difyRoles[lower(kind)], true
}

// adjustDify leaves to the node that begins a workflow its question, and to those that end it their answer.
func adjustDify(s *span.Span, o *observation.Observation) {
	if o.Role != observation.Agent {
		return
	}
	if node, _ := s.Attrs.Text("node.type"); lower(node) == "start" {
		o.Result = value.Value{}
	} else {
		o.Request = value.Value{}
	}
}

// difyQuery is the question in the inputs of a workflow, whose names its author chose, except for that of the system.
func difyQuery(v value.Value) value.Value {
	inputs := listOrObject(v)
	if query := inputs.First("sys.query", "#sys.query#", "query"); query.Kind() == value.String {
		return said("user")(query)
	}
	var own []value.Field
	for _, field := range inputs.Fields() {
		if !strings.HasPrefix(field.Key, "sys.") && !strings.HasPrefix(field.Key, "#sys.") {
			own = append(own, field)
		}
	}
	if own == nil {
		return v
	}
	return value.OfObject(own...)
}

// difyAnswer is the answer in the outputs of a node.
func difyAnswer(v value.Value) value.Value {
	outputs := listOrObject(v)
	if answer := outputs.First("answer", "text"); answer.Kind() == value.String {
		return said("assistant")(answer)
	}
	return v
}
