package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// agentOps is what the decorators of AgentOps record. What a function was called with and what it gave stand in the
// envelopes of OpenLLMetry's decorators, under the name of the span's kind in newer releases. The calls of models that its
// instrumentations record have OpenLLMetry's keys and no kind.
var agentOps = Dialect{
	Name: "agentops",
	About: About{
		Title:    "AgentOps decorators for Python",
		Versions: "agentops 0.4.21, recorded",
		Switch:   "texts are always recorded, but for inputs and outputs above a size",
		Gaps:     "tools carry no call id",
		Links: []string{
			"AgentOps-AI/agentops:agentops/semconv/span_attributes.py",
			"AgentOps-AI/agentops:agentops/sdk/decorators/utility.py",
			"AgentOps-AI/agentops:agentops/instrumentation/providers/openai/wrappers/chat.py",
		},
	},
	Match: Match{Keys: []string{agentOpsKind}},
	Role:  agentOpsRole,
	Common: Common{
		AgentName: []string{"agent.name", "gen_ai.agent.name"},
		Session:   []string{"session.id"},
	},
	Agent: AgentFields{
		Request:    agentOpsSources("input", traceloopRequest),
		Result:     opened(agentOpsSources("output", attrValue), traceloopAnswer),
		Structured: opened(agentOpsSources("output", attrValue), traceloopStructured),
	},
	Tool: ToolFields{
		Name:      []string{"tool.name"},
		CallID:    []string{"tool.call.id"},
		Arguments: append(agentOpsSources("input", traceloopArguments), Source{Place: "tool.parameters", From: traceloopArguments("tool.parameters")}),
		Result:    opened(append(agentOpsSources("output", attrValue), attr("tool.result")), parsed),
	},
	Adjust: func(s *span.Span, o *observation.Observation) {
		name := strings.TrimSuffix(s.Name, "."+lower(kindOfAgentOps(s)))
		switch {
		case o.Role == observation.Tool && o.Tool == "":
			o.Tool = name
		case o.Role == observation.Agent && o.AgentName == "" && lower(kindOfAgentOps(s)) == "agent":
			o.AgentName = name
		}
	},
}

const agentOpsKind = "agentops.span.kind"

// agentOpsKinds are the kinds of spans under which decorators write.
//
// Source: AgentOps-AI/agentops:agentops/semconv/span_kinds.py.
var agentOpsKinds = []string{"entity", "agent", "tool", "workflow", "session", "operation", "task"}

// agentOpsRoles are the kinds of spans.
var agentOpsRoles = map[string]observation.Role{
	"tool": observation.Tool, "agent": observation.Agent, "workflow": observation.Agent, "session": observation.Agent,
	"operation": observation.Agent, "task": observation.Agent, "chain": observation.Agent,
}

// agentOpsRole goes by the kind, unless another convention says what the span is. Spans of other kinds are links, and so are
// those that an instrumentation of a client makes for each call that a model asks for, whose kind is a printed constant.
func agentOpsRole(s *span.Span) (observation.Role, bool) {
	return agentOpsRoles[lower(kindOfAgentOps(s))], !knownElsewhere(s)
}

func kindOfAgentOps(s *span.Span) string {
	kind, _ := s.Attrs.Text(agentOpsKind)
	return kind
}

// agentOpsSources are the places of an input or output, by the kinds.
func agentOpsSources(field string, from func(key string) func(*span.Span) value.Value) []Source {
	sources := make([]Source, len(agentOpsKinds))
	for i, kind := range agentOpsKinds {
		key := "agentops." + kind + "." + field
		sources[i] = Source{Place: key, From: from(key)}
	}
	return sources
}

func attrValue(key string) func(*span.Span) value.Value {
	return func(s *span.Span) value.Value { return s.Attrs.Get(key) }
}
