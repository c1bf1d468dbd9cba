package pending

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"strings"
)

// What is stored, per trace:
//
//	f/<trace id, 32 hex digits>/<number, 8 hex digits>   one fragment
//	w/<trace id, 32 hex digits>                          the marker: what was or will be written
//
// A value begins with its version and the CRC-32C of all that follows; numbers are big-endian:
//
//	            0        1      5      6           14          22
//	fragment    version  crc    flags  arrival     data...
//	marker      version  crc    flags  written at  covered     the Draft's record...
//
// Arrival and written at are Unix nanoseconds. Covered counts the fragment numbers that the marker speaks of. The
// arrival and the root's end travel in the fragment, so that clocks go on after a restart without a key of their own.
const (
	version = 1

	fragmentPrefix, markerPrefix = "f/", "w/"

	headerSize       = 14
	markerHeaderSize = 22
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

func fragmentKey(trace TraceID, number uint32) string {
	var key [2 + 32 + 1 + 8]byte
	copy(key[:], fragmentPrefix)
	hex.Encode(key[2:34], trace[:])
	key[34] = '/'
	var digits [4]byte
	binary.BigEndian.PutUint32(digits[:], number)
	hex.Encode(key[35:], digits[:])
	return string(key[:])
}

func markerKey(trace TraceID) string { return markerPrefix + trace.String() }

// parseFragmentKey reads what fragmentKey makes; ok is false for any other key.
func parseFragmentKey(key string) (trace TraceID, number uint32, ok bool) {
	name, ok := strings.CutPrefix(key, fragmentPrefix)
	if !ok || len(name) != 41 || name[32] != '/' {
		return trace, 0, false
	}
	var digits [4]byte
	_, err := hex.Decode(trace[:], []byte(name[:32]))
	_, failed := hex.Decode(digits[:], []byte(name[33:]))
	number = binary.BigEndian.Uint32(digits[:])
	return trace, number, err == nil && failed == nil && fragmentKey(trace, number) == key
}

// parseMarkerKey reads what markerKey makes; ok is false for any other key.
func parseMarkerKey(key string) (trace TraceID, ok bool) {
	name, ok := strings.CutPrefix(key, markerPrefix)
	if !ok || len(name) != 32 {
		return trace, false
	}
	_, err := hex.Decode(trace[:], []byte(name))
	return trace, err == nil && markerKey(trace) == key
}

// header is the head of a stored value.
type header struct {
	flags byte
	at    int64
}

func encodeFragment(h header, data []byte) []byte {
	value := make([]byte, headerSize, headerSize+len(data))
	putHeader(value, h)
	return seal(append(value, data...))
}

// marker says what was written, or is about to be.
type marker struct {
	header
	covered uint32
	record  []byte
}

func encodeMarker(m marker) []byte {
	value := make([]byte, markerHeaderSize, markerHeaderSize+len(m.record))
	putHeader(value, m.header)
	binary.BigEndian.PutUint64(value[headerSize:], uint64(m.covered))
	return seal(append(value, m.record...))
}

func putHeader(value []byte, h header) {
	value[0], value[5] = version, h.flags
	binary.BigEndian.PutUint64(value[6:], uint64(h.at)) //nolint:gosec // the same bits
}

func seal(value []byte) []byte {
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
	at := int64(binary.BigEndian.Uint64(value[6:])) //nolint:gosec // the same bits
	return header{flags: value[5], at: at}, nil
}

// verify reads a value's header and makes sure that the value is what was stored.
func verify(value []byte) (header, error) {
	h, err := peek(value)
	if err == nil && crc32.Checksum(value[5:], castagnoli) != binary.BigEndian.Uint32(value[1:]) {
		err = errCorrupt
	}
	return h, err
}

// decodeFragment returns the data of a fragment; it is part of value.
func decodeFragment(value []byte) ([]byte, error) {
	if _, err := verify(value); err != nil {
		return nil, err
	}
	return value[headerSize:], nil
}

// decodeMarker reads a marker; its record is part of value.
func decodeMarker(value []byte) (marker, error) {
	h, err := verify(value)
	if err == nil && len(value) < markerHeaderSize {
		err = errCorrupt
	}
	if err != nil {
		return marker{}, err
	}
	covered := binary.BigEndian.Uint64(value[headerSize:])
	if covered > mostNumbers {
		return marker{}, errCorrupt
	}
	return marker{header: h, covered: uint32(covered), record: value[markerHeaderSize:]}, nil
}

func skipReason(err error) SkipReason {
	if errors.Is(err, errVersion) {
		return Unknown
	}
	return Corrupt
}
