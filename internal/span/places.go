package span

import "hash/maphash"

// places finds entries by their keys. Most spans have a few, which are looked at one by one: a mark of each tells most
// of the others without a look at them. Of more there is an open hash table that is used again, for a map costs more to
// fill than it saves.
type places struct {
	marks []uint32 // of each entry, if they are few
	seen  uint64   // a bit for each mark
	slots []uint32 // of an entry one more than its place, or 0; twice as many as entries, or more; none for a few
}

const (
	fewEntries = 24
	keptSlots  = 1 << 12 // emptying more would cost every span after a huge one
)

// mark is the same for equal keys.
func mark(key string) uint32 {
	n := len(key)
	if n < 2 {
		return uint32(n)
	}
	return uint32(n)<<16 | //nolint:gosec // the length's last digits do
		uint32(key[n/2])<<8 | uint32(key[n-1])
}

// bit is one of 64.
func bit(mark uint32) uint64 { return 1 << ((mark ^ mark>>5 ^ mark>>13) % 64) }

// seed keeps keys that fall into one slot from being made on purpose. It decides nothing but where entries lie.
var seed = maphash.MakeSeed()

// reset makes room for so many entries and forgets those before.
func (p *places) reset(entries int) {
	p.marks, p.seen = p.marks[:0], 0
	need := 0
	if entries > fewEntries {
		for need = 64; need < 2*entries; need *= 2 {
		}
	}
	if need <= cap(p.slots) && cap(p.slots) <= keptSlots {
		p.slots = p.slots[:need]
		clear(p.slots)
		return
	}
	p.slots = make([]uint32, need)
}

// find returns the place of a key's entry, or -1.
func (p *places) find(entries []entry, key string) int {
	if len(p.slots) > 0 {
		return int(*p.slot(entries, key)) - 1
	}
	wanted := mark(key)
	if p.seen&bit(wanted) == 0 {
		return -1
	}
	for i, m := range p.marks {
		if m == wanted && entries[i].key == key {
			return i
		}
	}
	return -1
}

// add notes that an entry with a new key is at a place.
func (p *places) add(entries []entry, key string, at int) {
	if len(p.slots) > 0 {
		*p.slot(entries, key) = uint32(at + 1) //nolint:gosec // a request has fewer than 2^32 attributes
		return
	}
	m := mark(key)
	p.marks, p.seen = append(p.marks, m), p.seen|bit(m)
}

// slot returns the slot of a key: that of its entry, or the free one where it belongs.
func (p *places) slot(entries []entry, key string) *uint32 {
	mask := len(p.slots) - 1
	first := int(maphash.String(seed, key)) //nolint:gosec // any bits do
	for at := first & mask; ; at = (at + 1) & mask {
		if slot := &p.slots[at]; *slot == 0 || entries[*slot-1].key == key {
			return slot
		}
	}
}
