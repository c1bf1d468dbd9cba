package value

import "slices"

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

// folded steps over a container.
func (r *reader) folded(kind Kind) (Value, bool) {
	start, count := r.at, r.count
	r.odd = false
	if !r.skip() {
		return Value{}, false
	}
	if r.odd {
		return r.unfolded(kind, start, count)
	}
	if r.count == count {
		return Value{kind: kind}, true
	}
	held := &carve(&r.made.inners, 1, innerChunk)[0]
	return Value{kind: kind, text: r.text[start:r.at], inner: held}, true
}

// unfolded reads a container after all.
func (r *reader) unfolded(kind Kind, start, count int) (Value, bool) {
	fold := r.fold
	r.at, r.count, r.fold = start, count, never
	v, ok := r.jsonContainer(kind)
	r.fold = fold
	return v, ok
}

// skip steps over a value and makes sure that it is one.
func (r *reader) skip() bool {
	switch c := r.next(); c {
	case '"':
		return r.skipString()
	case '{', '[':
		if !r.descend() {
			return false
		}
		ok := r.skipItems(c)
		r.depth--
		return ok
	default:
		_, ok := r.jsonScalar()
		return ok
	}
}

func (r *reader) skipItems(open byte) bool {
	base, seen := len(r.keys), uint64(0)
	for first := true; ; first = false {
		if more, ok := r.more(closers[open], first); !more {
			clear(r.keys[base:])
			r.keys = r.keys[:base]
			return ok
		}
		if open == '{' && !r.skipKey(base, &seen) || !r.skip() || !r.another() {
			return false
		}
	}
}

// skipKey steps over a key and its colon, and notes when the object can't be folded. seen has a bit for each key before:
// most objects need no comparison of keys.
func (r *reader) skipKey(base int, seen *uint64) bool {
	if r.next() != '"' {
		return r.wrong("a string")
	}
	start := r.at + 1
	n := plainRun(r.text[start:])
	key := r.text[start : start+n]
	if start+n < len(r.text) && r.text[start+n] == '"' {
		r.at = start + n + 1
	} else if r.odd = true; !r.skipString() {
		return false
	}
	if r.next() != ':' {
		return r.wrong("a colon")
	}
	r.at++
	if bit := keyBit(key); *seen&bit == 0 {
		*seen |= bit
	} else {
		r.odd = r.odd || slices.Contains(r.keys[base:], key)
	}
	r.odd = r.odd || len(r.keys)-base == fewKeys
	if !r.odd {
		r.keys = append(r.keys, key)
	}
	return true
}

// keyBit is one of 64 bits, the same for equal keys.
func keyBit(key string) uint64 {
	if key == "" {
		return 1
	}
	return 1 << ((len(key) + 7*int(key[0]) + 13*int(key[len(key)-1])) % 64)
}

func (r *reader) skipString() bool {
	start := r.at + 1
	r.at = start + plainRun(r.text[start:])
	for r.peek() == '\\' {
		r.at++
		if !r.skipEscape() {
			return r.wrong("an escape of JSON")
		}
		r.at += plainRun(r.text[r.at:])
	}
	if !r.accept('"') {
		r.at = start
		return r.wrong("a closing quote")
	}
	return true
}

func (r *reader) skipEscape() bool {
	c := r.peek()
	if c == 0 {
		return false
	}
	r.at++
	if c == 'u' {
		_, ok := r.utf16Escape()
		return ok
	}
	return jsonEscapes[c] != 0
}

// open returns what a container holds.
func (v Value) open() *inner {
	if v.text != "" && v.inner != nil {
		v.inner.reading.Do(func() { v.inner.read(v.text) })
	}
	return v.inner
}

// read reads the text of a folded container and all that lies in it, so that no text is read more often than twice.
func (i *inner) read(text string) {
	r := readers.Get().(*reader)
	defer r.release()
	r.text, r.fold = text, never
	if v, ok := r.jsonValue(); ok {
		i.list, i.fields, i.places = v.inner.list, v.inner.fields, v.inner.places
	}
}

// folded appends a folded container as it would be written if it were read.
func (f *form) folded(dst []byte, text string) []byte {
	r := readers.Get().(*reader)
	defer r.release()
	r.text = text
	return r.copy(dst, f)
}

// copy appends the value that comes next, up to the end of what f wants.
func (r *reader) copy(dst []byte, f *form) []byte {
	switch c := r.next(); c {
	case '"':
		text, _ := r.jsonString()
		return f.text(dst, text)
	case '{', '[':
		r.at++
		return r.copyItems(append(dst, c), f, c)
	default:
		start := r.at
		r.jsonScalar()
		return append(dst, r.text[start:r.at]...)
	}
}

func (r *reader) copyItems(dst []byte, f *form, open byte) []byte {
	for first := true; len(dst) < f.end; first = false {
		if more, _ := r.more(closers[open], first); !more {
			return append(dst, closers[open])
		}
		if !first {
			dst = append(dst, f.comma...)
		}
		if open == '{' {
			key, _ := r.jsonKey()
			dst = append(f.text(dst, key), f.colon...)
		}
		dst = r.copy(dst, f)
	}
	return dst
}
