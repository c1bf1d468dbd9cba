package destination

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
)

// digest is two checksums of a file, enough to know it again unless somebody forges it, who could as well remove it. A
// change within eight neighbouring bytes changes it always, any other leaves it alone once in 2^64. Processors have
// instructions for both.
type digest struct{ castagnoli, ieee uint32 }

const digestSize = 8

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func sum(content []byte) (d digest) {
	_, _ = d.Write(content)
	return d
}

// Write makes it the digest of what was written before and of this.
func (d *digest) Write(content []byte) (int, error) {
	d.castagnoli = crc32.Update(d.castagnoli, castagnoli, content)
	d.ieee = crc32.Update(d.ieee, crc32.IEEETable, content)
	return len(content), nil
}

// claim says that a file of this path with these bytes is the trace's own.
type claim struct {
	path string
	sum  digest
}

// record is what is known of a trace's files: the name it wanted, and its claims, the newest last.
//
//	version  byte, 2
//	name     length (uvarint), bytes
//	claims   each: length (uvarint), path, CRC-32C and CRC-32 of the content (big-endian)
type record struct {
	name   string
	claims []claim
}

const recordVersion = 2

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
		data = binary.BigEndian.AppendUint32(appendText(data, c.path), c.sum.castagnoli)
		data = binary.BigEndian.AppendUint32(data, c.sum.ieee)
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
		if c.path, rest, ok = cutText(rest); !ok || len(rest) < digestSize || checkPath(c.path) != nil {
			return record{}, errRecord
		}
		c.sum = digest{binary.BigEndian.Uint32(rest), binary.BigEndian.Uint32(rest[4:])}
		rest = rest[digestSize:]
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
