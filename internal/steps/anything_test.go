package steps

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// TestAnythingGivesAFile builds observations that make no sense, but share ids, parents, names and words, so that every
// rule meets every other: the file has the right shape, and doesn't depend on the order in which they came.
func TestAnythingGivesAFile(t *testing.T) {
	for seed := range uint64(3000) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 4))
			a := anything{rng, roleSets[rng.IntN(len(roleSets))]}
			all := a.run()
			want := file(all)
			a.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			require.Equal(t, want, file(all), "in another order")
			require.Equal(t, want, file(slices.Concat(all, all)), "twice")
			if trace, ok := Build(all, Options{Limits: agentdelta.DefaultLimits()}); ok {
				checkShape(t, &trace)
			}
		})
	}
}

// anything makes observations out of a few words.
type anything struct {
	*rand.Rand
	roles []observation.Role
}

var roleSets = [][]observation.Role{
	{observation.Other, observation.Agent, observation.LLM, observation.LLM, observation.Tool, observation.Tool, observation.Event},
	{observation.Agent, observation.LLM, observation.Tool},
	{observation.LLM, observation.Tool},
}

func oneOf[T any](a anything, list ...T) T { return list[a.IntN(len(list))] }

func (a anything) maybe() bool { return a.IntN(4) == 0 }

func (a anything) word() string {
	return oneOf(a, "", "", "a", "b", `{"a": 1}`, `{'a': 1}`, "[1", `{"type":"text","text":"a"}`)
}

func (a anything) name() string { return oneOf(a, "", "look", "seek", "mcp__server__look") }

func (a anything) id() string { return oneOf(a, "", "", "1", "2", "3") }

func (a anything) value() value.Value {
	one, two := value.Field{Key: "a", Value: value.OfString(a.word())}, value.Field{Key: "b", Value: value.OfNumber("2")}
	return oneOf(a, value.Value{}, value.Value{}, value.OfNull(), value.OfString(a.word()), value.OfObject(),
		value.OfList(value.OfNumber("1")), value.OfObject(one), value.OfObject(one, two), value.OfObject(two, one))
}

func (a anything) messages(most int, speakers ...observation.Speaker) []observation.Message {
	list := make([]observation.Message, a.IntN(most+1))
	for i := range list {
		m := &list[i]
		m.Speaker, m.Text, m.HasText = oneOf(a, speakers...), a.word(), true
		for range a.IntN(3) {
			if m.Speaker == observation.Assistant {
				m.Calls = append(m.Calls, observation.Call{ID: a.id(), Name: a.name(), Arguments: a.value()})
			} else {
				m.Results = append(m.Results, observation.Result{ID: a.id(), Name: a.name(), Output: a.value(), Failed: a.maybe()})
			}
		}
	}
	return list
}

func (a anything) run() []observation.Observation {
	all := make([]observation.Observation, 1+a.IntN(14))
	length := oneOf(a, int64(4), 20, 20_000_000)
	for i := range all {
		all[i] = a.span(i+1, length)
		if a.maybe() {
			all[i].Span, all[i].Parent = spanID(a.IntN(len(all)+1)), spanID(a.IntN(len(all)+1))
		}
	}
	return all
}

func (a anything) span(n int, length int64) observation.Observation {
	o := observation.Observation{
		Span: spanID(n), Parent: spanID(a.IntN(n)), Start: a.Int64N(length), Name: "n", Scope: oneOf(a, "s", "t"), Dialect: oneOf(a, "", "d", "e"),
		Role: oneOf(a, a.roles...), MayWrap: a.maybe(), Content: observation.Content(a.IntN(16)),
		Failed: a.maybe(), Error: a.word(), Interrupted: a.IntN(12) == 0,
		AgentName: oneOf(a, "", "x", "y"), Join: oneOf(a, "", "", "j"),
	}
	o.End = o.Start + a.Int64N(length/2)
	if o.Role != observation.Other {
		a.fill(&o)
	}
	return o
}

// fill gives a span all that it may have, whatever its role.
func (a anything) fill(o *observation.Observation) {
	everybody := []observation.Speaker{observation.User, observation.Assistant, observation.ToolResult, observation.System}
	o.Input, o.Output = a.messages(3, everybody...), a.messages(1, observation.Assistant, observation.Assistant, observation.ToolResult)
	o.Model, o.FinishReason, o.Retries = oneOf(a, "", "m", "m-1"), oneOf(a, "", "stop", "tool_calls"), a.Int64N(2)
	o.Request, o.Result = a.value(), a.value()
	o.Tool, o.CallID, o.ToolClass, o.Abandoned = a.name(), a.id(), a.maybe(), a.maybe()
	switch o.Role {
	case observation.Agent:
		o.Prompts, o.JoinedResult, o.Turns = a.maybe(), a.maybe(), oneOf(a, observation.NoTurns, observation.NoTurns, observation.OwnTurns, observation.LonelyTurns)
	case observation.Event:
		for _, m := range a.messages(3, everybody...) {
			o.Records = append(o.Records, observation.Record{Time: a.Int64N(3), Output: a.maybe(), Piece: a.maybe(), Message: m})
		}
	}
}
