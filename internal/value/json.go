package value

import (
	"fmt"
	"strings"
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

// json reads the value that comes next. The functions below return false once they have failed.
func (r *reader) json() (Value, error) {
	v, ok := r.jsonValue()
	if !ok {
		return Value{}, r.failed
	}
	return v, nil
}

// wrong notes what was wanted, and returns false.
func (r *reader) wrong(want string) bool {
	r.failed = r.fail(want)
	return false
}

// next steps over blanks and returns the byte behind them, or 0 at the end.
func (r *reader) next() byte {
	for r.at < len(r.text) {
		if c := r.text[r.at]; c > ' ' || !isSpace(c) {
			return c
		}
		r.at++
	}
	return 0
}

func (r *reader) jsonValue() (Value, bool) {
	switch r.next() {
	case '"':
		return r.jsonText()
	case '{':
		return r.jsonContainer(Object)
	case '[':
		return r.jsonContainer(List)
	default:
		return r.jsonScalar()
	}
}

func (r *reader) jsonContainer(kind Kind) (v Value, ok bool) {
	switch {
	case r.depth >= r.fold:
		return r.folded(kind)
	case !r.descend():
		return Value{}, false
	case kind == Object:
		v, ok = r.jsonObject()
	default:
		v, ok = r.jsonList()
	}
	r.depth--
	return v, ok
}

// descend steps into a container, within the bound on the depth.
func (r *reader) descend() bool {
	if r.depth == maxDepth {
		return r.wrong(tooDeep)
	}
	r.depth++
	r.at++
	return true
}

func (r *reader) jsonObject() (Value, bool) {
	base := len(r.fields)
	for first := true; ; first = false {
		if more, ok := r.more('}', first); !more {
			return r.object(base), ok
		}
		key, ok := r.jsonKey()
		if !ok {
			return Value{}, false
		}
		v, ok := r.jsonValue()
		if !ok {
			return Value{}, false
		}
		r.fields = append(r.fields, Field{key, v})
		if !r.another() {
			return Value{}, false
		}
	}
}

// jsonKey reads a key and the colon behind it.
func (r *reader) jsonKey() (string, bool) {
	if r.next() != '"' {
		return "", r.wrong("a string")
	}
	key, ok := r.jsonString()
	if ok && r.next() != ':' {
		ok = r.wrong("a colon")
	}
	r.at++
	return key, ok
}

func (r *reader) jsonList() (Value, bool) {
	base := len(r.values)
	for first := true; ; first = false {
		if more, ok := r.more(']', first); !more {
			return r.list(base), ok
		}
		v, ok := r.jsonValue()
		if !ok {
			return Value{}, false
		}
		r.values = append(r.values, v)
		if !r.another() {
			return Value{}, false
		}
	}
}

// more steps over the comma before an item, or over end, and reports whether an item follows.
func (r *reader) more(end byte, first bool) (more, ok bool) {
	c := r.next()
	switch {
	case c == end:
		r.at++
		return false, true
	case first:
		return true, true
	case c == ',':
		r.at++
		return true, true
	}
	return false, r.wrong("a comma or " + string(end))
}

// another counts a value.
func (r *reader) another() bool {
	if r.count++; r.count > maxValues {
		return r.wrong(tooMany)
	}
	return true
}

var (
	tooDeep = fmt.Sprintf("at most %d levels", maxDepth)
	tooMany = fmt.Sprintf("at most %d values", maxValues)
)

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

func (r *reader) jsonScalar() (Value, bool) {
	rest := r.text[r.at:]
	if c := r.peek(); c == '-' || '0' <= c && c <= '9' {
		if n := numberLen(rest); n > 0 {
			r.at += n
			return Value{kind: Number, text: rest[:n]}, true
		}
	}
	for i := range jsonWords {
		if strings.HasPrefix(rest, jsonWords[i].word) {
			r.at += len(jsonWords[i].word)
			return jsonWords[i].value, true
		}
	}
	return Value{}, r.wrong("a JSON value")
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
