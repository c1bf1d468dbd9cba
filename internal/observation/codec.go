package observation

import (
	"errors"
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
)

// The encoded form.
//
// An encoded observation is kept for as long as its trace is open, which with a storage outlives the process, and may
// outlive the version of the exporter that wrote it. So observations are small, stand one after the other without
// anything between them, and a reader passes over the fields it doesn't know.
//
//	observation = size version field*      size: of version and fields together; version: 1
//	field       = tag content              as in Protocol Buffers, whose wire types are used (protobuf.dev)
//
//	kind        wire type   content
//	text        bytes       size, then the text
//	            fixed64     its size, and above 32 bits how far before the observation it begins, as in repeat.go
//	flag        varint      1
//	small       varint      the number
//	integer     varint      the number in zigzag form
//	moment      fixed64     Unix nanoseconds
//	identity    fixed64     the eight bytes of the id
//	datum       bytes       size, then a value as in datum.go
//	part        bytes       size, then its fields
//	list        bytes       size, then how many items there are, then for each its size and its fields
//
// Sizes and numbers of items are varints. A field without content isn't written, and fields are written in the order of
// their tags: of equal observations the bytes are equal. The end of a span is written as the time since its start. Of
// the role Other only the fields up to lastPlace are written.
//
// A new field takes a new tag, and is one line in fields.go. The version changes only when old readers would misread.
const version = 1

// ErrVersion says that an observation was written in a version of the format that this reader doesn't know.
var ErrVersion = errors.New("unknown version")

// Append appends the encoded form of o to dst. The bytes depend on o alone, and equal observations give equal bytes.
//
// Of an observation with the role Other only the place in the trace is encoded. A value that nests deeper than 512
// levels loses what is below.
func Append(dst []byte, o *Observation) []byte { return appendTo(dst, o, nil) }

func appendTo(dst []byte, o *Observation, repeats *Repeats) []byte {
	c := writers.Get().(*codec)
	c.writing, c.out, c.repeats = true, dst, repeats
	start := c.begin()
	c.out = append(c.out, version)
	if o.place(c); o.Role != Other {
		o.saying(c)
	}
	c.shut(start)
	dst, c.out, c.repeats = c.out, nil, nil
	writers.Put(c)
	return dst
}

// Decode reads the observation at the start of data and returns it with the rest of data. The observation shares no
// memory with data.
//
// It never panics, and what it allocates is bounded by the size of data, whatever data holds. After an error, rest is
// what follows the damaged observation, or nil if its end can't be told; the error is ErrVersion if nothing is damaged
// but the format is another.
func Decode(data []byte) (o Observation, rest []byte, err error) {
	record, n := protowire.ConsumeBytes(data)
	if n < 0 {
		return Observation{}, nil, sizeError(protowire.ParseError(n))
	}
	var c codec
	c.begins(string(record))
	err = c.observation(&o)
	return o, data[n:], err
}

func sizeError(err error) error { return fmt.Errorf("observation: size: %w", err) }

// Held returns how many observations data holds, up to one whose end can't be told.
func Held(data string) (observations int) {
	var c codec
	for c.begins(data); c.at < c.end; observations++ {
		all := c.enter()
		if c.failed != nil {
			break
		}
		c.leave(all)
	}
	return observations
}
