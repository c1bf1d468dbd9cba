package value

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestValid(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"ASCII", "plain text, nothing else", "plain text, nothing else"},
		{"other letters", "Zürich – 22°C 🙂", "Zürich – 22°C 🙂"},
		{"a run of invalid bytes is one replacement", "a\xff\xfeb\xe4\xb8", "a�b�"},
		{"an invalid byte behind a long stretch", "0123456789abcdef\xc3", "0123456789abcdef�"},
		{"a surrogate", "\xed\xa0\x80", "�"},
		{"what was replaced before", "�", "�"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, Valid(tt.text))
		})
	}
}

// FuzzBytes compares what looks at eight bytes at a time with what looks at one.
func FuzzBytes(f *testing.F) {
	for _, text := range []string{"abcdefgh", "é", "\xff", "0123456é\xff", "\xed\xa0\x80", `0123456789"`, `0123\`, "0123456\x1f\x7f", strings.Repeat("a", 99) + `\"`} {
		f.Add(text, 3)
	}
	f.Fuzz(func(t *testing.T, text string, n int) {
		assert.Equal(t, utf8.ValidString(text), IsValid(text))
		assert.True(t, utf8.ValidString(Valid(text)))
		at := strings.IndexAny(text, `"\`)
		if at < 0 {
			at = len(text)
		}
		assert.Equal(t, at, plainRun(text))
		if n = n % 200; n >= 0 {
			var whole strings.Builder
			left := n
			for i := 0; i < len(text) && left > 0; left-- {
				_, size := utf8.DecodeRuneInString(text[i:])
				whole.WriteString(text[i : i+size])
				i += size
			}
			assert.Equal(t, whole.String(), Runes(text, n))
		}
	})
}

func BenchmarkValid(b *testing.B) {
	for _, text := range []struct{ name, text string }{
		{"ascii", strings.Repeat("The quick brown fox jumps over the lazy dog. ", 50)},
		{"accents", strings.Repeat("Der schnelle braune Fuchs springt über den Hund. ", 50)},
		{"cjk", strings.Repeat("敏捷的棕色狐狸跳过了懒狗。", 60)},
	} {
		b.Run(text.name, func(b *testing.B) {
			b.SetBytes(int64(len(text.text)))
			for b.Loop() {
				IsValid(text.text)
			}
		})
	}
}
