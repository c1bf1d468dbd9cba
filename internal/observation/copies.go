package observation

import (
	"bytes"
	"cmp"
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
// Dedupe takes all over: what it returns is the beginning of all, whose elements it moves.
func Dedupe(all []Observation) []Observation {
	copies := make([]*spanCopy, len(all))
	made := make([]spanCopy, len(all))
	for i := range all {
		made[i] = spanCopy{Observation: &all[i], at: i}
		copies[i] = &made[i]
	}
	slices.SortFunc(copies, compareCopies)
	copies = slices.CompactFunc(copies, sameSpan)
	slices.SortFunc(copies, compareTimes)
	kept := len(copies)
	if kept < len(all) {
		copies = withRest(copies, made)
	}
	rearrange(all, copies)
	return all[:kept]
}

// withRest puts behind the copies that stand those that don't.
func withRest(stand []*spanCopy, made []spanCopy) []*spanCopy {
	stands := make([]bool, len(made))
	for _, c := range stand {
		stands[c.at] = true
	}
	for i := range made {
		if !stands[i] {
			stand = append(stand, &made[i])
		}
	}
	return stand
}

// rearrange moves the elements of all into an order. Each is moved once, along the circles in which they change places.
func rearrange(all []Observation, order []*spanCopy) {
	for start := range order {
		if order[start].at == start {
			continue
		}
		first := all[start]
		for to := start; ; {
			from := order[to].at
			order[to].at = to
			if from == start {
				all[to] = first
				break
			}
			all[to] = all[from]
			to = from
		}
	}
}

// spanCopy is an observation and, once it has been asked for, its encoded form. Most have no copies and are never asked.
type spanCopy struct {
	*Observation
	form []byte
	at   int // among all
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
	if a.Span != b.Span {
		return bytes.Compare(a.Span[:], b.Span[:])
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

func compareTimes(a, b *spanCopy) int {
	if a.Start != b.Start {
		return cmp.Compare(a.Start, b.Start)
	}
	if a.End != b.End {
		return cmp.Compare(a.End, b.End)
	}
	return bytes.Compare(a.encoded(), b.encoded())
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
