package value

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ClassKey is the key under which ParsePython gives the class name of an object that writes itself as a call.
const ClassKey = "__class__"

// pythonWords are the names that are values.
var pythonWords = map[string]Value{
	"None":     OfNull(),
	"True":     OfBool(true),
	"False":    OfBool(false),
	"nan":      OfNumber("NaN"),
	"inf":      OfNumber("Infinity"),
	"Ellipsis": OfString("..."),
}

// pythonWord reads a constant or a call; and, as an argument of a call, any name: NOT_GIVEN, datetime.timezone.utc.
func (r *reader) pythonWord() (Value, error) {
	start := r.at
	r.at += nameLen(r.text[r.at:])
	name := r.text[start:r.at]
	if name != "" && r.peek() == '[' && !r.generic() {
		return Value{}, r.fail("the type arguments of a class")
	}
	if r.peek() == '(' && name != "" {
		return r.call(r.text[start:r.at])
	}
	if v, known := pythonWords[name]; known && r.at == start+len(name) {
		return v, nil
	}
	if r.calls > 0 && name != "" {
		return OfString(r.text[start:r.at]), nil
	}
	r.at = start
	return Value{}, r.fail("a Python value")
}

// generic steps over the type arguments of a class: Reply[list[int], str].
func (r *reader) generic() bool {
	depth := 0
	for r.at < len(r.text) {
		switch c := r.text[r.at]; {
		case c == '[':
			depth++
		case c == ']':
			if depth--; depth == 0 {
				r.at++
				return true
			}
		case strings.IndexByte(", |.", c) < 0 && nameLen(r.text[r.at:]) == 0 && digits(r.text[r.at:]) == 0:
			return false
		}
		r.at += max(1, nameLen(r.text[r.at:]))
	}
	return false
}

// call reads the arguments of Name(key=value, ...).
func (r *reader) call(class string) (Value, error) {
	r.calls++
	v, err := r.nested(func(r *reader) (Value, error) { return r.arguments(class) })
	r.calls--
	return v, err
}

func (r *reader) arguments(class string) (Value, error) {
	base, position := len(r.fields), 0
	r.fields = append(r.fields, Field{ClassKey, OfString(class)})
	_, _, err := r.each(')', func() error {
		key := r.keyword()
		if key == "" {
			key = strconv.Itoa(position)
			position++
		}
		v, err := r.python()
		if err != nil {
			return err
		}
		return r.pushField(key, v)
	})
	return plainSet(r.object(base)), err
}

// plainSet turns the calls as which Python writes some sets, set() and frozenset({1}), into lists.
func plainSet(call Value) Value {
	class := call.Get(ClassKey).Text()
	if class != "set" && class != "frozenset" {
		return call
	}
	switch items := call.Get("0"); {
	case call.Len() == 1:
		return OfList()
	case call.Len() == 2 && items.Kind() == List:
		return items
	default:
		return call
	}
}

// keyword steps over key= and returns the key, or "" if something else comes.
func (r *reader) keyword() string {
	rest := r.text[r.at:]
	n := nameLen(rest)
	if n == 0 || n+1 >= len(rest) || rest[n] != '=' || rest[n+1] == '=' || strings.IndexByte(rest[:n], '.') >= 0 {
		return ""
	}
	r.at += n + 1
	return rest[:n]
}

// pairs reads key=value pairs up to the end of the text.
func (r *reader) pairs() (Value, error) {
	base := len(r.fields)
	for r.at < len(r.text) {
		key := r.keyword()
		if key == "" {
			return Value{}, r.fail("key=value")
		}
		v, err := r.python()
		if err == nil {
			err = r.pushField(key, v)
		}
		if err != nil {
			return Value{}, err
		}
		if r.at < len(r.text) && !isSpace(r.text[r.at]) {
			return Value{}, r.fail("a blank")
		}
		r.space()
	}
	return r.object(base), nil
}

// opaque reads <...>, angle brackets in it being paired: <function main.<locals>.f at 0x7f>.
func (r *reader) opaque() (Value, error) {
	depth := 0
	for i := r.at; i < len(r.text); i++ {
		switch r.text[i] {
		case '<':
			depth++
		case '>':
			depth--
		}
		if depth == 0 {
			text := r.text[r.at : i+1]
			r.at = i + 1
			return OfString(text), nil
		}
	}
	return Value{}, r.fail("a closing >")
}

// inFunction is what the name of a class within a function has between the function's name and its own.
const inFunction = ".<locals>."

// nameLen returns the length of the dotted name that s begins with.
func nameLen(s string) int {
	i, first := 0, true // first: at the start of a segment, where no digit may stand
	for i < len(s) {
		size := nameByte(s[i:], first)
		switch {
		case size > 0:
			i, first = i+size, false
		case first || s[i] != '.':
			return withoutDot(i, first)
		case strings.HasPrefix(s[i:], inFunction):
			i, first = i+len(inFunction), true
		default:
			i, first = i+1, true
		}
	}
	return withoutDot(i, first)
}

// nameByte returns the length of the character of a name that s begins with, or 0.
func nameByte(s string, first bool) int {
	switch c := s[0]; {
	case c == '_' || ('a' <= c|0x20 && c|0x20 <= 'z') || (!first && '0' <= c && c <= '9'):
		return 1
	case c < utf8.RuneSelf:
		return 0
	}
	c, size := utf8.DecodeRuneInString(s)
	if unicode.IsLetter(c) || (!first && (unicode.IsDigit(c) || unicode.IsMark(c))) {
		return size
	}
	return 0
}

// withoutDot leaves out a dot at the end of a name.
func withoutDot(n int, afterDot bool) int {
	if afterDot {
		return max(0, n-1)
	}
	return n
}
