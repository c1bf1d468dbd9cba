package value

import "strings"

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

// fewBytes is how far a text's end is looked for byte by byte: most keys, ids and names are shorter.
const fewBytes = 24

// jsonString reads a string literal. One without escapes is a part of the text, not a copy.
func (r *reader) jsonString() (string, error) {
	if !r.accept('"') {
		return "", r.fail("a string")
	}
	rest := r.text[r.at:]
	for i := range min(len(rest), fewBytes) {
		if rest[i] == '"' {
			r.at += i + 1
			return rest[:i], nil
		}
		if rest[i] == '\\' {
			return r.jsonEscaped(i)
		}
	}
	end := strings.IndexByte(rest, '"')
	if end < 0 {
		return "", r.fail("a closing quote")
	}
	if escape := strings.IndexByte(rest[:end], '\\'); escape >= 0 {
		return r.jsonEscaped(escape)
	}
	r.at += end + 1
	return rest[:end], nil
}

// jsonEscaped reads a string of which so many bytes stand before the first escape.
func (r *reader) jsonEscaped(plain int) (string, error) {
	end := closingQuote(r.text[r.at:], plain)
	if end < 0 {
		return "", r.fail("a closing quote")
	}
	out := r.made.text(end)
	start, stop := out.Len(), r.at+end
	for plain >= 0 {
		out.WriteString(r.text[r.at : r.at+plain])
		r.at += plain + 1
		if !r.jsonEscape(out) {
			return "", r.fail("an escape of JSON")
		}
		plain = strings.IndexByte(r.text[r.at:stop], '\\')
	}
	out.WriteString(r.text[r.at:stop])
	r.at = stop + 1
	return out.String()[start:], nil
}

// closingQuote returns where the first quote of s is that no escape holds, from a place on that is in none, or -1.
func closingQuote(s string, from int) int {
	for {
		next := strings.IndexByte(s[from:], '"')
		if next < 0 {
			return -1
		}
		end := from + next
		slashes := 0
		for slashes < next && s[end-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return end
		}
		from = end + 1
	}
}

// The one-letter escapes, and what each stands for.
const (
	jsonEscapes  = `"\/bfnrt`
	jsonEscapees = "\"\\/\b\f\n\r\t"
)

// jsonEscape writes what the text after a backslash stands for.
func (r *reader) jsonEscape(out *strings.Builder) bool {
	c := r.peek()
	if c == 'u' {
		r.at++
		code, ok := r.utf16Escape()
		out.WriteRune(code)
		return ok
	}
	at := strings.IndexByte(jsonEscapes, c)
	if at < 0 {
		return false
	}
	r.at++
	out.WriteByte(jsonEscapees[at])
	return true
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
