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

// TestArrivalChangesNothing builds random runs from their observations in random order, with some of them twice. The
// seed is part of the subtest's name.
func TestArrivalChangesNothing(t *testing.T) {
	for seed := range uint64(300) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 1))
			all := randomRun(rng)
			want := file(all)
			for range 4 {
				again := append([]observation.Observation{}, all...)
				again = append(again, all[rng.IntN(len(all))], all[rng.IntN(len(all))])
				rng.Shuffle(len(again), func(i, j int) { again[i], again[j] = again[j], again[i] })
				require.Equal(t, want, file(again))
			}
		})
	}
}

// TestJitterChangesNothing moves the spans of random runs in time, without changing which of two starts first or what
// encloses what, and gives all spans new ids. The nodes and edges must stay.
func TestJitterChangesNothing(t *testing.T) {
	for seed := range uint64(300) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 2))
			all := randomRun(rng)
			require.Equal(t, file(all), file(jittered(rng, all)))
		})
	}
}

// file is the whole file of a run, except for the line that holds ids.
func file(all []observation.Observation) string {
	trace, ok := Build(slices.Clone(all), Options{Limits: agentdelta.DefaultLimits(), Complete: true})
	if !ok {
		return ""
	}
	return string(trace.AppendTo(nil, true))
}

// builder makes a random but possible run: agents around turns, tools that turns asked for, agents inside tools.
type builder struct {
	rng  *rand.Rand
	now  int64
	next uint64
	all  []observation.Observation
	said int
}

func randomRun(rng *rand.Rand) []observation.Observation {
	b := &builder{rng: rng, now: 1000}
	root := b.open(observation.Agent, observation.SpanID{})
	b.all[root].Request = value.OfString("the question")
	b.agent(b.all[root].Span, 0)
	b.all[root].Result = value.OfString("the answer")
	b.close(root)
	return b.all
}

func (b *builder) open(role observation.Role, parent observation.SpanID) int {
	b.now += 1000 + b.rng.Int64N(1000)
	b.next++
	var id observation.SpanID
	copy(id[:], fmt.Sprintf("%08d", b.next))
	b.all = append(b.all, observation.Observation{
		Span: id, Parent: parent, Role: role, Start: b.now, Name: "n", Scope: "s", Dialect: "d", Content: observation.OutputRecorded,
	})
	return len(b.all) - 1
}

func (b *builder) close(i int) {
	b.now += 1000 + b.rng.Int64N(1000)
	b.all[i].End = b.now
}

func (b *builder) word() string {
	b.said++
	return fmt.Sprint("word ", b.said)
}

// agent writes the turns of one agent. Each sees the results of the one before.
func (b *builder) agent(parent observation.SpanID, depth int) {
	var input []observation.Message
	question := observation.Message{Speaker: observation.User, Text: b.word(), HasText: true}
	input = append(input, question)
	for range 1 + b.rng.IntN(3) {
		if b.rng.IntN(5) == 0 {
			failed := b.open(observation.LLM, parent)
			b.all[failed].Failed, b.all[failed].Error = true, "overloaded"
			b.close(failed)
		}
		input = append(input, b.turn(parent, depth, input)...)
	}
	last := b.open(observation.LLM, parent)
	b.all[last].Input = input
	b.all[last].Output = []observation.Message{{Speaker: observation.Assistant, Text: b.word(), HasText: true}}
	b.close(last)
}

// turn writes a generation and the tools that it asked for, and returns what they add to the conversation.
func (b *builder) turn(parent observation.SpanID, depth int, input []observation.Message) []observation.Message {
	i := b.open(observation.LLM, parent)
	said := observation.Message{Speaker: observation.Assistant}
	ids := b.rng.IntN(3) > 0
	for range b.rng.IntN(3) {
		call := observation.Call{Name: fmt.Sprint("tool", b.rng.IntN(3)), Arguments: value.OfObject(value.Field{Key: "q", Value: value.OfString(b.word())})}
		if ids {
			call.ID = b.word()
		}
		said.Calls = append(said.Calls, call)
	}
	if len(said.Calls) == 0 || b.rng.IntN(2) == 0 {
		said.Text, said.HasText = b.word(), true
	}
	b.all[i].Input, b.all[i].Output = append([]observation.Message{}, input...), []observation.Message{said}
	b.close(i)
	added := []observation.Message{said}
	for _, call := range said.Calls {
		added = append(added, b.execute(call, parent, depth))
	}
	return added
}

