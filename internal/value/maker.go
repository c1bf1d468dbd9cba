package value

// Maker makes values out of others, many of them with few allocations. The zero Maker is ready to be used, by one
// goroutine at a time. A nil Maker makes each value in memory of its own, which stays.
type Maker struct {
	made arena
	text string // that was read last
	says Value  // what it says

	// Beside is memory for what somebody makes beside the values. It is used again when theirs is.
	Beside interface{ Reuse() }
}

// Text returns the text s. What [Value.Decode] and [Value.Outline] read in it takes the memory of the maker, who knows the
// last one: where one is asked for the same text again, it is read once.
func (m *Maker) Text(s string) Value {
	switch {
	case m == nil:
		return OfString(s)
	case m.made.mark == nil:
		m.made.mark = &inner{more: &more{maker: m}}
	}
	return Value{kind: String, text: s, inner: m.made.mark}
}

// Reuse empties the lists and objects that the maker has made, and all that was read in its texts, and uses their memory
// for what it makes from now on. No such value may be asked for anything any more; texts taken from them stay.
func (m *Maker) Reuse() {
	m.made.reuse()
	m.text, m.says = "", Value{}
	if m.Beside != nil {
		m.Beside.Reuse()
	}
}

// read is readText, but for the text that was read last. However far that was folded then, it says the same.
func (m *Maker) read(text string, fold int) Value {
	if text != m.text {
		m.text, m.says = text, readText(m, text, fold)
	}
	return m.says
}

// List returns the list of items, which are copied.
func (m *Maker) List(items []Value) Value {
	return m.ListOf(append(m.Values(len(items))[:0], items...))
}

// Object returns the object of fields, which are copied. Of equal keys the last one's value stands, at the first one's
// place.
func (m *Maker) Object(fields []Field) Value {
	return m.ObjectOf(append(m.Fields(len(fields))[:0], fields...))
}

// Values returns room for the items of a list, for [Maker.ListOf].
func (m *Maker) Values(n int) []Value {
	if m == nil {
		return make([]Value, n)
	}
	return carve(&m.made, &m.made.values, n, valueChunk)
}

// Fields returns room for the fields of an object, for [Maker.ObjectOf].
func (m *Maker) Fields(n int) []Field {
	if m == nil {
		return make([]Field, n)
	}
	return carve(&m.made, &m.made.fields, n, fieldChunk)
}

// ListOf is List without a copy: it takes over items that Values made room for.
func (m *Maker) ListOf(items []Value) Value {
	if m == nil {
		return OfList(items...)
	}
	return m.made.listOf(items)
}

// ObjectOf is Object without a copy: it takes over fields that Fields made room for.
func (m *Maker) ObjectOf(fields []Field) Value {
	if m == nil {
		return OfObject(fields...)
	}
	return m.made.objectOf(fields)
}
