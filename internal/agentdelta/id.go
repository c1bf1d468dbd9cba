package agentdelta

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// idBytes is how much of the digest an id shows, two hex digits a byte.
const idBytes = 8

// NodeID returns the id of a node: the first 16 hex digits of SHA-256 over "type:content" in UTF-8.
func NodeID(t NodeType, content string) string {
	id := make([]byte, 2*idBytes)
	return string(putNodeID(id, 0, t, content, value.IsValid(content)))
}

// putNodeID writes the id at a place of dst. The hashed text stands at the end of dst for a moment, which saves a buffer
// of its own.
func putNodeID(dst []byte, at int, t NodeType, content string, isValid bool) []byte {
	end := len(dst)
	dst = append(dst, t...)
	dst = append(dst, ':')
	if !isValid {
		content = valid(content)
	}
	dst = append(dst, content...)
	sum := sha256.Sum256(dst[end:])
	hex.Encode(dst[at:], sum[:idBytes])
	return dst[:end]
}

// valid returns s with U+FFFD in place of each byte that isn't UTF-8: s as a reader of the file gets it.
func valid(s string) string {
	if value.IsValid(s) {
		return s
	}
	return string([]rune(s))
}
