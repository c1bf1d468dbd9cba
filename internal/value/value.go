// Package value holds one decoded datum: what an attribute, a JSON document or a Python literal says, in a form that
// keeps what the trace format needs and Go's own maps lose: the order of keys, the spelling of numbers, and the
// difference between a value that is absent and one that is empty.
//
// A Value is immutable once built and may be shared between goroutines. The zero Value is absent. Only what a [Maker] made
// ends, when the Maker uses its memory again.
package value

import "sync"

// Kind says what a Value holds.
type Kind uint8

// The kinds, in the order in which the package documents them.
const (
	Absent Kind = iota // nothing was recorded
	Null               // JSON null, Python None
	Bool
	Number // kept as spelled in the source
	String
	List
	Object // fields in source order, keys unique
)

// Value is one decoded datum.
type Value struct {
	kind  Kind
	truth bool
	text  string // String: the text; Number: its spelling; of what is folded, as JSON writes it
	inner *inner // List, Object; nil when they are empty. String: of a folded one, and the mark of its maker
}

// inner holds what a List or an Object contains. It is apart, so that a million numbers cost a million small Values.
type inner struct {
	list   []Value
	fields []Field
	more   *more // few have it
}

type more struct {
	places  map[string]int // of the fields by key, when there are many
	reading sync.Once      // of what is folded
	maker   *Maker         // of a String that isn't folded
	begin   string         // of a folded String
	text    string         // of a folded String, once it is read
}

// fewFields is up to how many fields an object is searched one by one; a larger one has an index.
const fewFields = 16

// Field is one entry of an object.
type Field struct {
	Key   string
	Value Value
}

// OfNull returns the null value.
func OfNull() Value { return Value{kind: Null} }

// OfBool returns a truth value.
func OfBool(b bool) Value { return Value{kind: Bool, truth: b} }

// OfNumber returns a number by its JSON spelling.
func OfNumber(spelling string) Value { return Value{kind: Number, text: spelling} }

// OfString returns a text.
func OfString(s string) Value { return Value{kind: String, text: s} }

// OfList returns a list that owns items.
func OfList(items ...Value) Value {
	if len(items) == 0 {
		return Value{kind: List}
	}
	return Value{kind: List, inner: &inner{list: items}}
}

// OfObject returns an object that owns fields. Of equal keys the last one's value stands, at the first one's place.
func OfObject(fields ...Field) Value {
	if len(fields) == 0 {
		return Value{kind: Object}
	}
	held := &inner{}
	held.setFields(fields)
	return Value{kind: Object, inner: held}
}

// Kind returns what v holds.
func (v Value) Kind() Kind { return v.kind }

// IsAbsent reports whether nothing was recorded.
func (v Value) IsAbsent() bool { return v.kind == Absent }

// IsNull reports whether v is absent or null.
func (v Value) IsNull() bool { return v.kind <= Null }

// IsEmpty reports whether v is absent, null, or a text, list or object without content.
func (v Value) IsEmpty() bool {
	switch v.kind {
	case Absent, Null:
		return true
	case String:
		return v.text == ""
	case List, Object:
		return v.inner == nil
	default:
		return false
	}
}

// Truth returns the truth value of a Bool, and false for every other kind.
func (v Value) Truth() bool { return v.kind == Bool && v.truth }

// Text returns the text of a String or the spelling of a Number, and "" for every other kind.
func (v Value) Text() string {
	switch {
	case v.kind >= List:
		return ""
	case v.inner.isFolded():
		return v.inner.spelled(v.text)
	}
	return v.text
}

// Str returns the text of a String and whether v is one.
func (v Value) Str() (string, bool) {
	if v.kind != String {
		return "", false
	}
	return v.Text(), true
}

// Len returns the number of items of a List or fields of an Object.
func (v Value) Len() int { return len(v.Items()) + len(v.Fields()) }

// Items returns the items of a List. The caller must not change them.
func (v Value) Items() []Value {
	if v.kind != List || v.inner == nil {
		return nil
	}
	return v.held().list
}

