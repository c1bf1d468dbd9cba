package value

import "strings"

// Maker makes values out of others, many of them with few allocations. The zero Maker is ready to be used, by one
// goroutine at a time.
type Maker struct{ made arena }

// Done tells that values are made which take about so many bytes: the memory of those before them may be let go.
func (m *Maker) Done(size int) { m.made.done(size) }

// List returns the list of items, which are copied.
func (m *Maker) List(items []Value) Value { return m.made.list(items) }

// Object returns the object of fields, which are copied. Of equal keys the last one's value stands, at the first one's
// place.
func (m *Maker) Object(fields []Field) Value { return m.made.object(fields) }

// Values returns room for the items of a list, for [Maker.ListOf].
func (m *Maker) Values(n int) []Value { return carve(&m.made.values, n, valueChunk) }

// Fields returns room for the fields of an object, for [Maker.ObjectOf].
func (m *Maker) Fields(n int) []Field { return carve(&m.made.fields, n, fieldChunk) }

// ListOf is List without a copy: it takes over items that Values made room for.
func (m *Maker) ListOf(items []Value) Value { return m.made.listOf(items) }

// ObjectOf is Object without a copy: it takes over fields that Fields made room for.
func (m *Maker) ObjectOf(fields []Field) Value { return m.made.objectOf(fields) }

// arena is memory that values are carved from: a document of fifty containers, or fifty small documents, take a handful
// of allocations. What was carved is never touched again, so values stay immutable; a value that is kept keeps the few
// kilobytes around it.
type arena struct {
	values []Value
	fields []Field
	inners []inner
	mores  []more
	texts  strings.Builder
	read   int // bytes of the texts that values in it were read from
}

// keptRead is of how many bytes the values are that share an arena.
const keptRead = 1 << 16

// done notes that values of a text of so many bytes are made. What is free of an arena holds in memory what was carved
// beside it, that holds what it points to, and so on back to the first of all values: so it is left behind now and then.
func (a *arena) done(size int) {
	if a.read += size; a.read > keptRead {
		*a = arena{}
	}
}

// How much is allocated at a time: about three kilobytes of each.
const (
	valueChunk = 96
	fieldChunk = 64
	innerChunk = 48
	moreChunk  = 16
	textChunk  = 3 << 10
)

// carve takes n elements off the free ones, which are allocated when there are too few.
func carve[T any](free *[]T, n, chunk int) []T {
	if len(*free) < n {
		*free = make([]T, max(n, chunk))
	}
	taken := (*free)[:n:n]
	*free = (*free)[n:]
	return taken
}

// list is the list of items, which are copied.
func (a *arena) list(items []Value) Value {
	if len(items) == 0 {
		return Value{kind: List}
	}
	kept := carve(&a.values, len(items), valueChunk)
	copy(kept, items)
	return a.listOf(kept)
}

func (a *arena) listOf(items []Value) Value {
	if len(items) == 0 {
		return Value{kind: List}
	}
	held := &carve(&a.inners, 1, innerChunk)[0]
	held.list = items
	return Value{kind: List, inner: held}
}

// object is the object of fields, which are copied.
func (a *arena) object(fields []Field) Value {
	if len(fields) == 0 {
		return Value{kind: Object}
	}
	kept := carve(&a.fields, len(fields), fieldChunk)
	copy(kept, fields)
	return a.objectOf(kept)
}

func (a *arena) objectOf(fields []Field) Value {
	if len(fields) == 0 {
		return Value{kind: Object}
	}
	held := &carve(&a.inners, 1, innerChunk)[0]
	held.setFields(fields)
	return Value{kind: Object, inner: held}
}

// folded is a value of which nothing but its text is known.
func (a *arena) folded(kind Kind, text string) Value {
	held := &carve(&a.inners, 1, innerChunk)[0]
	held.more = &carve(&a.mores, 1, moreChunk)[0]
	return Value{kind: kind, text: text, inner: held}
}

// longText is a text of which no more than the beginning is known.
func (a *arena) longText(literal, begin string) Value {
	v := a.folded(String, literal)
	v.inner.more.begin = begin
	return v
}

// text is the text of some bytes, which are copied.
func (a *arena) text(text []byte) string {
	if a.texts.Cap()-a.texts.Len() < len(text) {
		a.texts.Reset()
		a.texts.Grow(max(len(text), textChunk))
	}
	start := a.texts.Len()
	a.texts.Write(text)
	return a.texts.String()[start:]
}
