package value

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A literal is what stands behind the quote that opens a text of JSON: the text with its escapes, the quote that closes
// it, and whatever follows.

// jsonString reads the string literal that comes next. One without escapes is a part of the text, not a copy.
func (r *reader) jsonString() (string, bool) {
	start := r.at + 1
	end := start + plainRun(r.text[start:])
	if end < len(r.text) && r.text[end] == '"' {
		r.at = end + 1
		return r.text[start:end], true
	}
	if end = skimText(r.text, end); end < 0 {
		return "", r.wrongText(start)
	}
	r.at = end
	text, _, _ := r.spell(r.text[start:end], end-start)
	return r.made.text(text), true
}

// wrongText notes what is wrong with the literal at a place.
func (r *reader) wrongText(start int) bool {
	for r.at = start; ; {
		r.at += plainRun(r.text[r.at:])
		if r.at == len(r.text) {
			r.at = start
			return r.wrong("a closing quote")
		}
		r.at++
		n := escapeLen(r.text[r.at:])
		if n == 0 {
			r.accept('u')
			return r.wrong("an escape of JSON")
		}
		r.at += n
	}
}

// fewBytes is how far a quote or an escape is looked for a few bytes at a time: most texts are shorter.
const fewBytes = 32

// plainRun returns how many bytes s begins with that are neither a quote nor a backslash. It never looks much further
// than that, for texts of many escapes would take the square of their length.
func plainRun(s string) int {
	n := 0
	for ; n < fewBytes && len(s)-n >= 8; n += 8 {
		x := eight(s[n:])
		if found := stops(x); found != 0 {
			return n + lowest(found)
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

// stops has the high bit of each byte of x that is a quote or a backslash, and maybe of some above the lowest of them.
func stops(x uint64) uint64 { return ((x ^ ones*'"' - ones) | (x ^ ones*'\\' - ones)) &^ x & highs }

// spell writes what a literal says into the scratch text, up to the quote that closes it, or a few bytes more than most.
// It returns how much of the literal that took, and false if there is no such quote or an escape is wrong.
func (r *reader) spell(literal string, most int) (text []byte, read int, ok bool) {
	room := min(most, len(literal)) + spellRoom
	if room > len(r.scratch) {
		r.scratch = make([]byte, room)
	}
	wrote, read, ok := spell(r.scratch[:room], literal)
	return r.scratch[:wrote], read, ok
}

// spellRoom is more than eight bytes and the longest character.
const spellRoom = 16

// spell writes what a literal says into out, until that has no more than spellRoom bytes left. Between escapes there are
// a few bytes most of the time, so they are copied while they are looked at.
func spell(out []byte, literal string) (wrote, read int, ok bool) {
	for len(out)-wrote >= spellRoom && read < len(literal) {
		if len(literal)-read >= 8 {
			x := eight(literal[read:])
			binary.LittleEndian.PutUint64(out[wrote:], x)
			n := 8
			found := stops(x)
			if found != 0 {
				n = lowest(found)
			}
			wrote, read = wrote+n, read+n
			if found == 0 {
				continue
			}
		}
		switch c := literal[read]; c {
		case '"':
			return wrote, read, true
		case '\\':
			if plain := plainEscape(literal, read); plain != 0 {
				out[wrote] = plain
				wrote, read = wrote+1, read+2
				continue
			}
			size, n := codeEscape(out[wrote:], literal[read+1:])
			if n == 0 {
				return wrote, read, false
			}
			wrote, read = wrote+size, read+1+n
		default:
			out[wrote] = c
			wrote, read = wrote+1, read+1
		}
	}
	return wrote, read, read < len(literal)
}

// jsonEscapes is what the letter after a backslash stands for.
var jsonEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// plainEscape returns what the letter behind a backslash stands for, or 0 if it is no such letter.
func plainEscape(s string, slash int) byte {
	if slash+1 < len(s) {
		return jsonEscapes[s[slash+1]]
	}
	return 0
}

// codeEscape writes the character whose code stands behind a backslash. It returns how long that is, and how long the
// escape is, or 0 if it is none.
func codeEscape(out []byte, s string) (size, n int) {
	if s == "" || s[0] != 'u' {
		return 0, 0
	}
	code, n := utf16Code(s[1:])
	if n == 0 {
		return 0, 0
	}
	return utf8.EncodeRune(out, code), 1 + n
}

// utf16Code reads the four digits that s begins with, and the second half of a surrogate pair. A lone half is U+FFFD.
// It returns the length of what it read, or 0 if there are no digits.
func utf16Code(s string) (code rune, n int) {
	first, ok := hex(s, 4)
	if !ok {
		return 0, 0
	}
	if !utf16.IsSurrogate(first) {
		return first, 4
	}
	if len(s) >= 10 && s[4] == '\\' && s[5] == 'u' {
		second, _ := hex(s[6:], 4)
		if pair := utf16.DecodeRune(first, second); pair != utf8.RuneError {
			return pair, 10
		}
	}
	return utf8.RuneError, 4
}

// hex reads exactly n hexadecimal digits.
func hex(s string, n int) (rune, bool) {
	if len(s) < n {
		return 0, false
	}
	var code uint32
	for i := range n {
		digit, ok := hexDigit(s[i])
		if !ok {
			return 0, false
		}
		code = code<<4 | digit
	}
	return rune(code), code <= utf8.MaxRune
}

func hexDigit(c byte) (uint32, bool) {
	switch {
	case '0' <= c && c <= '9':
		return uint32(c - '0'), true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return uint32(c|0x20-'a') + 10, true
	default:
		return 0, false
	}
}