// Fields returns the fields of an Object in source order. The caller must not change them.
func (v Value) Fields() []Field {
	if v.kind != Object || v.inner == nil {
		return nil
	}
	return v.held().fields
}

// held is what a list or an object that isn't empty contains.
func (v Value) held() *inner {
	if v.text != "" {
		v.inner.unfold(v.text)
	}
	return v.inner
}

// places has the places of an Object's fields, when there are many.
func (i *inner) places() map[string]int {
	if i.more == nil {
		return nil
	}
	return i.more.places
}

// setFields takes fields over, of equal keys the last one's value at the first one's place.
func (i *inner) setFields(fields []Field) {
	kept, places := unique(fields)
	i.fields = kept
	if places != nil {
		i.more = &more{places: places}
	}
}

// At returns item i of a List, or an absent value.
func (v Value) At(i int) Value {
	items := v.Items()
	if i < 0 || i >= len(items) {
		return Value{}
	}
	return items[i]
}

// Get returns the value of an Object's key, or an absent value.
func (v Value) Get(key string) Value {
	if v.kind != Object || v.inner == nil {
		return Value{}
	}
	held := v.held()
	at := -1
	if places := held.places(); places == nil {
		at = indexOf(held.fields, key)
	} else if place, found := places[key]; found {
		at = place
	}
	if at < 0 {
		return Value{}
	}
	return held.fields[at].Value
}

// Path returns the value that keys lead to through nested objects, or an absent value.
func (v Value) Path(keys ...string) Value {
	for _, key := range keys {
		v = v.Get(key)
	}
	return v
}

// First returns the value of the first of keys that is present, null included.
func (v Value) First(keys ...string) Value {
	if v.kind != Object || v.inner == nil {
		return Value{}
	}
	if held := v.held(); held.places() == nil {
		return firstOf(held.fields, keys)
	}
	for _, key := range keys {
		if found := v.Get(key); !found.IsAbsent() {
			return found
		}
	}
	return Value{}
}

func firstOf(fields []Field, keys []string) Value {
	for _, key := range keys {
		if at := indexOf(fields, key); at >= 0 && !fields[at].Value.IsAbsent() {
			return fields[at].Value
		}
	}
	return Value{}
}

// Equal reports whether two values say the same, whatever the order of their keys.
func (v Value) Equal(other Value) bool {
	if v.kind != other.kind || v.truth != other.truth || v.Text() != other.Text() || v.Len() != other.Len() {
		return false
	}
	for i, item := range v.Items() {
		if !item.Equal(other.At(i)) {
			return false
		}
	}
	for _, field := range v.Fields() {
		if theirs := other.Get(field.Key); theirs.IsAbsent() || !field.Value.Equal(theirs) {
			return false
		}
	}
	return true
}

// unique keeps one field for each key, the last value at the first place, and indexes many fields.
func unique(fields []Field) ([]Field, map[string]int) {
	if len(fields) <= fewFields {
		return uniqueFew(fields), nil
	}
	places := make(map[string]int, len(fields))
	kept := fields[:0]
	for _, field := range fields {
		if at, seen := places[field.Key]; seen {
			kept[at].Value = field.Value
			continue
		}
		places[field.Key] = len(kept)
		kept = append(kept, field)
	}
	return kept, places
}

// uniqueFew moves nothing unless a key occurs again, which it hardly ever does.
func uniqueFew(fields []Field) []Field {
	kept := 0
	for i := range fields {
		switch at := indexOf(fields[:kept], fields[i].Key); {
		case at >= 0:
			fields[at].Value = fields[i].Value
		case i == kept:
			kept++
		default:
			fields[kept] = fields[i]
			kept++
		}
	}
	return fields[:kept]
}

// indexOf returns the place of a key among few fields, or -1.
func indexOf(fields []Field, key string) int {
	for i := range fields {
		if fields[i].Key == key {
			return i
		}
	}
	return -1
}
