package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// genkit reads what Firebase Genkit records: an action for each flow, model and tool, with its input and output as JSON.
// Each further turn of a generation is a generate span inside the one before it.
var genkit = Dialect{
	Name: "genkit",
	About: About{
		Title:    "Firebase Genkit: JavaScript, Go, Python",
		Versions: "genkit 1.42 (JavaScript), genkit/go 1.4; GenKit Python writes the same keys",
		Switch:   "texts are always recorded; enableFirebaseTelemetry or an OpenTelemetry exporter of the app sends them",
		Gaps:     "no call ids on tools; attempts that the model's plugin repeats by itself have no spans",
		Links: []string{
			"firebase/genkit:js/core/src/tracing/instrumentation.ts",
			"firebase/genkit:js/ai/src/generate/action.ts",
			"firebase/genkit:js/ai/src/tool.ts",
			"firebase/genkit:go/core/tracing/tracing.go",
			"firebase/genkit:go/ai/tools.go",
		},
	},
	Match:  Match{Keys: []string{"genkit:type", "genkit:name"}, Scopes: []string{"genkit-tracer"}},
	Role:   genkitRole,
	Common: Common{Session: []string{"genkit:sessionId"}},
	Agent: AgentFields{
		Request: []Source{attr("genkit:input").opened(genkitSaid("user"))},
		Result:  []Source{attr("genkit:output").opened(genkitSaid("assistant"))},
	},
	LLM: LLMFields{
		Model:  []string{"genkit:name"},
		Input:  []Source{attr("genkit:input").opened(genkitRequest)},
		Output: []Source{attr("genkit:output").opened(genkitResponse)},
	},
	Tool: ToolFields{
		Name:      []string{"genkit:name"},
		Arguments: []Source{attr("genkit:input").opened(recordedJSON)},
		Result:    []Source{{Place: "genkit:output", From: genkitOutput}},
	},
	Adjust: adjustGenkit,
}

// genkitTypes are the roles by genkit:type; those of actions depend on genkit:metadata:subtype.
//
//	util        generate
//	helper      a turn of a chat
//	dotprompt   the run of a prompt
//	flowStep    a step that the app named
var genkitTypes = map[string]observation.Role{
	"util": observation.Agent, "helper": observation.Agent, "dotprompt": observation.Agent, "flowStep": observation.Agent,
}

// genkitActions are the roles by genkit:metadata:subtype. The actions prompt and executable-prompt give the request that
// a prompt stands for, and run nothing.
var genkitActions = map[string]observation.Role{
	"flow":  observation.Agent,
	"model": observation.LLM, "background-model": observation.LLM,
	"tool": observation.Tool, genkitMultipart: observation.Tool,
}

// genkitMultipart is the subtype of tools whose output is an object around what they return.
const genkitMultipart = "tool.v2"

func genkitRole(s *span.Span) (observation.Role, bool) {
	kind, known := s.Attrs.Text("genkit:type")
	if !known {
		return observation.Other, s.Attrs.Has("genkit:name")
	}
	if kind == "action" {
		subtype, _ := s.Attrs.Text("genkit:metadata:subtype")
		return genkitActions[subtype], true
	}
	return genkitTypes[kind], true
}

// recordedJSON is a value from its JSON, in which texts are quoted.
func recordedJSON(v value.Value) value.Value {
	text, ok := v.Str()
	if !ok {
		return v
	}
	if decoded, err := value.ParseJSON(text); err == nil {
		return decoded
	}
	return v
}

// genkitSaid is what went into or came out of a flow: a text to the letter, a value, or a request or response of a model.
func genkitSaid(role string) func(value.Value) value.Value {
	return func(v value.Value) value.Value {
		v = recordedJSON(v)
		if messages := v.Get("messages"); messages.Kind() == value.List {
			return genkitMessages(messages)
		}
		if answer := genkitAnswer(v); answer.Kind() == value.Object {
			return genkitMessage(answer)
		}
		return said(role)(v)
	}
}

func genkitRequest(v value.Value) value.Value {
	return genkitMessages(recordedJSON(v).Get("messages"))
}

func genkitResponse(v value.Value) value.Value {
	if answer := genkitAnswer(recordedJSON(v)); answer.Kind() == value.Object {
		return genkitMessage(answer)
	}
	return value.Value{}
}

// genkitAnswer is the message of a response, or of the first of several.
func genkitAnswer(response value.Value) value.Value {
	if message := response.Get("message"); message.Get("content").Kind() == value.List {
		return message
	}
	return response.Get("candidates").At(0).Get("message")
}

func genkitMessages(messages value.Value) value.Value {
	list := make([]value.Value, 0, messages.Len())
	for _, m := range messages.Items() {
		list = append(list, genkitMessage(m))
	}
	return value.OfList(list...)
}

// genkitMessage is a message whose parts that are data are texts of their JSON.
func genkitMessage(m value.Value) value.Value {
	parts := make([]value.Value, 0, m.Get("content").Len())
	for _, part := range m.Get("content").Items() {
		if data := part.Get("data"); !data.IsNull() {
			part = object(value.Field{Key: "text", Value: value.OfString(blockText(data))})
		}
		parts = append(parts, part)
	}
	return object(
		value.Field{Key: "role", Value: m.Get("role")},
		value.Field{Key: "content", Value: value.OfList(parts...)})
}

// genkitOutput is what a tool returned. Tools of more than one part put an object around it.
func genkitOutput(s *span.Span) value.Value {
	output := recordedJSON(s.Attrs.Get("genkit:output"))
	if subtype, _ := s.Attrs.Text("genkit:metadata:subtype"); subtype != genkitMultipart || output.Kind() != value.Object {
		return output
	}
	if inner := output.Get("output"); !inner.IsAbsent() {
		return inner
	}
	if blocks := output.Get("content"); blocks.Kind() == value.List {
		return value.OfString(partText(blocks))
	}
	return output
}

// adjustGenkit reads how an action went, and what its response tells besides the message.
func adjustGenkit(s *span.Span, o *observation.Observation) {
	if state, _ := s.Attrs.Text("genkit:state"); state == "error" {
		o.Failed = !o.Interrupted
	}
	switch o.Role {
	case observation.Agent:
		o.Model = "" // it has a name of its own
		if kind, _ := s.Attrs.Text("genkit:type"); kind == "action" {
			o.AgentName, _ = s.Attrs.Text("genkit:name")
		}
	case observation.LLM:
		response := recordedJSON(s.Attrs.Get("genkit:output"))
		o.FinishReason = firstOf(response.Get("finishReason").Text(), response.Get("candidates").At(0).Get("finishReason").Text())
		o.Usage = genkitUsage(response.Get("usage"))
	}
}

// genkitCounts are the names of token counts, in the order of ours.
var genkitCounts = []struct{ name, key string }{
	{"cached", "cachedContentTokens"}, {"input", "inputTokens"}, {"output", "outputTokens"}, {"reasoning", "thoughtsTokens"},
}

func genkitUsage(usage value.Value) []observation.Count {
	var counts []observation.Count
	for _, count := range genkitCounts {
		if n, ok := tokens(usage.Get(count.key)); ok {
			counts = append(counts, observation.Count{Name: count.name, Tokens: n})
		}
	}
	return counts
}
