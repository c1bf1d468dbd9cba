package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// listKeys are the keys under which a wrapping object holds its message list; of several alternatives, such as choices,
// the first alone is the answer.
var listKeys = []string{"messages", "contents", "replies", "output"}

// Messages reads a list of messages in any shape that a convention writes: roles with parts, with content, or with
// tool_calls; serialised framework messages; API request and response bodies; a single message; plain text, which is
// the speaker's. It returns false when the value is none of these.
func Messages(v value.Value, speaker observation.Speaker) ([]observation.Message, bool) {
	if v.Kind() == value.String {
		decoded := printed(v)
		if decoded.Kind() == value.String {
			return plainText(decoded.Text(), speaker)
		}
		v = decoded
	}
	switch v.Kind() {
	case value.List:
		return messageList(v, speaker)
	case value.Object:
		return messageObject(v, speaker)
	default:
		return nil, false
	}
}

// plainText is a message of text alone. Text that begins as JSON does but could not be read is none.
func plainText(text string, speaker observation.Speaker) ([]observation.Message, bool) {
	if opensJSON(text) {
		return nil, false
	}
	if isPlaceholder(text) {
		return nil, true
	}
	return []observation.Message{{Speaker: speaker, Text: text, HasText: true}}, true
}

// opensJSON reports whether a text begins as a JSON object or a list of objects does.
func opensJSON(text string) bool {
	trimmed := strings.TrimLeft(text, " \t\r\n")
	return strings.HasPrefix(trimmed, "[{") || strings.HasPrefix(trimmed, `{"`)
}

func messageList(v value.Value, speaker observation.Speaker) ([]observation.Message, bool) {
	if first := v.At(0); first.Kind() == value.List && !isTuple(first) {
		return messageList(first, speaker) // one list for each prompt of a batch
	}
	if v.Len() == 0 {
		return nil, true
	}
	list := make([]observation.Message, 0, v.Len())
	var tools toolNames
	for _, item := range v.Items() {
		m, ok := plainMessage(heldMessage(item).Fields())
		if !ok {
			m, ok = otherMessage(inToolsRole(item, &tools, list), speaker)
		}
		if ok {
			list = append(list, m)
		}
	}
	return list, true
}

func messageObject(v value.Value, speaker observation.Speaker) ([]observation.Message, bool) {
	for _, key := range []string{"choices", "candidates", "generations"} {
		if list := v.Get(key); list.Kind() == value.List {
			return firstAlternative(list.At(0), speaker)
		}
	}
	if !isMessage(v) {
		for _, key := range listKeys {
			if list := v.Get(key); list.Kind() == value.List {
				return messageList(list, speaker)
			}
		}
		if inner := v.Get("message"); inner.Kind() == value.Object {
			return messageObject(inner, speaker)
		}
	}
	if m, ok := messageOf(v, speaker); ok {
		return []observation.Message{m}, true
	}
	return nil, false
}

// firstAlternative reads the first of several answers: an OpenAI choice, a Gemini candidate, a LangChain generation.
func firstAlternative(v value.Value, speaker observation.Speaker) ([]observation.Message, bool) {
	if v.Kind() == value.List {
		v = v.At(0)
	}
	inner := v.First("message", "content", "text")
	if text, ok := inner.Str(); ok {
		return []observation.Message{{Speaker: speaker, Text: text, HasText: true}}, true
	}
	if m, ok := messageOf(inner, speaker); ok {
		return []observation.Message{m}, true
	}
	return nil, false
}
