package agentdelta

import "unicode"

// isPrintable reports whether Python's repr leaves r as it is: str.isprintable.
func isPrintable(r rune) bool {
	if r < 0x7f {
		return r >= ' '
	}
	return unicode.Is(printable, r)
}

// isIdentifier is Python's str.isidentifier: no text normalisation, and keywords count.
func isIdentifier(s string) bool {
	for i, r := range s {
		if !unicode.Is(identifierStart, r) && (i == 0 || !unicode.Is(identifierPart, r)) {
			return false
		}
	}
	return s != ""
}
