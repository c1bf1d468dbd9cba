package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// literal is what a text says that is JSON, or a dict or list as Python prints it. Other texts that Python could read,
// such as a line of its source, are texts.
func literal(text value.Value) value.Value {
	v := text.Decode()
	if inner, isText := v.Str(); isText && bracketed(inner) {
		return value.DecodeAny(inner)
	}
	return v
}

func bracketed(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	return strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[")
}

// printed is as literal, and also what Python prints of an object: its class, whose name begins with a capital, or the
// fields of a message without it.
func printed(text value.Value) value.Value {
	v := literal(text)
	if inner, isText := v.Str(); isText && isPrinted(inner) {
		return value.DecodeAny(inner)
	}
	return v
}

func isPrinted(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	return text != "" && 'A' <= text[0] && text[0] <= 'Z' ||
		strings.HasPrefix(text, "content=") || strings.HasPrefix(text, "messages=")
}
