package value

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

// folded steps over a container, or reads it if it can't be folded.
func (r *reader) folded(kind Kind) (Value, bool) {
	start, count := r.at, r.count
	end := r.skim(start, r.depth)
	r.keys = r.keys[:0] // what is left when it wasn't skimmed to its end
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
