package observation

import (
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func roundTrip(t *testing.T, o *Observation) Observation {
	t.Helper()
	encoded := Append(nil, o)
	got, rest, err := Decode(encoded)
	require.NoError(t, err)
	require.Empty(t, rest)
	require.Equal(t, encoded, Append(nil, &got), "encoded again")
	return got
}

func TestRoundTrip(t *testing.T) {
	for name, o := range map[string]Observation{
		"nothing at all":                  {},
		"link without times":              {Span: SpanID{1}, Parent: SpanID{2}},
		"span that ends before its start": {Span: SpanID{1}, Start: 100, End: 1},
		"times at both ends of int64":     {Start: -1 << 63, End: 1<<63 - 1},
		"an llm span":                     llmSpan(),
		"a tool span":                     toolSpan(),
		"an agent with every kind of value": {Role: Agent, Request: value.OfList(
			value.Value{}, value.OfNull(), value.OfBool(false), value.OfBool(true), value.OfNumber("1.50e+3"),
			value.OfString(""), value.OfString("\x00é\xff"), value.OfList(), value.OfObject(),
			value.OfObject(value.Field{Key: "z", Value: value.OfNumber("-0")}, value.Field{Key: "a", Value: value.Value{}}),
		)},
		"empty beside absent": {
			Role: LLM, Result: value.OfString(""),
			Input: []Message{{Speaker: User, HasText: true}, {}, {Calls: []Call{{}}, Results: []Result{{}}}},
		},
		"log records in their order": {Role: Event, Records: []Record{
			{Time: 2, Observed: 3, Message: Message{Speaker: User, Text: "b", HasText: true}},
			{Time: 2, Observed: 3, Output: true, FinishReason: "stop"},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, o, roundTrip(t, &o))
		})
	}
}

// A field that no table has would be lost: this sets the fields of every type one by one.
func TestEveryFieldSurvives(t *testing.T) {
	o := Observation{Role: Agent}
	for path := range eachField(reflect.ValueOf(&o).Elem(), "") {
		t.Run(path, func(t *testing.T) {
			assert.Equal(t, o, roundTrip(t, &o))
		})
	}
}

// eachField sets one field at a time, yields its path, and sets it back to zero.
func eachField(v reflect.Value, path string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for described, field := range v.Fields() {
			before := reflect.New(field.Type()).Elem()
			before.Set(field)
			name := path + "." + described.Name
			switch {
			case field.Type() == reflect.TypeFor[value.Value]():
				field.Set(reflect.ValueOf(value.OfString("text")))
			case field.Kind() == reflect.Slice:
				field.Set(reflect.MakeSlice(field.Type(), 2, 2))
				eachField(field.Index(1), name)(yield)
			case field.Kind() == reflect.Struct:
				eachField(field, name)(yield)
				continue
			case field.Kind() == reflect.Array:
				field.Index(7).SetUint(1)
			case field.Kind() == reflect.String:
				field.SetString("text")
			case field.Kind() == reflect.Bool:
				field.SetBool(true)
			case field.CanInt():
				field.SetInt(-300)
			default:
				field.SetUint(3)
			}
			if !yield(name) {
				return
			}
			field.Set(before)
		}
	}
}

// The bytes are kept by running collectors: this fails when the format changes under them.
func TestFormat(t *testing.T) {
	for _, tt := range []struct {
		name string
		o    Observation
		want string
	}{
		{"nothing", Observation{}, "01 01"},
		{
			"link",
			Observation{Span: SpanID{1, 2}, Parent: SpanID{3}, Start: 1 << 56, End: 1<<56 + 150, Name: "GET"},
			"1f 01 09 0102000000000000 11 0300000000000000 19 0000000000000001 20 ac02",
		},
		{
			"llm",
			Observation{Role: LLM, Model: "m", Input: []Message{{Speaker: User, Text: "hi", HasText: true}}},
			"12 01 28 02 52 01 6d 62 0a 01 08 08 01 12 02 6869 18 01",
		},
		{
			"values",
			Observation{Role: Tool, Request: value.OfObject(
				value.Field{Key: "k", Value: value.OfList(value.Value{}, value.OfNull(), value.OfBool(true), value.OfNumber("7"), value.OfString("s"))},
			)},
			"11 01 28 03 a201 0b 0e 01 6b 2d 00 01 0a 0b 37 0c 73",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, strings.ReplaceAll(tt.want, " ", ""), hex.EncodeToString(Append(nil, &tt.o)))
		})
	}
}

// As TestFormat, for what is too long to be read here.
func TestFormatOfWholeSpans(t *testing.T) {
	llm := llmSpan()
	sum := sha256.Sum256(Append(nil, &llm))
	assert.Equal(t, "790eafa85315d7586fa7ee09b96ba08487e89201e821c9b877f7b2a25702797c", hex.EncodeToString(sum[:]))

	tool := toolSpan()
	assert.Equal(t, strings.Join([]string{
		"8701", "01", "090807000000000000", "110102030405060708", "1900402dba66c37c18", "2080897a", "2803",
		"3218657865637574655f746f6f6c206765745f77656174686572", "3a0567656e6169", "420567656e6169", "7003",
		"a2010e0e04636974793c54c58d6b79c58d", "aa01073453756e6e792e", "c2010b6765745f77656174686572",
		"d2010f63616c6c5f3973586c325662375165",
	}, ""), hex.EncodeToString(Append(nil, &tool)))
}

