package span

import (
	"iter"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// Attrs are the attributes of a span, an event, a log record or a resource. Each key occurs once: of several recorded
// under one key the first text stands, or if none is a text the first. An attribute with an empty AnyValue is absent.
// The zero Attrs are empty.
type Attrs struct{ table *table }

// Get returns an attribute's value as it was recorded, or an absent value. Texts stay texts, whatever they hold. Bytes
// that are UTF-8 become a text, others the text "[bytes]".
func (a Attrs) Get(key string) value.Value {
	if e := a.find(key); e != nil {
		return e.read(a.table.maker)
	}
	return value.Value{}
}

// Text returns an attribute's text and whether it is one. Bytes count as text, as in Get.
func (a Attrs) Text(key string) (string, bool) {
	e := a.find(key)
	if e == nil || !e.isText() {
		return "", false
	}
	return e.read(a.table.maker).Str()
}

// Maker returns what makes the values that are read in the attributes of a span, and nil for those of others.
func (a Attrs) Maker() *value.Maker {
	if a.table == nil {
		return nil
	}
	return a.table.maker
}

// Shape returns the shape of a span's attributes, or nil if it isn't remembered. It is the same for the spans that follow
// and have the same keys in the same order, each of them once and with a value.
func (a Attrs) Shape() *Shape {
	if a.table == nil {
		return nil
	}
	if a.table.index(); len(a.table.shape.keys) == 0 {
		return nil
	}
	return a.table.shape
}

// Has reports whether an attribute was recorded.
func (a Attrs) Has(key string) bool { return a.find(key) != nil }

// Len returns the number of attributes.
func (a Attrs) Len() int { return len(a.entries()) }

// All yields the attributes in the order in which they were recorded.
func (a Attrs) All() iter.Seq2[string, value.Value] { return a.Prefix("") }

// Keys yields the names of the attributes, as recorded: repeated ones too, and those without a value. It costs no
// index, so that spans of which nothing else is asked pass by cheaply.
func (a Attrs) Keys() iter.Seq[string] {
	return func(yield func(string) bool) {
		switch {
		case a.table == nil:
		case a.table.pending:
			for key := range a.table.source.All() {
				if !yield(key) {
					return
				}
			}
		default:
			for i := range a.table.entries {
				if !yield(a.table.entries[i].key) {
					return
				}
			}
		}
	}
}

// Prefix yields the attributes whose keys begin with prefix, in the order in which they were recorded, by the rest of
// the key.
func (a Attrs) Prefix(prefix string) iter.Seq2[string, value.Value] {
	return func(yield func(string, value.Value) bool) {
		entries := a.entries()
		for i := range entries {
			rest, found := strings.CutPrefix(entries[i].key, prefix)
			if found && !yield(rest, entries[i].read(a.table.maker)) {
				return
			}
		}
	}
}

func (a Attrs) find(key string) *entry {
	if a.table == nil {
		return nil
	}
	a.table.index()
	return a.table.find(key)
}

func (a Attrs) entries() []entry {
	if a.table == nil {
		return nil
	}
	a.table.index()
	return a.table.entries
}

// table is the memory behind Attrs, which is used for one span after another. It does nothing until it is asked.
type table struct {
	source  pcommon.Map
	pending bool // source is not in entries yet
	entries []entry
	shape   *Shape       // of entries
	own     Shape        // which isn't remembered
	shapes  *shapes      // those that are, or nil
	maker   *value.Maker // of what is read in its texts, or nil
}

// entry is one attribute. Its value is converted when it is first read.
type entry struct {
	key   string
	raw   pcommon.Value
	known bool // value is raw, converted
	value value.Value
}

// load makes the table stand for another map.
func (t *table) load(m pcommon.Map) Attrs {
	t.source, t.pending = m, true
	t.entries = t.entries[:0]
	return Attrs{table: t}
}

func (t *table) index() {
	if !t.pending {
		return
	}
	t.pending = false
	if t.shapes == nil {
		t.shape = &t.own
	} else if t.shape = t.shapes.of(t.source); t.shape != nil {
		t.fill()
		return
	} else {
		t.shape = t.shapes.another()
	}
	t.shape.forget(t.source.Len())
	for key, raw := range t.source.All() {
		if raw.Type() != pcommon.ValueTypeEmpty {
			t.add(entry{key: clean(key), raw: raw})
		}
	}
	if t.shapes != nil && len(t.entries) == t.source.Len() {
		t.shape.learn(t.entries)
	}
}

// fill takes over the entries of a known shape.
func (t *table) fill() {
	for _, raw := range t.source.All() {
		t.entries = append(t.entries, entry{key: t.shape.keys[len(t.entries)], raw: raw})
	}
}

func (t *table) add(e entry) {
	if at := t.shape.places.find(t.entries, e.key); at >= 0 {
		if first := &t.entries[at]; e.isText() && !first.isText() {
			*first = e
		}
		return
	}
	t.shape.places.add(t.entries, e.key, len(t.entries))
	t.entries = append(t.entries, e)
}

func (t *table) find(key string) *entry {
	if at := t.shape.places.find(t.entries, key); at >= 0 {
		return &t.entries[at]
	}
	return nil
}

func (e *entry) isText() bool {
	if e.known {
		return e.value.Kind() == value.String
	}
	kind := e.raw.Type()
	return kind == pcommon.ValueTypeStr || kind == pcommon.ValueTypeBytes
}

// read returns the value. Its lists and objects, and what is read in its text, are made by a maker, if there is one.
func (e *entry) read(by *value.Maker) value.Value {
	if !e.known {
		e.value, e.known = convert(by, e.raw, 0), true
	}
	if text, is := e.value.Str(); is {
		return by.Text(text)
	}
	return e.value
}
