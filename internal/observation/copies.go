package observation

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// Dedupe returns one observation for each span id, in an order that depends on what they say alone: by start, then end,
// then encoded form. Exporters send a span again after a timeout, and some send it once when it starts and once when it
// ends; so of several copies the most complete one stands, whatever the order in which they came:
//
//  1. one that a dialect reads beats one of the role Other
//  2. one that recorded both sides beats one that recorded one side, and that one beats none
//  3. one whose texts are all there beats one with masked or cut texts
//  4. the longer encoded form beats the shorter one, then the greater bytes the lesser ones
//
// Observations of log records, and those without a span id, are no copies of each other unless they are equal.
// Dedupe leaves all as it is: what it returns points into it.
func Dedupe(all []Observation) []*Observation {
	kept := make([]*Observation, len(all))
	for i := range all {
		kept[i] = &all[i]
	}
	if !sortApart(kept) {
		kept = withoutCopies(kept)
	}
	return kept
}

// sortApart sorts observations that differ in their span ids and in their times, which most do. It reports whether they do.
func sortApart(list []*Observation) bool {
	if !differ(list) {
		return false
	}
	slices.SortFunc(list, compareTimes)
	for i := 1; i < len(list); i++ {
		if compareTimes(list[i-1], list[i]) == 0 {
			return false
		}
	}
	return true
}

// differ reports whether all observations have span ids, and each another one.
func differ(list []*Observation) bool {
	var few [64]uint64
	ids := few[:0]
	if len(list) > len(few) {
		ids = make([]uint64, 0, len(list))
	}
	for _, o := range list {
		ids = append(ids, binary.LittleEndian.Uint64(o.Span[:]))
	}
	slices.Sort(ids)
	for i, id := range ids {
		if id == 0 || i > 0 && id == ids[i-1] {
			return false
		}
	}
	return true
}

func withoutCopies(list []*Observation) []*Observation {
	copies := make([]*spanCopy, len(list))
	made := make([]spanCopy, len(list))
	for i := range list {
		made[i].Observation = list[i]
		copies[i] = &made[i]
	}
	slices.SortFunc(copies, compareCopies)
	copies = slices.CompactFunc(copies, sameSpan)
	slices.SortFunc(copies, func(a, b *spanCopy) int {
		if c := compareTimes(a.Observation, b.Observation); c != 0 {
			return c
		}
		return bytes.Compare(a.encoded(), b.encoded())
	})
	list = list[:len(copies)]
	for i := range copies {
		list[i] = copies[i].Observation
	}
	return list
}

// spanCopy is an observation and, once it has been asked for, its encoded form. Most have no copies and are never asked.
type spanCopy struct {
	*Observation
	form []byte
}

func (c *spanCopy) encoded() []byte {
	if c.form == nil {
		c.form = Append(nil, c.Observation)
	}
	return c.form
}

// apart reports whether only an equal observation is a copy.
func (c *spanCopy) apart() bool { return c.Role == Event || c.Span == SpanID{} }

// sameSpan reports whether b, which stands behind a in the order of compareCopies, is a copy of a.
func sameSpan(a, b *spanCopy) bool {
	if a.Span != b.Span {
		return false
	}
	if a.apart() || b.apart() {
		return bytes.Equal(a.encoded(), b.encoded())
	}
	return true
}

// compareCopies puts the copies of one span side by side, the most complete one first.
func compareCopies(a, b *spanCopy) int {
	if c := bytes.Compare(a.Span[:], b.Span[:]); c != 0 {
		return c
	}
	if c := cmp.Or(
		compareBools(a.apart(), b.apart()),
		compareBools(a.Role == Other, b.Role == Other),
		cmp.Compare(count(b.Content&(InputRecorded|OutputRecorded)), count(a.Content&(InputRecorded|OutputRecorded))),
		cmp.Compare(count(a.Content&(Redacted|Truncated)), count(b.Content&(Redacted|Truncated))),
	); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(len(b.encoded()), len(a.encoded())), bytes.Compare(b.encoded(), a.encoded()))
}

func compareTimes(a, b *Observation) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}

// compareBools puts false before true.
func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	default:
		return 1
	}
}

// count is how many flags are set.
func count(c Content) int { return bits.OnesCount8(uint8(c)) }
