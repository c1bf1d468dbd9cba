package destination

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
)

// digest is the head of a SHA-256 sum: enough to know a file again.
type digest [16]byte

func sum(content []byte) digest {
	full := sha256.Sum256(content)
	return digest(full[:16])
}

// claim says that a file of this path with these bytes is the trace's own.
type claim struct {
	path string
	sum  digest
}

// record is what is known of a trace's files: the name it wanted, and its claims, the newest last.
//
//	version  byte, 1
//	name     length (uvarint), bytes
//	claims   each: length (uvarint), path, 16 bytes of the sum
type record struct {
	name   string
	claims []claim
}

const recordVersion = 1

var errRecord = errors.New("record of a trace's files: not readable")

// last is the path of the newest claim.
func (r record) last() string {
	if len(r.claims) == 0 {
		return ""
	}
	return r.claims[len(r.claims)-1].path
}

func (r record) encode() []byte {
	data := appendText([]byte{recordVersion}, r.name)
	for _, c := range r.claims {
		data = append(appendText(data, c.path), c.sum[:]...)
	}
	return data
}

func decodeRecord(data []byte) (record, error) {
	if len(data) == 0 || data[0] != recordVersion {
		return record{}, errRecord
	}
	name, rest, ok := cutText(data[1:])
	if !ok {
		return record{}, errRecord
	}
	r := record{name: name}
	for len(rest) > 0 {
		var c claim
		if c.path, rest, ok = cutText(rest); !ok || len(rest) < len(c.sum) || checkPath(c.path) != nil {
			return record{}, errRecord
		}
		rest = rest[copy(c.sum[:], rest):]
		r.claims = append(r.claims, c)
	}
	return r, nil
}

func appendText(dst []byte, text string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(text))), text...)
}

func cutText(data []byte) (text string, rest []byte, ok bool) {
	size, n := binary.Uvarint(data)
	if n <= 0 || size > uint64(len(data)-n) { //nolint:gosec // n is at most the length
		return "", nil, false
	}
	end := n + int(size) //nolint:gosec // at most the length, by the above
	return string(data[n:end]), data[end:], true
}
