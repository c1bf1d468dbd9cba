package value

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// form is how a value is written as JSON.
type form struct {
	comma, colon string
	ascii        bool
}

// AppendJSON appends v as Python's json.dumps(v, ensure_ascii=ascii) writes it: blanks after commas and colons, no
// escaping for HTML, and with ascii every other character as \uXXXX, those above U+FFFF as a surrogate pair. Numbers
// stay as they are spelled; a spelling that neither JSON nor json.dumps knows, such as 2j, is written as a string.
// An absent value is null. Invalid UTF-8 becomes U+FFFD.
func (v Value) AppendJSON(dst []byte, ascii bool) []byte {
	return (&form{comma: ", ", colon: ": ", ascii: ascii}).value(dst, v)
}

// AppendCompact appends v as JSON in UTF-8 without blanks, for storage. ParseJSON reads it back.
func (v Value) AppendCompact(dst []byte) []byte {
	return (&form{comma: ",", colon: ":"}).value(dst, v)
}

func (f *form) value(dst []byte, v Value) []byte {
	switch v.kind {
	case Bool:
		if v.truth {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case Number:
		if isNumber(v.text) {
			return append(dst, v.text...)
		}
		return f.text(dst, v.text)
	case String:
		return f.text(dst, v.text)
	case List:
		return f.list(dst, v.Items())
	case Object:
		return f.object(dst, v.Fields())
	default:
		return append(dst, "null"...)
	}
}

func (f *form) list(dst []byte, items []Value) []byte {
	dst = append(dst, '[')
	for i, item := range items {
		if i > 0 {
			dst = append(dst, f.comma...)
		}
		dst = f.value(dst, item)
	}
	return append(dst, ']')
}

func (f *form) object(dst []byte, fields []Field) []byte {
	dst = append(dst, '{')
	for i, field := range fields {
		if i > 0 {
			dst = append(dst, f.comma...)
		}
		dst = append(f.text(dst, field.Key), f.colon...)
		dst = f.value(dst, field.Value)
	}
	return append(dst, '}')
}

// text appends a string literal. Stretches that need no escape are copied whole.
func (f *form) text(dst []byte, s string) []byte {
	plain := &plainBytes
	if f.ascii {
		plain = &printableBytes
	}
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if plain[c] {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			dst = appendEscape(append(dst, s[start:i]...), c)
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if f.ascii || (r == utf8.RuneError && size == 1) {
			dst = f.rune(append(dst, s[start:i]...), r)
			start = i + size
		}
		i += size
	}
	return append(append(dst, s[start:]...), '"')
}

// plainBytes are the ASCII characters that stand for themselves; DEL does, unless all must be printable.
var plainBytes, printableBytes = func() (plain, printable [256]bool) {
	for c := ' '; c <= 0x7f; c++ {
		plain[c] = c != '"' && c != '\\'
		printable[c] = plain[c] && c != 0x7f
	}
	return plain, printable
}()

// rune appends a character beyond ASCII.
func (f *form) rune(dst []byte, r rune) []byte {
	if !f.ascii {
		return utf8.AppendRune(dst, r)
	}
	if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
		return appendHex(appendHex(dst, high), low)
	}
	return appendHex(dst, r)
}

// appendEscape appends an ASCII character that can't stand for itself.
func appendEscape(dst []byte, c byte) []byte {
	if at := strings.IndexByte(jsonEscapees, c); at >= 0 {
		return append(dst, '\\', jsonEscapes[at])
	}
	return appendHex(dst, rune(c))
}

func appendHex(dst []byte, r rune) []byte {
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}

// isNumber reports whether s is a number as JSON, or as Python's json module, spells it.
func isNumber(s string) bool {
	switch s {
	case "":
		return false
	case "NaN", "Infinity", "-Infinity":
		return true
	default:
		return numberLen(s) == len(s)
	}
}
