package span

import "hash/maphash"

// places finds entries by their keys. A span is asked for far more keys than it has, one after the other, and a map
// costs more to fill than most spans have attributes: this is an open hash table that is used again.
type places struct {
	slots []uint32 // of an entry one more than its place, or 0; twice as many as entries, or more
}

const (
	fewSlots  = 64
	keptSlots = 1 << 12 // emptying more would cost every span after a huge one
)

// seed keeps keys that fall into one slot from being made on purpose. It decides nothing but where entries lie.
var seed = maphash.MakeSeed()

// reset makes room for so many entries and forgets those before.
func (p *places) reset(entries int) {
	need := fewSlots
	for need < 2*entries {
		need *= 2
	}
	if need <= cap(p.slots) && cap(p.slots) <= keptSlots {
		p.slots = p.slots[:need]
		clear(p.slots)
		return
	}
	p.slots = make([]uint32, need)
}

// slot returns the slot of a key: that of its entry, or the free one where it belongs.
func (p *places) slot(entries []entry, key string) *uint32 {
	mask := len(p.slots) - 1
	for at := int(maphash.String(seed, key)) & mask; ; at = (at + 1) & mask {
		if slot := &p.slots[at]; *slot == 0 || entries[*slot-1].key == key {
			return slot
		}
	}
}
