package value

import (
	"strings"
	"unicode/utf8"
)

// ParseJSON reads one JSON document (RFC 8259), in time linear in its length.
//
// encoding/json is not used because it loses what the trace format needs: the order of keys and the spelling of
// numbers. It also refuses NaN and Infinity, which Python's json.dumps writes by default.
//
// Beyond the RFC's grammar it accepts, because real SDKs send them:
//   - bare NaN, Infinity and -Infinity, as numbers of that spelling;
//   - control characters inside strings, as Python's json.loads(strict=False) does.
//
// A lone surrogate escape and a run of invalid UTF-8 become U+FFFD. Of equal keys the last value stands, at the first
// one's place. Refused, with a *SyntaxError, are more than 200 nested containers, more than two million values, and
// anything after the document.
//
// Strings and numbers of the result share the memory of s, unless they hold escapes.
func ParseJSON(s string) (Value, error) { return document(s, (*reader).json) }

func (r *reader) json() (Value, error) {
	r.space()
	switch c := r.peek(); {
	case c == '{':
		return r.nested((*reader).jsonObject)
	case c == '[':
		return r.nested((*reader).jsonList)
	case c == '"':
		text, err := r.jsonString()
		return OfString(text), err
	default:
		return r.jsonScalar()
	}
}

func (r *reader) jsonObject() (Value, error) {
	base := len(r.fields)
	r.at++
	for first := true; ; first = false {
		if more, err := r.more('}', first); err != nil {
			return Value{}, err
		} else if !more {
			return r.object(base), nil
		}
		if err := r.jsonField(); err != nil {
			return Value{}, err
		}
	}
}

func (r *reader) jsonField() error {
	key, err := r.jsonString()
	if err != nil {
		return err
	}
	if r.space(); !r.accept(':') {
		return r.fail("a colon")
	}
	v, err := r.json()
	if err != nil {
		return err
	}
	return r.pushField(key, v)
}

func (r *reader) jsonList() (Value, error) {
	base := len(r.values)
	r.at++
	for first := true; ; first = false {
		if more, err := r.more(']', first); err != nil {
			return Value{}, err
		} else if !more {
			return r.list(base), nil
		}
		v, err := r.json()
		if err == nil {
			err = r.push(v)
		}
		if err != nil {
			return Value{}, err
		}
	}
}

// more steps over the comma before an item, or over end, and reports which: whether an item follows.
func (r *reader) more(end byte, first bool) (bool, error) {
	r.space()
	switch {
	case r.accept(end):
		return false, nil
	case first:
		return true, nil
	case r.accept(','):
		r.space()
		return true, nil
	}
	return false, r.fail("a comma or " + string(end))
}

// jsonString reads a string literal. One without escapes is a part of the text, not a copy.
func (r *reader) jsonString() (string, error) {
	if !r.accept('"') {
		return "", r.fail("a string")
	}
	rest := r.text[r.at:]
	n := plainRun(rest)
	if n == len(rest) {
		return "", r.fail("a closing quote")
	}
	if rest[n] == '\\' {
		return r.jsonEscaped(n)
	}
	r.at += n + 1
	return rest[:n], nil
}

// fewBytes is how far a quote or an escape is looked for byte by byte: most keys, ids and names are shorter.
const fewBytes = 32

var textStops = [256]bool{'"': true, '\\': true}

// plainRun returns how many bytes s begins with that are neither a quote nor a backslash. It never looks much further
// than that, for texts of many escapes would take the square of their length.
func plainRun(s string) int {
	head := s[:min(len(s), fewBytes)]
	for i := range len(head) {
		if textStops[head[i]] {
			return i
		}
	}
	n := len(head)
	for size := 2 * fewBytes; n < len(s); size *= 2 {
		window := s[n:min(len(s), n+size)]
		quote := strings.IndexByte(window, '"')
		if quote >= 0 {
			window = window[:quote]
		}
		if slash := strings.IndexByte(window, '\\'); slash >= 0 {
			return n + slash
		}
		if n += len(window); quote >= 0 {
			break
		}
	}
	return n
}

// jsonEscaped reads a string of which so many bytes stand before the first escape.
func (r *reader) jsonEscaped(plain int) (string, error) {
	start := r.at
	out := r.scratch[:0]
	out = append(out, r.text[r.at:r.at+plain]...)
	r.at += plain
	for r.peek() == '\\' {
		r.at++
		var ok bool
		if out, ok = r.jsonEscape(out); !ok {
			return "", r.fail("an escape of JSON")
		}
		n := plainRun(r.text[r.at:])
		out = append(out, r.text[r.at:r.at+n]...)
		r.at += n
	}
	r.scratch = out
	if !r.accept('"') {
		r.at = start
		return "", r.fail("a closing quote")
	}
	return r.made.text(out), nil
}

// jsonEscapes is what the letter after a backslash stands for.
var jsonEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// jsonEscape appends what the text after a backslash stands for.
func (r *reader) jsonEscape(out []byte) ([]byte, bool) {
	c := r.peek()
	if plain := jsonEscapes[c]; plain != 0 {
		r.at++
		return append(out, plain), true
	}
	if c != 'u' {
		return out, false
	}
	r.at++
	code, ok := r.utf16Escape()
	return utf8.AppendRune(out, code), ok
}

// jsonWords are the values that are neither containers, strings nor ordinary numbers.
var jsonWords = [...]struct {
	word  string
	value Value
}{
	{"null", OfNull()},
	{"true", OfBool(true)},
	{"false", OfBool(false)},
	{"NaN", OfNumber("NaN")},
	{"Infinity", OfNumber("Infinity")},
	{"-Infinity", OfNumber("-Infinity")},
}

func (r *reader) jsonScalar() (Value, error) {
	rest := r.text[r.at:]
	if n := numberLen(rest); n > 0 {
		r.at += n
		return OfNumber(rest[:n]), nil
	}
	for i := range jsonWords {
		if strings.HasPrefix(rest, jsonWords[i].word) {
			r.at += len(jsonWords[i].word)
			return jsonWords[i].value, nil
		}
	}
	return Value{}, r.fail("a JSON value")
}

// numberLen returns the length of the longest JSON number that s begins with, or 0.
func numberLen(s string) int {
	i := 0
	if i < len(s) && s[i] == '-' {
		i++
	}
	whole := digits(s[i:])
	if whole == 0 {
		return 0
	}
	if s[i] == '0' {
		whole = 1
	}
	i += whole
	if i < len(s) && s[i] == '.' {
		if n := digits(s[i+1:]); n > 0 {
			i += 1 + n
		}
	}
	return i + exponentLen(s[i:])
}

func exponentLen(s string) int {
	i := 1
	if s == "" || s[0]|0x20 != 'e' {
		return 0
	}
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	if n := digits(s[i:]); n > 0 {
		return i + n
	}
	return 0
}

// digits returns how many decimal digits s begins with.
func digits(s string) int {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	return i
}
