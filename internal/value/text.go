package value

import (
	"encoding/binary"
	"math"
	"strings"
	"unicode/utf8"
)

// jsonString reads the string literal that comes next. One without escapes is a part of the text, not a copy.
func (r *reader) jsonString() (string, bool) {
	r.at++
	rest := r.text[r.at:]
	n := plainRun(rest)
	if n == len(rest) {
		return "", r.wrong("a closing quote")
	}
	if rest[n] == '\\' {
		text, _, ok := r.jsonEscaped(n, math.MaxInt)
		return r.made.text(text), ok
	}
	r.at += n + 1
	return rest[:n], true
}

// fewBytes is how far a quote or an escape is looked for a few bytes at a time: most texts are shorter.
const fewBytes = 32

// plainRun returns how many bytes s begins with that are neither a quote nor a backslash. It never looks much further
// than that, for texts of many escapes would take the square of their length.
func plainRun(s string) int {
	n := 0
	for ; n < fewBytes && len(s)-n >= 8; n += 8 {
		x := eight(s[n:])
		if stops := equal(x, '"') | equal(x, '\\'); stops != 0 {
			return n + lowest(stops)
		}
	}
	if len(s)-n < 8 {
		for n < len(s) && s[n] != '"' && s[n] != '\\' {
			n++
		}
		return n
	}
	return n + plainRest(s[n:])
}

// plainRest is plainRun for what may be long.
func plainRest(s string) int {
	n := 0
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

// jsonEscaped reads a string of which so many bytes stand before the first escape, into the scratch text. Behind most
// bytes it stops, and reports that there is more.
func (r *reader) jsonEscaped(plain, most int) (text []byte, more, ok bool) {
	start := r.at
	out := r.scratch[:0]
	out = append(out, r.text[r.at:r.at+plain]...)
	r.at += plain
	for r.peek() == '\\' && len(out) <= most {
		r.at++
		var ok bool
		if out, ok = r.jsonEscape(out); !ok {
			return nil, false, r.wrong("an escape of JSON")
		}
		out = r.copyRun(out)
	}
	r.scratch = out
	switch r.peek() {
	case '"':
		r.at++
	case '\\':
		more = true
	default:
		r.at = start
		return nil, false, r.wrong("a closing quote")
	}
	return out, more, true
}

// copyRun appends what comes up to the next quote or backslash. Between escapes there are a few bytes most of the time,
// so they are copied while they are looked at.
func (r *reader) copyRun(out []byte) []byte {
	for range fewBytes / 8 {
		rest := r.text[r.at:]
		if len(rest) < 8 {
			break
		}
		x, n := eight(rest), 8
		out = binary.LittleEndian.AppendUint64(out, x)
		if stops := equal(x, '"') | equal(x, '\\'); stops != 0 {
			n = lowest(stops)
			r.at += n
			return out[:len(out)-8+n]
		}
		r.at += n
	}
	n := plainRun(r.text[r.at:])
	out = append(out, r.text[r.at:r.at+n]...)
	r.at += n
	return out
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
