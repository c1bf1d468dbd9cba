package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// unpacked puts in place of a user's text that is itself a JSON list of messages, or of the items of the OpenAI
// responses API, the messages that it holds.
//
// Source: traceloop/openllmetry-js:packages/instrumentation-openai/src/instrumentation.ts, which records the input of
// the responses API so.
func unpacked(messages []observation.Message) []observation.Message {
	var list []observation.Message // nil until there is something to open
	for i := range messages {
		inner, ok := packedIn(&messages[i])
		switch {
		case ok && list == nil:
			list = append(append(list, messages[:i]...), inner...)
		case ok:
			list = append(list, inner...)
		case list != nil:
			list = append(list, messages[i])
		}
	}
	if list == nil {
		return messages
	}
	return list
}

// packedIn returns the messages that a user's text holds.
func packedIn(m *observation.Message) ([]observation.Message, bool) {
	if m.Speaker != observation.User || len(m.Calls)+len(m.Results) > 0 || !strings.HasPrefix(strings.TrimSpace(m.Text), "[") {
		return nil, false
	}
	v := value.Decode(m.Text)
	if v.Kind() != value.List || !isConversation(v) && !isResponsesItem(v.At(0)) {
		return nil, false
	}
	return Messages(v, observation.User)
}

// isResponsesItem reports whether a list's element is an item of the OpenAI responses API that is no message.
func isResponsesItem(v value.Value) bool {
	form := formOf(v)
	return form != nil && (form.kind == callPart || form.kind == resultPart) && !v.First("call_id", "id").IsAbsent()
}
