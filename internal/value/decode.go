package value

import "strings"

// Decode returns what a text says that may be JSON. It is read as JSON when it begins with {, [ or a quote; and if that
// gives a string which itself begins with { or [, that string is read once more, for what was encoded twice.
// A text that can't be read is itself, a String. What is no UTF-8 in texts stays as it is.
func Decode(s string) Value { return decode(nil, s, never) }

// Decode is [Decode] of a text. What it returns lives as long as what else the text's [Maker] makes. Any other value is
// returned as it is.
func (v Value) Decode() Value { return v.decode(never) }

func (v Value) decode(fold int) Value {
	switch {
	case v.kind != String:
		return v
	case v.inner == nil || v.inner.isFolded():
		return decode(nil, v.Text(), fold)
	default:
		return decode(v.inner.more.maker, v.text, fold)
	}
}

// decode is Decode that folds from a depth on, and has a maker for what it returns.
func decode(by *Maker, s string, fold int) Value {
	switch {
	case !beginsWith(s, `{["`) || !endsAsBegun(s):
		return OfString(s)
	case by != nil:
		return by.read(s, fold)
	}
	return readText(nil, s, fold)
}

// readText is decode of what begins and ends as JSON does.
func readText(by *Maker, s string, fold int) Value {
	v, err := validDocument(by, s, fold, (*reader).json)
	if err != nil {
		return OfString(s)
	}
	if inner, isText := v.Str(); isText && beginsWith(inner, `{[`) {
		if again, err := validDocument(by, inner, fold, (*reader).json); err == nil {
			return again
		}
	}
	return v
}

// DecodeAny returns what a text says that may be JSON or what Python's repr or str made of an object. What isn't JSON
// is read by ParsePython when it begins with {, [ or (, or looks like key='value' or Name(key=value). A text that
// gives neither a list nor an object is a String.
func DecodeAny(s string) Value { return orPython(Decode(s)) }

// DecodeAny is [DecodeAny] of a text, as [Value.Decode] is of Decode.
func (v Value) DecodeAny() Value { return orPython(v.Decode()) }

// OutlineAny is DecodeAny for values of which little may be asked, as Outline is Decode.
func (v Value) OutlineAny() Value { return orPython(v.Outline()) }

// orPython reads a text that isn't JSON as Python, if it looks like it.
func orPython(v Value) Value {
	text, isText := v.Str()
	if !isText || !looksPython(text) {
		return v
	}
	if p, err := ParsePython(text); err == nil && (p.Kind() == List || p.Kind() == Object) {
		return p
	}
	return v
}

// endsAsBegun reports whether the last byte of s that is no blank closes what the first one opens. What was cut hardly
// ever does, and needn't be read to know.
func endsAsBegun(s string) bool {
	first, _ := firstByte(s)
	for i := len(s) - 1; i >= 0; i-- {
		if !isSpace(s[i]) {
			return s[i] == closers[first]
		}
	}
	return false
}

var closers = [256]byte{'{': '}', '[': ']', '(': ')', '"': '"'}

// beginsWith reports whether the first byte of s that is no blank is one of set.
func beginsWith(s, set string) bool {
	c, _ := firstByte(s)
	return c != 0 && strings.IndexByte(set, c) >= 0
}

// firstByte returns the first byte of s that is no blank and where it is.
func firstByte(s string) (byte, int) {
	for i := range len(s) {
		if !isSpace(s[i]) {
			return s[i], i
		}
	}
	return 0, len(s)
}

// looksPython reports whether it is worth while to read s as a Python value.
func looksPython(s string) bool {
	if beginsWith(s, "{[(") {
		return endsAsBegun(s)
	}
	_, start := firstByte(s)
	name := nameLen(s[start:])
	if name == 0 {
		return false
	}
	rest := s[start+name:]
	if inner, ok := strings.CutPrefix(rest, "="); ok {
		return inner != "" && strings.IndexByte(`'"[{`, inner[0]) >= 0 || strings.HasPrefix(inner, "None ")
	}
	return (rest != "" && (rest[0] == '(' || rest[0] == '[')) && strings.IndexByte(rest, '=') > 0
}
