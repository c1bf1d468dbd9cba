package value

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNestingIsBounded(t *testing.T) {
	for name, c := range map[string]struct {
		read        func(string) (Value, error)
		open, close string
	}{
		"lists":               {ParseJSON, `[`, `]`},
		"objects":             {ParseJSON, `{"a":`, `}`},
		"lists of Python":     {ParsePython, `[`, `]`},
		"dictionaries":        {ParsePython, `{'a':`, `}`},
		"sets":                {ParsePython, `{0,`, `}`},
		"parentheses":         {ParsePython, `(`, `)`},
		"calls":               {ParsePython, `A(a=`, `)`},
		"calls with a number": {ParsePython, `A(0,`, `)`},
	} {
		t.Run(name, func(t *testing.T) {
			nested := func(n int) string { return strings.Repeat(c.open, n) + `0` + strings.Repeat(c.close, n) }
			v, err := c.read(nested(maxDepth))
			require.NoError(t, err)
			assert.True(t, v.Equal(v))
			_, err = c.read(nested(maxDepth + 1))
			assert.ErrorContains(t, err, "at most 200 levels")
		})
	}
}

func TestEndlessNestingFailsAtOnce(t *testing.T) {
	for _, open := range []string{`[`, `{"a":`, `{'a':`, `(`, `A(a=`, `A[`, `<`, `-`, `a=`, `'\`} {
		t.Run(open, func(t *testing.T) {
			text := strings.Repeat(open, 20<<20/len(open))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, errJSON := ParseJSON(text)
			_, errPython := ParsePython(text)
			assert.Error(t, errJSON)
			assert.Error(t, errPython)
			assert.Equal(t, String, DecodeAny(text).Kind())
			runtime.ReadMemStats(&after)
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
		})
	}
}

// giants are texts that cost a careless reader more than their length. Each is about size bytes long.
var giants = map[string]func(many func(unit string) string) string{
	"escapes":                  func(many func(string) string) string { return `"` + many(`\n`) + `"` },
	"escaped quotes":           func(many func(string) string) string { return `"` + many(`\"`) + `"` },
	"escapes and no end":       func(many func(string) string) string { return `"` + many(`\n`) },
	"escapes far apart":        func(many func(string) string) string { return `"` + many(strings.Repeat("a", 100)+`\n`) + `"` },
	"far apart and no end":     func(many func(string) string) string { return `"` + many(strings.Repeat("a", 100)+`\n`) },
	"escaped quotes, no end":   func(many func(string) string) string { return `"` + many(`\"`) },
	"high surrogates":          func(many func(string) string) string { return `"` + many(`\ud83d`) + `"` },
	"short texts":              func(many func(string) string) string { return `[` + many(`"",`) + `""]` },
	"lists":                    func(many func(string) string) string { return `[` + many(`[],`) + `[]]` },
	"digits":                   func(many func(string) string) string { return many(`1`) },
	"digits and a letter":      func(many func(string) string) string { return many(`1`) + `_` },
	"a fraction":               func(many func(string) string) string { return `1.` + many(`1`) },
	"an exponent":              func(many func(string) string) string { return `1e` + many(`1`) },
	"blanks":                   func(many func(string) string) string { return many(` `) + `[]` },
	"invalid UTF-8":            func(many func(string) string) string { return `"` + many("\xff\"") + `"` },
	"adjacent texts":           func(many func(string) string) string { return `['a'` + many(` 'a'`) + `]` },
	"adjacent bytes":           func(many func(string) string) string { return `[b'\xff'` + many(` b'\xff'`) + `]` },
	"escapes of Python":        func(many func(string) string) string { return `['` + many(`\'`) + `']` },
	"unknown escapes":          func(many func(string) string) string { return `['` + many(`\d`) + `']` },
	"triple quotes":            func(many func(string) string) string { return `['''` + many(`'' `) + `''']` },
	"a name":                   func(many func(string) string) string { return many(`a`) + `(b='c')` },
	"a dotted name":            func(many func(string) string) string { return many(`a.`) + `a(b='c')` },
	"names in functions":       func(many func(string) string) string { return many(`a.<locals>.`) + `a(b='c')` },
	"type arguments":           func(many func(string) string) string { return `A[` + many(`a,`) + `b](c='d')` },
	"open type arguments":      func(many func(string) string) string { return `A(b=` + many(`A[`) + `)` },
	"names as arguments":       func(many func(string) string) string { return `A(` + many(`a,`) + `b='c')` },
	"opaque objects":           func(many func(string) string) string { return `[` + many(`<a>,`) + `]` },
	"open opaque objects":      func(many func(string) string) string { return `[` + many(`<`) + `]` },
	"keys that are containers": func(many func(string) string) string { return `{` + many(`((0,),): 0,`) + `}` },
	"pairs":                    func(many func(string) string) string { return many(`a='b' `) },
	"a number of Python":       func(many func(string) string) string { return `[0x` + many(`1`) + `]` },
	"numbers of Python":        func(many func(string) string) string { return `[` + many(`1_0j,`) + `]` },
	"commas":                   func(many func(string) string) string { return `(` + many(`,`) + `)` },
}

// giant makes a text of a size.
func giant(name string, size int) string {
	return giants[name](func(unit string) string { return strings.Repeat(unit, size/len(unit)) })
}

// readAll reads a text in each way that texts are read.
func readAll(text string) {
	compact(Clip(DecodeAny(text), 1000))
	compact(Outline("[" + text + "]"))
	compact(Clip(Outline("["+text+"]"), 1000))
}

// Ten times the size takes about ten times the memory, and more where memory grows by steps. Statements are counted by make growth.
func TestWhatAHostileTextCostsGrowsWithItsSize(t *testing.T) {
	cost := func(text string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		readAll(text)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for name := range giants {
		t.Run(name, func(t *testing.T) {
			small, large := cost(giant(name, 100_000)), cost(giant(name, 1_000_000))
			assert.Less(t, large, 20*small+100_000, "a quadratic reader takes a hundred times as much")
		})
	}
}

// TestOneGiant reads the text that the environment names, for internal/growth to count the statements that it takes.
func TestOneGiant(t *testing.T) {
	size, _ := strconv.Atoi(os.Getenv("GIANT_SIZE"))
	for name := range giants {
		t.Log("shape", 1_000_000, name)
		if name == os.Getenv("GIANT_SHAPE") {
			readAll(giant(name, size))
		}
	}
}

func TestAMillionKeys(t *testing.T) {
	const n = 1_000_000
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, `%c"k%d":%d`, ",{"[min(1, max(0, 1-i))], i, i)
	}
	text.WriteString(`,"k0":"last"}`)
	v := parse(t, text.String())
	assert.Equal(t, n, v.Len())
	assert.Equal(t, "last", v.Get("k0").Text())
	assert.Equal(t, "999999", v.Get("k999999").Text())
	assert.True(t, v.Equal(v))
	assert.Less(t, Clip(v, 1000).Len(), 1000)
}

func TestTooManyValuesAreRefused(t *testing.T) {
	text := `[` + strings.Repeat(`0,`, maxValues) + `0]`
	_, err := ParseJSON(text)
	assert.ErrorContains(t, err, "at most 2097152 values")
	assert.Equal(t, String, DecodeAny(text).Kind())
}
