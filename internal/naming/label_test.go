package naming

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// at is a span that begins at a time, below another or not.
func at(start int64, nested bool, resource, attrs span.Attrs) *span.Span {
	s := &span.Span{Start: start, Resource: resource, Attrs: attrs}
	if nested {
		s.Parent = observation.SpanID{1}
	}
	return s
}

func none() span.Attrs { return span.AttrsOf() }

func of(key string, value any) span.Attrs { return span.AttrsOf(key, value) }

func TestWhichValueATraceHas(t *testing.T) {
	for name, test := range map[string]struct {
		source string
		spans  []*span.Span
		want   string
	}{
		"the resource of any span": {
			"resource:k", []*span.Span{at(1, false, none(), of("k", "no")), at(2, true, of("k", "yes"), none())}, "yes",
		},
		"a span without parent before an earlier one": {
			"resource:k", []*span.Span{at(1, true, of("k", "no"), none()), at(2, false, of("k", "yes"), none())}, "yes",
		},
		"the earliest of those without parent": {
			"resource:k", []*span.Span{at(2, false, of("k", "no"), none()), at(1, false, of("k", "yes"), none())}, "yes",
		},
		"the lesser value of spans that start together": {
			"resource:k", []*span.Span{at(1, false, of("k", "b"), none()), at(1, false, of("k", "a"), none())}, "a",
		},
		"the first span's attribute": {
			"root:k", []*span.Span{at(1, true, none(), of("k", "no")), at(2, false, of("k", "no"), of("k", "yes"))}, "yes",
		},
		"no other span's attribute": {
			"root:k", []*span.Span{at(2, false, none(), none()), at(1, true, none(), of("k", "no"))}, "",
		},
		"the earliest span's where each has a parent": {
			"root:k", []*span.Span{at(2, true, none(), of("k", "no")), at(1, true, none(), of("k", "yes"))}, "yes",
		},
		"the whole copy of a span that was sent when it began": {
			"root:k", []*span.Span{at(1, false, none(), of("k", "yes")), at(1, false, none(), none())}, "yes",
		},
		"an attribute of any span": {
			"any:k", []*span.Span{at(1, false, of("k", "no"), none()), at(3, true, none(), of("k", "no")), at(2, true, none(), of("k", "yes"))}, "yes",
		},
		"an empty value is none": {
			"any:k", []*span.Span{at(1, false, none(), of("k", " ")), at(2, true, none(), of("k", "yes"))}, "yes",
		},
		"blanks around a value are none of it": {"any:k", []*span.Span{at(1, false, none(), of("k", " yes\n"))}, "yes"},
		"a number":                             {"any:k", []*span.Span{at(1, false, none(), of("k", 7))}, "7"},
		"a truth value":                        {"any:k", []*span.Span{at(1, false, none(), of("k", true))}, "true"},
		"no attribute":                         {"any:k", []*span.Span{at(1, false, none(), none())}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := NewScheme(nil, []string{test.source}, "{case}", "{trace_id}")
			require.NoError(t, err)
			var labels []observation.Label
			for _, one := range test.spans {
				labels = s.Note(labels, one, observation.Other)
			}
			assert.Equal(t, test.want, first(s.sources[testee], labels))
		})
	}
}

func TestTheServiceIsTheAgents(t *testing.T) {
	s, err := NewScheme(nil, []string{"any:k"}, "{service}/{case}", "{trace_id}")
	require.NoError(t, err)
	var labels []observation.Label
	for _, one := range []struct {
		name string
		role observation.Role
	}{{"gateway", observation.Other}, {"model", observation.LLM}, {"agent", observation.Agent}, {"late", observation.Agent}} {
		labels = s.Note(labels, at(int64(len(labels)), false, of("service.name", one.name), none()), one.role)
	}
	assert.Equal(t, "agent", first(s.sources[service], labels))
}

func TestLongValuesStayApart(t *testing.T) {
	long := strings.Repeat("é", 300)
	a, b := bounded(long+"a"), bounded(long+"b")
	assert.NotEqual(t, a, b)
	assert.LessOrEqual(t, len(a), longestValue)
	assert.True(t, strings.HasPrefix(a, "éé"), a)
	assert.Equal(t, a, bounded(a), "what is bounded stays")
	assert.Equal(t, strings.Repeat("x", longestValue), bounded(strings.Repeat("x", longestValue)))
}

// However spans are batched and in whatever order they come, a trace's labels are the same.
func TestLabelsDependOnTheSpansAlone(t *testing.T) {
	s, err := NewScheme([]string{"resource:k", "any:k"}, []string{"root:k"}, "{service}/{run}/{case}", "{trace_id}")
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		spans := someSpans(random)
		want := gather(s, spans, len(spans), random)
		for range 5 {
			random.Shuffle(len(spans), func(i, j int) { spans[i], spans[j] = spans[j], spans[i] })
			assert.Equal(t, want, gather(s, spans, 1+random.IntN(3), random))
		}
	}
}

func someSpans(random *rand.Rand) []*span.Span {
	spans := make([]*span.Span, 1+random.IntN(6))
	maybe := func() span.Attrs {
		if random.IntN(2) == 0 {
			return none()
		}
		return span.AttrsOf("k", strconv.Itoa(random.IntN(3)), "service.name", strconv.Itoa(random.IntN(3)))
	}
	for i := range spans {
		spans[i] = at(int64(random.IntN(3)), random.IntN(2) == 0, maybe(), maybe())
	}
	return spans
}

// gather merges the labels of batches of a size.
func gather(s *Scheme, spans []*span.Span, size int, random *rand.Rand) []observation.Label {
	var batches [][]observation.Label
	for batch := range slices.Chunk(spans, size) {
		var labels []observation.Label
		for _, one := range batch {
			labels = s.Note(labels, one, observation.Role(one.Start)) // the role is part of the span
		}
		batches = append(batches, labels)
	}
	random.Shuffle(len(batches), func(i, j int) { batches[i], batches[j] = batches[j], batches[i] })
	var all []observation.Label
	for _, labels := range batches {
		all = Merge(all, labels)
	}
	slices.SortFunc(all, func(a, b observation.Label) int { return strings.Compare(a.Source, b.Source) })
	return all
}
