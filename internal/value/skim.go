package value

import "strings"

// fewKeys is up to how many keys of an object are compared one by one. One with more is not folded.
const fewKeys = 16

// stretch is a part of a text.
type stretch struct{ from, to int }

// skim returns where the container at a place ends. It returns -1 for what is wrong, or can't be folded, or isn't worth
// the while to tell from it.
func (r *reader) skim(at, depth int) int {
	if depth == maxDepth {
		return -1
	}
	text, base, seen, end := r.text, len(r.keys), uint64(0), closers[r.text[at]]
	isObject := end == '}'
	if at = blanks(text, at+1); at < len(text) && text[at] == end {
		return at + 1
	}
	for {
		if isObject {
			if at, seen = r.skimKey(at, base, seen); at < 0 {
				return -1
			}
		}
		if at = r.skimItem(at, depth+1); at < 0 || at == len(text) {
			return -1
		}
		r.count++
		switch text[at] {
		case ',':
			at = blanks(text, at+1)
		case end:
			r.keys = r.keys[:base]
			return at + 1
		default:
			return -1
		}
	}
}

// skimItem is skim for a value in a container and the blanks around it.
func (r *reader) skimItem(at, depth int) int {
	text := r.text
	if at = blanks(text, at); at == len(text) {
		return -1
	}
	switch text[at] {
	case '"':
		at = skimText(text, at+1)
	case '{', '[':
		at = r.skim(at, depth)
	default:
		at = skimScalar(text, at)
	}
	if at < 0 {
		return -1
	}
	return blanks(text, at)
}

// skimScalar is skim for a number, a truth value or null.
func skimScalar(text string, at int) int {
	rest := text[at:]
	switch {
	case strings.HasPrefix(rest, "null"), strings.HasPrefix(rest, "true"):
		return at + len("null")
	case strings.HasPrefix(rest, "false"):
		return at + len("false")
	}
	if n := numberLen(rest); n > 0 {
		return at + n
	}
	return -1
}

// skimKey is skim for a key and its colon. seen has a bit for each key before, so that most objects need no comparison.
func (r *reader) skimKey(at, base int, seen uint64) (end int, now uint64) {
	text := r.text
	if at == len(text) || text[at] != '"' {
		return -1, 0
	}
	at++
	end = at + plainRun(text[at:])
	if end == len(text) || text[end] != '"' {
		return -1, 0
	}
	bit := keyBit(text[at:end])
	if seen&bit != 0 && r.isAmong(r.keys[base:], text[at:end]) || len(r.keys)-base == fewKeys {
		return -1, 0
	}
	r.keys = append(r.keys, stretch{at, end})
	if end = blanks(text, end+1); end == len(text) || text[end] != ':' {
		return -1, 0
	}
	return end + 1, seen | bit
}

// isAmong reports whether a key is one of several.
func (r *reader) isAmong(keys []stretch, key string) bool {
	for _, k := range keys {
		if r.text[k.from:k.to] == key {
			return true
		}
	}
	return false
}

// keyBit is one of 64 bits, the same for equal keys.
func keyBit(key string) uint64 {
	if key == "" {
		return 1
	}
	return 1 << ((uint(len(key)) + 7*uint(key[0]) + 13*uint(key[len(key)-1])) % 64)
}

// skimText is skim behind the quote of a text.
func skimText(text string, at int) int {
	for at < len(text) {
		if len(text)-at >= 8 {
			found := stops(eight(text[at:]))
			if found == 0 {
				at += 8
				continue
			}
			at += lowest(found)
		}
		switch text[at] {
		case '"':
			return at + 1
		case '\\':
			n := escapeLen(text[at+1:])
			if n == 0 {
				return -1
			}
			at += n
		}
		at++
	}
	return -1
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
