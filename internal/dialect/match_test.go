package dialect

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// TestMatcherSaysWhatTheTablesSay asks, for every key, scope and name of every table and for near misses of them, the
// matcher and the tables themselves.
func TestMatcherSaysWhatTheTablesSay(t *testing.T) {
	for _, d := range registry {
		for _, text := range tableTexts(&d.Match) {
			for _, near := range []string{text, text + "x", text[:len(text)-1], "x" + text} {
				for place, s := range map[string]span.Span{
					"key": {Attrs: span.AttrsOf(near, "v")}, "scope": {Scope: near}, "name": {Name: near},
				} {
					var got []string
					for claimant := range spanMatcher().claims(&s).dialects() {
						if claims(&claimant.Match, &s) {
							got = append(got, claimant.Name)
						}
					}
					assert.Equal(t, claimants(&s), got, "%s %q", place, near)
				}
			}
		}
	}
}

// TestWhatIsKnownOfAShapeIsWhatTheTablesSay asks for the claims on several keys, and again when they are known, of two
// matchers in turn.
func TestWhatIsKnownOfAShapeIsWhatTheTablesSay(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var texts []string
	for _, d := range registry {
		texts = append(texts, d.Match.Keys...)
		texts = append(texts, d.Match.KeyPrefixes...)
	}
	some := newMatcher(registry[:len(registry)/2])
	for range 5_000 {
		var pairs []any
		for range r.IntN(6) {
			pairs = append(pairs, texts[r.IntN(len(texts))]+strings.Repeat("x", r.IntN(2)), "v")
		}
		s, anew := span.Span{Attrs: span.AttrsOf(pairs...)}, span.Span{Attrs: span.AttrsOf(pairs...)}
		var got []string
		all := spanMatcher().claims(&s)
		for claimant := range all.dialects() {
			if claims(&claimant.Match, &s) {
				got = append(got, claimant.Name)
			}
		}
		assert.Equal(t, claimants(&s), got, "%v", pairs)
		assert.Equal(t, all, spanMatcher().claims(&s), "%v", pairs)
		assert.Equal(t, some.claims(&anew), some.claims(&s), "%v", pairs)
		assert.Equal(t, all, spanMatcher().claims(&s), "%v", pairs)
	}
}

func tableTexts(m *Match) []string {
	var texts []string
	for _, list := range [][]string{m.Keys, m.KeyPrefixes, m.Scopes, m.ScopePrefixes, m.NamePrefixes} {
		texts = append(texts, list...)
	}
	return texts
}

// claimants asks the tables one by one, but for what Also asks.
func claimants(s *span.Span) []string {
	var names []string
	for _, d := range registry {
		if claims(&d.Match, s) {
			names = append(names, d.Name)
		}
	}
	return names
}

func claims(m *Match, s *span.Span) bool {
	has := func(list []string, fits func(string) bool) bool {
		for _, one := range list {
			if fits(one) {
				return true
			}
		}
		return false
	}
	begins := func(text string) func(string) bool {
		return func(prefix string) bool { return strings.HasPrefix(text, prefix) }
	}
	for key := range s.Attrs.All() {
		if has(m.Keys, func(k string) bool { return k == key }) || has(m.KeyPrefixes, begins(key)) {
			return true
		}
	}
	return has(m.Scopes, func(scope string) bool { return scope == s.Scope }) ||
		has(m.ScopePrefixes, begins(s.Scope)) || has(m.NamePrefixes, begins(s.Name))
}

func TestRegistryFitsTheMatcher(t *testing.T) {
	require.LessOrEqual(t, len(registry), 64, "a set has 64 places")
	for _, d := range registry {
		for _, prefix := range tableTexts(&d.Match) {
			assert.GreaterOrEqual(t, len(prefix), beginSize, "%s: %q: the matcher sorts by three bytes", d.Name, prefix)
		}
	}
}

func TestOtherSpansPassByWithoutAllocating(t *testing.T) {
	s := span.Span{Name: "GET /users", Scope: "otelhttp", Attrs: span.AttrsOf(
		"http.request.method", "GET", "url.path", "/users", "server.address", "x", "user_agent.original", "y", "network.protocol.version", "1.1")}
	var o observation.Observation
	assert.Zero(t, testing.AllocsPerRun(100, func() { ReadInto(&s, &o) }))
}
