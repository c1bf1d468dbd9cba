package span

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestFlat(t *testing.T) {
	for _, c := range []struct {
		name, keys string // each key is its own value
		want       string
	}{
		{"messages", "p.0.message.role p.0.message.content p.1.message.role", `[{"message":{"role":"p.0.message.role","content":"p.0.message.content"}},{"message":{"role":"p.1.message.role"}}]`},
		{"10 comes after 2", "p.10 p.2 p.1", `["p.1","p.2","p.10"]`},
		{"holes are closed", "p.3.a p.7.a", `[{"a":"p.3.a"},{"a":"p.7.a"}]`},
		{"keys stay in the recorded order", "p.z p.a p.m", `{"z":"p.z","a":"p.a","m":"p.m"}`},
		{"messages that are recorded in turns", "p.0.a p.1.a p.0.b p.1.b", `[{"a":"p.0.a","b":"p.0.b"},{"a":"p.1.a","b":"p.1.b"}]`},
		{"lists in lists", "p.0.1 p.0.0 p.1.0", `[["p.0.0","p.0.1"],["p.1.0"]]`},
		{"numbers beside names are names", "p.0 p.a", `{"0":"p.0","a":"p.a"}`},
		{"an index that no list has", "p.0.a p.4294967295.a", `[{"a":"p.0.a"}]`},
		{"the last index", "p.1000000 p.1000001", `["p.1000000"]`},
		{"an index with leading zeros", "p.00 p.01 p.0", `["p.0"]`},
		{"an index beyond all numbers", "p.99999999999999999999999", ``},
		{"a bad index further down", "p.0.a p.0.b.007.c", `[{"a":"p.0.a"}]`},
		{"a negative index is a name", "p.-1", `{"-1":"p.-1"}`},
		{"a value beside what lies below it", "p.0.content p.0.content.0.text", `[{"content":{"0":{"text":"p.0.content.0.text"},"":"p.0.content"}}]`},
		{"a value after what lies below it", "p.0.content.text p.0.content", `[{"content":{"text":"p.0.content.text","":"p.0.content"}}]`},
		{"the value of the prefix itself is none of it", "p p.0", `["p.0"]`},
		{"the prefix alone", "p", ``},
		{"other keys", "q.0 pq.0 p", ``},
		{"a prefix of several segments", "a.p.0 p.0", `["p.0"]`},
		{"an empty segment", "p..a p.", `{"":{"a":"p..a","":"p."}}`},
		{"sixteen levels", "p.a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p", `{"a":{"b":{"c":{"d":{"e":{"f":{"g":{"h":{"i":{"j":{"k":{"l":{"m":{"n":{"o":{"p":"p.a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p"}}}}}}}}}}}}}}}}`},
		{"more than sixteen levels", "p.a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r", `{"a":{"b":{"c":{"d":{"e":{"f":{"g":{"h":{"i":{"j":{"k":{"l":{"m":{"n":{"o":{"p.q.r":"p.a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r"}}}}}}}}}}}}}}}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			attrs := keysAsValues(strings.Fields(c.keys))
			assert.Equal(t, c.want, compact(Flat(attrs, "p")))
			assert.Equal(t, c.want, compact(Flat(attrs, "p.")), "a dot at the end makes no difference")
		})
	}
}

// keysAsValues returns attributes each of which is its own key.
func keysAsValues(keys []string) Attrs {
	var pairs []any
	for _, key := range keys {
		pairs = append(pairs, key, key)
	}
	return AttrsOf(pairs...)
}

func TestFlatKeepsValuesAsTheyAre(t *testing.T) {
	attrs := AttrsOf("p.text", "", "p.number", 1, "p.list", value.OfList(value.OfNull()), "p.object", value.OfObject())
	assert.Equal(t, `{"text":"","number":1,"list":[null],"object":{}}`, compact(Flat(attrs, "p")))
	assert.True(t, Flat(Attrs{}, "p").IsAbsent())
}

// giants are lists of keys that cost a careless reader more than their number.
var giants = map[string]func(i, n int) string{
	"many messages":       func(i, _ int) string { return fmt.Sprintf("p.%d.message.role", i) },
	"messages in turns":   func(i, _ int) string { return fmt.Sprintf("p.%d.%d", i%1000, i/1000) },
	"many names":          func(i, _ int) string { return fmt.Sprintf("p.k%d", i) },
	"many levels":         func(i, _ int) string { return "p" + strings.Repeat("."+strconv.Itoa(i%7), 40) + strconv.Itoa(i) },
	"a value and others":  func(i, _ int) string { return "p.a" + strings.Repeat(".0", i%16) + strconv.Itoa(i) },
	"indexes out of turn": func(i, n int) string { return fmt.Sprintf("p.%d", n-i) },
}

func giant(name string, n int) Attrs {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = giants[name](i, n)
	}
	return keysAsValues(keys)
}

// Ten times the keys take about ten times the memory, and more where memory grows by steps. Statements are counted by make growth.
func TestWhatManyKeysCostGrowsWithTheirNumber(t *testing.T) {
	cost := func(attrs Attrs) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		assert.False(t, Flat(attrs, "p").IsEmpty())
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for name := range giants {
		t.Run(name, func(t *testing.T) {
			small, large := cost(giant(name, 5_000)), cost(giant(name, 50_000))
			assert.Less(t, large, 20*small+100_000, "a quadratic reader takes a hundred times as much")
		})
	}
}

// TestOneGiant reads the keys that the environment names, for internal/growth to count the statements that it takes.
func TestOneGiant(t *testing.T) {
	size, _ := strconv.Atoi(os.Getenv("GIANT_SIZE"))
	for name := range giants {
		t.Log("shape", 100_000, name)
		if name == os.Getenv("GIANT_SHAPE") {
			Flat(giant(name, size), "p")
		}
	}
}

func FuzzFlat(f *testing.F) {
	f.Add("p.0.message.role p.0.message.content p.10.a p.2.a", "p")
	f.Add("p.a p.a.0 p.a.1.b p.4294967295 p.007", "p.")
	f.Add("p.0.a.b p.0.a.c.d p.0.a.c.e p.0.f p.1.a.c p.0.a.c.0 p.0.a p.0.a.c.", "p")
	f.Add("a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.u a..b a.", "a")
	f.Fuzz(func(t *testing.T, text, prefix string) {
		keys := strings.Fields(text)
		attrs := keysAsValues(keys)
		v := Flat(attrs, prefix)
		assert.True(t, v.Equal(Flat(attrs, prefix)))
		assert.LessOrEqual(t, levels(v), maxLevel+2)
		assert.Equal(t, string(plainFlat(attrs, prefix).AppendCompact(nil)), string(v.AppendCompact(nil)))

		want := 0
		for rest := range attrs.Prefix(strings.TrimSuffix(prefix, ".") + ".") {
			if strings.Contains("."+rest+".", "..") {
				return // an empty segment can coincide with a level's own value
			}
			if !slices.ContainsFunc(strings.SplitN(rest, ".", maxLevel), isNoIndex) {
				want++
			}
		}
		assert.Equal(t, want, leaves(v), "every attribute is somewhere")
	})
}

// isNoIndex says in other words what stepOf says.
func isNoIndex(segment string) bool {
	n, err := strconv.ParseUint(segment, 10, 20)
	isIndex := err == nil && n <= 1_000_000 && strconv.FormatUint(n, 10) == segment
	return !isIndex && segment != "" && strings.TrimLeft(segment, "0123456789") == ""
}

// plainNode is a level of what plainFlat rebuilds.
type plainNode struct {
	own  value.Value
	keys []string
	kids map[string]*plainNode
}

// plainFlat is Flat without a thought for its cost.
func plainFlat(attrs Attrs, prefix string) value.Value {
	root := &plainNode{}
	for rest, v := range attrs.Prefix(strings.TrimSuffix(prefix, ".") + ".") {
		segments := strings.SplitN(rest, ".", maxLevel)
		if slices.ContainsFunc(segments, isNoIndex) {
			continue
		}
		n := root
		for _, segment := range segments {
			n = n.kid(segment)
		}
		if n.own.IsAbsent() {
			n.own = v
		}
	}
	return root.value()
}

func (n *plainNode) kid(segment string) *plainNode {
	if n.kids == nil {
		n.kids = map[string]*plainNode{}
	}
	if n.kids[segment] == nil {
		n.kids[segment] = &plainNode{}
		n.keys = append(n.keys, segment)
	}
	return n.kids[segment]
}

func (n *plainNode) value() value.Value {
	if len(n.keys) == 0 {
		return n.own
	}
	isWord := func(key string) bool { return strings.Trim(key, "0123456789") != "" || key == "" }
	if n.own.IsAbsent() && !slices.ContainsFunc(n.keys, isWord) {
		var items []value.Value
		for i := 0; len(items) < len(n.keys); i++ {
			if kid := n.kids[strconv.Itoa(i)]; kid != nil {
				items = append(items, kid.value())
			}
		}
		return value.OfList(items...)
	}
	var fields []value.Field
	for _, key := range n.keys {
		fields = append(fields, value.Field{Key: key, Value: n.kids[key].value()})
	}
	if !n.own.IsAbsent() {
		fields = append(fields, value.Field{Key: "", Value: n.own})
	}
	return value.OfObject(fields...)
}

// leaves counts the texts in v.
func leaves(v value.Value) int {
	n := 0
	if v.Kind() == value.String {
		n = 1
	}
	for _, item := range v.Items() {
		n += leaves(item)
	}
	for _, field := range v.Fields() {
		n += leaves(field.Value)
	}
	return n
}

// levels returns how deep v is.
func levels(v value.Value) int {
	deepest := 0
	for _, item := range v.Items() {
		deepest = max(deepest, levels(item))
	}
	for _, field := range v.Fields() {
		deepest = max(deepest, levels(field.Value))
	}
	return deepest + 1
}
