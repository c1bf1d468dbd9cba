package dialect

import (
	"strconv"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// eventNameKeys are the attributes that held an event's name before log records had a field for it, and still do where
// the SDK has none.
//
// Sources: open-telemetry/semantic-conventions@v1.28.0:docs/general/events.md; BerriAI/litellm:litellm/integrations/
// opentelemetry.py (event_name).
var eventNameKeys = []string{"event.name", "event_name"}

// genAILog reads the log records of the conventions: one for each message, or one for a whole inference.
func genAILog(l *span.Log, o *observation.Observation) bool {
	for _, name := range eventNames(l) {
		if role, known := eventRoles[name]; known {
			return messageRecord(l, o, role, name == choiceEvent)
		}
		if read, known := inferenceRecords[name]; known {
			return read(l, o)
		}
	}
	return false
}

// eventNames lists what a record calls itself.
func eventNames(l *span.Log) []string {
	names := []string{l.EventName}
	for _, key := range eventNameKeys {
		if name, ok := l.Attrs.Text(key); ok {
			names = append(names, name)
		}
	}
	return names
}

// inferenceRecords read the events that hold a whole request, a response, or both.
var inferenceRecords = map[string]func(*span.Log, *observation.Observation) bool{
	detailsEvent: func(l *span.Log, o *observation.Observation) bool {
		body := logBody(l)
		readRecords(l, o, firstPresent(l.Attrs.Get("gen_ai.input.messages"), body.Get("gen_ai.input.messages")), false)
		readRecords(l, o, firstPresent(l.Attrs.Get("gen_ai.output.messages"), body.Get("gen_ai.output.messages")), true)
		return len(o.Records) > 0
	},
	"gen_ai.content.prompt":     promptRecord,
	"gen_ai.prompt":             promptRecord,
	"gen_ai.content.completion": completionRecord,
	exceptionEvent:              exceptionRecord,
	"exception":                 exceptionRecord,
}

// exceptionEvent is the record in which newer conventions put what was an exception event of the span; SDKs that write
// events of spans as records keep its old name.
//
// Sources: open-telemetry/semantic-conventions-genai:model/gen-ai/events.yaml; OpenTelemetry semantic conventions,
// "Semantic conventions for exceptions in logs".
const exceptionEvent = "gen_ai.client.operation.exception"

func exceptionRecord(l *span.Log, o *observation.Observation) bool {
	kind, _ := l.Attrs.Text("exception.type")
	message, _ := l.Attrs.Text("exception.message")
	o.Failed = true
	o.Error = errorText(firstOf(message, kind))
	return o.Error != ""
}

func promptRecord(l *span.Log, o *observation.Observation) bool {
	readRecords(l, o, firstPresent(l.Attrs.Get("gen_ai.prompt"), l.Body), false)
	return len(o.Records) > 0
}

func completionRecord(l *span.Log, o *observation.Observation) bool {
	body := logBody(l)
	if !body.First("message", "tool_calls").IsAbsent() {
		return messageRecord(l, o, "assistant", true)
	}
	readRecords(l, o, firstPresent(l.Attrs.Get("gen_ai.completion"), l.Body), true)
	return len(o.Records) > 0
}

// messageRecord reads a record that is one message. An alternative to the first answer is none.
func messageRecord(l *span.Log, o *observation.Observation, role string, response bool) bool {
	body := logBody(l)
	if response && isAlternative(body) {
		return false
	}
	list, _ := Messages(eventMessage(role, body), speakers[role])
	if isConverse(l.Attrs) {
		openConverse(list)
	}
	for i := range list {
		o.Records = append(o.Records, observation.Record{
			Time: l.Time, Observed: l.Observed, Output: response, Message: list[i],
			FinishReason: body.Get("finish_reason").Text(),
		})
	}
	return len(o.Records) > 0
}

// readRecords adds a list of messages. One that arrived cut and can't be read stands as it is.
func readRecords(l *span.Log, o *observation.Observation, v value.Value, response bool) {
	speaker := observation.User
	if response {
		speaker = observation.Assistant
	}
	list, whole := Messages(v, speaker)
	if text, ok := v.Str(); ok && !whole {
		list = []observation.Message{{Speaker: speaker, Text: text, HasText: true}}
		o.Content |= observation.Truncated
	}
	if n, err := strconv.Atoi(l.Attrs.Get("gen_ai.request.choice.count").Text()); response && err == nil && n > 1 && len(list) > 1 {
		list = list[:1]
	}
	for i := range list {
		record := observation.Record{Time: l.Time, Observed: l.Observed, Output: response, Message: list[i]}
		if response {
			record.FinishReason = finishOf(v)
		}
		o.Records = append(o.Records, record)
	}
}

// logBody is a record's body as an object: itself, the one that its text holds, or the one of its attributes when there
// is no body.
func logBody(l *span.Log) value.Value {
	switch body := l.Body.Decode(); body.Kind() {
	case value.Object:
		return body
	case value.Absent, value.Null:
		inner, _ := spanEventBody(l.Attrs)
		return inner
	case value.String:
		if isCut(body.Text()) {
			return value.Value{}
		}
		return contentOf(body)
	default:
		return contentOf(body)
	}
}

func firstPresent(values ...value.Value) value.Value {
	for _, v := range values {
		if !v.IsAbsent() {
			return v
		}
	}
	return value.Value{}
}
