package agentdelta

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestCallContent(t *testing.T) {
	tests := []struct {
		name string
		args value.Value
		want string
	}{
		{"nothing recorded", value.Value{}, "f()"},
		{"null", value.OfNull(), "f()"},
		{"an empty object", value.OfObject(), "f()"},
		{"an empty object in a text", value.OfString(" {} "), "f()"},
		{"an empty text", value.OfString(""), "f()"},
		{"an empty list", value.OfList(), "f([])"},
		{"a plain text is written as it is", value.OfString("it's 22°C\n"), "f(it's 22°C\n)"},
		{"a text that is a number stays a text", value.OfString("5"), "f(5)"},
		{"a text that says null stays a text", value.OfString("null"), "f(null)"},
		{"a JSON string literal is its text", value.OfString(`"Paris"`), "f(Paris)"},
		{"a JSON object in a text", value.OfString(`{"b": "x", "a": 1.0}`), "f(a=1.0, b='x')"},
		{"a JSON object in a JSON string in a text", value.OfString(`"{\"a\": [true, null]}"`), "f(a=[True, None])"},
		{"a JSON array in a text", value.OfString(`[1, "a"]`), "f([1, 'a'])"},
		{"the repr of a dict in a text", value.OfString(`{'b': None, 'a': "it's"}`), `f(a="it's", b=None)`},
		{"the repr of a dict in a JSON string", value.OfString(`"{'a': True}"`), "f(a=True)"},
		{"the repr of a list in a text", value.OfString(`['a', {'b': 1}]`), "f(['a', {'b': 1}])"},
		{"a text that looks like JSON and isn't", value.OfString(`{"a": `), `f({"a": )`},
		{"a text that looks like a call stays a text", value.OfString("print(x=1)"), "f(print(x=1))"},
		{"a text that looks like a tuple stays a text", value.OfString("(1, 2)"), "f((1, 2))"},
		{"texts in an object aren't read", value.OfObject(value.Field{Key: "a", Value: value.OfString("{}")}), "f(a='{}')"},
		{"a truth value", value.OfBool(true), "f(True)"},
		{"a number as spelled", value.OfNumber("1.50"), "f(1.50)"},
		{"a float that JSON can't spell", value.OfNumber("NaN"), "f(nan)"},
		{"an absent value in a list", value.OfList(value.Value{}), "f([None])"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, CallContent("f", tt.args, 500))
		})
	}
}

func TestCallContentCutsTheInputAlone(t *testing.T) {
	args := value.OfObject(value.Field{Key: "q", Value: value.OfString(strings.Repeat("é", 600))})
	assert.Equal(t, "find_it(q='"+strings.Repeat("é", 497)+")", CallContent("find_it", args, 500))
	assert.Equal(t, "find_it()", CallContent("find_it", args, 0))
	assert.Equal(t, "find_it()", CallContent("find_it", args, -1))
}

func TestCallContentQuotesByTheWholeText(t *testing.T) {
	args := value.OfList(value.OfString(strings.Repeat("'", 3000) + `"`))
	assert.Equal(t, `f(['\'\'`+")", CallContent("f", args, 6), "a double quote beyond the limit decides too")
}

func TestCallContentLeavesItsInputAlone(t *testing.T) {
	source := `{"b": 1, "a": {"d": 2, "c": 3}}`
	args := parse(t, source)
	CallContent("f", args, 500)
	assert.Equal(t, source, string(args.AppendJSON(nil, true)), "sorting must not reach the value")
}

func TestHugeInputIsNotRenderedWhole(t *testing.T) {
	huge := value.OfString(strings.Repeat("\u200d", 1<<20))
	many, fields := make([]value.Value, 1<<12), make([]value.Field, 1<<12)
	for i := range many {
		many[i], fields[i] = value.OfString("x"), value.Field{Key: "k" + strconv.Itoa(i), Value: value.OfString("x")}
	}
	for _, args := range []value.Value{
		value.OfList(huge, huge),
		value.OfObject(value.Field{Key: "a", Value: huge}, value.Field{Key: "b", Value: huge}),
		value.OfObject(value.Field{Key: "a b", Value: huge}),
		value.OfList(many...),
		value.OfObject(fields...),
		value.OfList(value.OfObject(fields...)),
	} {
		assert.Less(t, len(appendCall(nil, args, enough(500))), 4*500+100)
	}
}

func TestAReprWithBlanksAroundItIsReadToo(t *testing.T) {
	assert.Equal(t, "look(at='x')", CallContent("look", value.OfString(" \n{'at': 'x'} "), 500))
}
