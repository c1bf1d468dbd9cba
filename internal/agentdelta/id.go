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
	return string(appendNodeID(nil, t, content))
}

// appendNodeID appends the id. The hashed text stands at the end of dst for a moment, which saves a buffer of its own.
func appendNodeID(dst []byte, t NodeType, content string) []byte {
	start := len(dst)
	dst = append(dst, t...)
	dst = append(dst, ':')
	dst = append(dst, valid(content)...)
	sum := sha256.Sum256(dst[start:])
	return hex.AppendEncode(dst[:start], sum[:idBytes])
}

// valid returns s with U+FFFD in place of each byte that isn't UTF-8: s as a reader of the file gets it.
func valid(s string) string {
	if value.IsValid(s) {
		return s
	}
	return string([]rune(s))
}