// execute runs a tool, usually with a span, sometimes with an agent inside.
func (b *builder) execute(call observation.Call, parent observation.SpanID, depth int) observation.Message {
	output := value.OfString(b.word())
	if b.rng.IntN(4) > 0 {
		i := b.open(observation.Tool, parent)
		o := &b.all[i]
		o.Tool, o.Request, o.Result = call.Name, call.Arguments, output
		if b.rng.IntN(2) == 0 {
			o.CallID = call.ID
		}
		if depth < 2 && b.rng.IntN(4) == 0 {
			b.agent(o.Span, depth+1)
		}
		b.close(i)
	}
	return observation.Message{Speaker: observation.ToolResult, Results: []observation.Result{{ID: call.ID, Name: call.Name, Output: output}}}
}

// jittered stretches the time between any two moments of a run by its own amount, and renames its spans.
func jittered(rng *rand.Rand, all []observation.Observation) []observation.Observation {
	moments := map[int64]int64{}
	var order []int64
	for _, o := range all {
		order = append(order, o.Start, o.End)
	}
	slices.Sort(order)
	at := rng.Int64N(1 << 40)
	for _, moment := range order {
		if _, known := moments[moment]; !known {
			at += 1 + rng.Int64N(1_000_000)
			moments[moment] = at
		}
	}
	rename := func(id observation.SpanID) observation.SpanID {
		if id != (observation.SpanID{}) {
			id[0], id[7] = id[0]^0x55, id[7]^0x2a
		}
		return id
	}
	moved := append([]observation.Observation{}, all...)
	for i := range moved {
		o := &moved[i]
		o.Start, o.End = moments[o.Start], moments[o.End]
		o.Span, o.Parent = rename(o.Span), rename(o.Parent)
	}
	return moved
}

func FuzzBuild(f *testing.F) {
	f.Add([]byte{})
	for seed := range uint64(3) {
		var data []byte
		for _, o := range randomRun(rand.New(rand.NewPCG(seed, 3))) {
			data = observation.Append(data, &o)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var all []observation.Observation
		for len(data) > 0 && len(all) < 200 {
			o, rest, err := observation.Decode(data)
			if err == nil {
				all = append(all, o)
			}
			data = rest
		}
		trace, ok := Build(all, Options{Limits: agentdelta.DefaultLimits()})
		if !ok {
			return
		}
		checkShape(t, &trace)
	})
}

// checkShape checks what holds of every file: one start, at most one end, an edge to every step, calls before returns.
func checkShape(t *testing.T, trace *agentdelta.Trace) {
	t.Helper()
	reached, called := map[int]bool{1: true}, map[string]bool{}
	for _, e := range trace.Edges {
		require.Less(t, e.Source, e.Target)
		require.LessOrEqual(t, e.Target, len(trace.Nodes))
		reached[e.Target] = true
	}
	for i, n := range trace.Nodes {
		require.True(t, reached[i+1], "step %d has no edge to it", i+1)
		require.Equal(t, i == 0, n.Type == agentdelta.NodeStart)
		if n.Type == agentdelta.NodeEnd {
			require.Equal(t, len(trace.Nodes), i+1)
		}
		id := n.Metadata.Get(agentdelta.KeyCallID).Text()
		switch n.Type {
		case agentdelta.NodeToolCall:
			require.False(t, called[id])
			called[id] = true
		case agentdelta.NodeToolReturn:
			require.True(t, called[id])
		}
	}
}
