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
	return messagesIn(nil, v, speaker)
}

// messagesIn is Messages in a room.
func messagesIn(at *room, v value.Value, speaker observation.Speaker) ([]observation.Message, bool) {
	if v.Kind() == value.String {
		if list, ok := listInText(at, v, speaker); ok {
			return list, true
		}
		decoded := printed(v)
		if decoded.Kind() == value.String {
			return plainText(decoded.Text(), speaker)
		}
		v = decoded
	}
	switch v.Kind() {
	case value.List:
		return messageList(at, v, speaker)
	case value.Object:
		return messageObject(at, v, speaker)
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

func messageList(at *room, v value.Value, speaker observation.Speaker) ([]observation.Message, bool) {
	if first := v.At(0); first.Kind() == value.List && !isTuple(first) {
		return messageList(at, first, speaker) // one list for each prompt of a batch
	}
	if v.Len() == 0 {
		return nil, true
	}
	list := at.list(v.Len())
	var tools toolNames
	for _, item := range v.Items() {
		if m, ok := elementOf(at, item, &tools, list, speaker); ok {
			list = append(list, m)
		}
	}
	return list, true
}

// elementOf reads one element of a list behind the messages before it.
func elementOf(at *room, item value.Value, tools *toolNames, before []observation.Message, speaker observation.Speaker) (observation.Message, bool) {
	if m, plain := plainMessage(at, heldMessage(item).Fields()); plain {
		return m, true
	}
	return otherMessage(inToolsRole(item, tools, before), speaker)
}

func messageObject(at *room, v value.Value, speaker observation.Speaker) ([]observation.Message, bool) {
	for _, key := range []string{"choices", "candidates", "generations"} {
		if list := v.Get(key); list.Kind() == value.List {
			return firstAlternative(at, list.At(0), speaker)
		}
	}
	if !isMessage(v) {
		for _, key := range listKeys {
			if list := v.Get(key); list.Kind() == value.List {
				return messageList(at, list, speaker)
			}
		}
		if inner := v.Get("message"); inner.Kind() == value.Object {
			return messageObject(at, inner, speaker)
		}
	}
	if m, ok := messageOf(at, v, speaker); ok {
		return at.add(nil, &m), true
	}
	return nil, false
}

// firstAlternative reads the first of several answers: an OpenAI choice, a Gemini candidate, a LangChain generation.
func firstAlternative(at *room, v value.Value, speaker observation.Speaker) ([]observation.Message, bool) {
	if v.Kind() == value.List {
		v = v.At(0)
	}
	inner := v.First("message", "content", "text")
	if text, ok := inner.Str(); ok {
		return []observation.Message{{Speaker: speaker, Text: text, HasText: true}}, true
	}
	if m, ok := messageOf(at, inner, speaker); ok {
		return at.add(nil, &m), true
	}
	return nil, false
}
