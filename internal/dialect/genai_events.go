package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// The events of one response's alternative, and of a whole inference.
const (
	choiceEvent  = "gen_ai.choice"
	detailsEvent = "gen_ai.client.inference.operation.details"
)

// eventRoles names the events that hold one message each, and whose message it is unless the event says so itself.
//
// Sources: open-telemetry/semantic-conventions@v1.36.0:docs/gen-ai/gen-ai-events.md; microsoft/semantic-kernel:dotnet/
// src/InternalUtilities/src/Diagnostics/ModelDiagnostics.cs (gen_ai.tool.developer).
var eventRoles = map[string]string{
	"gen_ai.system.message": "system", "gen_ai.developer.message": "system", "gen_ai.tool.developer": "system",
	"gen_ai.user.message":      "user",
	"gen_ai.assistant.message": "assistant",
	"gen_ai.tool.message":      "tool", "gen_ai.function.message": "tool",
	choiceEvent: "assistant",
}

// messageEvents is the list of the messages that a span's events hold: those of its response or of its request.
func messageEvents(response bool) func(*span.Span) value.Value {
	return func(s *span.Span) value.Value {
		var list []value.Value
		answer := answerEvent(s)
		for i := range s.Events {
			event := &s.Events[i]
			role, known := eventRoles[event.Name]
			if !known || response != (event.Name == choiceEvent || i == answer) {
				continue
			}
			if body, ok := spanEventBody(event.Attrs); ok && !isAlternative(body) {
				list = append(list, eventMessage(role, body))
			}
		}
		if list == nil {
			return value.Value{}
		}
		return value.OfList(list...)
	}
}

// eventMessages is the messages that all events of a span hold, in their order.
func eventMessages(s *span.Span) []value.Value {
	var list []value.Value
	for i := range s.Events {
		role, known := eventRoles[s.Events[i].Name]
		if !known {
			continue
		}
		if body, ok := spanEventBody(s.Events[i].Attrs); ok {
			list = append(list, eventMessage(role, body))
		}
	}
	return list
}

// packedEvents is the list of the messages of events that one attribute holds as a list: those of the response or those
// of the request.
func packedEvents(key string, response bool) func(*span.Span) value.Value {
	return func(s *span.Span) value.Value {
		var list []value.Value
		for _, item := range s.Attrs.Get(key).Decode().Items() {
			name := item.Get("event.name").Text()
			if role, known := eventRoles[name]; known && response == (name == choiceEvent) && !isAlternative(item) {
				list = append(list, eventMessage(role, item))
			}
		}
		return listOf(list)
	}
}

// answerEvent is the place of an assistant's message that is the response and not part of the request: the last event
// of all, where something came before it and the span didn't fail. Without one it is -1.
//
// Sources: JetBrains/koog:agents/agents-features/agents-features-opentelemetry; Azure/azure-sdk-for-python:sdk/ai/
// azure-ai-agents/azure/ai/agents/telemetry (gen_ai.assistant.message at the end).
func answerEvent(s *span.Span) int {
	last, messages := -1, 0
	for i := range s.Events {
		if _, known := eventRoles[s.Events[i].Name]; known {
			last, messages = i, messages+1
		}
	}
	if messages < 2 || s.Status == span.Error || s.Events[last].Name != "gen_ai.assistant.message" {
		return -1
	}
	return last
}

// details is the list of the messages that all events of a span about its inference hold together. Some producers
// write the request, the system instructions and each item of the response in events of their own.
//
// Sources: strands-agents/sdk-python:src/strands/telemetry/tracer.py;
// open-telemetry/opentelemetry-js-contrib:packages/instrumentation-openai/src/responses.ts.
func details(key string) func(*span.Span) value.Value {
	return func(s *span.Span) value.Value {
		var found, list []value.Value
		for i := range s.Events {
			if s.Events[i].Name != detailsEvent {
				continue
			}
			v := s.Events[i].Attrs.Get(key)
			if v.IsAbsent() {
				continue
			}
			found = append(found, v)
			list = append(list, v.Decode().Items()...)
		}
		if list == nil && len(found) > 0 {
			return found[0] // no list: for the reader of messages to judge
		}
		if list == nil {
			return value.Value{}
		}
		return value.OfList(list...)
	}
}

