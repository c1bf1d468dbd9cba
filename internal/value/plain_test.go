package value

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
)

// plainJSON reads JSON as ParseJSON does, slowly and with nothing shared. It is what the faster reader is compared with.
type plainJSON struct {
	text      string
	at, depth int
	wrong     *SyntaxError // the first mistake; what is read after it doesn't count
}

func (p *plainJSON) fail(at int, want string) Value {
	if p.wrong == nil {
		p.wrong = &SyntaxError{Offset: at, Want: want}
	}
	return Value{}
}

// take steps over blanks and what follows them, if it is one of several words.
func (p *plainJSON) take(words ...string) string {
	p.at = len(p.text) - len(strings.TrimLeft(p.text[p.at:], " \t\r\n"))
	for _, word := range words {
		if strings.HasPrefix(p.text[p.at:], word) {
			p.at += len(word)
			return word
		}
	}
	return ""
}

func readPlainly(text string) (Value, *SyntaxError) {
	p := &plainJSON{text: Valid(text)}
	v := p.value()
	if p.take(); p.at < len(p.text) {
		p.fail(p.at, "the end of the text")
	}
	return v, p.wrong
}

var plainNumber = regexp.MustCompile(`^(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|NaN|-?Infinity)`)

func (p *plainJSON) value() Value {
	switch p.take("{", "[", `"`, "null", "true", "false") {
	case "{":
		return p.container("}", tooDeep)
	case "[":
		return p.container("]", tooDeep)
	case `"`:
		return OfString(p.literal())
	case "null":
		return OfNull()
	case "true":
		return OfBool(true)
	case "false":
		return OfBool(false)
	}
	if number := plainNumber.FindString(p.text[p.at:]); number != "" {
		p.at += len(number)
		return OfNumber(number)
	}
	return p.fail(p.at, "a JSON value")
}

func (p *plainJSON) container(end, deep string) Value {
	if p.depth == maxDepth {
		return p.fail(p.at-1, deep)
	}
	p.depth++
	defer func() { p.depth-- }()
	var items []Value
	var fields []Field
	for p.wrong == nil && p.take(end) == "" {
		if len(items) > 0 && p.take(",") == "" {
			return p.fail(p.at, "a comma or "+end)
		}
		key := ""
		if end == "}" {
			key = p.key()
		}
		items = append(items, p.value())
		fields = append(fields, Field{key, items[len(items)-1]})
	}
	if end == "]" {
		return OfList(items...)
	}
	return OfObject(fields...)
}

func (p *plainJSON) key() string {
	if p.take(`"`) == "" {
		p.fail(p.at, "a string")
		return ""
	}
	key := p.literal()
	if p.take(":") == "" {
		p.fail(p.at, "a colon")
	}
	return key
}

// literal reads a text behind its quote.
func (p *plainJSON) literal() string {
	var units []uint16
	start := p.at
	for p.at < len(p.text) {
		rest := p.text[p.at:]
		switch {
		case rest[0] == '"':
			p.at++
			return string(utf16.Decode(units))
		case rest[0] != '\\':
			for _, r := range rest {
				units = utf16.AppendRune(units, r)
				p.at += len(string(r))
				break
			}
		case len(rest) > 1 && strings.IndexByte(`"\/bfnrt`, rest[1]) >= 0:
			units = append(units, uint16("\"\\/\b\f\n\r\t"[strings.IndexByte(`"\/bfnrt`, rest[1])]))
			p.at += 2
		default:
			unit, err := strconv.ParseUint(rest[min(2, len(rest)):min(6, len(rest))], 16, 16)
			if !strings.HasPrefix(rest, `\u`) || len(rest) < 6 || err != nil {
				p.fail(p.at+len(`\`)+strings.Count(rest[:min(2, len(rest))], "u"), "an escape of JSON")
				return ""
			}
			units = append(units, uint16(unit))
			p.at += 6
		}
	}
	p.fail(start, "a closing quote")
	return ""
}

// FuzzPlainJSON compares the reader with the plain one. Each ~ of a text stands for many letters, for texts get long.
func FuzzPlainJSON(f *testing.F) {
	for _, vector := range load[dumpsVector](f, "json_dumps.json") {
		f.Add(vector.Source, 3)
	}
	for _, text := range []string{
		`{"a":[1,{"b":"~\n~\u00e9~"},null],"a":"~"}`, `["\ud83d\ude00\ud83dx\udc00\ud83d\u0041\ud83d\n"]`, `["~\q"]`, `["~\u12g4"]`, `["~`, `{"~\n":1,"b\"":{}} x`,
		`{"a" 1}`, `[1 2]`, `[01]`, `{1:2}`, `[-]`, `[1.,2]`, "[\"\xff\x00\"]", `["\"~\\"]`, `["~\t","\t~","\\~\\"`, strings.Repeat("[", 201), `{"e":-Infinity,"n":[NaN,nul]}`,
	} {
		f.Add(text, 1050)
	}
	var maker Maker
	f.Fuzz(func(t *testing.T, text string, many int) {
		defer maker.Reuse()
		text = strings.ReplaceAll(text, "~", strings.Repeat("x", max(0, many%2000)))
		want, wrong := readPlainly(text)
		got, err := ParseJSON(text)
		if wrong != nil {
			assert.Equal(t, wrong, err)
			assert.Equal(t, String, Decode(text).Kind())
			return
		}
		assert.NoError(t, err)
		assertSame(t, want, got)
		if valid := Valid(text); beginsWith(valid, "{[") {
			assertSame(t, want, Outline(valid))
			assertSame(t, want, maker.Text(valid).Decode())
			assertSame(t, want, maker.Text(valid).Outline())
		}
	})
}

// assertSame compares values by all that can be asked of them.
func assertSame(t *testing.T, want, got Value) {
	t.Helper()
	assert.Equal(t, want.Kind(), got.Kind())
	assert.Equal(t, want.Truth(), got.Truth())
	for _, n := range []int{0, 3, 500, 1100} {
		if want.Kind() == String {
			assert.Equal(t, Runes(want.Text(), n), got.Begin(n))
		}
	}
	assert.Equal(t, want.Text(), got.Text())
	if assert.Equal(t, want.Len(), got.Len()) {
		for i, item := range want.Items() {
			assertSame(t, item, got.At(i))
		}
		for i, field := range want.Fields() {
			assert.Equal(t, field.Key, got.Fields()[i].Key)
			assertSame(t, field.Value, got.Fields()[i].Value)
			assertSame(t, field.Value, got.Get(field.Key))
		}
	}
}
