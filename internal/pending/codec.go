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
// A value begins with its version and the CRC-32C, begun with the version, of the key and of all that follows. So no damage
// of either goes unnoticed, nor a value under another's key. Numbers are big-endian:
//
//	            0        1      5      6           14
//	fragment    version  crc    flags  arrival     data...
//	marker      version  crc    flags  written at  what was written...
//
// Arrival and written at are Unix nanoseconds. The arrival and the root's end travel in the fragment, so that clocks go on
// after a restart without a key of their own. marking.go has what a marker says.
const (
	version = 1

	fragmentPrefix, markerPrefix = "f/", "w/"
	prefixSize                   = 2

	headerSize = 14

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
	flagHarmed                // marker: the file lacks what was damaged here before
)

var (
	castagnoli = crc32.MakeTable(crc32.Castagnoli)

	errCorrupt = errors.New("corrupt value")
	errMissing = errors.New("value that is gone")
	errVersion = errors.New("value of an unknown version")
	errForeign = errors.New("value of an unknown key")
)

// keySize is the length of every key, which counts as kept as well.
const keySize = prefixSize + 16 + 1 + 32

func fragmentKey(trace TraceID, number uint64) string { return keyOf(fragmentPrefix, trace, number) }
func markerKey(trace TraceID, number uint64) string   { return keyOf(markerPrefix, trace, number) }

func keyOf(prefix string, trace TraceID, number uint64) string {
	var key [keySize]byte
	return string(appendKey(key[:0], prefix, trace, number))
}

func appendKey(dst []byte, prefix string, trace TraceID, number uint64) []byte {
	var digits [8]byte
	binary.BigEndian.PutUint64(digits[:], number)
	dst = hex.AppendEncode(append(dst, prefix...), digits[:])
	return hex.AppendEncode(append(dst, '/'), trace[:])
}

// parseKey reads what keyOf makes of a prefix; ok is false for any other key.
func parseKey(prefix, key string) (trace TraceID, number uint64, ok bool) {
	if len(key) != keySize || key[:prefixSize] != prefix {
		return trace, 0, false
	}
	var digits [8]byte
	_, err := hex.Decode(digits[:], []byte(key[prefixSize:prefixSize+16]))
	_, failed := hex.Decode(trace[:], []byte(key[prefixSize+17:]))
	number = binary.BigEndian.Uint64(digits[:])
	return trace, number, err == nil && failed == nil && keyOf(prefix, trace, number) == key
}

// traceOfKey is the trace of a key of any kind.
func traceOfKey(key string) (trace TraceID, ok bool) {
	for _, prefix := range []string{fragmentPrefix, markerPrefix} {
		if trace, _, ok = parseKey(prefix, key); ok {
			return trace, true
		}
	}
	return TraceID{}, false
}

// header is the head of a stored value.
type header struct {
	flags byte
	at    int64
}

// encode makes the value of a key.
func encode(key []byte, h header, data []byte) []byte {
	return appendValue(make([]byte, 0, headerSize+len(data)), key, h, data)
}

// appendValue is encode to the end of dst.
func appendValue(dst, key []byte, h header, data []byte) []byte {
	start := len(dst)
	dst = append(dst, version, 0, 0, 0, 0, h.flags)
	dst = binary.BigEndian.AppendUint64(dst, uint64(h.at)) //nolint:gosec // the same bits
	dst = append(dst, data...)
	binary.BigEndian.PutUint32(dst[start+1:], checksum(key, dst[start:]))
	return dst
}

// checksum is what the value of a key holds at 1, if this version made it.
func checksum(key, value []byte) uint32 {
	return crc32.Update(crc32.Update(version, castagnoli, key), castagnoli, value[5:])
}

// decode takes the value of a key apart, and makes sure that it is what was stored under it. The data is part of value.
func decode(key string, value []byte) (h header, data []byte, err error) {
	switch isWhole := len(value) >= headerSize && checksum([]byte(key), value) == binary.BigEndian.Uint32(value[1:]); {
	case len(value) > 0 && value[0] != version && !isWhole:
		return header{}, nil, errVersion
	case !isWhole || value[0] != version: // the latter is of this version, but for that byte
		return header{}, nil, errCorrupt
	}
	h = header{flags: value[5], at: int64(binary.BigEndian.Uint64(value[6:]))} //nolint:gosec // the same bits
	return h, value[headerSize:], nil
}

// wasKey is the key under which a value was stored of which one bit is damaged now; ok is false if there is none.
func wasKey(key string, value []byte) (was string, ok bool) {
	if len(key) != keySize || len(value) < headerSize || value[0] != version {
		return "", false
	}
	near := []byte(key)
	for bit := range 8 * len(near) {
		near[bit/8] ^= 1 << (bit % 8)
		if _, ok := traceOfKey(string(near)); ok {
			if _, _, err := decode(string(near), value); err == nil {
				return string(near), true
			}
		}
		near[bit/8] ^= 1 << (bit % 8)
	}
	return "", false
}

func skipReason(err error) SkipReason {
	switch {
	case errors.Is(err, errVersion), errors.Is(err, errForeign):
		return Unknown
	case errors.Is(err, errMissing):
		return Missing
	}
	return Corrupt
}
