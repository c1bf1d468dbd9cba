package steps

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// largeTrace makes a trace of a size that only a mistake or malice makes. Building one must take time in proportion to its
// size.
type largeTrace struct {
	name  string
	trace func(n int) []observation.Observation
}

var large = []largeTrace{
	{"wide: one turn with many parallel tools and no ids", func(n int) []observation.Observation {
		all := []observation.Observation{agentSpan(1, 0)}
		calls := make([]observation.Call, n)
		for i := range calls {
			calls[i] = observation.Call{Name: "look", Arguments: value.OfString(fmt.Sprint("place ", i))}
			all = append(all, toolSpan(i+3, 1, "look", fmt.Sprint("place ", n-i)))
		}
		return append(all, modelSpan(2, 1, observation.Message{Speaker: observation.Assistant, Calls: calls}))
	}},
	{"deep: tools nested in tools", func(n int) []observation.Observation {
		all := []observation.Observation{agentSpan(1, 0)}
		for i := range n {
			all = append(all, during(toolSpan(i+2, i+1, fmt.Sprint("t", i), "x"), i, 1<<39-i))
		}
		return all
	}},
	{"deep: models nested in models", func(n int) []observation.Observation {
		all := []observation.Observation{agentSpan(1, 0)}
		for i := range n {
			all = append(all, during(modelSpan(i+2, i+1, textOf("x")), i, 1<<39-i))
		}
		return all
	}},
	{"ended: models and tools, each below the one before that was over", func(n int) []observation.Observation {
		all := []observation.Observation{agentSpan(1, 0)}
		for i := range n / 2 {
			all = append(all, modelSpan(2*i+2, 2*i+1, textOf("x")), toolSpan(2*i+3, 2*i+2, "look", "x"))
		}
		return all
	}},
	{"ended: models nested in models, and many below that began after all of them", func(n int) []observation.Observation {
		all := []observation.Observation{agentSpan(1, 0)}
		for i := range n / 2 {
			all = append(all, during(modelSpan(i+2, i+1, textOf("x")), i, n-i), during(modelSpan(n+i+2, n/2+1, textOf("y")), n+2*i, n+2*i+1))
		}
		return all
	}},
	{"few: models nested in models around five", func(n int) []observation.Observation {
		all := []observation.Observation{agentSpan(1, 0)}
		for i := range n {
			all = append(all, during(modelSpan(i+2, i+1, textOf("x")), i, 1<<39-i))
		}
		for i := range 5 {
			all = append(all, during(modelSpan(n+i+2, n+1, textOf(fmt.Sprint(i))), n+2*i, n+2*i+1))
		}
		return all
	}},
	{"long: many turns, each with a tool", func(n int) []observation.Observation {
		all := []observation.Observation{agentSpan(1, 0)}
		for i := range n / 2 {
			id := fmt.Sprint("c", i)
			turn := modelSpan(2*i+2, 1, observation.Message{Speaker: observation.Assistant, Calls: []observation.Call{{ID: id, Name: "look"}}})
			turn.Input = []observation.Message{{Speaker: observation.ToolResult, Results: []observation.Result{{ID: fmt.Sprint("c", i-1), Output: value.OfString("y")}}}}
			all = append(all, turn, toolSpan(2*i+3, 1, "look", "x"))
		}
		return all
	}},
	{"flat: many links", func(n int) []observation.Observation {
		all := []observation.Observation{agentSpan(1, 0)}
		for i := range n {
			all = append(all, observation.Observation{Span: spanID(i + 2), Parent: spanID(i/2 + 1), Start: int64(i), End: int64(i)})
		}
		return all
	}},
	{"cycle: parents that are their own descendants", func(n int) []observation.Observation {
		all := make([]observation.Observation, n)
		for i := range all {
			all[i] = toolSpan(i+1, (i+1)%n+1, "t", "x")
		}
		return all
	}},
	{"open: many tools that never end, each with a turn of its own", func(n int) []observation.Observation {
		all := []observation.Observation{agentSpan(1, 0)}
		for i := range n / 2 {
			turn := modelSpan(2*i+2, 1, observation.Message{Speaker: observation.Assistant, Calls: []observation.Call{{Name: "look"}}})
			turn.Input = []observation.Message{{Speaker: observation.User, Text: fmt.Sprint(i), HasText: true}}
			tool := toolSpan(2*i+3, 1, "look", "x")
			tool.End = 1 << 40
			all = append(all, turn, tool)
		}
		return all
	}},
}

func spanID(n int) (id observation.SpanID) {
	binary.BigEndian.PutUint64(id[:], uint64(n))
	return id
}

func agentSpan(id, parent int) observation.Observation {
	return observation.Observation{Span: spanID(id), Parent: spanID(parent), Role: observation.Agent, End: 1 << 40}
}

func modelSpan(id, parent int, output ...observation.Message) observation.Observation {
	return observation.Observation{
		Span: spanID(id), Parent: spanID(parent), Role: observation.LLM, Start: int64(id), End: int64(id) + 1, Output: output,
	}
}

func toolSpan(id, parent int, name, input string) observation.Observation {
	return observation.Observation{
		Span: spanID(id), Parent: spanID(parent), Role: observation.Tool, Start: int64(id), End: int64(id) + 1,
		Tool: name, Request: value.OfString(input), Result: value.OfString("y"),
	}
}

// TestOneGiant builds the one that the environment names, for internal/growth to count the statements that it takes.
func TestOneGiant(t *testing.T) {
	size, _ := strconv.Atoi(os.Getenv("GIANT_SIZE"))
	for _, c := range slices.Concat(large, largeTurns, largeFolds, largeCalls) {
		t.Log("shape", 100_000, c.name)
		if c.name == os.Getenv("GIANT_SHAPE") {
			_, ok := Build(c.trace(size), Options{Limits: agentdelta.DefaultLimits(), Complete: true})
			assert.True(t, ok)
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	options := Options{Limits: agentdelta.DefaultLimits(), Complete: true}
	for _, c := range slices.Concat(large, largeTurns, largeFolds, largeCalls) {
		for _, n := range []int{1_000, 10_000, 100_000} {
			all := c.trace(n)
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					Build(slices.Clone(all), options)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/span")
			})
		}
	}
}
