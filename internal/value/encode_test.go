package value

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestAppendJSON(t *testing.T) {
	for _, c := range []struct {
		name        string
		v           Value
		ascii, utf8 string
	}{
		{"an absent value is null", Value{}, `null`, `null`},
		{"an absent value in a list is null", OfList(Value{}), `[null]`, `[null]`},
		{"a spelling that JSON doesn't know is a text", OfNumber("1+2j"), `"1+2j"`, `"1+2j"`},
		{"a number without spelling is a text", OfNumber(""), `""`, `""`},
		{"a spelling with a blank is a text", OfNumber("1 "), `"1 "`, `"1 "`},
		{"no escaping for HTML", OfString("<a&b>"), `"<a&b>"`, `"<a&b>"`},
		{"DEL is escaped among ASCII only", OfString("\x7f"), `"\u007f"`, "\"\x7f\""},
		{"above U+FFFF is a pair", OfString("😀"), `"\ud83d\ude00"`, `"😀"`},
		{"a line separator", OfString("\u2028"), `"\u2028"`, "\"\u2028\""},
		{"invalid UTF-8 is replaced", OfString("a\xffb"), `"a\ufffdb"`, `"a�b"`},
		{"a replacement that was there stays", OfString("a\ufffdb"), `"a\ufffdb"`, `"a�b"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.ascii, string(c.v.AppendJSON(nil, true)))
			assert.Equal(t, c.utf8, string(c.v.AppendJSON(nil, false)))
		})
	}
}

func TestAppendKeepsWhatIsThere(t *testing.T) {
	v := OfObject(Field{"é", OfList(OfNumber("1"), OfBool(false))})
	assert.Equal(t, `x={"\u00e9": [1, false]}`, string(v.AppendJSON([]byte("x="), true)))
	assert.Equal(t, `x={"é":[1,false]}`, string(v.AppendCompact([]byte("x="))))
}

func TestAppendStrictJSON(t *testing.T) {
	v := OfList(OfNumber("NaN"), OfObject(Field{"a", OfNumber("-Infinity")}), OfNumber("Infinity"), OfNumber("1e9"), OfNumber("-Inf"))
	assert.Equal(t, `[null, {"a": null}, null, 1e9, "-Inf"]`, string(v.AppendStrictJSON(nil, true)))
	assert.Equal(t, `[NaN, {"a": -Infinity}, Infinity, 1e9, "-Inf"]`, string(v.AppendJSON(nil, true)))
}

// FuzzAppendText compares what is written eight bytes at a time with what is written character by character.
func FuzzAppendText(f *testing.F) {
	for _, text := range []string{
		"", "plain", "1234567", "12345678", "123456789", "a\"\\\n\x00\x1f\x7f\x80", "café – 22°C \xc3", "東京\xe6\x9d", "🚀\xed\xa0\x80é",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, text := range []string{text, strings.Repeat("x", 9-min(9, len(text)%10)) + text} {
			for _, ascii := range []bool{true, false} {
				got, valid := AppendText([]byte("before"), text, ascii)
				assert.Equal(t, "before"+quoted(text, ascii), string(got))
				assert.Equal(t, utf8.ValidString(text), valid)
			}
		}
	})
}

// quoted is a string literal of JSON, written without any haste.
func quoted(text string, ascii bool) string {
	var out strings.Builder
	for _, r := range text {
		switch at := strings.IndexRune("\b\f\n\r\t\"\\", r); {
		case at >= 0:
			out.WriteString(`\` + `bfnrt"\`[at:at+1])
		case r < ' ' || ascii && r >= 0x7f && r <= 0xffff:
			fmt.Fprintf(&out, `\u%04x`, r)
		case ascii && r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&out, `\u%04x\u%04x`, high, low)
		default:
			out.WriteRune(r)
		}
	}
	return `"` + out.String() + `"`
}
