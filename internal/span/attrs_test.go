package span

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// attrsOf returns the attributes that fill puts into a map.
func attrsOf(fill func(pcommon.Map)) Attrs {
	m := pcommon.NewMap()
	fill(m)
	return (&table{}).load(m)
}

// compact writes v as JSON, and an absent value as nothing.
func compact(v value.Value) string {
	if v.IsAbsent() {
		return ""
	}
	return string(v.AppendCompact(nil))
}

func TestGetGivesTheValueAsItIs(t *testing.T) {
	for _, c := range []struct {
		name string
		put  func(pcommon.Value)
		want string
	}{
		{"a text", func(v pcommon.Value) { v.SetStr("a") }, `"a"`},
		{"an empty text", func(v pcommon.Value) { v.SetStr("") }, `""`},
		{"a text that holds JSON", func(v pcommon.Value) { v.SetStr(`{"a":1}`) }, `"{\"a\":1}"`},
		{"a text of invalid UTF-8", func(v pcommon.Value) { v.SetStr("a\xff\xfeb") }, `"a�b"`},
		{"false", func(v pcommon.Value) { v.SetBool(false) }, `false`},
		{"zero", func(v pcommon.Value) { v.SetInt(0) }, `0`},
		{"the least number", func(v pcommon.Value) { v.SetInt(math.MinInt64) }, `-9223372036854775808`},
		{"bytes that are text", func(v pcommon.Value) { v.SetEmptyBytes().FromRaw([]byte(`{"é"}`)) }, `"{\"é\"}"`},
		{"bytes that are no text", func(v pcommon.Value) { v.SetEmptyBytes().FromRaw([]byte{0xff}) }, `"[bytes]"`},
		{"no bytes", func(v pcommon.Value) { v.SetEmptyBytes() }, `""`},
		{"an empty value", func(pcommon.Value) {}, ``},
		{"a list", func(v pcommon.Value) { _ = v.SetEmptySlice().FromRaw([]any{"a", int64(1), true, nil}) }, `["a",1,true,null]`},
		{"an object", func(v pcommon.Value) {
			_ = v.SetEmptyMap().FromRaw(map[string]any{"a\xff": []any{map[string]any{"b": nil}}})
		}, `{"a�":[{"b":null}]}`},
		{"an empty list", func(v pcommon.Value) { v.SetEmptySlice() }, `[]`},
		{"an empty object", func(v pcommon.Value) { v.SetEmptyMap() }, `{}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			attrs := attrsOf(func(m pcommon.Map) { c.put(m.PutEmpty("key")) })
			assert.Equal(t, c.want, compact(attrs.Get("key")))
			assert.Equal(t, c.want, compact(attrs.Get("key")), "the second time too")
			assert.Equal(t, c.want != "", attrs.Has("key"))
			text, isText := attrs.Text("key")
			assert.Equal(t, strings.HasPrefix(c.want, `"`), isText)
			if isText {
				assert.Equal(t, attrs.Get("key").Text(), text)
			}
		})
	}
}

// The expected spellings are what python3 -c 'import json; print(json.dumps(float))' prints.
func TestDoublesAreSpelledAsPythonDoes(t *testing.T) {
	for f, want := range map[float64]string{
		25: "25.0", 0: "0.0", math.Copysign(0, -1): "-0.0", 0.1: "0.1", -2.5: "-2.5", 1.0 / 3: "0.3333333333333333",
		1e15: "1000000000000000.0", 9999999999999998: "9999999999999998.0", 1e16: "1e+16", 1.5e300: "1.5e+300",
		1e-4: "0.0001", 0.00001: "1e-05", -1.25e-7: "-1.25e-07", 5e-324: "5e-324", math.MaxFloat64: "1.7976931348623157e+308",
		math.Inf(1): "Infinity", math.Inf(-1): "-Infinity",
	} {
		assert.Equal(t, want, spell(f))
	}
	assert.Equal(t, "NaN", spell(math.NaN()))
}

func TestDeepValuesAreBounded(t *testing.T) {
	nested := func(levels int) Attrs {
		return attrsOf(func(m pcommon.Map) {
			v := m.PutEmpty("key")
			for i := range levels {
				if i%2 == 0 {
					v = v.SetEmptySlice().AppendEmpty()
				} else {
					v = v.SetEmptyMap().PutEmpty("a")
				}
			}
			v.SetStr("deep")
		})
	}
	assert.Contains(t, compact(nested(maxDepth).Get("key")), `"deep"`)
	beyond := compact(nested(maxDepth + 1).Get("key"))
	assert.NotContains(t, beyond, "deep")
	assert.Equal(t, maxDepth, strings.Count(beyond, "[")+strings.Count(beyond, "{"))
	nested(100_000).Get("key")
}

