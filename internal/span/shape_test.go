package span

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// scrambled is spans of few shapes, with keys that stand twice, have no value, are no UTF-8 or are many.
func scrambled(r *rand.Rand, spans int) ptrace.Traces {
	td := ptrace.NewTraces()
	list := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	for n := range spans {
		var pairs []string
		for at := range []int{0, 1, 3, 5, 30, mostKeys + 1}[r.IntN(6)] {
			pairs = append(pairs, fmt.Sprint("key.", at))
		}
		if r.IntN(4) == 0 {
			pairs = append(pairs, []string{"key.0", "", "a\xff", "a\xfe", "last"}[r.IntN(5)])
		}
		setAll(list.AppendEmpty().Attributes(), pairs, n, r)
	}
	return td
}

// setAll adds a value under each key, however often it is there.
func setAll(to pcommon.Map, keys []string, n int, r *rand.Rand) {
	for at, key := range keys {
		switch r.IntN(12) {
		case 0:
			to.PutEmpty(key)
		case 1:
			to.PutInt(key, int64(n))
		default:
			to.PutStr(key, fmt.Sprint(n, ".", at))
		}
	}
}

// described is what attributes say, by whichever way they are asked.
func described(a Attrs) (all []string) {
	for key, v := range a.All() {
		text, isText := a.Text(key)
		all = append(all, fmt.Sprint(key, "=", compact(v), compact(a.Get(key)), text, isText, a.Has(key)))
	}
	return append(all, fmt.Sprint(a.Len(), a.Has("key.0"), a.Has("key.2"), a.Has("none")))
}

func TestAttributesOfAKnownShapeAreReadAsAnyOther(t *testing.T) {
	r, known := rand.New(rand.NewPCG(1, 1)), 0
	for range 100 {
		td := scrambled(r, 40)
		var want []string
		for _, s := range td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().All() {
			want = append(want, fmt.Sprint(described(new(table).load(s.Attributes()))))
		}
		var got []string
		EachSpan(td, func(s *Span) {
			if shape := s.Attrs.Shape(); shape != nil {
				if shape.Known != nil {
					known++
					assert.Equal(t, shape.Known, keysOf(s.Attrs))
				}
				shape.Known = keysOf(s.Attrs)
			}
			got = append(got, fmt.Sprint(described(s.Attrs)))
		})
		require.Equal(t, want, got)
	}
	assert.Greater(t, known, 500, "spans of shapes that were seen before")
}

// keysOf is what a reader can find out about keys.
func keysOf(a Attrs) string {
	var all []string
	for key := range a.Keys() {
		all = append(all, key)
	}
	return strings.Join(all, ",")
}

func TestWhichShapesAreRemembered(t *testing.T) {
	shapeOf := func(change func(pcommon.Map)) (again bool) {
		td := ptrace.NewTraces()
		spans := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
		for range 2 {
			attrs := spans.AppendEmpty().Attributes()
			attrs.PutStr("first", "a")
			change(attrs)
		}
		var before *Shape
		EachSpan(td, func(s *Span) {
			again = before != nil && s.Attrs.Shape() == before
			before = s.Attrs.Shape()
		})
		return again
	}
	assert.True(t, shapeOf(func(pcommon.Map) {}))
	assert.True(t, shapeOf(func(m pcommon.Map) { m.PutInt("second", 1) }))
	assert.False(t, shapeOf(func(m pcommon.Map) { m.PutEmpty("second") }), "a key without a value")
	assert.False(t, shapeOf(func(m pcommon.Map) { m.PutStr(strings.Repeat("k", mostKeyBytes), "a") }), "long keys")
	assert.False(t, shapeOf(func(m pcommon.Map) {
		for n := range mostKeys {
			m.PutInt(fmt.Sprint("key.", n), 1)
		}
	}), "many keys")
}

func TestAForgottenShapeKnowsNothing(t *testing.T) {
	td := ptrace.NewTraces()
	spans := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	for n := range 5 * mostShapes {
		spans.AppendEmpty().Attributes().PutInt(fmt.Sprint("forgotten.", n%(mostShapes+1)), 1)
	}
	EachSpan(td, func(s *Span) {
		shape := s.Attrs.Shape()
		assert.Nil(t, shape.Known)
		shape.Known = true
	})
}
