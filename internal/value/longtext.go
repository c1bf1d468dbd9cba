package value

import (
	"math"
	"strings"
)

// A long text with escapes is folded too. Of a history, which each request repeats, the beginnings are all that is kept,
// so it is decoded when it is first asked for, and no further than it is asked for. Its Value has the literal, with the
// quote that closes it.

// longText is how many bytes a text has that is worth folding.
const longText = 1 << 10

// jsonText reads the string literal that comes next as a value.
func (r *reader) jsonText() (Value, bool) {
	start := r.at + 1
	plain := plainRun(r.text[start:])
	if at := start + plain; at == len(r.text) || r.text[at] == '"' {
		text, ok := r.jsonString()
		return Value{kind: String, text: text}, ok
	}
	r.at = start
	text, more, ok := r.jsonEscaped(plain, longText)
	if !more {
		return Value{kind: String, text: r.made.text(text)}, ok
	}
	end := skimText(r.text, r.at)
	if end < 0 {
		r.at = start
		_, _, ok := r.jsonEscaped(plain, math.MaxInt) // it tells what is wrong
		return Value{}, ok
	}
	r.at = end
	return r.made.folded(String, r.text[start:end]), true
}

// spelled returns the text of a folded String, once decoded.
func (i *inner) spelled(literal string) string {
	i.more.reading.Do(func() { i.more.text, _ = decoded(literal, math.MaxInt) })
	return i.more.text
}

// decoded returns what a literal says, or at least its first most bytes and that there is more.
func decoded(literal string, most int) (text string, more bool) {
	plain := plainRun(literal)
	if plain > most {
		return literal[:plain], true
	}
	r := readers.Get().(*reader)
	defer r.release()
	r.text = literal
	begin, more, _ := r.jsonEscaped(plain, most)
	return r.made.text(begin), more
}

// Begin returns the first n code points of a text. Of a long one no more is decoded than that takes.
func (v Value) Begin(n int) string {
	if v.kind != String || v.inner == nil {
		return Runes(v.Text(), n)
	}
	for most := max(n, 0)/4*5 + 16; ; most *= 2 { // few texts have more than one letter in four beyond ASCII
		text, more := decoded(v.text, most)
		if begin := Runes(text, n); !more || len(begin) < len(text) {
			return begin
		}
	}
}

// IsProse reports whether v is a long text whose first and last bytes tell that it is neither JSON, nor a list or an
// object as a program prints them, nor in brackets. Of shorter texts it tells nothing.
func (v Value) IsProse() bool {
	if v.kind != String || v.inner == nil {
		return false
	}
	first, end := v.text[0], v.text[len(v.text)-8:len(v.text)-1]
	return first > ' ' && strings.IndexByte("{[(\"\\", first) < 0 && end[len(end)-1] != ']' && !strings.Contains(end, `\u`)
}
