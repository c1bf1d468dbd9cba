package value

import (
	"regexp"
	"strings"
)

// ParsePython reads what Python's repr or str made of a value, in time linear in its length. It accepts
//   - literals: dictionaries, lists, tuples and sets (both lists here), strings and bytes with all prefixes but f,
//     adjacent strings, numbers, None, True, False, nan, inf and "...";
//   - calls, which is how most classes write themselves: Name(key=value, ...) is an object of the class name under
//     "__class__" and the arguments, those without a key under "0", "1", ...;
//   - <...>, which is how the others do: a string of that text;
//   - key=value pairs with blanks between them, which is how pydantic models write themselves under str: an object.
//
// Keys that are no strings are written as json.dumps would write them. nan and inf are spelled as in JSON, other
// numbers as in the text. \N{...} stays as it is. The bounds and errors are those of ParseJSON.
func ParsePython(s string) (Value, error) { return document(s, (*reader).pythonText) }

func (r *reader) pythonText() (Value, error) {
	r.space()
	start := r.at
	if key := r.keyword(); key != "" {
		r.at = start
		return r.pairs()
	}
	return r.python()
}

func (r *reader) python() (Value, error) {
	r.space()
	switch c := r.peek(); {
	case c == '{':
		return r.nested((*reader).braces)
	case c == '[':
		return r.nested((*reader).brackets)
	case c == '(':
		return r.nested((*reader).parens)
	case c == '<':
		return r.opaque()
	case r.literalPrefix() >= 0:
		return r.pythonStrings()
	case strings.IndexByte("+-.0123456789", c) >= 0:
		return r.pythonNumber()
	default:
		return r.pythonWord()
	}
}

// each reads items by item up to the byte end. It returns how many, and whether a comma stood after the last one.
func (r *reader) each(end byte, item func() error) (n int, comma bool, err error) {
	r.at++
	for {
		r.space()
		if r.accept(end) {
			return n, comma, nil
		}
		if n > 0 && !comma {
			return n, comma, r.fail("a comma or " + string(end))
		}
		if err := item(); err != nil {
			return n, comma, err
		}
		n++
		r.space()
		comma = r.accept(',')
	}
}

// item reads a value into the list that is open.
func (r *reader) item() error {
	v, err := r.python()
	if err != nil {
		return err
	}
	return r.push(v)
}

func (r *reader) brackets() (Value, error) {
	base := len(r.values)
	_, _, err := r.each(']', r.item)
	return r.list(base), err
}

// parens reads a tuple, or a value in parentheses.
func (r *reader) parens() (Value, error) {
	base := len(r.values)
	n, comma, err := r.each(')', r.item)
	tuple := r.list(base)
	if n == 1 && !comma {
		return tuple.At(0), err
	}
	return tuple, err
}

// braces reads a dictionary or a set: what follows the first item tells.
func (r *reader) braces() (Value, error) {
	base, isSet, first := len(r.fields), false, true
	values := len(r.values)
	_, _, err := r.each('}', func() error {
		start := r.at
		v, err := r.python()
		if err != nil {
			return err
		}
		end := r.at
		if r.space(); first {
			isSet, first = r.peek() != ':', false
		}
		if isSet {
			return r.push(v)
		}
		return r.entry(keyText(v, r.text[start:end]))
	})
	if isSet {
		return r.list(values), err
	}
	return r.object(base), err
}

// entry reads the rest of a dictionary's entry.
func (r *reader) entry(key string) error {
	if !r.accept(':') {
		return r.fail("a colon")
	}
	v, err := r.python()
	if err != nil {
		return err
	}
	return r.pushField(key, v)
}

// keyText returns a dictionary's key as a text: as json.dumps does, and raw for what it refuses.
func keyText(key Value, raw string) string {
	switch key.Kind() {
	case String, Number:
		return key.Text()
	case Bool, Null:
		return string(key.AppendCompact(nil))
	default:
		return raw
	}
}

// pythonNumbers matches the number that a text begins with: Python's language reference, "Numeric literals", with a sign
// and with nan and inf, which repr writes.
var pythonNumbers = func() *regexp.Regexp {
	const (
		digits  = `[0-9](?:_?[0-9])*`
		whole   = `(?:0(?:_?0)*|[1-9](?:_?[0-9])*)`
		based   = `0(?:[xX](?:_?[0-9a-fA-F])+|[oO](?:_?[0-7])+|[bB](?:_?[01])+)`
		point   = `(?:` + digits + `\.(?:` + digits + `)?|\.` + digits + `)`
		power   = `[eE][+-]?` + digits
		float   = `(?:` + point + `(?:` + power + `)?|` + digits + power + `|nan|inf)`
		part    = `(?:` + float + `|` + digits + `)`
		complex = `(?:` + part + `[+-])?` + part + `[jJ]`
	)
	numbers := regexp.MustCompile(`^[+-]?(?:` + whole + `|` + based + `|` + float + `|` + complex + `)`)
	numbers.Longest()
	return numbers
}()

// maxOddNumber bounds the length of a number that JSON doesn't know, for a pattern is slow.
const maxOddNumber = 400

func (r *reader) pythonNumber() (Value, error) {
	rest := r.text[r.at:]
	if strings.HasPrefix(rest, "...") {
		r.at += len("...")
		return OfString("..."), nil
	}
	n := numberLen(rest)
	if n == 0 || (n < len(rest) && strings.IndexByte("+-._jJxXoObBeE0123456789", rest[n]) >= 0) {
		n = len(pythonNumbers.FindString(rest[:min(len(rest), maxOddNumber)]))
	}
	if n == 0 {
		return Value{}, r.fail("a number")
	}
	r.at += n
	return OfNumber(jsonSpelling(rest[:n])), nil
}

// jsonSpelling spells the numbers that json.dumps spells otherwise than repr.
func jsonSpelling(s string) string {
	switch s {
	case "nan", "+nan", "-nan":
		return "NaN"
	case "inf", "+inf":
		return "Infinity"
	case "-inf":
		return "-Infinity"
	default:
		return s
	}
}