func TestOneValueForEachKey(t *testing.T) {
	const text, number, list, empty = `{"stringValue":"%s"}`, `{"intValue":"%s"}`, `{"arrayValue":{"values":[{"stringValue":"%s"}]}}`, `{}`
	for _, c := range []struct {
		name   string
		values []string // with the value's place for %s
		want   string
	}{
		{"the first of several texts", []string{text, text}, `"0"`},
		{"the first of several others", []string{number, list}, `0`},
		{"a text after another", []string{number, text, text}, `"1"`},
		{"a text before another", []string{text, list}, `"0"`},
		{"a number after nothing", []string{empty, number}, `1`},
		{"nothing", []string{empty, empty}, ``},
	} {
		for _, others := range []int{0, few - 1, few, 10 * few} {
			t.Run(fmt.Sprintf("%s, among %d", c.name, others), func(t *testing.T) {
				var recorded []string
				for i := range others {
					recorded = append(recorded, fmt.Sprintf(`{"key":"other.%d","value":`+number+`}`, i, "1"))
				}
				for i, v := range c.values {
					recorded = append(recorded, `{"key":"twice","value":`+strings.ReplaceAll(v, "%s", fmt.Sprint(i))+`}`)
				}
				EachSpan(fromJSON(t, recorded), func(s *Span) {
					assert.Equal(t, c.want, compact(s.Attrs.Get("twice")))
					seen := 0
					for key := range s.Attrs.All() {
						if key == "twice" {
							seen++
						}
					}
					assert.Equal(t, min(1, len(c.want)), seen)
					assert.Equal(t, others+seen, s.Attrs.Len())
				})
			})
		}
	}
}

// fromJSON returns a span with the attributes that the texts are in OTLP's JSON form, which can repeat a key.
func fromJSON(t *testing.T, attributes []string) ptrace.Traces {
	t.Helper()
	td, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces([]byte(
		`{"resourceSpans":[{"scopeSpans":[{"spans":[{"attributes":[` + strings.Join(attributes, ",") + `]}]}]}]}`))
	require.NoError(t, err)
	require.Equal(t, 1, td.SpanCount())
	return td
}

func TestAllAndPrefixFollowTheRecordedOrder(t *testing.T) {
	attrs := AttrsOf("b.2", "x", "a", 1, "b.10", true, "b.1", "y", "b", "z")
	var all, below []string
	for key := range attrs.All() {
		all = append(all, key)
	}
	for rest, v := range attrs.Prefix("b.") {
		below = append(below, rest+"="+compact(v))
	}
	assert.Equal(t, []string{"b.2", "a", "b.10", "b.1", "b"}, all)
	assert.Equal(t, []string{`2="x"`, `10=true`, `1="y"`}, below)

	for range attrs.All() {
		break // stops
	}
}

func TestManyAttributesAreFoundAsFewAre(t *testing.T) {
	shared := &table{}
	for _, n := range []int{0, 1, few, few + 1, 500, keptSlots + 10, 3, few + 5} {
		m := pcommon.NewMap()
		for i := range n {
			m.PutInt(fmt.Sprintf("key.%d", i), int64(i))
		}
		attrs := shared.load(m)
		for _, i := range []int{0, 1, n / 2, n - 1, n, keptSlots} {
			if 0 <= i && i < n {
				assert.Equal(t, fmt.Sprint(i), attrs.Get(fmt.Sprintf("key.%d", i)).Text(), "%d of %d", i, n)
			} else {
				assert.False(t, attrs.Has(fmt.Sprintf("key.%d", i)), "%d of %d", i, n)
			}
		}
		assert.Equal(t, n, attrs.Len())
	}
}

func TestZeroAttrsAreEmpty(t *testing.T) {
	var attrs Attrs
	assert.Zero(t, attrs.Len())
	assert.False(t, attrs.Has(""))
	assert.True(t, attrs.Get("a").IsAbsent())
	_, isText := attrs.Text("a")
	assert.False(t, isText)
	for range attrs.All() {
		t.Error("nothing to yield")
	}
}

func TestAttrsOf(t *testing.T) {
	attrs := AttrsOf("text", "a", "bool", true, "int", 1, "int64", int64(2), "float", 3.0, "bytes", []byte("b"),
		"value", value.OfList(value.OfNull()), "absent", value.Value{})
	var all []string
	for key, v := range attrs.All() {
		all = append(all, key+"="+compact(v))
	}
	assert.Equal(t, []string{`text="a"`, `bool=true`, `int=1`, `int64=2`, `float=3.0`, `bytes="b"`, `value=[null]`}, all)
	text, isText := attrs.Text("text")
	assert.True(t, isText)
	assert.Equal(t, "a", text)

	assert.Panics(t, func() { AttrsOf("key") })
	assert.Panics(t, func() { AttrsOf(1, "a") })
	assert.Panics(t, func() { AttrsOf("key", struct{}{}) })
}
