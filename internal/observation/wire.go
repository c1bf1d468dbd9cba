package observation

import (
	"encoding/binary"
	"errors"
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
)

var errCount = errors.New("count promises more than there is")

// reader consumes encoded bytes from the front. It holds them twice, so that every text it hands out shares one copy.
type reader struct {
	data []byte
	text string // the same bytes as data
}

func (r *reader) skip(n int) {
	r.data, r.text = r.data[n:], r.text[n:]
}

func (r *reader) tag() (protowire.Number, protowire.Type, error) {
	tag, wire, n := protowire.ConsumeTag(r.data)
	if n < 0 {
		return 0, 0, protowire.ParseError(n)
	}
	r.skip(n)
	return tag, wire, nil
}

// pass skips the value of a field.
func (r *reader) pass(tag protowire.Number, wire protowire.Type) error {
	n := protowire.ConsumeFieldValue(tag, wire, r.data)
	if n < 0 {
		return protowire.ParseError(n)
	}
	r.skip(n)
	return nil
}

func (r *reader) varint() (uint64, error) {
	v, n := protowire.ConsumeVarint(r.data)
	if n < 0 {
		return 0, protowire.ParseError(n)
	}
	r.skip(n)
	return v, nil
}

func (r *reader) fixed() (uint64, error) {
	v, n := protowire.ConsumeFixed64(r.data)
	if n < 0 {
		return 0, protowire.ParseError(n)
	}
	r.skip(n)
	return v, nil
}

// sized returns the bytes whose size comes first.
func (r *reader) sized() (reader, error) {
	data, n := protowire.ConsumeBytes(r.data)
	if n < 0 {
		return reader{}, protowire.ParseError(n)
	}
	taken := reader{data, r.text[n-len(data) : n]}
	r.skip(n)
	return taken, nil
}

// enter narrows r to the bytes whose size comes first, and returns what follows them, for r to be set to when they are
// read. (A reader of its own for each part would be an allocation for each.)
func (r *reader) enter() (after reader, err error) {
	inner, err := r.sized()
	if err != nil {
		return reader{}, err
	}
	after, *r = *r, inner
	return after, nil
}

// take returns the next size bytes.
func (r *reader) take(size uint64) (reader, error) {
	if size > uint64(len(r.data)) {
		return reader{}, fmt.Errorf("size %d: only %d bytes are left", size, len(r.data))
	}
	taken := reader{r.data[:size], r.text[:size]}
	r.data, r.text = r.data[size:], r.text[size:]
	return taken, nil
}

// done reports bytes where none should be left.
func (r *reader) done() error {
	if len(r.data) > 0 {
		return fmt.Errorf("%d bytes left over", len(r.data))
	}
	return nil
}

// count reads a number of things that take at least one byte each, so that a lie can't make room for more.
func (r *reader) count() (uint64, error) {
	n, err := r.varint()
	if err == nil && n > uint64(len(r.data)) {
		return 0, errCount
	}
	return n, err
}

func appendVarint(dst []byte, tag protowire.Number, v uint64) []byte {
	if v == 0 {
		return dst
	}
	return protowire.AppendVarint(protowire.AppendTag(dst, tag, protowire.VarintType), v)
}

func appendFixed(dst []byte, tag protowire.Number, v uint64) []byte {
	if v == 0 {
		return dst
	}
	return protowire.AppendFixed64(protowire.AppendTag(dst, tag, protowire.Fixed64Type), v)
}

// appendSized writes what body appends, with its size before it. Most sizes take one byte: body is moved if not.
func appendSized(dst []byte, body func([]byte) []byte) []byte {
	start := len(dst)
	dst = body(append(dst, 0))
	size := uint64(len(dst[start+1:]))
	if more := protowire.SizeVarint(size) - 1; more > 0 {
		dst = append(dst, make([]byte, more)...)
		copy(dst[start+1+more:], dst[start+1:])
	}
	binary.PutUvarint(dst[start:], size)
	return dst
}
