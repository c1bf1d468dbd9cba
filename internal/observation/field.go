package observation

import (
	"encoding/binary"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// The kinds of fields. Each is made from a function that says where in a T the field is, to write and to read it alike.

// text is a string; the empty one is absent.
func text[T any](at func(*T) *string) field[T] {
	return field[T]{
		wire: protowire.BytesType,
		write: func(dst []byte, tag protowire.Number, from *T) []byte {
			s := *at(from)
			if s == "" {
				return dst
			}
			return appendText(appendTag(dst, tag, protowire.BytesType), s)
		},
		read: func(r *reader, into *T) error {
			text, err := r.sized()
			*at(into) = text
			return err
		},
	}
}

// flag is a truth value; false is absent.
func flag[T any](at func(*T) *bool) field[T] {
	return field[T]{
		wire: protowire.VarintType,
		write: func(dst []byte, tag protowire.Number, from *T) []byte {
			return appendVarint(dst, tag, protowire.EncodeBool(*at(from)))
		},
		read: func(r *reader, into *T) error {
			n, err := r.varint()
			*at(into) = n != 0
			return err
		},
	}
}

// small is an enumeration or a set of flags; zero is absent.
func small[T any, N ~uint8](at func(*T) *N) field[T] {
	return field[T]{
		wire: protowire.VarintType,
		write: func(dst []byte, tag protowire.Number, from *T) []byte {
			return appendVarint(dst, tag, uint64(*at(from)))
		},
		read: func(r *reader, into *T) error {
			n, err := r.varint()
			if n > math.MaxUint8 {
				return fmt.Errorf("%d is above %d", n, math.MaxUint8)
			}
			*at(into) = N(n)
			return err
		},
	}
}

// integer is a number that is near zero most of the time; zero is absent.
func integer[T any](at func(*T) *int64) field[T] {
	return field[T]{
		wire: protowire.VarintType,
		write: func(dst []byte, tag protowire.Number, from *T) []byte {
			return appendVarint(dst, tag, protowire.EncodeZigZag(*at(from)))
		},
		read: func(r *reader, into *T) error {
			n, err := r.varint()
			*at(into) = protowire.DecodeZigZag(n)
			return err
		},
	}
}

// moment is a time in Unix nanoseconds; zero is absent.
func moment[T any](at func(*T) *int64) field[T] {
	return field[T]{
		wire: protowire.Fixed64Type,
		write: func(dst []byte, tag protowire.Number, from *T) []byte {
			return appendFixed(dst, tag, uint64(*at(from))) //nolint:gosec // the same bits
		},
		read: func(r *reader, into *T) error {
			n, err := r.fixed()
			*at(into) = int64(n) //nolint:gosec // the same bits
			return err
		},
	}
}

// identity is a span id; the zero one is absent.
func identity[T any](at func(*T) *SpanID) field[T] {
	return field[T]{
		wire: protowire.Fixed64Type,
		write: func(dst []byte, tag protowire.Number, from *T) []byte {
			return appendFixed(dst, tag, binary.LittleEndian.Uint64(at(from)[:]))
		},
		read: func(r *reader, into *T) error {
			n, err := r.fixed()
			binary.LittleEndian.PutUint64(at(into)[:], n)
			return err
		},
	}
}

// datum is a value, written as datum.go says.
func datum[T any](at func(*T) *value.Value) field[T] {
	return field[T]{
		wire: protowire.BytesType,
		write: func(dst []byte, tag protowire.Number, from *T) []byte {
			v := *at(from)
			if v.IsAbsent() {
				return dst
			}
			dst = appendTag(dst, tag, protowire.BytesType)
			return appendSized(dst, func(dst []byte) []byte { return appendDatum(dst, v, maxDepth) })
		},
		read: func(r *reader, into *T) error {
			sized, err := r.sized()
			if err != nil {
				return err
			}
			*at(into), err = readDatum(reader{sized})
			return err
		},
	}
}

// part is one thing with fields of its own; without any it is absent.
func part[T, Part any](fields table[Part], at func(*T) *Part) field[T] {
	return field[T]{
		wire: protowire.BytesType,
		write: func(dst []byte, tag protowire.Number, from *T) []byte {
			start := len(dst)
			dst = appendTag(dst, tag, protowire.BytesType)
			content := len(dst) + 1
			dst = appendSized(dst, func(dst []byte) []byte { return fields.append(dst, at(from)) })
			if len(dst) == content {
				return dst[:start]
			}
			return dst
		},
		read: func(r *reader, into *T) error {
			return readPart(r, fields, at(into))
		},
	}
}

// list holds items with fields of their own; an empty one is absent.
func list[T, Item any](fields table[Item], at func(*T) *[]Item) field[T] {
	return field[T]{
		wire: protowire.BytesType,
		write: func(dst []byte, tag protowire.Number, from *T) []byte {
			items := *at(from)
			if len(items) == 0 {
				return dst
			}
			dst = appendTag(dst, tag, protowire.BytesType)
			return appendSized(dst, func(dst []byte) []byte { return appendItems(dst, fields, items) })
		},
		read: func(r *reader, into *T) error {
			after, err := r.enter()
			if err != nil {
				return err
			}
			*at(into), err = readItems(r, fields)
			*r = after
			return err
		},
	}
}
