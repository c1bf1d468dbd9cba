package span

import "hash/maphash"

// places finds entries by their keys. Most spans have a few, which are looked at one by one. Of more there is an open hash
// table that is used again: a map costs more to fill than it saves.
type places struct {
	slots []uint32 // of an entry one more than its place, or 0; twice as many as entries, or more; none for a few
}

const (
	fewEntries = 20
	keptSlots  = 1 << 12 // emptying more would cost every span after a huge one
)

// seed keeps keys that fall into one slot from being made on purpose. It decides nothing but where entries lie.
var seed = maphash.MakeSeed()

// reset makes room for so many entries and forgets those before.
func (p *places) reset(entries int) {
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
	if len(p.slots) == 0 {
		for i := range entries {
			if entries[i].key == key {
				return i
			}
		}
		return -1
	}
	return int(*p.slot(entries, key)) - 1
}

// add notes that an entry with a new key is at a place.
func (p *places) add(entries []entry, key string, at int) {
	if len(p.slots) > 0 {
		*p.slot(entries, key) = uint32(at + 1)
	}
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
