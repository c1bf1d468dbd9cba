package observation

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// maxDepth bounds how deep lists and objects nest. What is deeper is written as absent, and refused when read.
const maxDepth = 512

// repeated is the kind of a string that is written by its place.
const repeated = value.Kind(7)

var errDepth = fmt.Errorf("a value nests deeper than %d levels", maxDepth)

// Each value begins with a head: a varint of a number above the three bits of a kind.
//
//	kind       number              then
//	0 absent   0
//	1 null     0
//	2 bool     0 false, 1 true
//	3 number   size                the spelling
//	4 string   size                the text
//	5 list     how many            each value
//	6 object   how many            each key (size and text) and its value, in source order
//	7 string   size                how far before the observation the text begins, as in repeat.go
func (c *codec) putHead(kind value.Kind, number uint64) { c.number(number<<3 | uint64(kind)) }

func (c *codec) putDatum(v value.Value, depth int) {
	switch kind := v.Kind(); kind {
	case value.Bool:
		c.putHead(kind, protowire.EncodeBool(v.Truth()))
	case value.Number, value.String:
		text := v.Text()
		head := uint64(len(text))<<3 | uint64(kind)
		if back, isKnown := c.repeats.find(c.out, text, len(c.out)+protowire.SizeVarint(head)); isKnown && kind == value.String {
			c.putHead(repeated, uint64(len(text)))
			c.number(uint64(back)) //nolint:gosec // not negative
			return
		}
		c.number(head)
		c.out = append(c.out, text...)
	case value.List, value.Object:
		if depth == 0 {
			c.putHead(value.Absent, 0)
			return
		}
		c.putNested(v, depth-1)
	default:
		c.putHead(kind, 0)
	}
}

func (c *codec) putNested(v value.Value, depth int) {
	if v.Kind() == value.List {
		items := v.Items()
		c.putHead(value.List, uint64(len(items)))
		for i := range items {
			c.putDatum(items[i], depth)
		}
		return
	}
	fields := v.Fields()
	c.putHead(value.Object, uint64(len(fields)))
	for i := range fields {
		c.number(uint64(len(fields[i].Key)))
		c.out = append(c.out, fields[i].Key...)
		c.putDatum(fields[i].Value, depth)
	}
}

// readDatum reads the one value whose size comes first.
func (c *codec) readDatum() value.Value {
	outer := c.enter()
	c.promised = 0
	v := c.value(maxDepth)
	if c.failed == nil {
		c.done()
	}
	c.leave(outer)
	return v
}

func (c *codec) value(depth int) value.Value {
	head := c.varint()
	if c.failed != nil {
		return value.Value{}
	}
	number := head >> 3
	switch kind := value.Kind(head & 7); kind {
	case value.Absent:
		return value.Value{}
	case value.Null:
		return value.OfNull()
	case value.Bool:
		return value.OfBool(number != 0)
	case value.Number:
		return value.OfNumber(c.leaf(number))
	case value.String:
		return value.OfString(c.leaf(number))
	case repeated:
		return value.OfString(c.repeat(c.varint(), number))
	default: // a list or an object
		return c.nested(kind, number, depth)
	}
}

func (c *codec) leaf(size uint64) string {
	if left := c.left(); size > left {
		c.fail(fmt.Errorf("size %d: only %d bytes are left", size, left))
	}
	return c.cut(size)
}

// nested reads a list or an object. The values that all open ones still promise take a byte each at least, so together
// they can't make room for more values than there are bytes.
func (c *codec) nested(kind value.Kind, number uint64, depth int) value.Value {
	if depth == 0 {
		c.fail(errDepth)
		return value.Value{}
	}
	if c.promised += number; c.promised > c.left() {
		c.fail(errCount)
		return value.Value{}
	}
	n := int(number) //nolint:gosec // no more than there is
	if kind == value.List {
		return c.list(n, depth-1)
	}
	return c.object(n, depth-1)
}

func (c *codec) list(n, depth int) value.Value {
	items := c.values.Values(n)
	for i := range items {
		c.promised--
		items[i] = c.value(depth)
	}
	return c.values.ListOf(items)
}

func (c *codec) object(n, depth int) value.Value {
	fields := c.values.Fields(n)
	for i := range fields {
		c.promised--
		fields[i].Key = c.cut(c.varint())
		fields[i].Value = c.value(depth)
	}
	return c.values.ObjectOf(fields)
}
