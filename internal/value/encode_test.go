package value

import (
	"testing"

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
