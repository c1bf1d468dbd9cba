package value

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParsePython(t *testing.T) {
	for _, c := range []struct{ name, text, compact string }{
		{"numbers stay as spelled", `[1.50, -0.0, 1e5, 0x1F, 1_000, .5, 1., +3, 00, 0b1]`, `[1.50,-0.0,1e5,"0x1F","1_000",".5","1.","+3","00","0b1"]`},
		{"complex numbers", `[2j, 1+2j, 1-2.5j, -1e5j, 01j, -0-nanj]`, `["2j","1+2j","1-2.5j","-1e5j","01j","-0-nanj"]`},
		{"nan and inf are spelled as in JSON", `[nan, inf, -inf]`, `[NaN,Infinity,-Infinity]`},
		{"commas at the end", `{'a': [1,], 'b': (2,), 'c': {3,},}`, `{"a":[1],"b":[2],"c":[3]}`},
		{"parentheses around a value", `((1))`, `1`},
		{"adjacent texts", "('a' \"b\"\n'''c''')", `"abc"`},
		{"adjacent bytes", `b'a' b'b'`, `"ab"`},
		{"prefixes", `[r'\n', R"\'", u'a', b'a', br'\x41', Rb'\x41']`, `["\\n","\\'","a","a","\\x41","\\x41"]`},
		{"triple quotes", `["""a"b""c""", '''it's''', """""", '']`, `["a\"b\"\"c","it's","",""]`},
		{"escapes", `'\\\'\"\a\b\f\n\r\t\v\0\101\x41\u0041\U0001F600'`, `"\\'\"\u0007\b\f\n\r\t\u000b\u0000AAA😀"`},
		{"an escaped line end", "'a\\\nb'", `"ab"`},
		{"a raw line end", "'a\nb'", `"a\nb"`},
		{"an unknown escape stays", `'\d\N{DASH}\ '`, `"\\d\\N{DASH}\\ "`},
		{"surrogates", `'\ud83d\ude00 \ud83d'`, `"😀 �"`},
		{"bytes that are text", `b'caf\xc3\xa9'`, `"café"`},
		{"bytes that are no text stay as they are", `b'\xff' b'\x00'`, `"b'\\xff' b'\\x00'"`},
		{"an escape of text is none in bytes", `b'\u0041'`, `"\\u0041"`},
		{"keys that are no texts", `{1: 'a', 2.5: 'b', None: 'c', True: 'd', (1, 2): 'e'}`, `{"1":"a","2.5":"b","null":"c","true":"d","(1, 2)":"e"}`},
		{"equal keys", `{'a': 1, 'b': 2, "a": 3}`, `{"a":3,"b":2}`},
		{"values that contain themselves", `[{...}, [...], ...]`, `[["..."],["..."],"..."]`},
		{"a call without arguments", `Omit()`, `{"__class__":"Omit"}`},
		{"positions and keys", `Send('n', {'a': 1}, x=None)`, `{"__class__":"Send","0":"n","1":{"a":1},"x":null}`},
		{"names as arguments", `F(a=NOT_GIVEN, b=x.Y, TzInfo)`, `{"__class__":"F","a":"NOT_GIVEN","b":"x.Y","0":"TzInfo"}`},
		{"type arguments", `Reply[list[int], str | None](a=1)`, `{"__class__":"Reply[list[int], str | None]","a":1}`},
		{"a class beyond ASCII", `Größe(länge=1)`, `{"__class__":"Größe","länge":1}`},
		{"opaque objects", `[<f.<locals>.g at 0x7f>, <Response [200 OK]>]`, `["<f.<locals>.g at 0x7f>","<Response [200 OK]>"]`},
		{"pairs", ` content='7' n=1 x=[A(b=2)] `, `{"content":"7","n":1,"x":[{"__class__":"A","b":2}]}`},
		{"a pair whose key begins like a prefix", `a='1' b='2' r='3'`, `{"a":"1","b":"2","r":"3"}`},
		{"invalid UTF-8", "'a\xffb'", `"a�b"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, err := ParsePython(c.text)
			require.NoError(t, err)
			assert.Equal(t, c.compact, string(v.AppendCompact(nil)))
		})
	}
}

func TestParsePythonRefuses(t *testing.T) {
	for _, c := range []struct {
		name, text string
		offset     int
		want       string
	}{
		{"an empty text", ``, 0, "a Python value"},
		{"a bare word", `hello`, 0, "a Python value"},
		{"a sentence", `hello world`, 0, "a Python value"},
		{"a word in a list", `[note]`, 1, "a Python value"},
		{"words of JSON", `{'a': true}`, 6, "a Python value"},
		{"an f-string", `f'{a}'`, 0, "a Python value"},
		{"text after the value", `[1] is it`, 4, "the end of the text"},
		{"no comma", `['a' 1]`, 5, "a comma or ]"},
		{"two commas", `[1,,2]`, 3, "a Python value"},
		{"a comma alone", `(,)`, 1, "a Python value"},
		{"an open list", `[1, 2`, 5, "a comma or ]"},
		{"a dictionary that turns into a set", `{'a': 1, 'b'}`, 12, "a colon"},
		{"a set that turns into a dictionary", `{'a', 'b': 1}`, 9, "a comma or }"},
		{"an open text", `'abc`, 1, "a closing quote"},
		{"a text that ends in a backslash", `'abc\'`, 1, "a closing quote"},
		{"open triple quotes", `'''abc''`, 3, "a closing quote"},
		{"a bad escape", `'\xg1'`, 1, "an escape of Python"},
		{"a code point that doesn't exist", `'\U00110000'`, 1, "an escape of Python"},
		{"text and bytes in a row", `'a' b'b'`, 8, "strings or bytes, not both"},
		{"an open call", `F(a=1`, 5, "a comma or )"},
		{"an open opaque object", `<f at 0x7f`, 0, "a closing >"},
		{"a name with open type arguments", `F[int(a=1)`, 5, "the type arguments of a class"},
		{"a subscript", `a[0]`, 0, "a Python value"},
		{"a comparison", `a=='b'`, 0, "a Python value"},
		{"a dotted key", `a.b='c'`, 0, "a Python value"},
		{"a pair with a bare word", `a=b`, 2, "a Python value"},
		{"pairs without a blank", `a='1'c='2'`, 5, "a blank"},
		{"a pair and a word", `a='1' hello`, 6, "key=value"},
		{"an operator", `1 + 2`, 2, "the end of the text"},
		{"a leading zero", `[01]`, 2, "a comma or ]"},
		{"an underscore at the end", `1_`, 1, "the end of the text"},
		{"a sign alone", `-`, 0, "a number"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, err := ParsePython(c.text)
			var syntax *SyntaxError
			require.ErrorAs(t, err, &syntax)
			assert.Equal(t, SyntaxError{c.offset, c.want}, *syntax)
			assert.True(t, v.IsAbsent())
		})
	}
}
