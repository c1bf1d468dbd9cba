package pending

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
)

// What is stored, per trace:
//
//	f/<number, 16 hex digits>/<trace id, 32 hex digits>   one fragment
//	w/<number, 16 hex digits>/<trace id, 32 hex digits>   the marker: what was or will be written
//
// Numbers rise with each fragment that comes, over all traces; a marker has that of a fragment of its trace. So what is
// pushed together lies together in a store that keeps its keys in order, as bbolt does, and so does what ends together: a
// transaction writes few pages besides its own.
//
// A value begins with its version and the CRC-32C of all that follows; numbers are big-endian:
//
//	            0        1      5      6           14         22
//	fragment    version  crc    flags  arrival     number     data...
//	marker      version  crc    flags  written at  covered    the Draft's record...
//
// Arrival and written at are Unix nanoseconds. A fragment's number stands in it again, so that a damaged key is known. The
// marker speaks of the trace's fragments with numbers below covered. The arrival and the root's end travel in the fragment,
// so that clocks go on after a restart without a key of their own.
const (
	version = 1

	fragmentPrefix, markerPrefix = "f/", "w/"
	prefixSize                   = 2

	headerSize = 22

	// mostNumbers is more than the fragments of all processes can come to.
	mostNumbers = 1 << 62

	// mostHeld is more than those that come while one trace is held: what a marker of another version covers is less than
	// this above the number in its key.
	mostHeld = 1 << 40
)

// The flags of a stored value.
const (
	flagRootEnded = 1 << iota // fragment: the root span is in it
	flagAgent                 // fragment: it makes the trace one with a file
	flagWritten               // marker: the file stands; without it the file was about to be written
)

var (
	castagnoli = crc32.MakeTable(crc32.Castagnoli)

	errCorrupt = errors.New("corrupt value")
	errVersion = errors.New("value of an unknown version")
)

// keySize is the length of every key, which counts as kept as well.
const keySize = prefixSize + 16 + 1 + 32

func fragmentKey(trace TraceID, number uint64) string { return keyOf(fragmentPrefix, trace, number) }
func markerKey(trace TraceID, number uint64) string   { return keyOf(markerPrefix, trace, number) }

func keyOf(prefix string, trace TraceID, number uint64) string {
	var key [keySize]byte
	var digits [8]byte
	binary.BigEndian.PutUint64(digits[:], number)
	copy(key[:], prefix)
	hex.Encode(key[prefixSize:], digits[:])
	key[prefixSize+16] = '/'
	hex.Encode(key[prefixSize+17:], trace[:])
	return string(key[:])
}

// parseKey reads what keyOf makes of a prefix; ok is false for any other key.
func parseKey(prefix, key string) (trace TraceID, number uint64, ok bool) {
	if len(key) != keySize {
		return trace, 0, false
	}
	var digits [8]byte
	_, err := hex.Decode(digits[:], []byte(key[prefixSize:prefixSize+16]))
	_, failed := hex.Decode(trace[:], []byte(key[prefixSize+17:]))
	number = binary.BigEndian.Uint64(digits[:])
	return trace, number, err == nil && failed == nil && keyOf(prefix, trace, number) == key
}

// header is the head of a stored value.
type header struct {
	flags  byte
	at     int64
	number uint64 // the fragment's, or what the marker covers
}

func encode(h header, data []byte) []byte {
	value := make([]byte, headerSize, headerSize+len(data))
	value[0], value[5] = version, h.flags
	binary.BigEndian.PutUint64(value[6:], uint64(h.at)) //nolint:gosec // the same bits
	binary.BigEndian.PutUint64(value[14:], h.number)
	value = append(value, data...)
	binary.BigEndian.PutUint32(value[1:], crc32.Checksum(value[5:], castagnoli))
	return value
}

// peek reads a value's header without reading the rest of it.
func peek(value []byte) (header, error) {
	if len(value) == 0 {
		return header{}, errCorrupt
	}
	if value[0] != version {
		return header{}, errVersion
	}
	if len(value) < headerSize {
		return header{}, errCorrupt
	}
	return header{
		flags:  value[5],
		at:     int64(binary.BigEndian.Uint64(value[6:])), //nolint:gosec // the same bits
		number: binary.BigEndian.Uint64(value[14:]),
	}, nil
}

// decode takes a value apart, and makes sure that it is what was stored. The data is part of value.
func decode(value []byte) (h header, data []byte, err error) {
	if h, err = peek(value); err != nil {
		return header{}, nil, err
	}
	if crc32.Checksum(value[5:], castagnoli) != binary.BigEndian.Uint32(value[1:]) {
		return header{}, nil, errCorrupt
	}
	return h, value[headerSize:], nil
}

func skipReason(err error) SkipReason {
	if errors.Is(err, errVersion) {
		return Unknown
	}
	return Corrupt
}
