package observation

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
)

// table lists the fields of a T. The index of a field is its tag, and part of the format: never change or reuse one.
type table[T any] []field[T]

// field writes and reads one field of a T. write writes nothing for an absent one; read is given what follows the tag.
type field[T any] struct {
	wire  protowire.Type
	write func(dst []byte, tag protowire.Number, from *T) []byte
	read  func(r *reader, into *T) error
}

func (t table[T]) append(dst []byte, from *T) []byte {
	for tag, f := range t {
		if f.write != nil {
			dst = f.write(dst, protowire.Number(tag), from)
		}
	}
	return dst
}

// read fills into from all that is left in r, and passes over the tags that t doesn't have.
func (t table[T]) read(r *reader, into *T) error {
	for r.text != "" {
		tag, wire, err := r.tag()
		if err != nil {
			return err
		}
		if err := t.readField(r, tag, wire, into); err != nil {
			return fmt.Errorf("field %d: %w", tag, err)
		}
	}
	return nil
}

func (t table[T]) readField(r *reader, tag protowire.Number, wire protowire.Type, into *T) error {
	if int(tag) >= len(t) || t[tag].read == nil {
		return r.pass(tag, wire, 0)
	}
	if want := t[tag].wire; wire != want {
		return fmt.Errorf("wire type %d, want %d", wire, want)
	}
	return t[tag].read(r, into)
}

// appendItems writes how many items there are, then each with its size before it.
func appendItems[T any](dst []byte, fields table[T], items []T) []byte {
	dst = appendNumber(dst, uint64(len(items)))
	for i := range items {
		dst = appendSized(dst, func(dst []byte) []byte { return fields.append(dst, &items[i]) })
	}
	return dst
}

func readItems[T any](r *reader, fields table[T]) ([]T, error) {
	n, err := r.count()
	if err != nil || n == 0 {
		return nil, err
	}
	items := make([]T, n)
	for i := range items {
		if err := readPart(r, fields, &items[i]); err != nil {
			return nil, fmt.Errorf("item %d: %w", i, err)
		}
	}
	return items, r.done()
}

// readPart reads the fields of one thing with their size before them.
func readPart[T any](r *reader, fields table[T], into *T) error {
	after, err := r.enter()
	if err != nil {
		return err
	}
	err = fields.read(r, into)
	*r = after
	return err
}
