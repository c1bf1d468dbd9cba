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
// Dedupe leaves all as it is.
func Dedupe(all []Observation) []Observation {
	copies := encodeAll(all)
	slices.SortFunc(copies, compareCopies)
	copies = slices.CompactFunc(copies, sameSpan)
	slices.SortFunc(copies, compareTimes)
	kept := make([]Observation, len(copies))
	for i := range copies {
		kept[i] = *copies[i].Observation
	}
	return kept
}

// encodedCopy is an observation beside its encoded form.
type encodedCopy struct {
	*Observation
	encoded []byte
}

func encodeAll(all []Observation) []encodedCopy {
	copies := make([]encodedCopy, len(all))
	ends := make([]int, len(all))
	var encoded []byte
	for i := range all {
		encoded = Append(encoded, &all[i])
		ends[i] = len(encoded)
	}
	start := 0
	for i, end := range ends {
		copies[i] = encodedCopy{&all[i], encoded[start:end]}
		start = end
	}
	return copies
}

// apart reports whether only an equal observation is a copy.
func (c encodedCopy) apart() bool { return c.Role == Event || c.Span == SpanID{} }

// sameSpan reports whether b, which stands behind a in the order of compareCopies, is a copy of a.
func sameSpan(a, b encodedCopy) bool {
	if a.apart() || b.apart() {
		return bytes.Equal(a.encoded, b.encoded)
	}
	return a.Span == b.Span
}

// compareCopies puts the copies of one span side by side, the most complete one first.
func compareCopies(a, b encodedCopy) int {
	return cmp.Or(
		bytes.Compare(a.Span[:], b.Span[:]),
		compareBools(a.apart(), b.apart()),
		compareBools(a.Role == Other, b.Role == Other),
		cmp.Compare(count(b.Content&(InputRecorded|OutputRecorded)), count(a.Content&(InputRecorded|OutputRecorded))),
		cmp.Compare(count(a.Content&(Redacted|Truncated)), count(b.Content&(Redacted|Truncated))),
		cmp.Compare(len(b.encoded), len(a.encoded)),
		bytes.Compare(b.encoded, a.encoded),
	)
}

func compareTimes(a, b encodedCopy) int {
	return cmp.Or(
		cmp.Compare(a.Start, b.Start),
		cmp.Compare(a.End, b.End),
		bytes.Compare(a.encoded, b.encoded),
	)
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
