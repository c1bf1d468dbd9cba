package value

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseJSON(t *testing.T) {
	for _, c := range []struct{ name, text, compact string }{
		{"keys stay in order", `{"z":1,"a":2,"m":3}`, `{"z":1,"a":2,"m":3}`},
		{"numbers stay as spelled", `[1.0,1.50,1E5,-0.0,1e+07,100000000000000000000000]`, `[1.0,1.50,1E5,-0.0,1e+07,100000000000000000000000]`},
		{"NaN and the infinities are numbers", `[NaN,Infinity,-Infinity]`, `[NaN,Infinity,-Infinity]`},
		{"of equal keys the last value stands at the first place", `{"a":1,"b":2,"a":3}`, `{"a":3,"b":2}`},
		{"escaped keys are equal to plain ones", `{"a":1,"\u0061":2}`, `{"a":2}`},
		{"blanks around everything", " [ 1 ,\t{ \"a\" :\r\n1 } ] ", `[1,{"a":1}]`},
		{"escapes", `"\"\\\/\b\f\n\r\t\u0041\u00E9"`, `"\"\\/\b\f\n\r\tAé"`},
		{"escaped quotes before the closing one", `["\"","a\"b\"c\\",""]`, `["\"","a\"b\"c\\",""]`},
		{"a surrogate pair", `"\ud83d\ude00"`, `"😀"`},
		{"a high surrogate alone", `"a\ud83dz"`, `"a�z"`},
		{"a low surrogate alone", `"\ude00"`, `"�"`},
		{"a high surrogate before another escape", `"\ud83d\n\ud83d\u0041"`, `"�\n�A"`},
		{"a high surrogate before a pair", `"\ud83d\ud83d\ude00"`, `"�😀"`},
		{"raw control characters", "\"a\x00b\nc\td\"", `"a\u0000b\nc\td"`},
		{"a run of invalid UTF-8 is one replacement", "\"a\xff\xfeb\xe4\xb8\"", `"a�b�"`},
		{"an empty key", `{"":{"":[]}}`, `{"":{"":[]}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, err := ParseJSON(c.text)
			require.NoError(t, err)
			assert.Equal(t, c.compact, string(v.AppendCompact(nil)))
		})
	}
}

func TestParseJSONRefuses(t *testing.T) {
	for _, c := range []struct {
		name, text string
		offset     int
		want       string
	}{
		{"an empty text", ``, 0, "a JSON value"},
		{"blanks alone", `  `, 2, "a JSON value"},
		{"bare words", `hello`, 0, "a JSON value"},
		{"a second document", `{} {}`, 3, "the end of the text"},
		{"a word that goes on", `nullx`, 4, "the end of the text"},
		{"a comma at the end of a list", `[1,]`, 3, "a JSON value"},
		{"a comma at the end of an object", `{"a":1,}`, 7, "a string"},
		{"a comma at the start", `[,1]`, 1, "a JSON value"},
		{"no comma", `[1 2]`, 3, "a comma or ]"},
		{"the wrong bracket", `[1}`, 2, "a comma or ]"},
		{"an open list", `[1`, 2, "a comma or ]"},
		{"an open object", `{"a":1`, 6, "a comma or }"},
		{"no colon", `{"a" 1}`, 5, "a colon"},
		{"no value", `{"a":}`, 5, "a JSON value"},
		{"a key without quotes", `{a:1}`, 1, "a string"},
		{"a key in single quotes", `{'a':1}`, 1, "a string"},
		{"an open text", `"abc`, 1, "a closing quote"},
		{"an open text after an escape", `"abc\"`, 1, "a closing quote"},
		{"an unknown escape", `"\x41"`, 2, "an escape of JSON"},
		{"an escape with too few digits", `"\u12"`, 3, "an escape of JSON"},
		{"an escape with other digits", `"\u12g4"`, 3, "an escape of JSON"},
		{"a leading zero", `01`, 1, "the end of the text"},
		{"a plus", `+1`, 0, "a JSON value"},
		{"a minus alone", `-`, 0, "a JSON value"},
		{"a point without digits after it", `1.`, 1, "the end of the text"},
		{"a point without digits before it", `.5`, 0, "a JSON value"},
		{"an exponent without digits", `1e+`, 1, "the end of the text"},
		{"a comment", `[1] // one`, 4, "the end of the text"},
		{"a no-break space", "\u00a0[]", 0, "a JSON value"},
		{"a byte order mark", "\ufeff[]", 0, "a JSON value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, err := ParseJSON(c.text)
			var syntax *SyntaxError
			require.ErrorAs(t, err, &syntax)
			assert.Equal(t, SyntaxError{c.offset, c.want}, *syntax)
			assert.True(t, v.IsAbsent())
		})
	}
}

func TestSyntaxErrorBeginsWithThePlace(t *testing.T) {
	_, err := ParseJSON(`{"a":1 "b":2}`)
	assert.EqualError(t, err, "offset 7: want a comma or }")
}

func TestPlainTextsAreNotCopied(t *testing.T) {
	long := `["` + string(make([]byte, 1<<16)) + `"]`
	var v Value
	allocs := testing.AllocsPerRun(10, func() { v = parse(t, long) })
	assert.Equal(t, 1<<16, len(v.At(0).Text()))
	assert.LessOrEqual(t, allocs, 8.0)
}
