package value

// A folded container was looked over, found right and left as it is: most of a tool's output is never asked for, because
// its beginning is all that is shown. It is read when it is first asked for what it holds, and written from its text.
//
// Its Value has the text, which no other container has. One with equal keys, or with keys that have escapes, is never
// folded: its text isn't what would be written.

// Outline is Decode for values of which little may be asked: what lies in their lists and objects is read when it is
// asked for.
func Outline(s string) Value { return decode(nil, s, 1) }

// Outline is [Outline] of a text, as [Value.Decode] is of Decode.
func (v Value) Outline() Value { return v.decode(1) }

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
