package value

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestRunes(t *testing.T) {
	for _, c := range []struct {
		name, text string
		n          int
		want       string
	}{
		{"shorter", "abc", 5, "abc"},
		{"as long", "abc", 3, "abc"},
		{"longer", "abc", 2, "ab"},
		{"nothing", "abc", 0, ""},
		{"less than nothing", "abc", -1, ""},
		{"no code point is split", "日本語", 2, "日本"},
		{"a code point is not a byte", "日本語", 3, "日本語"},
		{"a code point is not what is seen", "e\u0301x", 2, "e\u0301"},
		{"an invalid byte counts as one", "\xff\xffa", 2, "\xff\xff"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, Runes(c.text, c.n)) })
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		name, text string
		n          int
		want       string
	}{
		{"a short value stays", `{"a":["b",1,null]}`, 100, `{"a":["b",1,null]}`},
		{"a text is cut", `"abcdef"`, 3, `"abc"`},
		{"a number is kept whole", `123456`, 3, `123456`},
		{"an endless number is cut to a number", `1` + strings.Repeat("0", 30) + `.555`, 3, `1` + strings.Repeat("0", 30) + `.0`},
		{"items after the end go", `["abc","def","ghi"]`, 5, `["abc","d"]`},
		{"fields after the end go", `{"a":"bcd","e":"f"}`, 5, `{"a":"bcd"}`},
		{"a key is cut", `{"abcdef":"ghi"}`, 4, `{"abc":""}`},
		{"a cut key stays another", `{"ab":1,"abcd":2,"e":3}`, 6, `{"ab":1,"abc":2}`},
		{"empty values count", `[[],[],[],[],[]]`, 3, `[[],[]]`},
		{"a block's text counts by itself", `[{"type":"text","text":"ab"},{"type":"text","id":"x","text":"cdef"}]`, 5, `[{"type":"text","text":"ab"},{"type":"text","text":"cd"}]`},
		{"other blocks go", `[{"type":"text","text":"a"},{"type":"image","data":"123"},{"type":"text","text":"bcdef"}]`, 4, `[{"type":"text","text":"a"},{"type":"text","text":"bc"}]`},
		{"what is no list of blocks doesn't become one", `[{"type":"text","text":"abc"},5]`, 17, `[{"type":"text","text":"abc"},null]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, string(Clip(parse(t, c.text), c.n).AppendCompact(nil)))
		})
	}
}

// The forms of a value that follow its source order.
var forms = map[string]func(Value) string{
	"json":    func(v Value) string { return string(v.AppendJSON(nil, false)) },
	"ascii":   func(v Value) string { return string(v.AppendJSON(nil, true)) },
	"compact": func(v Value) string { return string(v.AppendCompact(nil)) },
	"text":    Value.Text,
	"blocks":  blockTexts,
}

// blockTexts joins the texts of content blocks; anything else is JSON.
func blockTexts(v Value) string {
	var texts []string
	if v.Kind() == List && isBlocks(v.Items()) {
		for _, block := range v.Items() {
			if key := shownKey(block); key != "" {
				texts = append(texts, block.Get(key).Text())
			}
		}
	}
	if texts == nil {
		return string(v.AppendCompact(nil))
	}
	return strings.Join(texts, "\n")
}

func checkClip(t *testing.T, v Value, n int) {
	t.Helper()
	clipped := Clip(v, n)
	for name, form := range forms {
		assert.Equal(t, Runes(form(v), n), Runes(form(clipped), n), "%s of %s to %d", name, form(v), n)
	}
	assert.Equal(t, compact(clipped), compact(parse(t, compact(clipped))), "no keys may become equal")
}

func compact(v Value) string { return string(v.AppendCompact(nil)) }

func TestClippingKeepsTheStartOfEveryForm(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		checkClip(t, randomValue(random, 3), random.IntN(40))
		if t.Failed() {
			return
		}
	}
}

// randomValue returns a value of few different keys and texts, content blocks among them.
func randomValue(random *rand.Rand, depth int) Value {
	words := []string{"", "type", "text", "content", "te", "a", "ab", "é", "日本語", "long text with \"quotes\" and \n", "input_text"}
	word := func() string { return words[random.IntN(len(words))] }
	switch random.IntN(6 + 2*min(depth, 1)) {
	case 0:
		return OfNull()
	case 1:
		return OfBool(random.IntN(2) == 0)
	case 2:
		return OfNumber([]string{"1", "-2.5e10", "1" + strings.Repeat("23", 20) + "e5"}[random.IntN(3)])
	case 3, 4:
		return OfString(word())
	case 5:
		if depth == 0 {
			return OfList()
		}
		return randomBlocks(random, depth-1, word)
	case 6:
		var items []Value
		for range random.IntN(5) {
			items = append(items, randomValue(random, depth-1))
		}
		return OfList(items...)
	default:
		return randomObject(random, depth-1, word, nil)
	}
}

func randomBlocks(random *rand.Rand, depth int, word func() string) Value {
	var items []Value
	for range random.IntN(5) {
		kind := OfString([]string{"text", "text", "image", "text_and_more"}[random.IntN(4)])
		items = append(items, randomObject(random, depth, word, []Field{{"type", kind}, {"text", OfString(word())}}))
	}
	if random.IntN(4) == 0 {
		items = append(items, OfNull())
	}
	return OfList(items...)
}

func randomObject(random *rand.Rand, depth int, word func() string, fields []Field) Value {
	for range random.IntN(4) {
		field := Field{word(), randomValue(random, max(0, depth))}
		if field.Key != "type" {
			fields = append(fields, field)
		}
	}
	random.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
	return OfObject(fields...)
}

func TestClippedValuesAreSmall(t *testing.T) {
	const n = 100
	for name, text := range map[string]string{
		"a long text":        `"` + strings.Repeat("a", 1e6) + `"`,
		"a long number":      strings.Repeat("1", 1e6),
		"many items":         `[` + strings.Repeat(`1,`, 1e5) + `1]`,
		"many empty objects": `[` + strings.Repeat(`{},`, 1e5) + `1]`,
		"many texts":         `[` + strings.Repeat(`{"type":"text","text":""},`, 1e5) + `{"type":"text","text":""}]`,
		"many images":        `[` + strings.Repeat(`{"type":"image","text":"a"},`, 1e5) + `{"type":"text","text":""}]`,
		"long types":         `[` + strings.Repeat(`{"type":"`+strings.Repeat("a", 1e3)+`"},`, 1e3) + `{"type":""}]`,
		"long fields of texts": `[` + strings.Repeat(`{"type":"text","text":"a","content":"`+strings.Repeat("a", 1e3)+`"},`, 1e3) +
			`{"type":"text","text":""}]`,
		"a long key": `{"` + strings.Repeat("a", 1e6) + `":1}`,
	} {
		t.Run(name, func(t *testing.T) {
			size := utf8.RuneCountInString(compact(Clip(parse(t, text), n)))
			assert.Less(t, size, 100*n)
		})
	}
}
