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
	keys                                     map[string]keyClaim
	scopes                                   map[string]set
	keyPrefixes, scopePrefixes, namePrefixes prefixes
	asking                                   set // dialects that ask more of every span
	keyBegins, scopeBegins, nameBegins       begins
}

// keyClaim is who claims the spans with a key, and who asks more of them.
type keyClaim struct{ by, asking set }

// prefixes are beginnings of texts and who claims them, by their first bytes.
type prefixes map[uint16][]claim

type claim struct {
	prefix string
	by     set
}

// begins holds the first bytes that any of many texts has.
type begins [1 << 15 / 64]uint64

func (b *begins) add(text string) { b[begin(text)/64] |= 1 << (begin(text) % 64) }

func (b *begins) has(text string) bool { return b[begin(text)/64]&(1<<(begin(text)%64)) != 0 }

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
	m := &matcher{
		keys: map[string]keyClaim{}, scopes: map[string]set{},
		keyPrefixes: prefixes{}, scopePrefixes: prefixes{}, namePrefixes: prefixes{},
	}
	for place, d := range registry {
		m.add(&d.Match, place)
	}
	return m
}

func (m *matcher) add(match *Match, place int) {
	by := set(1) << place
	for _, key := range match.Keys {
		m.addKey(key, keyClaim{by: by})
	}
	for _, prefix := range match.KeyPrefixes {
		m.keyPrefixes.add(prefix, by)
		m.keyBegins.add(prefix)
	}
	for _, prefix := range match.NamePrefixes {
		m.namePrefixes.add(prefix, by)
		m.nameBegins.add(prefix)
	}
	for _, scope := range match.Scopes {
		m.scopes[scope] |= by
		m.scopeBegins.add(scope)
	}
	for _, prefix := range match.ScopePrefixes {
		m.scopePrefixes.add(prefix, by)
		m.scopeBegins.add(prefix)
	}
	for _, key := range match.AlsoKeys {
		m.addKey(key, keyClaim{asking: by})
	}
	if match.Also != nil && match.AlsoKeys == nil {
		m.asking |= by
	}
}

func (m *matcher) addKey(key string, more keyClaim) {
	known := m.keys[key]
	m.keys[key] = keyClaim{known.by | more.by, known.asking | more.asking}
	m.keyBegins.add(key)
}

func (p prefixes) add(prefix string, by set) {
	p[begin(prefix)] = append(p[begin(prefix)], claim{prefix, by})
}

func (p prefixes) of(text string) set {
	var claims set
	for _, c := range p[begin(text)] {
		if strings.HasPrefix(text, c.prefix) {
			claims |= c.by
		}
	}
	return claims
}

// claims returns the dialects that match a span.
func (m *matcher) claims(s *span.Span) set {
	var claims set
	if m.scopeBegins.has(s.Scope) {
		claims = m.scopes[s.Scope] | m.scopePrefixes.of(s.Scope)
	}
	interesting := claims != 0
	asking := m.asking
	for key := range s.Attrs.Keys() {
		if m.keyBegins.has(key) {
			interesting = true
			known := m.keys[key]
			claims |= known.by | m.keyPrefixes.of(key)
			asking |= known.asking
		}
	}
	if m.nameBegins.has(s.Name) {
		interesting = true
		claims |= m.namePrefixes.of(s.Name)
	}
	if interesting {
		claims |= (asking &^ claims).ask(s)
	}
	return claims
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
