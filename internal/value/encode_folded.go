package value

import "encoding/binary"

// folded appends a folded container as it would be written if it were read. The text is right, so only its blanks and
// what is in quotes have to be looked at.
func (f *form) folded(dst []byte, text string) []byte {
	for at := 0; at < len(text) && len(dst) < f.end; {
		switch c := text[at]; foldedMarks[c] {
		case '"':
			dst, at = f.foldedText(dst, text, at)
		case ',':
			dst = f.separate(dst, c)
			at++
		case ' ':
			at++
		default:
			x, n := upToEight(text[at:])
			if marks := markedBytes(x); marks != 0 {
				n = min(n, lowest(marks))
			}
			dst = binary.LittleEndian.AppendUint64(dst, x)
			dst, at = dst[:len(dst)-8+n], at+n
		}
	}
	return dst
}

// markedBytes has the high bit of each byte of x that foldedMarks has, and maybe of others behind the first of them.
func markedBytes(x uint64) uint64 {
	return ((x - ones*'!') | (x ^ ones*'"' - ones) | (x ^ ones*',' - ones) | (x ^ ones*':' - ones)) & highs
}

// foldedMarks tells apart what isn't copied: texts, what has a blank behind it, and blanks.
var foldedMarks = [256]byte{'"': '"', ',': ',', ':': ',', ' ': ' ', '\n': ' ', '\r': ' ', '\t': ' '}

// foldedText appends the text literal at a place, and returns where it ends. It may stop before, but not before f.end.
func (f *form) foldedText(dst []byte, text string, start int) ([]byte, int) {
	const quote, escape = 0xff, 0xffff // how much of the next eight bytes is known to stay as it is
	begin, at, del, known := len(dst), start, f.del(), uint64(quote)
	for len(dst) < f.end {
		var x uint64
		n := 8
		if len(text)-at >= n {
			x = eight(text[at:])
		} else {
			x, n = few(text[at:]), len(text)-at
		}
		dst = binary.LittleEndian.AppendUint64(dst, x)
		stops := escapes(x&^known|ones*' '&known, del)
		known = 0
		if stops == 0 {
			dst, at = dst[:len(dst)-8+n], at+n
			continue
		}
		n = lowest(stops)
		dst, at = dst[:len(dst)-8+n], at+n
		switch c := text[at]; {
		case c == '"':
			return dst[:len(dst)+1], at + 1 // it was copied, too
		case c != '\\':
			var rest string
			dst, rest = f.special(dst, text[at:])
			at = len(text) - len(rest)
		case jsonLetters[jsonEscapes[text[at+1]]] == text[at+1]:
			known = escape
		default:
			return f.rewritten(dst[:begin], text, start)
		}
	}
	return dst, at
}

// rewritten is foldedText of a literal with escapes that aren't written as they were read.
func (f *form) rewritten(dst []byte, text string, start int) ([]byte, int) {
	r := readers.Get().(*reader)
	defer r.release()
	r.text, r.at = text, start
	literal, _ := r.jsonString()
	return f.text(dst, literal), r.at
}
