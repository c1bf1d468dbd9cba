package observation

import (
	"encoding/binary"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/agentdelta/agentdeltaexporter/internal/slab"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// The kinds of fields. To write, each appends its tag and its content, unless the field is absent; to read, it takes the
// field if that is the one that comes next.

// text is a string; the empty one is absent.
func (c *codec) text(tag protowire.Number, at *string) {
	switch {
	case c.tag == tag:
		*at = c.readText()
	case c.writing && *at != "":
		c.putText(tag, *at)
	}
}

// readText reads what [codec.text] has.
func (c *codec) readText() string {
	if c.wire == protowire.Fixed64Type {
		return c.readRepeat()
	}
	c.expect(protowire.BytesType)
	text := c.cut(c.varint())
	c.taken()
	return text
}

// flag is a truth value; false is absent.
func (c *codec) flag(tag protowire.Number, at *bool) {
	switch {
	case c.tag == tag:
		*at = c.readNumber(math.MaxUint64) != 0
	case c.writing && *at:
		c.putNumber(tag, 1)
	}
}

// small is an enumeration or a set of flags; zero is absent.
func small[N ~uint8](c *codec, tag protowire.Number, at *N) {
	switch {
	case c.tag == tag:
		*at = N(c.readNumber(math.MaxUint8))
	case c.writing && *at != 0:
		c.putNumber(tag, uint64(*at))
	}
}

// integer is a number that is near zero most of the time; zero is absent.
func (c *codec) integer(tag protowire.Number, at *int64) {
	switch {
	case c.tag == tag:
		*at = protowire.DecodeZigZag(c.readNumber(math.MaxUint64))
	case c.writing && *at != 0:
		c.putNumber(tag, protowire.EncodeZigZag(*at))
	}
}

// readNumber reads a varint that may not be above most.
func (c *codec) readNumber(most uint64) uint64 {
	c.expect(protowire.VarintType)
	n := c.varint()
	if n > most {
		c.fail(fmt.Errorf("%d is above %d", n, most))
	}
	c.taken()
	return n
}

// moment is a time in Unix nanoseconds; zero is absent.
func (c *codec) moment(tag protowire.Number, at *int64) {
	switch {
	case c.tag == tag:
		*at = int64(c.readFixed()) //nolint:gosec // the same bits
	case c.writing && *at != 0:
		c.putFixed(tag, uint64(*at)) //nolint:gosec // the same bits
	}
}

// identity is a span id; the zero one is absent.
func (c *codec) identity(tag protowire.Number, at *SpanID) {
	switch {
	case c.tag == tag:
		binary.LittleEndian.PutUint64(at[:], c.readFixed())
	case c.writing && *at != SpanID{}:
		c.putFixed(tag, binary.LittleEndian.Uint64(at[:]))
	}
}

func (c *codec) readFixed() (n uint64) {
	c.expect(protowire.Fixed64Type)
	n = c.fixed()
	c.taken()
	return n
}

func (c *codec) fixed() uint64 {
	if taken := c.cut(8); len(taken) == 8 {
		return eight(taken)
	}
	return 0
}

func (c *codec) readRepeat() string {
	place := c.fixed()
	text := c.repeat(place>>32, place&math.MaxUint32)
	c.taken()
	return text
}

// datum is a value, written as datum.go says.
func (c *codec) datum(tag protowire.Number, at *value.Value) {
	switch {
	case c.tag == tag:
		c.expect(protowire.BytesType)
		*at = c.readDatum()
		c.taken()
	case c.writing && !at.IsAbsent():
		start := c.open(tag)
		c.putDatum(*at, maxDepth)
		c.shut(start)
	}
}

// part is one thing with fields of its own; without any it is absent.
func part[T any](c *codec, tag protowire.Number, at *T, fields func(*T, *codec)) {
	switch {
	case c.tag == tag:
		c.expect(protowire.BytesType)
		read(c, at, fields)
		c.takenAs(tag)
	case c.writing:
		before := len(c.out)
		start := c.open(tag)
		fields(at, c)
		if len(c.out) == start {
			c.out = c.out[:before]
			return
		}
		c.shut(start)
	}
}

// list holds items with fields of their own; an empty one is absent. Items that are read are taken from a slab.
func list[T any](c *codec, tag protowire.Number, at *[]T, from *slab.Slab[T], fields func(*T, *codec)) {
	switch {
	case c.tag == tag:
		c.expect(protowire.BytesType)
		*at = readItems(c, from, fields)
		c.takenAs(tag)
	case c.writing && len(*at) > 0:
		start := c.open(tag)
		c.number(uint64(len(*at)))
		for i := range *at {
			item := c.begin()
			fields(&(*at)[i], c)
			c.shut(item)
		}
		c.shut(start)
	}
}

func readItems[T any](c *codec, from *slab.Slab[T], fields func(*T, *codec)) []T {
	outer := c.enter()
	n := c.count()
	if n == 0 {
		c.leave(outer)
		return nil
	}
	items := from.Take(n)
	for i := range items {
		if read(c, &items[i], fields); c.failed != nil {
			c.failed = fmt.Errorf("item %d: %w", i, c.failed)
			return nil
		}
	}
	c.done()
	c.leave(outer)
	return items
}

// read reads a thing whose size comes first. What comes in the order of its tags is read by one call of fields.
func read[T any](c *codec, into *T, fields func(*T, *codec)) {
	outer := c.enter()
	readRest(c, into, fields)
	c.leave(outer)
}

// readRest reads all that is left on this level, and passes over the fields that aren't known.
func readRest[T any](c *codec, into *T, fields func(*T, *codec)) {
	for c.next(); c.tag != 0; {
		at := c.at
		if fields(into, c); c.at == at && c.tag != 0 {
			tag := c.tag
			c.pass(tag, c.wire, 0)
			c.takenAs(tag)
		}
	}
}
