package value

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// generous is far more than a reader takes for a few megabytes, and far less than one takes whose time is quadratic.
const generous = time.Minute

// within runs do and fails if it takes too long.
func within(t *testing.T, do func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); do() }()
	select {
	case <-done:
	case <-time.After(generous):
		t.Fatal("takes too long")
	}
}

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
			within(t, func() {
				_, errJSON := ParseJSON(text)
				_, errPython := ParsePython(text)
				assert.Error(t, errJSON)
				assert.Error(t, errPython)
				assert.Equal(t, String, DecodeAny(text).Kind())
			})
			runtime.ReadMemStats(&after)
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
		})
	}
}

func TestTimeIsLinear(t *testing.T) {
	many := func(unit string) string { return strings.Repeat(unit, 2<<20/len(unit)) }
	for name, text := range map[string]string{
		"escapes":                  `"` + many(`\n`) + `"`,
		"escaped quotes":           `"` + many(`\"`) + `"`,
		"escapes and no end":       `"` + many(`\n`),
		"escapes far apart":        `"` + many(strings.Repeat("a", 100)+`\n`) + `"`,
		"far apart and no end":     `"` + many(strings.Repeat("a", 100)+`\n`),
		"escaped quotes, no end":   `"` + many(`\"`),
		"high surrogates":          `"` + many(`\ud83d`) + `"`,
		"short texts":              `[` + many(`"",`) + `""]`,
		"lists":                    `[` + many(`[],`) + `[]]`,
		"digits":                   many(`1`),
		"digits and a letter":      many(`1`) + `_`,
		"a fraction":               `1.` + many(`1`),
		"an exponent":              `1e` + many(`1`),
		"blanks":                   many(` `) + `[]`,
		"invalid UTF-8":            `"` + many("\xff\"") + `"`,
		"adjacent texts":           `['a'` + many(` 'a'`) + `]`,
		"adjacent bytes":           `[b'\xff'` + many(` b'\xff'`) + `]`,
		"escapes of Python":        `['` + many(`\'`) + `']`,
		"unknown escapes":          `['` + many(`\d`) + `']`,
		"triple quotes":            `['''` + many(`'' `) + `''']`,
		"a name":                   many(`a`) + `(b='c')`,
		"a dotted name":            many(`a.`) + `a(b='c')`,
		"names in functions":       many(`a.<locals>.`) + `a(b='c')`,
		"type arguments":           `A[` + many(`a,`) + `b](c='d')`,
		"open type arguments":      `A(b=` + many(`A[`) + `)`,
		"names as arguments":       `A(` + many(`a,`) + `b='c')`,
		"opaque objects":           `[` + many(`<a>,`) + `]`,
		"open opaque objects":      `[` + many(`<`) + `]`,
		"keys that are containers": `{` + many(`((0,),): 0,`) + `}`,
		"pairs":                    many(`a='b' `),
		"a number of Python":       `[0x` + many(`1`) + `]`,
		"numbers of Python":        `[` + many(`1_0j,`) + `]`,
		"commas":                   `(` + many(`,`) + `)`,
	} {
		t.Run(name, func(t *testing.T) {
			within(t, func() { compact(Clip(DecodeAny(text), 1000)) })
			within(t, func() { compact(Outline("[" + text + "]")) })
			within(t, func() { compact(Clip(Outline("["+text+"]"), 1000)) })
		})
	}
}

func TestAMillionKeys(t *testing.T) {
	const n = 1_000_000
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, `%c"k%d":%d`, ",{"[min(1, max(0, 1-i))], i, i)
	}
	text.WriteString(`,"k0":"last"}`)
	within(t, func() {
		v := parse(t, text.String())
		assert.Equal(t, n, v.Len())
		assert.Equal(t, "last", v.Get("k0").Text())
		assert.Equal(t, "999999", v.Get("k999999").Text())
		assert.True(t, v.Equal(v))
		assert.Less(t, Clip(v, 1000).Len(), 1000)
	})
}

func TestTooManyValuesAreRefused(t *testing.T) {
	text := `[` + strings.Repeat(`0,`, maxValues) + `0]`
	_, err := ParseJSON(text)
	assert.ErrorContains(t, err, "at most 2097152 values")
	assert.Equal(t, String, DecodeAny(text).Kind())
}
