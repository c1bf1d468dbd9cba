package value

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// literal is a text as JSON.
func literal(t testing.TB, text string) string {
	t.Helper()
	data, err := json.Marshal(text)
	require.NoError(t, err)
	return string(data)
}

func TestALongTextIsReadAsAShortOneIs(t *testing.T) {
	for name, text := range map[string]string{
		"with escapes all over":        strings.Repeat("a line of \"words\"\n", 200),
		"with an escape near its end":  strings.Repeat("words ", 500) + "\n.",
		"of characters beyond ASCII":   strings.Repeat("\u00e9\u4e16\U0001f600\n", 400),
		"of escapes alone":             strings.Repeat("\x01", 3000),
		"that ends with an escape":     strings.Repeat("words\t", 500),
		"just as long as is worth it":  "\n" + strings.Repeat("x", longText-1),
		"one longer":                   "\n" + strings.Repeat("x", longText-1) + "\n",
		"that is JSON again":           literal(t, strings.Repeat(`{"a":"b"}`+"\n", 300)),
		"with a backslash at its end":  strings.Repeat("C:\\dir\\", 300),
		"with quotes around its words": strings.Repeat(`"w" `, 600),
	} {
		t.Run(name, func(t *testing.T) {
			v := Decode("[" + literal(t, text) + "]").At(0)
			assert.Equal(t, Runes(text, 7), v.Begin(7))
			assert.Equal(t, OfString(text).AppendJSON(nil, true), v.AppendJSON(nil, true))
			for _, n := range []int{-1, 0, 1, 100, 1000, 1025, len(text), len(text) + 1} {
				assert.Equal(t, Runes(text, n), Decode("["+literal(t, text)+"]").At(0).Begin(n), n)
				assert.True(t, Clip(OfString(text), n).Equal(Clip(v, n)), n)
			}
			assert.Equal(t, text, v.Text())
			assert.True(t, v.Equal(OfString(text)))
			assert.False(t, v.IsEmpty())
			assert.Zero(t, v.Len())
			assert.True(t, v.Get("a").IsAbsent() && v.First("a").IsAbsent() && v.At(0).IsAbsent())
		})
	}
}

// What is decoded of a long text ends anywhere, in the middle of a character too.
func TestABeginningHasWholeCharacters(t *testing.T) {
	for _, character := range []string{"\u00e9", "\u4e16", "\U0001f600"} {
		for plain := keptBegin - 20; plain < keptBegin+20; plain++ {
			for _, before := range []string{"", "\n"} {
				text := before + strings.Repeat("a", plain) + strings.Repeat(character, 400) + "\n" + strings.Repeat("b", longText)
				v := Decode("[" + literal(t, text) + "]").At(0)
				for n := plain - 10; n < plain+400; n += 3 {
					require.Equal(t, Runes(text, n), v.Begin(n), "%q, %d letters, %d of them", character, plain, n)
				}
			}
		}
	}
}

func TestALongTextIsRefusedWithTheMistakeThatItHas(t *testing.T) {
	begin := `["` + strings.Repeat(`word\n`, 400)
	for end, want := range map[string]int{`\q"]`: len(begin) + 1, `\u12x4"]`: len(begin) + 2, ``: 2, `\`: len(begin) + 1} {
		_, err := ParseJSON(begin + end)
		var syntax *SyntaxError
		require.ErrorAs(t, err, &syntax, end)
		assert.Equal(t, want, syntax.Offset, "%q", end)
	}
}

func TestGoroutinesMayReadALongTextAtOnce(t *testing.T) {
	text := strings.Repeat("a line\n", 400)
	v := Decode("[" + literal(t, text) + "]").At(0)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			assert.Equal(t, text[:9], v.Begin(9))
			assert.Equal(t, text, v.Text())
		})
	}
	group.Wait()
}

func TestWhatLooksLikeSomethingElseIsNoProse(t *testing.T) {
	middle := strings.Repeat("words\n", 400)
	for text, want := range map[string]bool{
		"A" + middle + "end.": true, "\u00e9" + middle: true, "7" + middle: true,
		`"A" ` + middle + "end.": true, `"A" ` + middle + "\u00e9": true, `"A" ` + middle + "7": true,
		`"A` + middle + `end."`: false, `"A` + middle + "end.\"\t": false, `"A" ` + middle + `end\n`: false, `"A" ` + middle + "end \x01": false,
		"{" + middle: false, "[" + middle: false, `"` + middle: false, "(" + middle: false, " " + middle: false, "\n" + middle: false,
		"A" + middle + "]": false, "short\n": false, "plain" + strings.Repeat(" words", 400): false,
	} {
		assert.Equal(t, want, Decode("["+literal(t, text)+"]").At(0).IsProse(), "%.3q ... %q", text, text[len(text)-2:])
	}
	escaped := Decode(`["A` + strings.Repeat(`\n`, 2000) + `\u005d"]`).At(0)
	assert.False(t, escaped.IsProse(), "a bracket that is escaped")
	quoted := Decode(`["\"A` + strings.Repeat(`\n`, 2000) + `\u0022"]`).At(0)
	assert.False(t, quoted.IsProse(), "a quote that is escaped")
	slash := Decode(`["\"A` + strings.Repeat(`\n`, 2000) + `\\/"]`).At(0)
	assert.False(t, slash.IsProse(), "a letter that may be one of an escape")
}

// FuzzLongText reads texts that are long enough, some of them beginning and ending with any bytes.
func FuzzLongText(f *testing.F) {
	f.Add("A", "]")
	f.Add("\\", "\u2028\x00")
	f.Add("\"", "\"")
	f.Add("\"", "\"\t")
	f.Fuzz(func(t *testing.T, begin, end string) {
		text := Valid(begin) + strings.Repeat("words\n", 300) + Valid(end)
		v := Decode("[" + literal(t, text) + "]").At(0)
		n := len(begin) + 3
		if got := v.Begin(n); got != Runes(text, n) {
			t.Fatalf("begins with %q, want %q", got, Runes(text, n))
		}
		isItself := Decode(text).Equal(OfString(text))
		if v.IsProse() && (strings.HasSuffix(text, "]") || !isItself || strings.TrimLeft(text, " \t\r\n{[(") != text) {
			t.Fatalf("%q is no prose", text)
		}
		if v.Text() != text {
			t.Fatalf("reads %q, want %q", v.Text(), text)
		}
	})
}
