package dialect

import (
	"iter"
	"math/bits"
	"strings"
	"sync"

	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// set is a set of dialects by their place in the registry.
type set uint64

// dialects yields the dialects of a set in the registry's order.
func (claims set) dialects() iter.Seq[*Dialect] {
	return func(yield func(*Dialect) bool) {
		for rest := claims; rest != 0; rest &= rest - 1 {
			if !yield(registry[bits.TrailingZeros64(uint64(rest))]) {
				return
			}
		}
	}
}

// matcher is what all dialects match, turned around: from a key, a scope or a name to the dialects that claim it. One
// look at each attribute's key is all that a span costs which is no agent's.
type matcher struct {
	keys, scopes, names index
	asking              set // dialects that ask more of every span
}

// claim is who claims the spans with a text, and who asks more of them.
type claim struct{ by, asking set }

func (c claim) and(more claim) claim { return claim{c.by | more.by, c.asking | more.asking} }

// index finds who claims a text: whole, or by its beginning.
type index struct {
	whole    map[string]claim
	places   [1 << 15]uint8 // in prefixes, by what begin gives of a text
	prefixes [][]prefix     // of the same beginning; the first one is of none
}

type prefix struct {
	text string
	claim
}

func newIndex() index { return index{whole: map[string]claim{}, prefixes: make([][]prefix, 1)} }

func (x *index) addWhole(text string, c claim) {
	x.whole[text] = x.whole[text].and(c)
	x.place(text)
}

func (x *index) addPrefix(text string, c claim) {
	at := x.place(text)
	x.prefixes[at] = append(x.prefixes[at], prefix{text, c})
}

// place returns the place of the texts that begin like one.
func (x *index) place(text string) uint8 {
	at := &x.places[begin(text)]
	if *at == 0 {
		*at = uint8(len(x.prefixes)) //nolint:gosec // with too many, match_test.go fails
		x.prefixes = append(x.prefixes, nil)
	}
	return *at
}

// of returns all claims on a text, and whether it begins like any text that is claimed.
func (x *index) of(text string) (all claim, near bool) {
	at := x.places[begin(text)]
	if at == 0 {
		return claim{}, false
	}
	all = x.whole[text]
	for i := range x.prefixes[at] {
		if p := &x.prefixes[at][i]; strings.HasPrefix(text, p.text) {
			all = all.and(p.claim)
		}
	}
	return all, true
}

// beginSize is how many bytes of a text a beginning is made of: no key or prefix of a table is shorter.
const beginSize = 3

// begin is a number of a text's first three bytes. Texts that begin with the same ones have the same number; that others
// have it too is rare, and costs only a look.
func begin(text string) uint16 {
	if len(text) < beginSize {
		return 0
	}
	return uint16(text[0]&31)<<10 | uint16(text[1]&31)<<5 | uint16(text[2]&31)
}

// spanMatcher is made once, when the registry is complete.
var spanMatcher = sync.OnceValue(func() *matcher { return newMatcher(registry) })

func newMatcher(registry []*Dialect) *matcher {
	m := &matcher{keys: newIndex(), scopes: newIndex(), names: newIndex()}
	for place, d := range registry {
		m.add(&d.Match, set(1)<<place)
	}
	return m
}

func (m *matcher) add(match *Match, by set) {
	mine := claim{by: by}
	for _, key := range match.Keys {
		m.keys.addWhole(key, mine)
	}
	for _, key := range match.AlsoKeys {
		m.keys.addWhole(key, claim{asking: by})
	}
	for _, key := range match.KeyPrefixes {
		m.keys.addPrefix(key, mine)
	}
	for _, scope := range match.Scopes {
		m.scopes.addWhole(scope, mine)
	}
	for _, scope := range match.ScopePrefixes {
		m.scopes.addPrefix(scope, mine)
	}
	for _, name := range match.NamePrefixes {
		m.names.addPrefix(name, mine)
	}
	if match.Also != nil && match.AlsoKeys == nil {
		m.asking |= by
	}
}

// claims returns the dialects that match a span.
func (m *matcher) claims(s *span.Span) set {
	all, _ := m.scopes.of(s.Scope)
	interesting := all.by != 0
	if m.keys.isNear(s.Attrs) {
		interesting, all = true, all.and(m.keyClaims(s.Attrs))
	}
	more, near := m.names.of(s.Name)
	all.by |= more.by
	if interesting || near {
		all.by |= ((m.asking | all.asking) &^ all.by).ask(s)
	}
	return all.by
}

// isNear reports whether an attribute's key begins like any that is claimed.
func (x *index) isNear(attrs span.Attrs) bool {
	for key := range attrs.Keys() {
		if x.places[begin(key)] != 0 {
			return true
		}
	}
	return false
}

// shapeClaims are the claims on a shape.
type shapeClaims struct {
	by *matcher
	claim
}

// keyClaims returns all claims on the keys of a span's attributes. They are found once for a shape.
func (m *matcher) keyClaims(attrs span.Attrs) (all claim) {
	shape := attrs.Shape()
	if shape != nil {
		if known, is := shape.Known.(*shapeClaims); is && known.by == m {
			return known.claim
		}
	}
	for key := range attrs.Keys() {
		more, _ := m.keys.of(key)
		all = all.and(more)
	}
	if shape != nil {
		shape.Known = &shapeClaims{m, all}
	}
	return all
}

// ask returns the dialects of a set that find by a closer look that a span is theirs.
func (claims set) ask(s *span.Span) set {
	var found set
	for rest := claims; rest != 0; rest &= rest - 1 {
		if place := bits.TrailingZeros64(uint64(rest)); registry[place].Match.Also(s) {
			found |= 1 << place
		}
	}
	return found
}
