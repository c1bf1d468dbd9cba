package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// contextHeads are the lines that stand before the texts of detailed tracing, up to the name or id that some hold.
var contextHeads = []struct{ head, role string }{
	{"[USER PROMPT]", "user"},
	{"[USER]", "user"},
	{"[TOOL RESULT: ", "tool"},
	{"[TOOL INPUT: ", ""},
}

// contextHead is the role and the id of the section that a line begins.
func contextHead(line string) (role, id string, ok bool) {
	for _, known := range contextHeads {
		rest, found := strings.CutPrefix(line, known.head)
		if found && (rest == "" || strings.HasSuffix(known.head, " ") && strings.HasSuffix(rest, "]")) {
			return known.role, strings.TrimSuffix(rest, "]"), true
		}
	}
	return "", "", false
}

// unbracketed is a text without the line that says what it is.
func unbracketed(v value.Value) value.Value {
	text, ok := v.Str()
	if !ok {
		return v
	}
	line, rest, _ := strings.Cut(text, "\n")
	if _, _, known := contextHead(line); known {
		return value.OfString(rest)
	}
	return v
}

// sectionEnd parts the sections of one context.
const sectionEnd = "\n\n---\n\n"

// claudeCodeContext is the messages that a model's new context holds.
func claudeCodeContext(v value.Value) value.Value {
	text, _ := v.Str()
	var messages []value.Value
	for section := range strings.SplitSeq(text, sectionEnd) {
		line, rest, _ := strings.Cut(section, "\n")
		role, id, known := contextHead(line)
		if !known {
			role, rest = "user", section
		}
		messages = append(messages, object(
			value.Field{Key: "role", Value: value.OfString(role)},
			value.Field{Key: "tool_call_id", Value: presentText(id)},
			value.Field{Key: "content", Value: value.OfString(rest)}))
	}
	return value.OfList(messages...)
}

// presentText is a text, or absent when it is empty.
func presentText(text string) value.Value {
	if text == "" {
		return value.Value{}
	}
	return value.OfString(text)
}

// claudeCodeAnswer is a model's answer on its span.
func claudeCodeAnswer(s *span.Span) value.Value {
	text, thoughts := s.Attrs.Get("response.model_output"), s.Attrs.Get("response.thinking_output")
	if text.IsAbsent() && thoughts.IsAbsent() {
		return value.Value{}
	}
	return object(
		value.Field{Key: "role", Value: value.OfString("assistant")},
		value.Field{Key: "content", Value: text},
		value.Field{Key: "reasoning", Value: thoughts})
}
