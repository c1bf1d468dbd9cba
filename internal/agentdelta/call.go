package agentdelta

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// CallContent returns the content of a tool_call: name(input), where the input is what [PythonCall] gives for
// [ReadInput] of args, cut to limit code points.
//
// It doesn't render much more than it keeps, so that a huge argument costs a huge argument's reading and no more.
func CallContent(name string, args value.Value, limit int) string {
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	call := AppendCallContent((*room)[:0], name, args, limit)
	if cap(call) <= keptRoom {
		*room = call
	}
	return string(call)
}

// AppendCallContent appends what [CallContent] returns.
func AppendCallContent(dst []byte, name string, args value.Value, limit int) []byte {
	dst = append(append(dst, name...), '(')
	start := len(dst)
	dst = appendCall(dst, ReadInput(args), start+enough(limit))
	return append(dst[:start+len(value.Runes(dst[start:], limit))], ')')
}

// PythonCall returns args as they stand between the parentheses of a Python call: an object whose keys are all
// identifiers as keywords, keys sorted; a text as it is; nothing for an absent value, null and an empty object; and
// anything else as its [PythonLiteral].
func PythonCall(args value.Value) string {
	return string(appendCall(nil, args, math.MaxInt))
}

// ReadInput returns what recorded arguments say. A text that holds a JSON object or array, or the Python repr of a dict
// or list, stands for what it holds, and a JSON string literal for its text; everything else is returned as it is.
func ReadInput(args value.Value) value.Value {
	if args.Kind() != value.String {
		return args
	}
	read := value.Decode(args.Text())
	if text, isText := read.Str(); isText && bracketed(text) {
		if held, err := value.ParsePython(text); err == nil && held.Kind() != value.String {
			return held
		}
	}
	return read
}

// bracketed reports whether s begins as a dict or list does. Other texts that Python could read, such as the calls and
// tuples in a piece of source code, are input as they are.
func bracketed(s string) bool {
	s = strings.TrimSpace(s)
	return strings.HasPrefix(s, "{") || strings.HasPrefix(s, "[")
}

// enough returns a number of bytes that surely holds limit code points.
func enough(limit int) int {
	return min(max(limit, 0), math.MaxInt/8) * utf8.UTFMax
}

// appendCall appends args as [PythonCall] describes, and may stop once dst is end bytes long.
func appendCall(dst []byte, args value.Value, end int) []byte {
	switch {
	case args.IsNull():
		return dst
	case args.Kind() == value.String:
		return append(dst, args.Text()...)
	case args.Kind() == value.Object && keywords(args.Fields()):
		return appendKeywords(dst, args.Fields(), end)
	default:
		return appendLiteral(dst, args, end)
	}
}

// keywords reports whether fields can be written as keyword arguments.
func keywords(fields []value.Field) bool {
	for i := range fields {
		if !isIdentifier(fields[i].Key) {
			return false
		}
	}
	return true
}

func appendKeywords(dst []byte, fields []value.Field, end int) []byte {
	var room [few]*value.Field
	for i, field := range sorted(fields, &room) {
		if len(dst) >= end {
			break
		}
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = append(dst, field.Key...)
		dst = append(dst, '=')
		dst = appendLiteral(dst, field.Value, end)
	}
	return dst
}
