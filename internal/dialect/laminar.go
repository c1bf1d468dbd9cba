package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// laminar is what the SDKs of Laminar record of functions that are observed, and what OpenHands and browser-use record
// with them. The calls of models that its instrumentations record have the keys of OpenLLMetry or GenAI, and the type
// beside them.
var laminar = Dialect{
	Name: "laminar",
	About: About{
		Title:    "Laminar SDKs for Python and TypeScript; OpenHands and browser-use through them",
		Versions: "lmnr for Python, sources of August 2026; @lmnr-ai/lmnr 0.8.44, recorded",
		Switch:   "texts are recorded unless a function is observed with ignore_input or ignore_output",
		Gaps:     "tools carry no call id; inputs and outputs above a size are left out; browser-use records no tools but for its controller's",
		Links: []string{
			"lmnr-ai/lmnr-python:src/lmnr/opentelemetry_lib/decorators/__init__.py",
			"lmnr-ai/lmnr-ts:packages/lmnr/src/opentelemetry-lib/tracing/attributes.ts",
			"lmnr-ai/lmnr-ts:packages/lmnr/src/opentelemetry-lib/tracing/decorators.ts",
			"lmnr-ai/lmnr:app-server/src/traces/spans.rs",
		},
	},
	Match:  Match{Keys: []string{laminarType, laminarInput, laminarOutput}, Scopes: []string{"lmnr.tracer"}},
	Role:   laminarRole,
	Common: Common{Session: []string{"lmnr.association.properties.session_id"}},
	Agent: AgentFields{
		Request:    []Source{attr(laminarInput).opened(laminarRequest)},
		Result:     []Source{attr(laminarOutput).opened(laminarResult)},
		Structured: []Source{attr(laminarOutput).opened(structuredResponse)},
	},
	LLM: LLMFields{
		Model:  []string{"gen_ai.response.model", "gen_ai.request.model"},
		Input:  []Source{attr(laminarInput).opened(laminarMessages)},
		Output: []Source{attr(laminarOutput).opened(laminarAnswer)},
	},
	Tool: ToolFields{
		Arguments: []Source{{Place: laminarInput, From: laminarArguments}},
		Result:    []Source{attr(laminarOutput).opened(parsed)},
	},
	Adjust: func(s *span.Span, o *observation.Observation) {
		if o.Role == observation.Tool {
			o.Tool = s.Name
			o.CallID = answeredID(decoded(s.Attrs.Get(laminarOutput)))
		}
	},
}

const (
	laminarType   = "lmnr.span.type"
	laminarInput  = "lmnr.span.input"
	laminarOutput = "lmnr.span.output"
)

// laminarRoles are the types of spans. A cached span was replayed; what it stands for is told apart.
//
// Source: lmnr-ai/lmnr:app-server/src/db/spans.rs (SpanType).
var laminarRoles = map[string]observation.Role{
	"llm": observation.LLM, "tool": observation.Tool,
	"executor": observation.Other, "evaluator": observation.Other, "human_evaluator": observation.Other,
	"evaluation": observation.Other, "pipeline": observation.Other,
}

// laminarRole goes by the type. The default type, which the SDK for TypeScript doesn't write, is no opinion: it decides only
// where no other convention does.
func laminarRole(s *span.Span) (observation.Role, bool) {
	kind, _ := s.Attrs.Text(laminarType)
	if kind == "CACHED" {
		return laminarCached(s), true
	}
	if role, known := laminarRoles[lower(kind)]; known {
		return role, true
	}
	return observation.Agent, !knownElsewhere(s)
}

// laminarCached is what a replayed span was: its original type, which newer SDKs keep, or what its other keys tell.
func laminarCached(s *span.Span) observation.Role {
	kind, _ := s.Attrs.Text("lmnr.span.original_type")
	if role, known := laminarRoles[lower(kind)]; known {
		return role
	}
	if hasAny(s, "gen_ai.request.model", "gen_ai.response.model", "gen_ai.output.messages") || hasPrefix(s, "gen_ai.completion.") {
		return observation.LLM
	}
	return observation.Tool
}

// laminarRequest is what a run was asked. Of listed arguments a text that stands first is the question.
func laminarRequest(v value.Value) value.Value {
	if first := parsed(v).At(0); first.Kind() == value.String {
		return said("user")(first)
	}
	return unquoted("user")(v)
}

func laminarResult(v value.Value) value.Value { return concluded(unquoted("assistant")(v)) }

func laminarMessages(v value.Value) value.Value { return requested(parsed(v)) }

// laminarAnswer is what a model answered. The pieces of a stream are one text.
func laminarAnswer(v value.Value) value.Value {
	answer := parsed(v)
	if answer.At(0).Kind() == value.String {
		answer = value.OfString(partText(answer))
	}
	return answerIn(answer)
}

// laminarArguments are what a tool was called with. The SDK for TypeScript lists the arguments of a function unless the
// only one is an object.
func laminarArguments(s *span.Span) value.Value {
	v := parsed(s.Attrs.Get(laminarInput))
	if source, _ := s.Attrs.Text("lmnr.span.instrumentation_source"); source == "javascript" && v.Kind() == value.List && v.Len() == 1 {
		return v.At(0)
	}
	return v
}
