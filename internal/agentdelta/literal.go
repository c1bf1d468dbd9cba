package agentdelta

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// PythonLiteral returns v as Python's repr writes it: True, False, None, texts in quotes, [lists] and {'dicts': ...},
// keys sorted, numbers in their JSON spelling. Absent is None.
func PythonLiteral(v value.Value) string {
	return string(appendLiteral(nil, v, math.MaxInt))
}

// appendLiteral appends v's literal, and may stop once dst is end bytes long.
func appendLiteral(dst []byte, v value.Value, end int) []byte {
	switch v.Kind() {
	case value.Bool:
		if v.Truth() {
			return append(dst, "True"...)
		}
		return append(dst, "False"...)
	case value.Number:
		return append(dst, pythonNumber(v.Text())...)
	case value.String:
		return appendRepr(dst, v.Text(), end)
	case value.List:
		return appendList(dst, v.Items(), end)
	case value.Object:
		return appendDict(dst, v.Fields(), end)
	default:
		return append(dst, "None"...)
	}
}

func appendList(dst []byte, items []value.Value, end int) []byte {
	dst = append(dst, '[')
	for i, item := range items {
		if len(dst) >= end {
			return dst
		}
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = appendLiteral(dst, item, end)
	}
	return append(dst, ']')
}

func appendDict(dst []byte, fields []value.Field, end int) []byte {
	var room [few]*value.Field
	dst = append(dst, '{')
	for i, field := range sorted(fields, &room) {
		if len(dst) >= end {
			return dst
		}
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = appendRepr(dst, field.Key, end)
		dst = append(dst, ": "...)
		dst = appendLiteral(dst, field.Value, end)
	}
	return append(dst, '}')
}

// few is up to how many fields sorting takes no memory.
const few = 16

// sorted returns fields in the order in which Python sorts their keys: by code point, which is the order of the bytes.
func sorted(fields []value.Field, room *[few]*value.Field) []*value.Field {
	list := room[:0]
	if len(fields) > few {
		list = make([]*value.Field, 0, len(fields))
	}
	for i := range fields {
		list = append(list, &fields[i])
	}
	slices.SortFunc(list, func(a, b *value.Field) int { return strings.Compare(a.Key, b.Key) })
	return list
}

// appendRepr appends s as str.__repr__ writes it (CPython: Objects/unicodeobject.c, unicode_repr), and may stop once
// dst is end bytes long. Stretches of plain characters are copied whole.
func appendRepr(dst []byte, s string, end int) []byte {
	quote := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	dst = append(dst, quote)
	for s != "" {
		if len(dst) >= end {
			return dst
		}
		if n := plainLen(s[:min(len(s), end-len(dst))]); n > 0 {
			dst = append(dst, s[:n]...)
			s = s[n:]
			continue
		}
		r, size := utf8.DecodeRuneInString(s)
		dst = appendRune(dst, r, quote)
		s = s[size:]
	}
	return append(dst, quote)
}

// plainLen returns how many characters s begins with that repr writes as they are, whatever the quote.
func plainLen(s string) int {
	n := 0
	for n < len(s) && plain[s[n]] {
		n++
	}
	return n
}

// plain has the bytes that are such characters.
var plain = func() (is [256]bool) {
	for c := range 0x7f {
		is[c] = c >= ' ' && c != '\'' && c != '"' && c != '\\'
	}
	return is
}()

func appendRune(dst []byte, r rune, quote byte) []byte {
	switch {
	case r == rune(quote):
		return append(dst, '\\', quote)
	case r == '\\':
		return append(dst, `\\`...)
	case r == '\n':
		return append(dst, `\n`...)
	case r == '\r':
		return append(dst, `\r`...)
	case r == '\t':
		return append(dst, `\t`...)
	case isPrintable(r):
		return utf8.AppendRune(dst, r)
	case r <= 0xff:
		return appendHex(append(dst, `\x`...), r, 2)
	case r <= 0xffff:
		return appendHex(append(dst, `\u`...), r, 4)
	default:
		return appendHex(append(dst, `\U`...), r, 8)
	}
}

// appendHex appends r in so many lower-case hex digits.
func appendHex(dst []byte, r rune, digits int) []byte {
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		dst = append(dst, "0123456789abcdef"[r>>shift&0xf])
	}
	return dst
}
