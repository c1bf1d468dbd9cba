package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// What the recorders of Google's Gemini API have in common: the Agent Development Kit, the instrumentation of the
// client, and Gemini CLI.

// answerFields are the fields of which one alone holds what a tool returned, for the API wants an object whatever a tool
// returns. The one that says error holds why there is nothing.
//
// Sources: google-deepmind/python-genai:google/genai/_extra_utils.py (result, error); google/adk-python:src/google/adk/
// flows/llm_flows/functions.py (result); google-gemini/gemini-cli:packages/core/src/utils/generateContentResponseUtilities.ts
// (output, error); google/adk-js:core/src/agents/functions.ts (results, of a list).
const (
	answerResult  = "result"
	answerOutput  = "output"
	answerResults = "results"
	answerError   = "error"
)

// functionAnswer takes what a tool returned out of the object that the API wants around it.
func functionAnswer(v value.Value, field string) (inner value.Value, failed bool) {
	if v.Kind() == value.String {
		v = structured(v)
	}
	sole := v.Fields()
	switch {
	case len(sole) != 1:
		return v, false
	case sole[0].Key == answerError:
		return errorAnswer(sole[0].Value), true
	case sole[0].Key == answerResult, sole[0].Key == field && (field != answerResults || sole[0].Value.Kind() == value.List):
		return openResult(sole[0].Value)
	default:
		return v, false
	}
}

// errorAnswer is why a tool returned nothing. Go writes an error that it can't encode as an empty object.
func errorAnswer(v value.Value) value.Value {
	if v.Kind() == value.Object && v.IsEmpty() {
		return value.Value{}
	}
	return v
}

// openAnswers takes the results in messages out of the objects around them.
func openAnswers(messages []*observation.Message, field string) {
	for _, m := range messages {
		for i := range m.Results {
			inner, failed := functionAnswer(m.Results[i].Output, field)
			m.Results[i].Output, m.Results[i].Failed = inner, m.Results[i].Failed || failed
		}
	}
}

// joinPieces joins the messages that are pieces of one streamed answer: those before which none gives a reason why the
// answer ended.
//
// Sources: open-telemetry/opentelemetry-python-contrib:instrumentation-genai/opentelemetry-instrumentation-google-genai/
// src/opentelemetry/instrumentation/google_genai/generate_content.py (the candidates of all chunks);
// google-gemini/gemini-cli:packages/core/src/core/loggingContentGenerator.ts (the contents of all chunks).
func joinPieces(v value.Value) value.Value {
	list := v.Decode()
	if list.Kind() != value.List || list.Len() < 2 {
		return v
	}
	var joined, parts []value.Value
	var fields []value.Field
	for _, piece := range list.Items() {
		if piece.Get("parts").Kind() != value.List {
			if !piece.First("content", "tool_calls").IsAbsent() {
				return v // a list of other messages
			}
			continue // a chunk that only counts tokens
		}
		if fields == nil {
			fields = piece.Fields()
		}
		parts = append(parts, piece.Get("parts").Items()...)
		if reason := piece.Get("finish_reason"); reason.Text() != "" {
			joined = append(joined, message(fields, parts, reason))
			fields, parts = nil, nil
		}
	}
	if fields != nil {
		joined = append(joined, message(fields, parts, value.Value{}))
	}
	return value.OfList(joined...)
}

// message is a message with other parts and another reason why it ended.
func message(fields []value.Field, parts []value.Value, reason value.Value) value.Value {
	var changed []value.Field
	for _, field := range fields {
		if field.Key != "parts" && field.Key != "finish_reason" {
			changed = append(changed, field)
		}
	}
	return object(append(changed,
		value.Field{Key: "parts", Value: value.OfList(parts...)},
		value.Field{Key: "finish_reason", Value: reason})...)
}

// forgetPlaces drops the ids that a recorder made of a function's name and its place among the parts, where the API gave
// none: the next request for the same function has the same.
//
// Source: open-telemetry/opentelemetry-python-contrib:instrumentation-genai/opentelemetry-instrumentation-google-genai/
// src/opentelemetry/instrumentation/google_genai/message.py; google/adk-python:src/google/adk/telemetry/
// _experimental_semconv.py.
func forgetPlaces(messages []*observation.Message) {
	made := map[string]string{} // names by the ids made of them
	for _, m := range messages {
		for i := range m.Calls {
			call := &m.Calls[i]
			if place, found := strings.CutPrefix(call.ID, call.Name+"_"); found && isPlace(place) {
				made[call.ID] = call.Name
				call.ID = ""
			}
		}
	}
	for _, m := range messages {
		for i := range m.Results {
			result := &m.Results[i]
			if name, found := made[result.ID]; found {
				result.ID, result.Name = "", name
			}
		}
	}
}

func isPlace(text string) bool {
	return text != "" && len(text) <= 3 && strings.Trim(text, "0123456789") == ""
}

// openGemini takes what an observation says out of what all recorders of the API write around it. A field is one in which
// a tool's answer may stand besides result.
func openGemini(o *observation.Observation, field string) {
	messages := pointers(o.Input, o.Output)
	forgetPlaces(messages)
	openAnswers(messages, field)
	if o.Role == observation.Tool {
		inner, failed := functionAnswer(o.Result, field)
		o.Result, o.Failed = inner, o.Failed || failed
	}
}

func pointers(lists ...[]observation.Message) []*observation.Message {
	var all []*observation.Message
	for _, list := range lists {
		for i := range list {
			all = append(all, &list[i])
		}
	}
	return all
}
