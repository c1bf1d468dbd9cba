package value

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func FuzzParseJSON(f *testing.F) {
	for _, vector := range load[dumpsVector](f, "json_dumps.json") {
		f.Add(vector.Source)
	}
	f.Add(`[NaN, "\ud800", {"a":1,"a":2}, 1e5`)
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ParseJSON(text)
		if err == nil {
			checkWritten(t, v)
		} else {
			assert.False(t, json.Valid([]byte(text)) && depthOf(text) < maxDepth, "refused: %v", err)
		}
	})
}

// checkWritten checks that what is written of v is JSON that gives v again.
func checkWritten(t *testing.T, v Value) {
	t.Helper()
	compact := v.AppendCompact(nil)
	again, err := ParseJSON(string(compact))
	require.NoError(t, err)
	assert.Equal(t, string(compact), string(again.AppendCompact(nil)))
	assert.True(t, json.Valid([]byte(plainNumbers(v))), "%s", compact)

	ascii := string(v.AppendJSON(nil, true))
	assert.Equal(t, -1, strings.IndexFunc(ascii, func(r rune) bool { return r >= utf8.RuneSelf }))
	fromASCII, err := ParseJSON(ascii)
	require.NoError(t, err)
	assert.Equal(t, string(compact), string(fromASCII.AppendCompact(nil)))
}

// plainNumbers writes v with 0 in place of the numbers that encoding/json refuses.
func plainNumbers(v Value) string {
	return string(replaceOdd(v).AppendCompact(nil))
}

func replaceOdd(v Value) Value {
	switch v.Kind() {
	case Number:
		if strings.Contains(v.Text(), "N") || strings.Contains(v.Text(), "I") {
			return OfNumber("0")
		}
	case List:
		var items []Value
		for _, item := range v.Items() {
			items = append(items, replaceOdd(item))
		}
		return OfList(items...)
	case Object:
		var fields []Field
		for _, field := range v.Fields() {
			fields = append(fields, Field{field.Key, replaceOdd(field.Value)})
		}
		return OfObject(fields...)
	}
	return v
}

// depthOf is no less than how deep the containers of a JSON text are.
func depthOf(text string) int { return strings.Count(text, "[") + strings.Count(text, "{") }

func FuzzParsePython(f *testing.F) {
	for _, vector := range load[reprVector](f, "python_repr.json") {
		f.Add(vector.Repr)
	}
	for _, text := range []string{`A[b](c='d' "e", F=<g>)`, `a='1' b=b'\xff'`, `{(1, 2): rb'\x', 3: 1_0e-5j}`, `'''a\N{b}'''`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ParsePython(text)
		if err != nil {
			assert.True(t, v.IsAbsent())
			return
		}
		checkWritten(t, v)
	})
}

func FuzzDecode(f *testing.F) {
	for _, text := range []string{`"{\"a\":[1]}"`, `{'a': 1}`, `A(b='c')`, `a='b' c=[]`, `(1, 2)`, "[\xff", `hello`} {
		f.Add(text, 5)
	}
	f.Fuzz(func(t *testing.T, text string, n int) {
		text = strings.ToValidUTF8(text, "�")
		for _, v := range []Value{Decode(text), DecodeAny(text)} {
			if s, isText := v.Str(); isText && s == text {
				continue
			}
			checkWritten(t, v)
			assert.True(t, v.Equal(parse(t, compact(v))) || hasOddNumber(v), "%s", compact(v))
			if 0 <= n && n < 1000 {
				checkClip(t, v, n)
			}
		}
	})
}

// hasOddNumber reports whether v holds a number that is written as a text.
func hasOddNumber(v Value) bool {
	if v.Kind() == Number {
		return !isNumber(v.Text())
	}
	for _, item := range v.Items() {
		if hasOddNumber(item) {
			return true
		}
	}
	for _, field := range v.Fields() {
		if hasOddNumber(field.Value) {
			return true
		}
	}
	return false
}

func FuzzOutline(f *testing.F) {
	for _, text := range []string{
		`{"a":[1,{"b":"x\ny"}],"c":{}}`, `[{"a":1,"a":2},{"\u0061":3}]`, `[[],[ ],{ }]`, `{"a":{"b":{"c":[NaN,-0.5e3,null]}}}`, `"[[\"a\"]]"`, `[["a`,
		`[["0123456\n\"\\\/\u00e9é\ud83d\u0000"]]`, "[ [\"\x01\x7f\", \"\x02😀\t\" ] ]",
	} {
		f.Add(text, 7)
	}
	f.Fuzz(func(t *testing.T, text string, end int) {
		text = strings.ToValidUTF8(text, "�")
		read, outline := Decode(text), Outline(text)
		assert.Equal(t, read.Kind(), outline.Kind())
		assert.Equal(t, string(read.AppendJSON(nil, false)), string(outline.AppendJSON(nil, false)), "from its text")
		if 0 <= end && end < 1000 {
			whole := string(read.AppendJSON(nil, false))
			for _, v := range []Value{read, Outline(text)} {
				start := string(v.AppendJSONStart(nil, end))
				assert.True(t, len(start) >= end || start == whole)
				assert.Equal(t, whole[:min(len(whole), max(0, end-3))], start[:min(len(start), max(0, end-3))])
			}
		}
		assert.True(t, read.Equal(outline) && outline.Equal(read))
		assert.Equal(t, compact(read), compact(outline), "once it was read")
		assert.Equal(t, compact(Clip(read, 10)), compact(Clip(Outline(text), 10)))
	})
}
