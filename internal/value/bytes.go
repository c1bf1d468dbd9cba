package value

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// The functions below look at eight bytes of a text at a time, as one number in which the first byte is the lowest.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// eight returns the eight bytes that s begins with.
func eight[Text string | []byte](s Text) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// lowest returns which byte the lowest high bit is in.
func lowest(x uint64) int { return bits.TrailingZeros64(x) / 8 }

// Valid returns s as valid UTF-8, each run of other bytes being one U+FFFD. Valid text is not copied.
func Valid(s string) string {
	if IsValid(s) {
		return s
	}
	return strings.ToValidUTF8(s, string(utf8.RuneError))
}

// IsValid is utf8.ValidString, which gets slow with the first accent.
func IsValid(s string) bool {
	for {
		if s = s[asciiLen(s):]; s == "" {
			return true
		}
		for s != "" && s[0] >= utf8.RuneSelf {
			size := runeLen(s)
			if size == 0 {
				return false
			}
			s = s[size:]
		}
	}
}

// asciiLen returns how many bytes of ASCII s begins with.
func asciiLen(s string) int {
	n := 0
	for ; len(s)-n >= 32; n += 32 {
		if t := s[n : n+32]; (eight(t)|eight(t[8:])|eight(t[16:])|eight(t[24:]))&highs != 0 {
			break
		}
	}
	for ; len(s)-n >= 8; n += 8 {
		if high := eight(s[n:]) & highs; high != 0 {
			return n + lowest(high)
		}
	}
	for n < len(s) && s[n] < utf8.RuneSelf {
		n++
	}
	return n
}

// runeLen returns the length of the character that s begins with, or 0 if it isn't one.
func runeLen[Text string | []byte](s Text) int {
	switch c := s[0]; {
	case c < utf8.RuneSelf:
		return 1
	case 0xc2 <= c && c <= 0xdf && len(s) >= 2 && isTail(s[1]):
		return 2
	case 0xe1 <= c && c <= 0xef && c != 0xed && len(s) >= 3 && isTail(s[1]) && isTail(s[2]):
		return 3
	}
	if r, size := utf8.DecodeRuneInString(string(s[:min(len(s), utf8.UTFMax)])); r != utf8.RuneError || size > 1 {
		return size
	}
	return 0
}

func isTail(c byte) bool { return c&0xc0 == 0x80 }
