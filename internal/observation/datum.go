package observation

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// maxDepth bounds how deep lists and objects nest. What is deeper is written as absent, and refused when read.
const maxDepth = 512

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
func appendHead(dst []byte, kind value.Kind, number uint64) []byte {
	return appendNumber(dst, number<<3|uint64(kind))
}

func appendDatum(dst []byte, v value.Value, depth int) []byte {
	switch kind := v.Kind(); kind {
	case value.Bool:
		return appendHead(dst, kind, protowire.EncodeBool(v.Truth()))
	case value.Number, value.String:
		return append(appendHead(dst, kind, uint64(len(v.Text()))), v.Text()...)
	case value.List, value.Object:
		if depth == 0 {
			return appendHead(dst, value.Absent, 0)
		}
		return appendNested(dst, v, depth-1)
	default:
		return appendHead(dst, kind, 0)
	}
}

func appendNested(dst []byte, v value.Value, depth int) []byte {
	if items := v.Items(); v.Kind() == value.List {
		dst = appendHead(dst, value.List, uint64(len(items)))
		for _, item := range items {
			dst = appendDatum(dst, item, depth)
		}
		return dst
	}
	fields := v.Fields()
	dst = appendHead(dst, value.Object, uint64(len(fields)))
	for _, f := range fields {
		dst = appendText(dst, f.Key)
		dst = appendDatum(dst, f.Value, depth)
	}
	return dst
}

// readDatum reads the one value that r holds.
func readDatum(r reader) (value.Value, error) {
	d := datumReader{reader: r}
	v, err := d.value(maxDepth)
	if err != nil {
		return value.Value{}, err
	}
	return v, d.done()
}

// datumReader knows how many values the open lists and objects still promise. Each takes a byte at least, so together
// they can't make room for more values than there are bytes.
type datumReader struct {
	reader
	promised uint64
}

func (d *datumReader) value(depth int) (value.Value, error) {
	head, err := d.varint()
	if err != nil {
		return value.Value{}, err
	}
	number := head >> 3
	switch kind := value.Kind(head & 7); kind {
	case value.Absent:
		return value.Value{}, nil
	case value.Null:
		return value.OfNull(), nil
	case value.Bool:
		return value.OfBool(number != 0), nil
	case value.Number, value.String:
		return d.leaf(kind, number)
	case value.List, value.Object:
		return d.nested(kind, number, depth)
	default:
		return value.Value{}, fmt.Errorf("kind %d of a value is unknown", kind)
	}
}

func (d *datumReader) leaf(kind value.Kind, size uint64) (value.Value, error) {
	taken, err := d.take(size)
	if kind == value.Number {
		return value.OfNumber(taken), err
	}
	return value.OfString(taken), err
}

func (d *datumReader) nested(kind value.Kind, number uint64, depth int) (value.Value, error) {
	if depth == 0 {
		return value.Value{}, errDepth
	}
	d.promised += number
	if d.promised > uint64(len(d.text)) {
		return value.Value{}, errCount
	}
	switch {
	case number == 0 && kind == value.List:
		return value.OfList(), nil
	case number == 0:
		return value.OfObject(), nil
	case kind == value.List:
		return d.list(number, depth-1)
	default:
		return d.object(number, depth-1)
	}
}

func (d *datumReader) list(n uint64, depth int) (value.Value, error) {
	items := make([]value.Value, n)
	for i := range items {
		d.promised--
		item, err := d.value(depth)
		if err != nil {
			return value.Value{}, err
		}
		items[i] = item
	}
	return value.OfList(items...), nil
}

func (d *datumReader) object(n uint64, depth int) (value.Value, error) {
	fields := make([]value.Field, n)
	for i := range fields {
		d.promised--
		key, err := d.sized()
		if err != nil {
			return value.Value{}, err
		}
		v, err := d.value(depth)
		if err != nil {
			return value.Value{}, err
		}
		fields[i] = value.Field{Key: key, Value: v}
	}
	return value.OfObject(fields...), nil
}
