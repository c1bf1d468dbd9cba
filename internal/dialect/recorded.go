package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// The SDKs of tracing products record whatever a function took and gave. For a model that may be an API's body, a
// framework's message, or the bare text that the application took from it, and nothing but the value itself tells which.
// Their dialects share the readers below.

// parsed reads a text that always is JSON. A text inside it is then to the letter, whatever it looks like. What can't be
// read stays as it is.
func parsed(v value.Value) value.Value {
	text, ok := v.Str()
	if !ok {
		return v
	}
	if inner, err := value.ParseJSON(text); err == nil {
		return inner
	}
	return v
}

// listOrObject reads a text only where it is JSON of a list or an object: some SDKs write texts as they are, and
// everything else as JSON.
func listOrObject(v value.Value) value.Value {
	if text, ok := v.Str(); ok && !bracketed(text) {
		return v
	}
	return v.Decode()
}

// answered is what a model answered: its messages where a value holds some, and else the text that the value is.
func answered(v value.Value) value.Value {
	body := listOrObject(v)
	switch {
	case body.Kind() != value.String && body.IsEmpty():
		return value.Value{}
	case isLoneMessage(body):
		return withRole(body, "assistant")
	case body.Kind() == value.Object && isItem(body):
		return body
	}
	if messages := messagesOfAnswer(body); !messages.IsAbsent() {
		return messages
	}
	return inRole(v, "assistant")
}

// answerIn is what a model answered, in a value that was decoded: a text in it is to the letter, whatever it looks like.
func answerIn(v value.Value) value.Value {
	if v.Kind() == value.String {
		return inRole(v, "assistant")
	}
	return answered(v)
}

// requested is what a model was asked: the messages of a request where a value holds some, and else its text.
func requested(v value.Value) value.Value {
	if messages := messagesOfRequest(listOrObject(v)); !messages.IsAbsent() {
		return messages
	}
	if isCutText(v) {
		return v
	}
	return inRole(requestValue(saysNothing(v)), "user")
}

// inRole is the message of a role whose text is a value to the letter, or as JSON. A text that arrived cut is left to
// those who look for that.
func inRole(v value.Value, role string) value.Value {
	switch {
	case v.IsNull(), isCutText(v):
		return v
	case v.Kind() != value.String:
		v = value.OfString(string(v.AppendCompact(nil)))
	}
	return said(role)(v)
}

func isCutText(v value.Value) bool {
	text, ok := v.Str()
	return ok && arrivedCut(text)
}

// messageKeys are what an answer's message without a role may hold.
var messageKeys = []string{
	"content", "tool_calls", "function_call", "refusal", "annotations", "audio", "parsed", "reasoning_content", "additional_kwargs",
}

// isLoneMessage reports whether a value is an answer's message without a role.
func isLoneMessage(v value.Value) bool {
	return hasOnly(v, messageKeys...) && !v.First("content", "tool_calls", "function_call").IsAbsent()
}

// loneKeys are the names under which SDKs put what is no object, so that inputs and outputs always are objects.
var loneKeys = []string{"input", "inputs", "output", "outputs"}

// unboxed takes a value out of the object that an SDK put around it, and reports whether there was one. What stands in
// no such object is returned as it was.
func unboxed(v value.Value) (inner value.Value, boxed bool) {
	if box := listOrObject(v); box.Len() == 1 && hasOnly(box, loneKeys...) {
		return box.Fields()[0].Value, true
	}
	return v, false
}

// unquoted makes the text in a JSON string the message of a role, for SDKs that write everything as JSON. Any other
// value is returned as it was.
func unquoted(role string) func(value.Value) value.Value {
	return func(v value.Value) value.Value {
		if inner := parsed(v); inner.Kind() == value.String && !isCutText(v) {
			return said(role)(inner)
		}
		return v
	}
}

// concluded is the messages of a run that gave an API's response as its own. Any other value is returned as it was.
func concluded(v value.Value) value.Value {
	body := listOrObject(v)
	if message := body.Get("choices").At(0).Get("message"); message.Kind() == value.Object {
		return message
	}
	items := body.Get("output")
	if !isMessageList(items) {
		return v
	}
	var messages []value.Value
	for _, item := range items.Items() {
		if isMessage(constructed(item)) {
			messages = append(messages, item)
		}
	}
	return value.OfList(messages...)
}

// noteFailure marks a span as failed by a text that stands outside of the conventions' marks.
func noteFailure(text string, o *observation.Observation) {
	switch {
	case names(text, pauses):
		o.Interrupted = true
	case names(text, controls):
	default:
		o.Failed = true
		o.Error = firstOf(o.Error, errorText(text))
	}
}

// usageIn reads token counts out of an object of them.
func usageIn(v value.Value, keys []UsageKey) []observation.Count {
	var counts []observation.Count
	for i := range keys {
		for _, key := range keys[i].Keys {
			if n, ok := tokens(v.Get(key)); ok {
				counts = append(counts, observation.Count{Name: keys[i].Name, Tokens: n})
				break
			}
		}
	}
	return counts
}

// knownElsewhere reports whether another convention says what a span is.
func knownElsewhere(s *span.Span) bool {
	if hasAny(s, kindKey, "traceloop.span.kind", "sentry.op") {
		return true
	}
	_, known := genAIRole(s)
	return known
}
