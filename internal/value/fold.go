package value

import (
	"slices"
	"strings"
)

// A folded container was looked over, found right and left as it is: most of a tool's output is never asked for, because
// its beginning is all that is shown. It is read when it is first asked for what it holds, and written from its text.
//
// Its Value has the text, which no other container has. One with equal keys, or with keys that have escapes, is never
// folded: its text isn't what would be written.

// Outline is Decode for values of which little may be asked: what lies in their lists and objects is read when it is
// asked for.
func Outline(s string) Value { return decode(s, 1) }

// never is a level that no container reaches.
const never = maxDepth + 1

// fewKeys is up to how many keys of an object are compared one by one. One with more is not folded.
const fewKeys = 16

// folded steps over a container, or reads it if it can't be folded.
func (r *reader) folded(kind Kind) (Value, bool) {
	start, count := r.at, r.count
	end := r.skim(start, r.depth)
	clear(r.keys) // what is left when it wasn't skimmed to its end
	r.keys = r.keys[:0]
	switch {
	case end < 0 || r.count > maxValues:
		r.count = count
		return r.unfolded(kind)
	case r.count == count:
		r.at = end
		return Value{kind: kind}, true
	}
	r.at = end
	return r.made.folded(kind, r.text[start:end]), true
}

// unfolded reads a container in spite of its depth.
func (r *reader) unfolded(kind Kind) (Value, bool) {
	fold := r.fold
	r.fold = never
	v, ok := r.jsonContainer(kind)
	r.fold = fold
	return v, ok
}

// skim returns where the value at a place ends. It returns -1 for what is wrong, or can't be folded, or isn't worth the
// while to tell from it.
func (r *reader) skim(at, depth int) int {
	at = blanks(r.text, at)
	if at == len(r.text) {
		return -1
	}
	switch c := r.text[at]; c {
	case '"':
		return skimText(r.text, at+1)
	case '{', '[':
		if depth == maxDepth {
			return -1
		}
		return r.skimItems(at+1, depth+1, c)
	case 'n':
		return skimWord(r.text, at, "null")
	case 't':
		return skimWord(r.text, at, "true")
	case 'f':
		return skimWord(r.text, at, "false")
	default:
		if n := numberLen(r.text[at:]); n > 0 {
			return at + n
		}
		return -1
	}
}

func skimWord(text string, at int, word string) int {
	if strings.HasPrefix(text[at:], word) {
		return at + len(word)
	}
	return -1
}

// skimItems is skim behind the bracket or brace of a container.
func (r *reader) skimItems(at, depth int, open byte) int {
	base, seen := len(r.keys), uint64(0)
	if at = blanks(r.text, at); at < len(r.text) && r.text[at] == closers[open] {
		return at + 1
	}
	for {
		if open == '{' {
			if at, seen = r.skimKey(at, base, seen); at < 0 {
				return -1
			}
		}
		if at = r.skim(at, depth); at < 0 {
			return -1
		}
		r.count++
		at = blanks(r.text, at)
		switch {
		case at == len(r.text):
			return -1
		case r.text[at] == closers[open]:
			clear(r.keys[base:])
			r.keys = r.keys[:base]
			return at + 1
		case r.text[at] != ',':
			return -1
		}
		at = blanks(r.text, at+1)
	}
}

// skimKey is skim for a key and its colon. seen has a bit for each key before, so that most objects need no comparison.
func (r *reader) skimKey(at, base int, seen uint64) (end int, now uint64) {
	if at == len(r.text) || r.text[at] != '"' {
		return -1, 0
	}
	key := r.text[at+1:]
	key = key[:plainRun(key)]
	end = at + 1 + len(key)
	if end == len(r.text) || r.text[end] != '"' {
		return -1, 0
	}
	if end = blanks(r.text, end+1); end == len(r.text) || r.text[end] != ':' {
		return -1, 0
	}
	bit := keyBit(key)
	if seen&bit != 0 && slices.Contains(r.keys[base:], key) || len(r.keys)-base == fewKeys {
		return -1, 0
	}
	r.keys = append(r.keys, key)
	return end + 1, seen | bit
}

// keyBit is one of 64 bits, the same for equal keys.
func keyBit(key string) uint64 {
	if key == "" {
		return 1
	}
	return 1 << ((len(key) + 7*int(key[0]) + 13*int(key[len(key)-1])) % 64)
}

// skimText is skim behind the quote of a text.
func skimText(text string, at int) int {
	for {
		at += plainRun(text[at:])
		switch {
		case at == len(text):
			return -1
		case text[at] == '"':
			return at + 1
		}
		n := escapeLen(text[at+1:])
		if n == 0 {
			return -1
		}
		at += 1 + n
	}
}

// escapeLen returns how long the escape is that s begins with, behind its backslash, or 0 if it is none.
func escapeLen(s string) int {
	switch {
	case s == "":
		return 0
	case jsonEscapes[s[0]] != 0:
		return 1
	case s[0] != 'u' || len(s) < 5:
		return 0
	}
	for i := 1; i < 5; i++ {
		if _, ok := hexDigit(s[i]); !ok {
			return 0
		}
	}
	return 5
}

// blanks returns the first place from at on where no blank is.
func blanks(text string, at int) int {
	for at < len(text) && text[at] <= ' ' && isSpace(text[at]) {
		at++
	}
	return at
}

// unfold reads a folded container, once, and all that lies in it, so that no text is read more often than twice.
func (i *inner) unfold(text string) {
	i.more.reading.Do(func() {
		r := readers.Get().(*reader)
		defer r.release()
		r.text, r.fold = text, never
		if v, ok := r.jsonValue(); ok {
			i.list, i.fields, i.more.places = v.inner.list, v.inner.fields, v.inner.places()
		}
	})
}

// folded appends a folded container as it would be written if it were read: the text is right, so only its blanks and
// what is in quotes have to be looked at. Stretches that stay as they are are copied whole.
func (f *form) folded(dst []byte, text string) []byte {
	from, at := 0, 0
	for at < len(text) && len(dst)+at-from < f.end {
		switch c := text[at]; {
		case c == '"':
			n := plainRun(text[at+1:])
			if text[at+1+n] == '"' && f.plainLen(text[at+1:at+1+n]) == n {
				at += n + 2
				continue
			}
			dst = append(dst, text[from:at]...)
			dst, at = f.rewrite(dst, text, at)
			from = at
		case c == ',' || c == ':':
			dst = f.separate(append(dst, text[from:at]...), c)
			at++
			from = at
		case c <= ' ':
			dst = append(dst, text[from:at]...)
			at = blanks(text, at)
			from = at
		default:
			at++
		}
	}
	return append(dst, text[from:at]...)
}

// rewrite appends the text literal at a place, and returns where it ends.
func (f *form) rewrite(dst []byte, text string, at int) ([]byte, int) {
	r := readers.Get().(*reader)
	defer r.release()
	r.text, r.at = text, at
	literal, _ := r.jsonString()
	return f.text(dst, literal), r.at
}
