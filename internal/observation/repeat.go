package observation

import (
	"encoding/binary"
	"errors"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// A conversation goes from request to request, and from a tool to the model that asked for it. So what stands one after
// the other, a fragment, says much again. A text that an earlier observation of the same fragment has is written as its
// place: how far before the observation it begins, and its size.

var errRepeat = errors.New("repeats what isn't before it")

// shortestRepeat is the size from which on a text is looked for. Its place takes up to nine bytes.
const shortestRepeat = 24

// Repeats appends observations to fragments, and knows where their texts are. The zero Repeats is ready to be used, by one
// goroutine at a time.
type Repeats struct {
	table [1 << 12]place // by the hash of a text; the last one stays
	fresh []fresh        // of the observation that is being written
	of    int32
	base  int // where it begins
}

// place is where a text is.
type place struct{ of, at, size int32 }

// fresh is where a text is that was written just now.
type fresh struct {
	place
	slot uint16
}

// Append is [Append] to the end of a fragment, of which only Append of the same Repeats has written. Fragments are told
// apart by numbers from zero on.
func (r *Repeats) Append(fragment []byte, number int, o *Observation) []byte {
	if len(fragment) > math.MaxInt32/2 || number >= math.MaxInt32 {
		return Append(fragment, o)
	}
	r.of, r.base, r.fresh = int32(number)+1, len(fragment), r.fresh[:0] //nolint:gosec // it fits
	fragment = appendTo(fragment, o, r)
	for _, f := range r.fresh {
		r.table[f.slot] = f.place
	}
	return fragment
}

// Reset forgets all fragments.
func (r *Repeats) Reset() { clear(r.table[:]) }

// find tells how far before the observation a text begins, if it's known. Else the text will be known, when it's written
// at a place.
func (r *Repeats) find(out []byte, text string, at int) (back int, isKnown bool) {
	if r == nil || len(text) < shortestRepeat {
		return 0, false
	}
	slot := slotOf(text)
	p := r.table[slot]
	if p.of == r.of && int(p.size) == len(text) && string(out[p.at:p.at+p.size]) == text {
		return r.base - int(p.at), true
	}
	if at+len(text) <= math.MaxInt32 {
		r.fresh = append(r.fresh, fresh{place{r.of, int32(at), int32(len(text))}, slot}) //nolint:gosec // both fit
	}
	return 0, false
}

// move follows what was written from a place on when it's moved.
func (r *Repeats) move(from, by int) {
	if r == nil {
		return
	}
	for i := len(r.fresh) - 1; i >= 0 && int(r.fresh[i].at) >= from; i-- {
		r.fresh[i].at += int32(by) //nolint:gosec // a few bytes
	}
}

// slotOf is a hash of the size of a text and of three parts of it, the same in each process.
func slotOf(text string) uint16 {
	const odd = 0x9e3779b97f4a7c15
	hash := uint64(len(text))
	for _, at := range [...]int{0, len(text)/2 - 4, len(text) - 8} {
		hash = (hash ^ eight(text[at:])) * odd
		hash ^= hash >> 32
	}
	return uint16(hash >> 52)
}

func eight(text string) uint64 {
	_ = text[7]
	return uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
}

// putRepeat appends a text by its place.
func (c *codec) putRepeat(tag protowire.Number, back, size int) {
	c.putTag(tag, protowire.Fixed64Type)
	c.out = binary.LittleEndian.AppendUint64(c.out, uint64(back)<<32|uint64(size)) //nolint:gosec // both fit
}

// repeat is the text of a size that begins so far before the observation.
func (c *codec) repeat(back, size uint64) string {
	if back > uint64(c.base) || size > back { //nolint:gosec // not negative
		c.fail(errRepeat)
		return ""
	}
	start := c.base - int(back)          //nolint:gosec // no more than that
	return c.in[start : start+int(size)] //nolint:gosec // no more than back
}
