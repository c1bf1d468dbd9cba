package observation

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// conversation is a request whose history grows.
func conversation(texts ...string) (o Observation) {
	o.Role = LLM
	for _, text := range texts {
		o.Input = append(o.Input, Message{Speaker: User, Text: text, HasText: true})
	}
	return o
}

func decodeAll(t *testing.T, fragment []byte) []Observation {
	t.Helper()
	var d Decoder
	require.NoError(t, d.Decode(string(fragment)))
	return d.All()
}

func TestWhatAFragmentSaysAgainIsWrittenOnce(t *testing.T) {
	long := []string{strings.Repeat("a", shortestRepeat), strings.Repeat("b", 200), strings.Repeat("c", 20_000), strings.Repeat("d", 3_000_000)}
	var all []Observation
	for n := range long {
		all = append(all, conversation(long[:n+1]...))
	}
	tool := Observation{Role: Tool, Result: value.OfList(value.OfString(long[1]), value.OfString("short"), value.OfString(long[2]))}
	all = append(all, tool, conversation(long[3], "short"), tool)
	r, size := new(Repeats), 0
	var fragment []byte
	for n := range all {
		fragment = r.Append(fragment, 0, &all[n])
	}
	for _, text := range long {
		size += len(text)
		assert.Equal(t, 1, bytes.Count(fragment, []byte(text)))
	}
	assert.Less(t, len(fragment), size+300)
	assert.Equal(t, all, decodeAll(t, fragment))
	title := Append(nil, &Observation{Role: Title, Labels: []Label{{Source: "s", Value: "v"}}})
	assert.Equal(t, all, decodeAll(t, append(title, fragment...))[1:], "whatever is put before it")
}

func TestNoFragmentRepeatsAnother(t *testing.T) {
	r, fragments, text := new(Repeats), make([][]byte, 3), strings.Repeat("text ", 100)
	o := conversation(text)
	for range 2 {
		for n := range fragments {
			fragments[n] = r.Append(fragments[n], n, &o)
		}
	}
	for n := range fragments {
		assert.Equal(t, []Observation{o, o}, decodeAll(t, fragments[n]))
	}
	r.Reset()
	assert.Equal(t, Append(nil, &o), r.Append(nil, 0, &o), "what is forgotten isn't repeated")
}

func TestAnObservationThatCantBeReadIsRepeatedAllTheSame(t *testing.T) {
	r, o := new(Repeats), conversation(strings.Repeat("text ", 100))
	fragment := r.Append(nil, 0, &o)
	version := bytes.IndexByte(fragment, version)
	fragment = r.Append(fragment, 0, &o)
	fragment[version]++
	var d Decoder
	require.ErrorIs(t, d.Decode(string(fragment)), ErrVersion)
	assert.Equal(t, []Observation{o}, d.All())
}

// What is appended to several fragments in turn reads as if each observation had been written by itself.
func FuzzRepeats(f *testing.F) {
	f.Add(uint64(1), uint64(2), "text")
	f.Add(uint64(3), uint64(4), strings.Repeat("long \x00\xff Ōsaka ", 40))
	f.Add(uint64(5), uint64(6), strings.Repeat("x", 20_000))
	f.Fuzz(func(t *testing.T, seed, more uint64, text string) {
		random := rand.New(rand.NewPCG(seed, more))
		r, fragments, want := new(Repeats), make([][]byte, 3), make([][]byte, 3)
		var some []Observation
		for range 12 {
			if len(some) < 4 || random.IntN(2) == 0 {
				some = append(some, anyObservation(random, text[random.IntN(len(text)+1):]))
			}
			o, n := &some[random.IntN(len(some))], random.IntN(3)
			fragments[n], want[n] = r.Append(fragments[n], n, o), Append(want[n], o)
			require.LessOrEqual(t, len(fragments[n]), len(want[n]))
		}
		for n := range fragments {
			require.Equal(t, slices.Clone(decodeAll(t, want[n])), slices.Clone(decodeAll(t, fragments[n])))
			require.Equal(t, Held(string(want[n])), Held(string(fragments[n])))
		}
	})
}
