package value

import (
	"strings"
	"unicode/utf8"
)

// pythonStrings reads a string literal and those adjacent to it. One without escapes is a part of the text, not a copy.
func (r *reader) pythonStrings() (Value, error) {
	start := r.at
	text, binary, err := r.pythonString()
	if err != nil {
		return Value{}, err
	}
	parts := []string{text}
	end := r.at
	for r.space(); r.literalPrefix() >= 0; r.space() {
		more, alsoBinary, err := r.pythonString()
		if err != nil {
			return Value{}, err
		}
		if alsoBinary != binary {
			return Value{}, r.fail("strings or bytes, not both")
		}
		parts = append(parts, more)
		end = r.at
	}
	r.at = end
	if len(parts) > 1 {
		text = strings.Join(parts, "")
	}
	if binary && !utf8.ValidString(text) {
		text = r.text[start:end]
	}
	return OfString(text), nil
}

// literalPrefix returns the length of the prefix of the string literal that comes next, or -1 if none does.
func (r *reader) literalPrefix() int {
	for n := 0; n <= 2 && r.at+n < len(r.text); n++ {
		c := r.text[r.at+n]
		if c == '\'' || c == '"' {
			if n < 2 || isTwoPrefix(r.text[r.at:r.at+n]) {
				return n
			}
			return -1
		}
		if strings.IndexByte("rRbBuU", c) < 0 {
			return -1
		}
	}
	return -1
}

func isTwoPrefix(s string) bool {
	s = strings.ToLower(s)
	return s == "br" || s == "rb"
}

// pythonString reads one literal: its text, and whether it is bytes.
func (r *reader) pythonString() (text string, binary bool, err error) {
	prefix := r.literalPrefix()
	raw := strings.ContainsAny(r.text[r.at:r.at+prefix], "rR")
	binary = strings.ContainsAny(r.text[r.at:r.at+prefix], "bB")
	r.at += prefix
	quote := r.text[r.at : r.at+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(r.text[r.at:], triple) {
		quote = triple
	}
	r.at += len(quote)
	end, escapes := closing(r.text[r.at:], quote)
	if end < 0 {
		return "", false, r.fail("a closing quote")
	}
	body := r.text[r.at : r.at+end]
	if escapes && !raw {
		known := false
		if body, known = unescape(body, binary); !known {
			return "", false, r.fail("an escape of Python")
		}
	}
	r.at += end + len(quote)
	return body, binary, nil
}

// closing returns where the first quote of s is that no backslash hides, or -1, and whether a backslash is before it.
func closing(s, quote string) (end int, escapes bool) {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			escapes = true
			i++
		case s[i] == quote[0] && strings.HasPrefix(s[i:], quote):
			return i, escapes
		}
	}
	return -1, escapes
}

// unescape replaces the escapes of a literal's body. An unknown one stays as it is, as in Python.
func unescape(body string, binary bool) (string, bool) {
	r := reader{text: body}
	out := make([]byte, 0, len(body))
	for r.at < len(body) {
		next := strings.IndexByte(body[r.at:], '\\')
		if next < 0 {
			out = append(out, body[r.at:]...)
			break
		}
		out = append(out, body[r.at:r.at+next]...)
		r.at += next + 1
		var ok bool
		if out, ok = r.pythonEscape(out, binary); !ok {
			return "", false
		}
	}
	return string(out), true
}

// The one-letter escapes, and what each stands for.
const (
	pythonEscapes  = `\'"abfnrtv`
	pythonEscapees = "\\'\"\a\b\f\n\r\t\v"
)

// pythonEscape appends what the text after a backslash stands for.
func (r *reader) pythonEscape(out []byte, binary bool) ([]byte, bool) {
	c := r.peek()
	if at := strings.IndexByte(pythonEscapes, c); at >= 0 {
		r.at++
		return append(out, pythonEscapees[at]), true
	}
	if '0' <= c && c <= '7' {
		return appendCode(out, r.octal(), binary), true
	}
	var (
		code rune
		n    int
		ok   bool
	)
	switch {
	case c == '\n':
		r.at++
		return out, true
	case c == 'x':
		n = 2
		code, ok = hex(r.text[r.at+1:], n)
	case c == 'u' && !binary:
		code, n = utf16Code(r.text[r.at+1:])
		ok = n > 0
	case c == 'U' && !binary:
		n = 8
		code, ok = hex(r.text[r.at+1:], n)
	default:
		return append(out, '\\'), true
	}
	r.at += 1 + n
	return appendCode(out, code, binary), ok
}

func appendCode(out []byte, code rune, binary bool) []byte {
	if binary {
		return append(out, byte(code)) //nolint:gosec // an octal escape above 0377 loses its first bit in Python too
	}
	return utf8.AppendRune(out, code)
}

// octal reads up to three octal digits.
func (r *reader) octal() rune {
	var code rune
	for n := 0; n < 3 && '0' <= r.peek() && r.peek() <= '7'; n++ {
		code = code<<3 | rune(r.peek()-'0')
		r.at++
	}
	return code
}
