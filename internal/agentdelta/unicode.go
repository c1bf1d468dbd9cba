package agentdelta

import "unicode"

// isPrintable reports whether Python's repr leaves r as it is: str.isprintable.
func isPrintable(r rune) bool {
	if 0 <= r && r <= 0xffff {
		return basicPrintable[r/64]>>(r%64)&1 != 0
	}
	return unicode.Is(printable, r)
}

// basicPrintable is what printable has of the basic plane, a bit for each code point.
var basicPrintable = func() (has [1 << 16 / 64]uint64) {
	for _, in := range printable.R16 {
		for r := int(in.Lo); r <= int(in.Hi); r += int(in.Stride) {
			has[r/64] |= 1 << (r % 64)
		}
	}
	return has
}()

// isIdentifier is Python's str.isidentifier: no text normalisation, and keywords count.
func isIdentifier(s string) bool {
	for i, r := range s {
		if !isStart(r) && (i == 0 || !unicode.Is(identifierPart, r)) {
			return false
		}
	}
	return s != ""
}

func isStart(r rune) bool {
	return 'a' <= r && r <= 'z' || r == '_' || unicode.Is(identifierStart, r)
}
