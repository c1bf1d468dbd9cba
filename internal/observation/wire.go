package observation

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/agentdelta/agentdeltaexporter/internal/slab"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

var (
	errCount    = errors.New("count promises more than there is")
	errTag      = errors.New("invalid field number")
	errGroup    = errors.New("groups that do not end")
	errOverflow = errors.New("variable length integer overflow")
)

// codec writes fields, or reads them: fields.go lists them once for both.
type codec struct {
	writing bool
	out     []byte // what is written
	repeats *Repeats

	in       string           // what is read; every text that comes of it is a part of it
	base     int              // where the observation begins in it
	at, end  int              // what is left of it on this level
	tag      protowire.Number // of the field that comes next; 0 if there is none, and to write
	wire     protowire.Type
	failed   error  // the first one; then there are no more fields
	promised uint64 // values that the open lists and objects of a datum still promise

	slabs
}

// slabs are what is read into: many short lists take few allocations.
type slabs struct {
	messages slab.Slab[Message]
	calls    slab.Slab[Call]
	results  slab.Slab[Result]
	counts   slab.Slab[Count]
	records  slab.Slab[Record]
	labels   slab.Slab[Label]
	values   value.Maker
}

// writers keeps what has written for what is written next.
var writers = sync.Pool{New: func() any { return new(codec) }}

// begins makes a reader go on with a text, or with none.
func (c *codec) begins(text string) {
	c.in, c.base, c.at, c.end, c.tag, c.failed = text, 0, 0, len(text), 0, nil
}

// next reads the tag of the next field.
func (c *codec) next() {
	c.tag = 0
	if c.at == c.end || c.failed != nil {
		return
	}
	v := uint64(c.in[c.at])
	if c.at++; v >= 0x80 {
		c.at--
		v = c.longVarint()
	}
	switch tag := protowire.Number(v >> 3); { //nolint:gosec // what is too large for it is refused
	case c.failed != nil:
	case v > maxTag || tag == 0:
		c.fail(errTag)
	default:
		c.tag, c.wire = tag, protowire.Type(v&7)
	}
}

// maxTag is the largest tag, with the largest wire type behind it.
const maxTag = uint64(protowire.MaxValidNumber)<<3 | 7

// fail notes the first error.
func (c *codec) fail(err error) {
	if c.failed == nil {
		c.failed = err
	}
}

// expect checks the wire type of the field that is read.
func (c *codec) expect(want protowire.Type) {
	if c.wire != want {
		c.unexpected(want)
	}
}

func (c *codec) unexpected(want protowire.Type) {
	c.fail(fmt.Errorf("wire type %d, want %d", c.wire, want))
}

// taken goes on to the next field behind the one that was read.
func (c *codec) taken() { c.takenAs(c.tag) }

// takenAs is taken of a field inside which there were others.
func (c *codec) takenAs(tag protowire.Number) {
	if c.failed != nil {
		c.failed = fmt.Errorf("field %d: %w", tag, c.failed)
	}
	c.next()
}

// enter narrows what is left to the bytes whose size comes first, and returns what leave needs to go on behind them.
func (c *codec) enter() (outer int) {
	outer = c.end
	size := c.varint()
	if size > c.left() {
		c.fail(io.ErrUnexpectedEOF)
		size = 0
	}
	c.end = c.at + int(size)
	return outer
}

func (c *codec) leave(outer int) { c.at, c.end = c.end, outer }

// cut takes the next size bytes.
func (c *codec) cut(size uint64) string {
	if size > c.left() || c.failed != nil {
		c.fail(io.ErrUnexpectedEOF)
		return ""
	}
	start := c.at
	c.at += int(size) //nolint:gosec // no more than there is
	return c.in[start:c.at]
}

// left is how many bytes are left on this level.
func (c *codec) left() uint64 { return uint64(c.end - c.at) } //nolint:gosec // not negative

// done reports bytes where none should be left.
func (c *codec) done() {
	if c.at != c.end {
		c.fail(fmt.Errorf("%d bytes left over", c.left()))
	}
}

// count reads a number of things that take at least one byte each, so that a lie can't make room for more.
func (c *codec) count() int {
	n := c.varint()
	if n > c.left() || c.failed != nil {
		c.fail(errCount)
		return 0
	}
	return int(n) //nolint:gosec // no more than there is
}

// varint reads a number, most of which are one byte.
func (c *codec) varint() uint64 {
	if at := c.at; at < c.end && c.in[at] < 0x80 {
		c.at = at + 1
		return uint64(c.in[at])
	}
	return c.longVarint()
}

func (c *codec) longVarint() (v uint64) {
	for shift := 0; c.at < c.end; shift += 7 {
		b := c.in[c.at]
		if shift == 63 && b > 1 {
			c.fail(errOverflow)
			return 0
		}
		c.at++
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v
		}
	}
	c.fail(io.ErrUnexpectedEOF)
	return 0
}

// maxGroups bounds how deep the groups of an unknown field nest.
const maxGroups = 64

// pass skips the value of a field.
func (c *codec) pass(tag protowire.Number, wire protowire.Type, groups int) {
	switch wire {
	case protowire.VarintType:
		c.varint()
	case protowire.Fixed32Type:
		c.cut(4)
	case protowire.Fixed64Type:
		c.cut(8)
	case protowire.BytesType:
		c.cut(c.varint())
	case protowire.StartGroupType:
		c.passGroup(tag, groups+1)
	default:
		c.fail(errGroup)
	}
}

// passGroup skips fields up to the end of the group that a tag began.
func (c *codec) passGroup(group protowire.Number, groups int) {
	for groups <= maxGroups {
		if c.next(); c.tag == 0 {
			c.fail(io.ErrUnexpectedEOF)
			return
		}
		if c.wire == protowire.EndGroupType && c.tag == group {
			return
		}
		c.pass(c.tag, c.wire, groups)
	}
	c.fail(errGroup)
}
