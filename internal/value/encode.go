package value

import (
	"math"
	"unicode/utf16"
	"unicode/utf8"
)

// form is how a value is written as JSON.
type form struct {
	blanks bool // behind commas and colons
	ascii  bool
	end    int // how long what is written may get before it may stop
}

// AppendJSON appends v as Python's json.dumps(v, ensure_ascii=ascii) writes it: blanks after commas and colons, no
// escaping for HTML, and with ascii every other character as \uXXXX, those above U+FFFF as a surrogate pair. Numbers
// stay as they are spelled; a spelling that neither JSON nor json.dumps knows, such as 2j, is written as a string.
// An absent value is null. Invalid UTF-8 becomes U+FFFD.
func (v Value) AppendJSON(dst []byte, ascii bool) []byte {
	return (&form{blanks: true, ascii: ascii, end: math.MaxInt}).value(dst, v)
}

// AppendJSONStart is AppendJSON of UTF-8 that may stop once dst is end bytes long. What it appended up to there is what
// AppendJSON would have, but for the last three bytes.
func (v Value) AppendJSONStart(dst []byte, end int) []byte {
	return (&form{blanks: true, end: end}).value(dst, v)
}

// AppendCompact appends v as JSON in UTF-8 without blanks, for storage. ParseJSON reads it back.
func (v Value) AppendCompact(dst []byte) []byte {
	return (&form{end: math.MaxInt}).value(dst, v)
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
		return f.text(dst, v.Text())
	case List, Object:
		return f.container(dst, v)
	default:
		return append(dst, "null"...)
	}
}

// separate appends a comma or a colon.
func (f *form) separate(dst []byte, c byte) []byte {
	if f.blanks {
		return append(dst, c, ' ')
	}
	return append(dst, c)
}

func (f *form) container(dst []byte, v Value) []byte {
	switch {
	case v.text != "":
		return f.folded(dst, v.text)
	case v.kind == List:
		return f.list(dst, v.Items())
	default:
		return f.object(dst, v.Fields())
	}
}

func (f *form) list(dst []byte, items []Value) []byte {
	dst = append(dst, '[')
	for i, item := range items {
		if len(dst) >= f.end {
			return dst
		}
		if i > 0 {
			dst = f.separate(dst, ',')
		}
		dst = f.value(dst, item)
	}
	return append(dst, ']')
}

func (f *form) object(dst []byte, fields []Field) []byte {
	dst = append(dst, '{')
	for i, field := range fields {
		if len(dst) >= f.end {
			return dst
		}
		if i > 0 {
			dst = f.separate(dst, ',')
		}
		dst = f.separate(f.text(dst, field.Key), ':')
		dst = f.value(dst, field.Value)
	}
	return append(dst, '}')
}

// text appends a string literal. Stretches that need no escape are copied whole.
func (f *form) text(dst []byte, s string) []byte {
	s = s[:min(len(s), max(0, f.end-len(dst)))]
	dst = append(dst, '"')
	for {
		n := f.plainLen(s)
		dst = append(dst, s[:n]...)
		if n == len(s) {
			return append(dst, '"')
		}
		dst, s = f.special(dst, s[n:])
	}
}

// plainLen returns how many bytes s begins with that are written as they are: not control characters, quotes,
// backslashes, those beyond ASCII, and DEL only if not all must be printable.
func (f *form) plainLen(s string) int {
	del := byte('"')
	if f.ascii {
		del = 0x7f
	}
	n := 0
	for ; len(s)-n >= 8; n += 8 {
		x := eight(s[n:])
		if stops := below(x, ' ') | equal(x, '"') | equal(x, '\\') | equal(x, del) | x&highs; stops != 0 {
			return n + lowest(stops)
		}
	}
	for n < len(s) && s[n] >= ' ' && s[n] < utf8.RuneSelf && s[n] != '"' && s[n] != '\\' && s[n] != del {
		n++
	}
	return n
}

// special appends the character that s begins with, and returns what follows it.
func (f *form) special(dst []byte, s string) ([]byte, string) {
	if s[0] < utf8.RuneSelf {
		return appendEscape(dst, s[0]), s[1:]
	}
	r, size := utf8.DecodeRuneInString(s)
	if f.ascii || (r == utf8.RuneError && size == 1) {
		return f.rune(dst, r), s[size:]
	}
	return append(dst, s[:size]...), s[size:]
}

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

// jsonLetters are the letters of the characters that have an escape of their own.
var jsonLetters = [256]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

// appendEscape appends an ASCII character that can't stand for itself.
func appendEscape(dst []byte, c byte) []byte {
	if letter := jsonLetters[c]; letter != 0 {
		return append(dst, '\\', letter)
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
