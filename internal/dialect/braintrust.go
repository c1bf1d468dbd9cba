package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// braintrust is what the SDKs of Braintrust that are built on OpenTelemetry record, and what applications set by hand
// for it. A key that ends in _json holds JSON; without the ending it holds a text or JSON.
//
// The span processors of the same SDKs keep only spans of models, so the spans above them may never arrive.
var braintrust = Dialect{
	Name: "braintrust",
	About: About{
		Title:    "Braintrust SDKs for Go, Java, Ruby and .NET, and attributes set for Braintrust",
		Versions: "documentation and sources of August 2026",
		Switch:   "texts are always recorded",
		Gaps:     "tools carry no call id",
		Links: []string{
			"https://www.braintrust.dev/docs/integrations/sdk-integrations/opentelemetry/attributes",
			"braintrustdata/braintrust-sdk-go:trace",
			"braintrustdata/braintrust-sdk-java:src/main/java/dev/braintrust/trace",
			"braintrustdata/braintrust-sdk:js/util/span_types.ts",
		},
	},
	// braintrust.parent names a project, and processors put it on every span.
	Match: Match{
		Keys:        []string{"braintrust.input_json", "braintrust.output_json"},
		KeyPrefixes: []string{"braintrust.span_attributes"},
	},
	Role:   braintrustRole,
	Common: Common{Session: []string{"braintrust.metadata.session_id", "session.id"}},
	Agent: AgentFields{
		Request:    []Source{attr("braintrust.input_json").opened(unquoted("user")), attr("braintrust.input")},
		Result:     opened(attrs("braintrust.output_json", "braintrust.output"), braintrustResult),
		Structured: []Source{attr("braintrust.output_json").opened(structuredResponse)},
	},
	LLM: LLMFields{
		Model:  []string{"braintrust.metadata.model"},
		Input:  []Source{attr("braintrust.input_json").opened(braintrustMessages), attr("braintrust.input").opened(requested)},
		Output: []Source{attr("braintrust.output_json").opened(braintrustAnswer), attr("braintrust.output").opened(answered)},
	},
	Tool: ToolFields{
		Name:      []string{"gen_ai.tool.name", "tool.name"},
		Arguments: attrs("braintrust.input_json", "braintrust.input"),
		Result:    append(opened(attrs("braintrust.output_json"), parsed), attr("braintrust.output")),
	},
	Adjust: adjustBraintrust,
}

// braintrustRoles are the types of spans. Others are links.
//
// Source: braintrustdata/braintrust-sdk:js/util/span_types.ts.
var braintrustRoles = map[string]observation.Role{
	"llm": observation.LLM, "tool": observation.Tool, "task": observation.Agent, "function": observation.Agent,
}

// braintrustRole goes by the type. A span with content alone is what another convention calls it, or a wrapper.
func braintrustRole(s *span.Span) (observation.Role, bool) {
	if kind := braintrustField(s, "span_attributes", "type"); kind != "" {
		return braintrustRoles[lower(kind)], true
	}
	return observation.Agent, !knownElsewhere(s)
}

// braintrustField is a field of one of the objects that are recorded as JSON, or by a key of its own.
func braintrustField(s *span.Span, object, name string) string {
	if text := s.Attrs.Get("braintrust." + object + "." + name).Text(); text != "" {
		return text
	}
	return parsed(s.Attrs.Get("braintrust." + object)).Get(name).Text()
}

func braintrustResult(v value.Value) value.Value {
	if message := firstOfChoices(parsed(v)); !message.IsAbsent() {
		return message
	}
	return concluded(unquoted("assistant")(v))
}

func braintrustMessages(v value.Value) value.Value { return requested(parsed(v)) }

func braintrustAnswer(v value.Value) value.Value {
	answer := parsed(v)
	if message := firstOfChoices(answer); !message.IsAbsent() {
		return message
	}
	return answerIn(answer)
}

// firstOfChoices is the message of the first of the choices that a list holds: the others are alternatives.
func firstOfChoices(list value.Value) value.Value {
	if message := list.At(0).Get("message"); message.Kind() == value.Object {
		return message
	}
	return value.Value{}
}

var braintrustUsage = []UsageKey{
	{Name: "cached", Keys: []string{"prompt_cached_tokens"}},
	{Name: "input", Keys: []string{"prompt_tokens"}},
	{Name: "output", Keys: []string{"completion_tokens"}},
	{Name: "reasoning", Keys: []string{"completion_reasoning_tokens"}},
}

func adjustBraintrust(s *span.Span, o *observation.Observation) {
	o.Session = firstOf(o.Session, braintrustField(s, "metadata", "session_id"))
	output := parsed(s.Attrs.Get("braintrust.output_json"))
	switch o.Role {
	case observation.LLM:
		o.Model = firstOf(o.Model, braintrustField(s, "metadata", "model"))
		o.FinishReason = firstOf(bodyFinish(output), braintrustField(s, "metadata", "stop_reason"))
		o.Usage = usageIn(parsed(s.Attrs.Get("braintrust.metrics")), braintrustUsage)
	case observation.Tool:
		o.Tool = firstOf(o.Tool, braintrustField(s, "span_attributes", "name"), s.Name)
		o.CallID = answeredID(output)
	}
}
