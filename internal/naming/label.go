package naming

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// The most bytes of a value that are kept. Of a longer one the beginning and a digest are, so that two stay apart.
const (
	longestValue = 256
	digest       = 8
)

// Note takes from a span, which has a role in its trace, what labels want of it. The labels of a trace begin as nil.
func (s *Scheme) Note(labels []observation.Label, from *span.Span, role observation.Role) []observation.Label {
	for _, one := range s.wanted {
		if l, ok := one.place(from, role); ok {
			labels = one.note(labels, l, from)
		}
	}
	return labels
}

// place is where a span stands among those that may give a source's value, and whether it may.
func (s source) place(from *span.Span, role observation.Role) (observation.Label, bool) {
	l := observation.Label{Source: s.text, Start: from.Start}
	switch {
	case s.level != agent && from.Parent != observation.SpanID{}:
		l.Rank = 1
	case s.level == agent && role == observation.Other:
		return l, false
	case s.level == agent && role != observation.Agent:
		l.Rank = 1
	}
	return l, true
}

// note reads the attribute only of spans that stand before those seen so far.
func (s source) note(labels []observation.Label, l observation.Label, from *span.Span) []observation.Label {
	at := slices.IndexFunc(labels, func(old observation.Label) bool { return old.Source == l.Source })
	if at >= 0 && comparePlaces(&labels[at], &l) < 0 {
		return labels
	}
	attrs := from.Attrs
	if s.level == resource || s.level == agent {
		attrs = from.Resource
	}
	l.Value = text(attrs.Get(s.key))
	return add(labels, l, at)
}

// add puts a label where one of its source stands at, or behind all when at is below zero, if it wins over that one.
// An absent value counts on the first span alone: what another one says is not the first's.
func add(labels []observation.Label, l observation.Label, at int) []observation.Label {
	isRoot := strings.HasPrefix(l.Source, string(root)+":")
	switch {
	case l.Value == "" && !isRoot:
	case at < 0:
		return append(labels, l)
	case compare(&l, &labels[at]) < 0:
		labels[at] = l
	}
	return labels
}

// Merge adds to labels those that were gathered elsewhere of the same trace. The order of merging changes nothing but
// the order of the labels.
func Merge(labels, more []observation.Label) []observation.Label {
	for _, l := range more {
		at := slices.IndexFunc(labels, func(old observation.Label) bool { return old.Source == l.Source })
		labels = add(labels, l, at)
	}
	return labels
}

func comparePlaces(a, b *observation.Label) int {
	return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Start, b.Start))
}

// compare puts the label that wins first: by place, then one with a value, then the lesser value.
func compare(a, b *observation.Label) int {
	if c := comparePlaces(a, b); c != 0 {
		return c
	}
	if (a.Value == "") != (b.Value == "") {
		return cmp.Compare(len(b.Value), len(a.Value))
	}
	return cmp.Compare(a.Value, b.Value)
}

// text is an attribute's value as a part of a name: a text, a number or a truth value. Blanks around it are none of it.
func text(v value.Value) string {
	if v.Kind() == value.Bool {
		return string(v.AppendCompact(nil))
	}
	return bounded(strings.TrimSpace(v.Text()))
}

func bounded(text string) string {
	if len(text) <= longestValue {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	end := longestValue - 1 - hex.EncodedLen(digest)
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "~" + hex.EncodeToString(sum[:digest])
}
