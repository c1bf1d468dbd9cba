package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// eino is what the APMPlus callback of CloudWeGo Eino records, a span for each component. The outermost is a workflow,
// whatever component it is. Every span has flattened gen_ai.prompt.N and gen_ai.completion.N, those of tools too; what
// has no text stands there as JSON: the list of an answer's messages when it only calls tools, a tool's arguments and
// its result.
var eino = following(Dialect{
	Name: "eino",
	About: About{
		Title:    "CloudWeGo Eino, through its APMPlus callback",
		Versions: "eino-ext/callbacks/apmplus, sources of 2026",
		Also:     "`gen_ai.system` is `eino`",
		Switch:   "texts are recorded always",
		Gaps:     "the calls beside an answer's text; call ids of tools",
		Links:    []string{"cloudwego/eino-ext:callbacks/apmplus/apmplus.go"},
	},
	Match: Match{Scopes: []string{"github.com/cloudwego/eino-ext/callbacks/apmplus"}, Also: func(s *span.Span) bool {
		system, _ := s.Attrs.Text("gen_ai.system")
		return system == "eino"
	}, AlsoKeys: []string{"gen_ai.system"}},
	Sparse: true,
	Role:   einoRole,
	Agent: AgentFields{
		Request: []Source{attr("gen_ai.input")},
		Result:  []Source{attr("gen_ai.output")},
	},
	LLM: LLMFields{
		Input:  []Source{flat("gen_ai.prompt").opened(messagesInside)},
		Output: []Source{flat("gen_ai.completion").opened(messagesInside)},
	},
	Tool: ToolFields{
		Name:      []string{"runinfo.name"},
		Arguments: []Source{attr("gen_ai.prompt.0.content").opened(einoValue("ArgumentsInJSON"))},
		Result:    []Source{attr("gen_ai.completion.0.content").opened(einoValue("Response"))},
	},
})

// einoKinds is what each component is to a run, in lower case. What isn't listed is a link: graphs within the run,
// tools nodes, templates, retrievers.
//
// Source: cloudwego/eino:components/types.go, compose/component_to_graph_node.go.
var einoKinds = map[string]observation.Role{
	"chatmodel": observation.LLM, "tool": observation.Tool, "workflow": observation.Agent,
}

// einoRole goes by the component, for a model that runs alone is a workflow by its kind.
func einoRole(s *span.Span) (observation.Role, bool) {
	component, _ := s.Attrs.Text("runinfo.component")
	if role := einoKinds[lower(component)]; role == observation.LLM || role == observation.Tool {
		return role, true
	}
	kind, ok := s.Attrs.Text("gen_ai.span.kind")
	return einoKinds[lower(kind)], ok
}

// messagesInside puts in place of a message whose content is the JSON of messages those messages.
func messagesInside(v value.Value) value.Value {
	var list []value.Value
	for _, item := range v.Items() {
		inner := parsed(item.Get("content"))
		switch {
		case inner.Kind() == value.List && isConversation(inner):
			list = append(list, inner.Items()...)
		case isMessage(inner):
			list = append(list, inner)
		default:
			list = append(list, item)
		}
	}
	return value.OfList(list...)
}

// einoValue takes a tool's arguments or result out of JSON and of the structure that its callback is handed.
func einoValue(field string) func(value.Value) value.Value {
	return func(v value.Value) value.Value {
		v = parsed(v)
		if inner := v.Get(field); inner.Kind() == value.String {
			return inner
		}
		return v
	}
}
