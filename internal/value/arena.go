package value

import "strings"

// arena is memory that values are carved from: a document of fifty containers, or fifty small documents, take a handful
// of allocations. What was carved is never touched again, so values stay immutable, until their maker uses its memory
// again; a value that is kept keeps the few kilobytes around it.
type arena struct {
	values chunk[Value]
	fields chunk[Field]
	inners chunk[inner]
	mores  chunk[more]
	texts  strings.Builder
	read   int    // bytes of the texts that values in it were read from
	mark   *inner // of the texts that are read in memory which is used again
	grown  int    // how often chunks were too small since the memory is used again
	short  bool
}

// chunk is memory for elements, the last of which are free.
type chunk[T any] struct{ all, free []T }

// keptRead is of how many bytes the values are that share an arena.
const keptRead = 1 << 16

// done notes that values of a text of so many bytes are made. What is free of an arena holds in memory what was carved
// beside it, that holds what it points to, and so on back to the first of all values: so it is left behind now and then.
func (a *arena) done(size int) {
	if a.read += size; a.read > keptRead {
		*a = arena{}
	}
}

// reuse makes all memory free. When it was too little, there will be twice as much, up to mostGrown times.
func (a *arena) reuse() {
	if a.short && a.grown < mostGrown {
		a.grown++
	}
	a.short = false
	reuse(&a.values, valueChunk)
	reuse(&a.fields, fieldChunk)
	reuse(&a.inners, innerChunk)
	reuse(&a.mores, moreChunk)
}

// reuse makes a chunk free, unless it is a huge one.
func reuse[T any](c *chunk[T], size int) {
	clear(c.all[:len(c.all)-len(c.free)])
	if c.free = c.all; len(c.all) > size<<mostGrown {
		*c = chunk[T]{}
	}
}

// How much is allocated at a time: about three kilobytes of each.
const (
	valueChunk = 96
	fieldChunk = 64
	innerChunk = 48
	moreChunk  = 16
	textChunk  = 3 << 10

	mostGrown = 5 // a hundred kilobytes
)

// carve takes n elements off the free ones, which are allocated when there are too few.
func carve[T any](a *arena, c *chunk[T], n, size int) []T {
	if len(c.free) < n {
		c.all = make([]T, max(n, size<<a.grown))
		c.free, a.short = c.all, true
	}
	taken := c.free[:n:n]
	c.free = c.free[n:]
	return taken
}

// list is the list of items, which are copied.
func (a *arena) list(items []Value) Value {
	if len(items) == 0 {
		return Value{kind: List}
	}
	kept := carve(a, &a.values, len(items), valueChunk)
	copy(kept, items)
	return a.listOf(kept)
}

func (a *arena) listOf(items []Value) Value {
	if len(items) == 0 {
		return Value{kind: List}
	}
	held := &carve(a, &a.inners, 1, innerChunk)[0]
	held.list = items
	return Value{kind: List, inner: held}
}

// object is the object of fields, which are copied.
func (a *arena) object(fields []Field) Value {
	if len(fields) == 0 {
		return Value{kind: Object}
	}
	kept := carve(a, &a.fields, len(fields), fieldChunk)
	copy(kept, fields)
	return a.objectOf(kept)
}

func (a *arena) objectOf(fields []Field) Value {
	if len(fields) == 0 {
		return Value{kind: Object}
	}
	held := &carve(a, &a.inners, 1, innerChunk)[0]
	held.setFields(fields)
	return Value{kind: Object, inner: held}
}

// folded is a value of which nothing but its text is known.
func (a *arena) folded(kind Kind, text string) Value {
	held := &carve(a, &a.inners, 1, innerChunk)[0]
	held.more = &carve(a, &a.mores, 1, moreChunk)[0]
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