// detailsSource is that list as a place.
func detailsSource(key string) Source {
	return Source{Place: "event " + detailsEvent + ": " + key, From: details(key)}
}

// bodyKeys are the attributes in which span events carry what a log record carries as its body.
//
// Sources: microsoft/semantic-kernel and Azure/azure-sdk-for-python (gen_ai.event.content); pydantic/logfire:logfire/
// _internal/integrations/google_genai.py (event_body); JetBrains/koog (body).
var bodyKeys = []string{"gen_ai.event.content", "event_body", "body"}

// spanEventBody is a span event's body: the object in one attribute, or one of all attributes, whose texts may be lists
// of content blocks in JSON. It is false when the body arrived cut.
func spanEventBody(attrs span.Attrs) (value.Value, bool) {
	for _, key := range bodyKeys {
		v := attrs.Get(key).Decode()
		switch v.Kind() {
		case value.Absent:
			continue
		case value.Object:
			return v, true
		}
		if text, ok := v.Str(); ok && isCut(text) {
			return value.Value{}, false
		}
		return contentOf(v), true
	}
	var fields []value.Field
	for key, v := range attrs.All() {
		if key == "content" || key == "message" {
			v = blocksIn(v)
		}
		fields = append(fields, value.Field{Key: key, Value: v})
	}
	return value.OfObject(fields...), true
}

// blocksIn is the list of content blocks, or the message, that a text holds, or the text.
//
// Source: strands-agents/sdk-python:src/strands/telemetry/tracer.py.
func blocksIn(v value.Value) value.Value {
	text, ok := v.Str()
	if !ok {
		return v
	}
	inner := value.Decode(text)
	switch inner.Kind() {
	case value.Object:
		if isMessage(inner) {
			return inner
		}
	case value.List:
		for _, block := range inner.Items() {
			if block.Kind() != value.Object || formOf(block) == nil {
				return v
			}
		}
		return inner
	}
	return v
}

// isAlternative reports whether a choice is not the first of several.
func isAlternative(body value.Value) bool {
	index := body.Get("index").Text()
	return index != "" && index != "0"
}

// eventMessage is the message in an event's body, as the reader of messages knows it: its role first, and the calls
// that stand beside it with it. The role that the message itself names counts, for some producers call every content
// a user's.
//
// Source: open-telemetry/opentelemetry-python-contrib:instrumentation-genai/opentelemetry-instrumentation-google-genai/
// src/opentelemetry/instrumentation/google_genai/generate_content.py.
func eventMessage(role string, body value.Value) value.Value {
	m := body
	switch inner := body.First("message", "content"); inner.Kind() {
	case value.Object:
		if !body.Get("message").IsAbsent() || isMessage(inner) || !inner.Get("parts").IsAbsent() {
			m = inner
		}
	case value.String, value.List:
		if !body.Get("message").IsAbsent() {
			m = contentOf(inner)
		}
	}
	if named, ok := m.Get("role").Str(); ok && isSpeaker(named) {
		role = named
	}
	fields := []value.Field{{Key: "role", Value: value.OfString(role)}}
	for _, field := range m.Fields() {
		if field.Key != "role" {
			fields = append(fields, field)
		}
	}
	if m.Get("tool_calls").IsEmpty() && !body.Get("tool_calls").IsEmpty() {
		fields = append(fields, value.Field{Key: "tool_calls", Value: body.Get("tool_calls")})
	}
	return value.OfObject(fields...)
}

// isAssistant reports whether an event's message is the assistant's.
func isAssistant(message value.Value) bool {
	speaker, _ := speakerOf(message.Get("role").Text())
	return speaker == observation.Assistant
}

func isSpeaker(role string) bool {
	_, known := speakerOf(role)
	return known
}

// object is an object of those fields that were recorded.
func object(fields ...value.Field) value.Value {
	recorded := fields[:0]
	for _, field := range fields {
		if !field.Value.IsAbsent() {
			recorded = append(recorded, field)
		}
	}
	return value.OfObject(recorded...)
}

// contentOf is the object of a content alone.
func contentOf(v value.Value) value.Value {
	return object(value.Field{Key: "content", Value: v})
}
