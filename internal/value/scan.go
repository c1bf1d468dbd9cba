package value

// Scan reads the JSON of a text piece by piece, for a reader that knows what to expect there and makes no values of what
// it can take as it comes. What it reads is what [Value.Decode] would have read. Each method returns false when something
// else comes, or nothing that is JSON; a Scan that went wrong there may go [Scan.Back], or is given up.
type Scan struct{ r *reader }

// Place is a place in the text of a Scan.
type Place struct{ at, depth, count int }

// Scan begins to read a text that looks like a list in JSON. Values live as long as what else the text's [Maker] makes.
// There is nothing to scan in a text that was decoded just now. A Scan that began must be released.
func (v Value) Scan() (s Scan, begins bool) {
	text, isText := v.Str()
	if !isText || !beginsWith(text, "[") || !endsAsBegun(text) {
		return Scan{}, false
	}
	var by *Maker
	if v.inner != nil && !v.inner.isFolded() {
		if by = v.inner.more.maker; by.text == text {
			return Scan{}, false
		}
	}
	r := readers.Get().(*reader)
	if r.text, r.fold = text, never; by != nil {
		r.made = &by.made
	}
	return Scan{r}, true
}

// Release ends the Scan.
func (s Scan) Release() { s.r.release() }

// Next returns the byte that comes next behind blanks, or 0.
func (s Scan) Next() byte { return s.r.next() }

// Enter steps into the list or the object that comes next, if it begins so.
func (s Scan) Enter(begin byte) bool { return s.r.next() == begin && s.r.descend() }

// More steps to the next item of the list or the object that ends so, or out of it, and reports whether there is an item.
func (s Scan) More(end byte, first bool) (more, ok bool) {
	switch more, ok = s.r.more(end, first); {
	case !ok:
	case more:
		ok = s.r.another()
	default:
		s.r.depth--
	}
	return more, ok
}

// Key reads a key and the colon behind it.
func (s Scan) Key() (string, bool) { return s.r.jsonKey() }

// Text reads a text.
func (s Scan) Text() (string, bool) {
	if s.r.next() != '"' {
		return "", false
	}
	return s.r.jsonString()
}

// Value reads any value.
func (s Scan) Value() (Value, bool) { return s.r.jsonValue() }

// Ended reports whether nothing follows.
func (s Scan) Ended() bool { return s.r.next() == 0 && s.r.at == len(s.r.text) }

// Place returns where the Scan is, and Back goes there. It must not have gone wrong in a Value since then.
func (s Scan) Place() Place { return Place{s.r.at, s.r.depth, s.r.count} }

// Back goes back to a place.
func (s Scan) Back(to Place) {
	s.r.at, s.r.depth, s.r.count, s.r.failed = to.at, to.depth, to.count, nil
}
