package observation

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protowire"
)

var (
	errCount = errors.New("count promises more than there is")
	errTag   = errors.New("invalid field number")
	errGroup = errors.New("groups that do not end")
)

// reader consumes encoded bytes from the front. They are a string, so that every text it hands out shares one copy.
type reader struct{ text string }

func (r *reader) tag() (protowire.Number, protowire.Type, error) {
	v, err := r.varint()
	if err != nil {
		return 0, 0, err
	}
	tag, wire := protowire.DecodeTag(v)
	if !tag.IsValid() {
		return 0, 0, errTag
	}
	return tag, wire, nil
}

// maxGroups bounds how deep the groups of an unknown field nest.
const maxGroups = 64

// pass skips the value of a field.
func (r *reader) pass(tag protowire.Number, wire protowire.Type, groups int) (err error) {
	switch wire {
	case protowire.VarintType:
		_, err = r.varint()
	case protowire.Fixed32Type:
		_, err = r.cut(4)
	case protowire.Fixed64Type:
		_, err = r.cut(8)
	case protowire.BytesType:
		_, err = r.sized()
	case protowire.StartGroupType:
		err = r.passGroup(tag, groups+1)
	default:
		err = errGroup
	}
	return err
}

// passGroup skips fields up to the end of the group that a tag began.
func (r *reader) passGroup(group protowire.Number, groups int) error {
	for groups <= maxGroups {
		tag, wire, err := r.tag()
		if err != nil {
			return err
		}
		if wire == protowire.EndGroupType && tag == group {
			return nil
		}
		if err := r.pass(tag, wire, groups); err != nil {
			return err
		}
	}
	return errGroup
}

func (r *reader) varint() (uint64, error) {
	if r.text != "" && r.text[0] < 0x80 {
		v := r.text[0]
		r.text = r.text[1:]
		return uint64(v), nil
	}
	v, n := protowire.ConsumeVarint([]byte(r.text[:min(len(r.text), binary.MaxVarintLen64)]))
	if n < 0 {
		return 0, protowire.ParseError(n)
	}
	r.text = r.text[n:]
	return v, nil
}

func (r *reader) fixed() (uint64, error) {
	taken, err := r.cut(8)
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64([]byte(taken)), nil
}

// sized returns the bytes whose size comes first.
func (r *reader) sized() (string, error) {
	size, err := r.varint()
	if err != nil {
		return "", err
	}
	return r.cut(size)
}

func (r *reader) cut(size uint64) (string, error) {
	if size > uint64(len(r.text)) {
		return "", io.ErrUnexpectedEOF
	}
	taken := r.text[:size]
	r.text = r.text[size:]
	return taken, nil
}

// enter narrows r to the bytes whose size comes first, and returns what follows them, for r to be set to when they are
// read. (A reader of its own for each part would be an allocation for each.)
func (r *reader) enter() (after reader, err error) {
	inner, err := r.sized()
	if err != nil {
		return reader{}, err
	}
	after = *r
	r.text = inner
	return after, nil
}

// take returns the next size bytes.
func (r *reader) take(size uint64) (string, error) {
	if size > uint64(len(r.text)) {
		return "", fmt.Errorf("size %d: only %d bytes are left", size, len(r.text))
	}
	return r.cut(size)
}

// done reports bytes where none should be left.
func (r *reader) done() error {
	if r.text != "" {
		return fmt.Errorf("%d bytes left over", len(r.text))
	}
	return nil
}

// count reads a number of things that take at least one byte each, so that a lie can't make room for more.
func (r *reader) count() (uint64, error) {
	n, err := r.varint()
	if err == nil && n > uint64(len(r.text)) {
		return 0, errCount
	}
	return n, err
}

// appendNumber appends a varint, most of which are one byte.
func appendNumber(dst []byte, v uint64) []byte {
	if v < 0x80 {
		return append(dst, byte(v))
	}
	return protowire.AppendVarint(dst, v)
}

func appendTag(dst []byte, tag protowire.Number, wire protowire.Type) []byte {
	return appendNumber(dst, protowire.EncodeTag(tag, wire))
}

// appendText appends a text with its size before it.
func appendText(dst []byte, s string) []byte {
	return append(appendNumber(dst, uint64(len(s))), s...)
}

func appendVarint(dst []byte, tag protowire.Number, v uint64) []byte {
	if v == 0 {
		return dst
	}
	return appendNumber(appendTag(dst, tag, protowire.VarintType), v)
}

func appendFixed(dst []byte, tag protowire.Number, v uint64) []byte {
	if v == 0 {
		return dst
	}
	return protowire.AppendFixed64(appendTag(dst, tag, protowire.Fixed64Type), v)
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
