package span

import "go.opentelemetry.io/collector/pdata/pcommon"

// Shape is the keys of a span's attributes in their order. Spans of one instrumentation have the same few shapes, so what
// follows from the keys alone is found once for all of a shape: where each key stands, and what its reader makes of it.
type Shape struct {
	// Known is what the reader of spans found out about the keys, nil until then.
	Known any

	keys   []string // none of a shape that is not remembered
	places places
}

// What is remembered: the shapes that came last, of keys that are few and short.
const (
	mostShapes   = 8
	mostKeys     = 64
	mostKeyBytes = 1 << 12
)

// shapes are those that are remembered.
type shapes struct {
	all  [mostShapes]Shape
	next int // the one that is forgotten next
}

// of returns the shape that a map of attributes has, or nil if none that is remembered.
func (s *shapes) of(m pcommon.Map) *Shape {
	for i := range s.all {
		if shape := &s.all[i]; len(shape.keys) > 0 && len(shape.keys) == m.Len() && shape.fits(m) {
			return shape
		}
	}
	return nil
}

// another returns a shape to be learned, in place of the one that was learned first.
func (s *shapes) another() *Shape {
	at := s.next
	s.next = (at + 1) % mostShapes
	return &s.all[at]
}

// fits reports whether a map of as many attributes has the same keys, and a value under each.
func (s *Shape) fits(m pcommon.Map) bool {
	at := 0
	for key, raw := range m.All() {
		if key != s.keys[at] || raw.Type() == pcommon.ValueTypeEmpty {
			return false
		}
		at++
	}
	return true
}

// forget makes room for the places of so many keys.
func (s *Shape) forget(keys int) {
	clear(s.keys)
	s.keys, s.Known = s.keys[:0], nil
	s.places.reset(keys)
}

// learn remembers the keys of entries, whose places are known.
func (s *Shape) learn(entries []entry) {
	size := 0
	for i := range entries {
		size += len(entries[i].key)
	}
	if len(entries) > mostKeys || size > mostKeyBytes {
		return
	}
	for i := range entries {
		s.keys = append(s.keys, entries[i].key)
	}
}
