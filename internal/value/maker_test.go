package value

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWhatIsReadInAMakersTextIsEmptiedWhenItsMemoryIsUsedAgain(t *testing.T) {
	var m Maker
	text := `{"a":[1,"b\nc"],"d":{"e":"{\"f\":[2]}"}}`
	read := m.Text(text).Decode()
	inner := read.Path("d", "e").Decode()
	made := m.List([]Value{OfNumber("1")})
	outline := m.Text(text).Outline()
	other := Decode(text)
	said := read.Get("a").At(1).Text()
	assert.True(t, read.Equal(other) && outline.Equal(other) && inner.Equal(parse(t, `{"f":[2]}`)))

	m.Reuse()
	assert.Zero(t, read.Len()+inner.Len()+made.Len(), "so that one who keeps them finds out")
	assert.Equal(t, "b\nc", said, "texts stay")
	assert.True(t, other.Equal(parse(t, text)), "what was read without a maker stays")

	memory := &m.made.fields.all[0]
	for range 100 {
		assert.True(t, m.Text(text).Decode().Equal(other))
		m.Reuse()
	}
	assert.Same(t, memory, &m.made.fields.all[0])
}

func TestTheTextThatWasReadLastIsReadOnce(t *testing.T) {
	var m Maker
	one, other := `[["a"]]`, `[["b"]]`
	read := m.Text(one).Outline()
	assert.Same(t, &read.Items()[0], &m.Text(one).Decode().Items()[0])
	assert.Equal(t, "b", m.Text(other).Decode().At(0).At(0).Text())
	assert.Equal(t, "a", m.Text(one).Decode().At(0).At(0).Text())

	m.Reuse()
	assert.True(t, m.Text(one).Decode().Equal(parse(t, one)), "what was read before ended")
	assert.Equal(t, "[[", m.Text("[[").Decode().Text(), "what can't be read is itself")
	assert.Equal(t, "[[}]", m.Text("[[}]").Decode().Text())
	assert.Equal(t, "[[}]", m.Text("[[}]").Outline().Text())
}

func TestWhatNoMakerMadeStays(t *testing.T) {
	var none *Maker
	items := append(none.Values(2)[:0], none.Text("[1]"), OfNull())
	fields := append(none.Fields(1)[:0], Field{"a", none.ListOf(items)})
	want := OfObject(Field{"a", OfList(OfString("[1]"), OfNull())})
	assert.Equal(t, want, none.ObjectOf(fields))
	assert.Equal(t, want, none.Object(fields))
	assert.Equal(t, want.Get("a"), none.List(items))
	assert.True(t, none.Text("[1]").Decode().Equal(parse(t, "[1]")))
	assert.Equal(t, OfList(), none.List(nil))
	assert.Equal(t, OfObject(), none.Object(nil))
}

func TestOnlyATextIsDecoded(t *testing.T) {
	var m Maker
	for _, v := range []Value{{}, OfNull(), OfNumber("1"), OfList(OfString("[1]")), OfObject(Field{"a", OfString("{}")})} {
		assert.True(t, v.Decode().Equal(v) && v.Outline().Equal(v))
	}
	for _, text := range []string{"", "a", "[1", `"[1]"`, "{}"} {
		assert.True(t, m.Text(text).Decode().Equal(Decode(text)))
		assert.True(t, OfString(text).Decode().Equal(Decode(text)))
		assert.True(t, m.Text(text).Equal(OfString(text)))
		assert.Equal(t, text == "", m.Text(text).IsEmpty())
		assert.Equal(t, Runes(text, 2), m.Text(text).Begin(2))
		assert.False(t, m.Text(text).IsProse())
	}
	long := Decode("[" + literal(t, strings.Repeat("words\n", 300)) + "]").At(0)
	assert.True(t, long.Decode().Equal(long))
}

func TestAMakerKeepsTheMemoryThatIsNeededAndNotThatOfAGiant(t *testing.T) {
	var m Maker
	read := func(objects int) {
		m.Text("[" + strings.Repeat(`{"a":1},`, objects) + "0]").Decode()
		m.Reuse()
	}
	for range mostGrown {
		read(500)
	}
	values, fields, inners := &m.made.values.all[0], &m.made.fields.all[0], &m.made.inners.all[0]
	for range 10 {
		read(500)
	}
	assert.Same(t, values, &m.made.values.all[0])
	assert.Same(t, fields, &m.made.fields.all[0])
	assert.Same(t, inners, &m.made.inners.all[0])
	read(100_000)
	assert.Less(t, cap(m.made.fields.all), 10_000)
	assert.Less(t, cap(m.made.inners.all), 10_000)
}

func TestATextThatWasOutlinedFirstSaysTheSameDecoded(t *testing.T) {
	const said = `{"a":{"b":[1,{"c":"x"}]},"d":"y"}`
	var m Maker
	text := m.Text(said)
	text.Outline()
	assert.Equal(t, "x", text.Decode().Get("a").Get("b").At(1).Get("c").Text())
	assert.Equal(t, string(Decode(said).AppendJSON(nil, false)), string(text.Decode().AppendJSON(nil, false)))
}
