package value

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// parse returns the value of a JSON text.
func parse(t testing.TB, text string) Value {
	t.Helper()
	v, err := ParseJSON(text)
	require.NoError(t, err, "%.200s", text)
	return v
}

func TestKinds(t *testing.T) {
	for _, c := range []struct {
		name          string
		v             Value
		kind          Kind
		isNull, empty bool
	}{
		{"the zero value is absent", Value{}, Absent, true, true},
		{"null is not absent", OfNull(), Null, true, true},
		{"false is not empty", OfBool(false), Bool, false, false},
		{"zero is not empty", OfNumber("0"), Number, false, false},
		{"an empty text is not null", OfString(""), String, false, true},
		{"a text", OfString("a"), String, false, false},
		{"an empty list", OfList(), List, false, true},
		{"a list", OfList(Value{}), List, false, false},
		{"an empty object", OfObject(), Object, false, true},
		{"an object", OfObject(Field{"", Value{}}), Object, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.kind, c.v.Kind())
			assert.Equal(t, c.kind == Absent, c.v.IsAbsent())
			assert.Equal(t, c.isNull, c.v.IsNull())
			assert.Equal(t, c.empty, c.v.IsEmpty())
		})
	}
}

func TestAccess(t *testing.T) {
	v := parse(t, `{"text":"a","n":1.50,"yes":true,"none":null,"list":[1,"b"],"in":{"deep":{"er":"c"}}}`)

	text, isText := v.Get("text").Str()
	assert.True(t, isText)
	assert.Equal(t, "a", text)
	_, isText = v.Get("n").Str()
	assert.False(t, isText, "a number is no text")
	assert.Equal(t, "1.50", v.Get("n").Text())
	assert.True(t, v.Get("yes").Truth())
	assert.False(t, v.Get("none").Truth())
	assert.Equal(t, 6, v.Len())
	assert.Equal(t, "b", v.Get("list").At(1).Text())
	assert.Equal(t, "c", v.Path("in", "deep", "er").Text())
	assert.Equal(t, Null, v.First("nothing", "none", "text").Kind(), "null is present")

	for name, absent := range map[string]Value{
		"an unknown key":      v.Get("nothing"),
		"an index too high":   v.Get("list").At(2),
		"an index below zero": v.Get("list").At(-1),
		"a key of a list":     v.Get("list").Get("0"),
		"an index of a text":  v.Get("text").At(0),
		"a path that ends":    v.Path("text", "deep"),
		"no key of several":   v.First("x", "y"),
	} {
		assert.True(t, absent.IsAbsent(), name)
	}
}

func TestEqualKeysKeepTheFirstPlaceAndTheLastValue(t *testing.T) {
	for _, others := range []int{0, 1, fewFields, 10 * fewFields} {
		t.Run(strconv.Itoa(others)+" other keys", func(t *testing.T) {
			fields := []Field{{"twice", OfNumber("1")}}
			for i := range others {
				fields = append(fields, Field{strconv.Itoa(i), OfNull()})
			}
			v := OfObject(append(fields, Field{"twice", OfNumber("2")})...)

			assert.Equal(t, others+1, v.Len())
			assert.Equal(t, "twice", v.Fields()[0].Key)
			assert.Equal(t, "2", v.Fields()[0].Value.Text())
			assert.Equal(t, "2", v.Get("twice").Text())
			assert.True(t, v.Get("thrice").IsAbsent())
		})
	}
}

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		equal      bool
	}{
		{"the same", `{"a":[1,{"b":null}]}`, `{"a":[1,{"b":null}]}`, true},
		{"keys in another order", `{"a":1,"b":2}`, `{"b":2,"a":1}`, true},
		{"items in another order", `[1,2]`, `[2,1]`, false},
		{"another value", `{"a":1}`, `{"a":2}`, false},
		{"another key", `{"a":null}`, `{"b":null}`, false},
		{"a key more", `{"a":1}`, `{"a":1,"b":1}`, false},
		{"an item more", `[1]`, `[1,1]`, false},
		{"another spelling of a number", `1.0`, `1`, false},
		{"a number and its text", `1`, `"1"`, false},
		{"truth and falsehood", `true`, `false`, false},
		{"null and false", `null`, `false`, false},
		{"an empty list and an empty object", `[]`, `{}`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, b := parse(t, c.a), parse(t, c.b)
			assert.Equal(t, c.equal, a.Equal(b))
			assert.Equal(t, c.equal, b.Equal(a))
		})
	}
	assert.False(t, Value{}.Equal(OfNull()), "absent is not null")
	assert.True(t, Value{}.Equal(Value{}))
}
