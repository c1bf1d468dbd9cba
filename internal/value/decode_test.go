package value

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDecode(t *testing.T) {
	for _, c := range []struct{ name, text, compact, withPython string }{
		{"an object", ` {"a":1}`, `{"a":1}`, ``},
		{"a list", `[1]`, `[1]`, ``},
		{"a text in quotes", `"a\nb"`, `"a\nb"`, ``},
		{"an object in a text", `"{\"a\":1}"`, `{"a":1}`, ``},
		{"a list in a text", `" [1]"`, `[1]`, ``},
		{"an object in a text in a text stays", `"\"{}\""`, `"\"{}\""`, ``},
		{"a text in quotes that begins like an object", `"{a}"`, `"{a}"`, ``},
		{"plain text", `hello`, `"hello"`, ``},
		{"an empty text", ``, `""`, ``},
		{"a number is a text", `42`, `"42"`, ``},
		{"a word of JSON is a text", `null`, `"null"`, ``},
		{"broken JSON stays", `{"a":1`, `"{\"a\":1"`, ``},
		{"JSON with something after it stays", `[1] or so`, `"[1] or so"`, ``},
		{"a dictionary", `{'a': None}`, `"{'a': None}"`, `{"a":null}`},
		{"a list of Python", `['a', True]`, `"['a', True]"`, `["a",true]`},
		{"a tuple", `('a', 1)`, `"('a', 1)"`, `["a",1]`},
		{"a dictionary in a JSON text", `"{'a': 1}"`, `"{'a': 1}"`, `{"a":1}`},
		{"pairs", `content='7' name='add'`, `"content='7' name='add'"`, `{"content":"7","name":"add"}`},
		{"pairs that begin with a list", `content=[] name='add'`, `"content=[] name='add'"`, `{"content":[],"name":"add"}`},
		{"a call", `A(b='c')`, `"A(b='c')"`, `{"__class__":"A","b":"c"}`},
		{"a call with a position first", `A(1, b='c')`, `"A(1, b='c')"`, `{"__class__":"A","0":1,"b":"c"}`},
		{"a call without keys stays", `f(1)`, `"f(1)"`, ``},
		{"a number in parentheses stays", `(5)`, `"(5)"`, ``},
		{"an aside stays", `(see 'a=b')`, `"(see 'a=b')"`, ``},
		{"an assignment stays", `a=5`, `"a=5"`, ``},
		{"a text of Python in quotes stays", `'a'`, `"'a'"`, ``},
		{"a tag stays", `<b>a</b>`, `"<b>a</b>"`, ``},
		{"a sentence with a call stays", `Use f(a=1) here`, `"Use f(a=1) here"`, ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.compact, string(Decode(c.text).AppendCompact(nil)))
			if c.withPython == "" {
				c.withPython = c.compact
			}
			assert.Equal(t, c.withPython, string(DecodeAny(c.text).AppendCompact(nil)))
		})
	}
}
