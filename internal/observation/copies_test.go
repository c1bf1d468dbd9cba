package observation

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDedupeKeeps(t *testing.T) {
	id := SpanID{7}
	both, in := InputRecorded|OutputRecorded, InputRecorded
	for _, tt := range []struct {
		name         string
		better, copy Observation
	}{
		{
			"what a dialect reads rather than a link",
			Observation{Span: id, Role: Agent},
			Observation{Span: id, Role: Other, Parent: SpanID{1}, Start: 5, End: 1 << 60},
		},
		{
			"the copy with more sides recorded",
			Observation{Span: id, Role: LLM, Content: both},
			Observation{Span: id, Role: LLM, Content: in, Name: "much longer than the other"},
		},
		{
			"the whole text rather than the one that says it was cut",
			Observation{Span: id, Role: LLM, Content: both, Output: []Message{{Text: "all"}}},
			Observation{Span: id, Role: LLM, Content: both | Truncated, Output: []Message{{Text: "all of it or nearly"}}},
		},
		{
			"the longer one of equally recorded copies",
			Observation{Span: id, Role: Tool, Content: both, Name: strings.Repeat("a", 239)}, // a size of 80 02
			Observation{Span: id, Role: Tool, Content: both, Name: strings.Repeat("z", 113)}, // a size of 81 01
		},
		{
			"the greater one of equally long copies",
			Observation{Span: id, Role: Tool, Content: both, Name: "b"},
			Observation{Span: id, Role: Tool, Content: both, Name: "a"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, []*Observation{&tt.better}, Dedupe([]Observation{tt.better, tt.copy}))
			assert.Equal(t, []*Observation{&tt.better}, Dedupe([]Observation{tt.copy, tt.better, tt.copy}))
		})
	}
}

func TestDedupeKeepsApart(t *testing.T) {
	span := Observation{Span: SpanID{7}, Role: LLM, Start: 1, End: 9}
	first := Observation{Span: SpanID{7}, Role: Event, Records: []Record{{Time: 1, Message: Message{Text: "a"}}}}
	second := Observation{Span: SpanID{7}, Role: Event, Records: []Record{{Time: 1, Message: Message{Text: "b"}}}}
	nameless := Observation{Role: Tool, Start: 2, Tool: "x"}
	other := Observation{Role: Tool, Start: 2, Tool: "y"}
	all := []Observation{second, span, nameless, first, second, other, nameless, span, first}

	assert.Equal(t, []*Observation{&first, &second, &span, &nameless, &other}, Dedupe(all),
		"events and spans without an id, equal ones once")
}

func TestDedupeSortsByStartThenEndThenContent(t *testing.T) {
	want := []*Observation{
		{Span: SpanID{4}, Start: 1, End: 2},
		{Span: SpanID{3}, Start: 2, End: 3},
		{Span: SpanID{1}, Start: 2, End: 4},
		{Span: SpanID{2}, Start: 2, End: 4},
	}
	assert.Equal(t, want, Dedupe([]Observation{*want[3], *want[0], *want[2], *want[1]}))
	assert.Equal(t, want[:3], Dedupe([]Observation{*want[2], *want[0], *want[1]}), "no two of one time")
	assert.Empty(t, Dedupe(nil))
}

func TestDedupeDependsOnNoOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var all []Observation
	for range 200 {
		o := anyObservation(random, "text")
		o.Span = SpanID{byte(random.IntN(40))}
		if o.Role != Other {
			all = append(all, o)
		}
	}
	before := slices.Clone(all)
	want := Dedupe(before)
	Dedupe(all)
	assert.Equal(t, before, all, "the input is left as it is")
	for range 20 {
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		assert.Equal(t, want, Dedupe(append(slices.Clone(all), all[:random.IntN(len(all))]...)))
	}
}
