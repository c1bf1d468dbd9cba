package observation

import (
	"encoding/binary"

	"google.golang.org/protobuf/encoding/protowire"
)

// number appends a varint, most of which are one byte.
func (c *codec) number(v uint64) {
	for ; v >= 0x80; v >>= 7 {
		c.out = append(c.out, byte(v)|0x80)
	}
	c.out = append(c.out, byte(v))
}

func (c *codec) putTag(tag protowire.Number, wire protowire.Type) {
	c.number(protowire.EncodeTag(tag, wire))
}

func (c *codec) putNumber(tag protowire.Number, v uint64) {
	c.putTag(tag, protowire.VarintType)
	c.number(v)
}

func (c *codec) putFixed(tag protowire.Number, v uint64) {
	c.putTag(tag, protowire.Fixed64Type)
	c.out = binary.LittleEndian.AppendUint64(c.out, v)
}

// putText appends a text with its size before it.
func (c *codec) putText(tag protowire.Number, s string) {
	start := len(c.out) + protowire.SizeTag(tag) + protowire.SizeVarint(uint64(len(s)))
	if back, isKnown := c.repeats.find(c.out, s, start); isKnown {
		c.putRepeat(tag, back, len(s))
		return
	}
	c.putTag(tag, protowire.BytesType)
	c.number(uint64(len(s)))
	c.out = append(c.out, s...)
}

// room is how many bytes are left free for the size of what isn't written yet. What is that long isn't moved when the
// size is known, and what is shorter is moved fast.
const room = 2

// open begins a field whose size comes first. It returns where the content begins, for shut.
func (c *codec) open(tag protowire.Number) (start int) {
	c.putTag(tag, protowire.BytesType)
	return c.begin()
}

// begin is open of what has no tag.
func (c *codec) begin() (start int) {
	c.out = append(c.out, make([]byte, room)...)
	return len(c.out)
}

// shut writes the size of what was appended since begin.
func (c *codec) shut(start int) {
	size := uint64(len(c.out) - start) //nolint:gosec // not negative
	at := start - room + protowire.SizeVarint(size)
	if at != start {
		c.repeats.move(start, at-start)
	}
	switch {
	case at < start:
		copy(c.out[at:], c.out[start:])
		c.out = c.out[:len(c.out)+at-start]
	case at > start:
		c.out = append(c.out, make([]byte, at-start)...)
		copy(c.out[at:], c.out[start:])
	}
	binary.PutUvarint(c.out[start-room:], size)
}
