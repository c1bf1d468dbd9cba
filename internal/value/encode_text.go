package value

import (
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// text appends a string literal. Between what needs an escape there are a few words most of the time, so eight bytes are
// copied while they are looked at. They are what upToEight returns; calling it here and in foldedText takes longer than the
// copy.
func (f *form) text(dst []byte, s string) []byte {
	s = s[:min(len(s), max(0, f.end-len(dst)))]
	del := f.del()
	dst = append(dst, '"')
	for s != "" {
		var x uint64
		n := 8
		if len(s) >= n {
			x = eight(s)
		} else {
			x, n = few(s), len(s)
		}
		dst = binary.LittleEndian.AppendUint64(dst, x)
		if stops := escapes(x, del); stops == 0 {
			dst, s = dst[:len(dst)-8+n], s[n:]
		} else {
			n = lowest(stops)
			dst, s = f.special(dst[:len(dst)-8+n], s[n:])
		}
	}
	return append(dst, '"')
}

// upToEight returns the eight bytes that s begins with, or all n that it has with blanks behind them.
func upToEight(s string) (x uint64, n int) {
	if len(s) >= 8 {
		return eight(s), 8
	}
	return few(s), len(s)
}

// few returns the bytes of s, which has less than eight, with blanks behind them.
func few(s string) (x uint64) {
	switch n := len(s); {
	case n >= 4:
		x = uint64(four(s)) | uint64(four(s[n-4:]))<<(8*(n-4))
	case n > 0:
		x = uint64(s[0]) | uint64(s[n/2])<<(8*(n/2)) | uint64(s[n-1])<<(8*(n-1))
	}
	return x | ones*' '<<(8*len(s))
}

// four returns the four bytes that s begins with, as eight does.
func four(s string) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// del is what escapes takes to find DEL, which isn't printable.
func (f *form) del() uint64 {
	if f.ascii {
		return ones
	}
	return 0
}

// escapes has the high bit of each byte of x that isn't written as it is, and maybe of some above the lowest of them:
// of control characters, quotes, backslashes, what is beyond ASCII, and of DEL if del is [ones].
func escapes(x, del uint64) uint64 {
	return (x | (x + del) | (x - ones*' ') | (x ^ ones*'"' - ones) | (x ^ ones*'\\' - ones)) & highs
}

// special appends the character that s begins with, and returns what follows it. What is beyond ASCII often comes
// together.
func (f *form) special(dst []byte, s string) ([]byte, string) {
	if s[0] < utf8.RuneSelf {
		return appendEscape(dst, s[0]), s[1:]
	}
	for s != "" && s[0] >= utf8.RuneSelf {
		size := runeLen(s)
		switch {
		case size == 0:
			f.replaced = true
			dst, size = f.rune(dst, utf8.RuneError), 1
		case f.ascii:
			r, _ := utf8.DecodeRuneInString(s)
			dst = f.rune(dst, r)
		default:
			dst = append(dst, s[:size]...)
		}
		s = s[size:]
	}
	return dst, s
}

// rune appends a character beyond ASCII.
func (f *form) rune(dst []byte, r rune) []byte {
	switch {
	case !f.ascii:
		return utf8.AppendRune(dst, r)
	case r <= 0xffff:
		return appendHex(dst, r)
	default:
		high, low := utf16.EncodeRune(r)
		return appendHex(appendHex(dst, high), low)
	}
}

// jsonLetters are the letters of the characters that have an escape of their own.
var jsonLetters = [256]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

// appendEscape appends an ASCII character that can't stand for itself.
func appendEscape(dst []byte, c byte) []byte {
	if letter := jsonLetters[c]; letter != 0 {
		return append(dst, '\\', letter)
	}
	return appendHex(dst, rune(c))
}

func appendHex(dst []byte, r rune) []byte {
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}