func TestAppendKeepsWhatStandsBefore(t *testing.T) {
	llm, tool := llmSpan(), toolSpan()
	both := Append(Append([]byte("before"), &llm), &tool)

	first, rest, err := Decode(both[len("before"):])
	require.NoError(t, err)
	second, rest, err := Decode(rest)
	require.NoError(t, err)
	assert.Equal(t, []Observation{llm, tool}, []Observation{first, second})
	assert.Empty(t, rest)
	assert.Equal(t, "before", string(both[:len("before")]))
}

func TestDecodeSharesNothingWithItsInput(t *testing.T) {
	o := llmSpan()
	encoded := Append(nil, &o)
	got, _, err := Decode(encoded)
	require.NoError(t, err)
	clear(encoded)
	assert.Equal(t, o, got)
}

func TestADecoderUsesMemoryAgain(t *testing.T) {
	llm, tool := llmSpan(), toolSpan()
	one, other := string(Append(Append(nil, &llm), &tool)), string(Append(Append(nil, &tool), &llm))
	var d Decoder
	for range 3 {
		require.NoError(t, d.Decode(one))
		require.NoError(t, d.Decode(other))
		assert.Equal(t, []Observation{llm, tool, tool, llm}, d.All())
		arguments, texts := d.All()[0].Input[2].Calls[0].Arguments, d.All()[1]
		d.Reset()
		assert.Empty(t, d.All())
		require.NoError(t, d.Decode(other))
		assert.Equal(t, []Observation{tool, llm}, d.All())
		assert.Equal(t, llm.Input[2].Calls[0].Arguments, arguments, "values stay")
		assert.Equal(t, tool, texts, "and so do texts")
		d.Reset()
	}
	assert.Less(t, testing.AllocsPerRun(100, func() {
		_ = d.Decode(one)
		d.Reset()
	}), 1.0, "few for the values, none for the texts")
}

func TestADecoderGivesBackTheMemoryOfAGiant(t *testing.T) {
	var data []byte
	o := Observation{Role: LLM, Input: make([]Message, keptAll+1)}
	for range keptAll + 1 {
		data = Append(data, &o)
	}
	var d Decoder
	require.NoError(t, d.Decode(string(data)))
	d.Reset()
	assert.Zero(t, cap(d.all))
	assert.Zero(t, d.messages.Cap())
}

func TestOtherKeepsItsPlaceOnly(t *testing.T) {
	o := llmSpan()
	o.Role = Other
	want := Observation{Span: o.Span, Parent: o.Parent, Start: o.Start, End: o.End}
	assert.Equal(t, want, roundTrip(t, &o))
}

func TestValuesBelowTheDepthLimitAreLost(t *testing.T) {
	nested := func(levels int) value.Value {
		v := value.OfList()
		for range levels - 1 {
			v = value.OfList(v)
		}
		return v
	}
	deepest := Observation{Role: Agent, Request: nested(maxDepth)}
	assert.True(t, deepest.Request.Equal(roundTrip(t, &deepest).Request))

	deeper := Observation{Role: Agent, Request: nested(maxDepth + 1)}
	v := roundTrip(t, &deeper).Request
	for range maxDepth - 1 {
		v = v.At(0)
	}
	assert.Equal(t, value.OfList(value.Value{}), v)
}

func TestSizes(t *testing.T) {
	llm := llmSpan()
	link := Observation{Span: llm.Span, Parent: llm.Parent, Start: llm.Start, End: llm.End, Name: "POST", Scope: "http"}
	texts := bytesOfTexts(reflect.ValueOf(llm))
	assert.LessOrEqual(t, len(Append(nil, &link)), 35, "a link")
	assert.LessOrEqual(t, len(Append(nil, &llm)), texts+150, "an llm span")
	t.Logf("link %d bytes, llm span %d bytes, of them texts %d", len(Append(nil, &link)), len(Append(nil, &llm)), texts)
}

// bytesOfTexts adds up the strings in v.
func bytesOfTexts(v reflect.Value) (sum int) {
	switch v.Kind() {
	case reflect.String:
		return v.Len()
	case reflect.Pointer:
		if !v.IsNil() {
			return bytesOfTexts(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			sum += bytesOfTexts(v.Index(i))
		}
	case reflect.Struct:
		for _, field := range v.Fields() {
			sum += bytesOfTexts(field)
		}
	default:
	}
	return sum
}

func FuzzRoundTrip(f *testing.F) {
	f.Add(uint64(1), uint64(2), "text")
	f.Add(uint64(3), uint64(4), strings.Repeat("long \x00\xff Ōsaka ", 40))
	f.Fuzz(func(t *testing.T, seed, more uint64, text string) {
		o := anyObservation(rand.New(rand.NewPCG(seed, more)), text)
		got := roundTrip(t, &o)
		if o.Role != Other {
			require.Equal(t, o, got)
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	for name, o := range benchmarked() {
		b.Run(name, func(b *testing.B) {
			var dst []byte
			b.ReportAllocs()
			for b.Loop() {
				dst = Append(dst[:0], &o)
			}
			b.SetBytes(int64(len(dst)))
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	for name, o := range benchmarked() {
		b.Run(name, func(b *testing.B) {
			encoded := Append(nil, &o)
			b.SetBytes(int64(len(encoded)))
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := Decode(encoded); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func benchmarked() map[string]Observation {
	llm := llmSpan()
	return map[string]Observation{
		"other": {Span: llm.Span, Parent: llm.Parent, Start: llm.Start, End: llm.End}, "llm": llm, "tool": toolSpan(),
	}
}
