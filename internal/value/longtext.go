package value

import (
	"strings"
	"unicode/utf8"
)

// A long text with escapes is folded too. Of a history, which each request repeats, the beginnings are all that is kept,
// so it is decoded when it is first asked for, and no further than it is asked for. Its Value has the literal, with the
// quote that closes it.

// longText is how many bytes a text has that is worth folding, and keptBegin how many of them are decoded all the same:
// a little more than what is shown of a tool's output.
const (
	longText  = 1 << 10
	keptBegin = 640 + 16
)

// jsonText reads the string literal that comes next as a value.
func (r *reader) jsonText() (Value, bool) {
	start := r.at + 1
	plain := plainRun(r.text[start:])
	if end := start + plain; end < len(r.text) && r.text[end] == '"' {
		r.at = end + 1
		return r.shortText(r.text[start:end]), true
	}
	text, read, ok := r.spell(r.text[start:], longText)
	end := start + read
	if !ok {
		return Value{}, r.wrongText(start)
	}
	if r.text[end] == '"' {
		r.at = end + 1
		return r.shortText(r.made.text(text)), true
	}
	if end = skimText(r.text, end); end < 0 {
		return Value{}, r.wrongText(start)
	}
	r.at = end
	return r.made.longText(r.text[start:end], r.beginning(start, plain, text)), true
}

// shortText is a text that isn't folded. It has the mark of its maker if it may hold a list or an object.
func (r *reader) shortText(text string) Value {
	v := Value{kind: String, text: text}
	if r.made.mark != nil && text != "" && (text[0] == '{' || text[0] == '[') {
		v.inner = r.made.mark
	}
	return v
}

// beginning is the beginning of a long text: a part of the source if there is no escape in it.
func (r *reader) beginning(start, plain int, text []byte) string {
	if plain >= keptBegin {
		return r.text[start : start+keptBegin]
	}
	return r.made.text(text[:keptBegin])
}

// isFolded reports whether i, the inner part of a String, says that it is folded.
func (i *inner) isFolded() bool { return i != nil && i.more.maker == nil }

// spelled returns the text of a folded String, once decoded.
func (i *inner) spelled(literal string) string {
	i.more.reading.Do(func() { i.more.text, _ = decoded(literal, len(literal)) })
	return i.more.text
}

// decoded returns what a literal says, or at least its first most bytes and that there is more.
func decoded(literal string, most int) (text string, more bool) {
	r := readers.Get().(*reader)
	defer r.release()
	r.text = literal
	begin, read, _ := r.spell(literal, most)
	return r.made.text(begin), literal[read] != '"'
}

// Begin returns the first n code points of a text. Of a long one no more is decoded than that takes.
func (v Value) Begin(n int) string {
	if v.kind != String || !v.inner.isFolded() {
		return Runes(v.Text(), n)
	}
	text, more := v.inner.more.begin, true
	for most := max(n, 0)/4*5 + 16; more; most *= 2 { // few texts have more than one letter in four beyond ASCII
		text = wholeRunes(text)
		if begin := Runes(text, n); len(begin) < len(text) {
			return begin
		}
		text, more = decoded(v.text, most)
	}
	return Runes(text, n)
}

// wholeRunes is s without a character that its end cuts.
func wholeRunes(s string) string {
	for at := len(s) - 1; at >= max(0, len(s)-utf8.UTFMax); at-- {
		if utf8.RuneStart(s[at]) {
			if !utf8.FullRuneInString(s[at:]) {
				return s[:at]
			}
			break
		}
	}
	return s
}

// IsProse reports whether v is a long text whose first and last bytes tell that it is neither JSON, nor a list or an
// object as a program prints them, nor in brackets. Of shorter texts it tells nothing.
func (v Value) IsProse() bool {
	if v.kind != String || !v.inner.isFolded() {
		return false
	}
	first, end := v.text[0], v.text[len(v.text)-8:len(v.text)-1]
	last, escape := end[len(end)-1], end[len(end)-2]
	switch {
	case last == ']' || strings.Contains(end, `\u`):
		return false
	case strings.HasPrefix(v.text, `\"`):
		return last > ' ' && last != '"' && escape != '\\' // a text in quotes would end with one, or with blanks
	default:
		return first > ' ' && strings.IndexByte(`{[(\`, first) < 0
	}
}
