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
			dst = append(dst, c)
			at++
		}
	}
	return dst
}

// foldedMarks tells apart what isn't copied: texts, what has a blank behind it, and blanks.
var foldedMarks = [256]byte{'"': '"', ',': ',', ':': ',', ' ': ' ', '\n': ' ', '\r': ' ', '\t': ' '}

// foldedText appends the text literal at a place, and returns where it ends. It may stop before, but not before f.end.
func (f *form) foldedText(dst []byte, text string, start int) ([]byte, int) {
	begin, at, del := len(dst), start+1, f.del()
	dst = append(dst, '"')
	for len(dst) < f.end {
		x, n := upToEight(text[at:])
		dst = binary.LittleEndian.AppendUint64(dst, x)
		stops := escapes(x, del)
		if stops == 0 {
			dst, at = dst[:len(dst)-8+n], at+n
			continue
		}
		n = lowest(stops)
		dst, at = dst[:len(dst)-8+n], at+n
		switch c := text[at]; {
		case c == '"':
			return append(dst, '"'), at + 1
		case c != '\\':
			var rest string
			dst, rest = f.special(dst, text[at:])
			at = len(text) - len(rest)
		case jsonLetters[jsonEscapes[text[at+1]]] == text[at+1]:
			dst = append(dst, '\\', text[at+1])
			at += 2
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
