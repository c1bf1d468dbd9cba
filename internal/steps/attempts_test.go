package steps

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestFailLast(t *testing.T) {
	empty := observation.Message{Speaker: observation.Assistant, HasText: true}
	failed := agentSpan(1, 0)
	failed.Failed, failed.Error = true, "the harbour is closed"
	unrecorded := modelSpan(2, 1)
	for name, c := range map[string]struct {
		trace []observation.Observation
		kinds []string
	}{
		"an empty last generation of a failed run is an attempt": {
			[]observation.Observation{failed, modelSpan(2, 1, empty)},
			[]string{"start", "end"},
		},
		"one that says nothing because nothing was recorded stays": {
			[]observation.Observation{failed, unrecorded},
			[]string{"start", "llm", "end"},
		},
		"one after which a tool started stays": {
			[]observation.Observation{failed, modelSpan(2, 1, empty), toolSpan(3, 1, "tide", "now")},
			[]string{"start", "llm", "tool_call", "tool_return", "end"},
		},
		"one of a run with an answer stays": {
			[]observation.Observation{answering(agentSpan(1, 0)), modelSpan(2, 1, empty)},
			[]string{"start", "llm", "end"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			trace, ok := Build(c.trace, Options{Limits: agentdelta.DefaultLimits(), Complete: true})
			require.True(t, ok)
			kinds := make([]string, len(trace.Nodes))
			for i, node := range trace.Nodes {
				kinds[i] = string(node.Type)
			}
			assert.Equal(t, c.kinds, kinds)
		})
	}
}

func answering(o observation.Observation) observation.Observation {
	o.Result = value.OfString("low tide at nine")
	return o
}

func TestResultsOfAFailedRun(t *testing.T) {
	check(t, []story{
		{"the last attempt's request holds what the tools returned", spans(
			model("b", "a", 10, 20, asks("Q"), calls("c1 fuel {'boat': 'B-9'}")),
			model("c", "a", 30, 40, asks("Q"), asked("c1 fuel {'boat': 'B-9'}"), got("c1 12"), fails("out at sea")),
			link("a", "", 0, 100),
		), `
			start Q
			llm -> fuel
			call fuel(boat='B-9')
			return 12
			end out at sea (error)`},
		{"an attempt that another one follows adds nothing", spans(
			model("b", "a", 10, 20, asks("Q"), calls("c1 fuel")),
			model("c", "a", 30, 40, asks("Q"), asked("c1 fuel"), got("c1 12"), fails("out at sea")),
			model("d", "a", 50, 60, asks("Q"), asked("c1 fuel"), got("c1 12"), says("full")),
			link("a", "", 0, 100),
		), `
			start Q
			llm -> fuel
			call fuel()
			return 12
			llm full (after 1 failed)
			end full`},
		{"an attempt that was told nothing leaves the call open", spans(
			model("b", "a", 10, 20, asks("Q"), calls("c1 fuel")),
			model("c", "a", 30, 40, asks("Q"), fails("out at sea")),
			link("a", "", 0, 100),
		), `
			start Q
			llm -> fuel
			call fuel()
			end out at sea (error)`},
	})
}

func TestErrorsOfGenerations(t *testing.T) {
	check(t, []story{
		{"a generation that speaks isn't failed by the error of a tool before it", spans(
			agent("a", "", 0, 100, asks("Q"), answers("No quote.")),
			model("b", "a", 10, 20, calls("c1 quote")),
			tool("c", "a", 30, 40, runs("c1 quote"), fails("service is down")),
			model("d", "a", 50, 60, says("No quote."), fails("service is down")),
		), `
			start Q
			llm -> quote
			call quote()
			return service is down (error)
			llm No quote.
			end No quote.`},
		{"one that says nothing is, whatever its error", spans(
			agent("a", "", 0, 100, asks("Q"), answers("No quote.")),
			model("b", "a", 10, 20, calls("c1 quote")),
			tool("c", "a", 30, 40, runs("c1 quote"), fails("service is down")),
			model("d", "a", 50, 60, calls("c2 guess"), fails("service is down")),
			tool("e", "a", 70, 80, runs("c2 guess"), gives("9")),
		), `
			start Q
			llm -> quote
			call quote()
			return service is down (error)
			llm -> guess (error)
			call guess()
			return 9
			end No quote.`},
		{"an error of its own is its error", spans(
			agent("a", "", 0, 100, asks("Q"), answers("No quo")),
			model("b", "a", 10, 20, calls("c1 quote")),
			tool("c", "a", 30, 40, runs("c1 quote"), fails("service is down")),
			model("d", "a", 50, 60, says("No quo"), fails("the stream broke")),
		), `
			start Q
			llm -> quote
			call quote()
			return service is down (error)
			llm No quo (error)
			end No quo`},
	})
}

func TestAttemptsOfBranches(t *testing.T) {
	check(t, []story{
		{"a failed attempt counts for the turn that was given the same", spans(
			agent("a", "", 0, 200, asks("Hi"), answers("ok")),
			agent("p", "a", 5, 90), agent("q", "a", 6, 95),
			model("b", "p", 10, 20, asks("One"), fails("busy")),
			model("c", "q", 21, 29, asks("Two"), says("two")),
			model("d", "p", 30, 40, asks("One"), says("one")),
		), `
			start Hi
			llm two
			llm one (after 1 failed)
			end ok`},
		{"which results it was given counts, where requests hold nothing else", spans(
			agent("a", "", 0, 200, asks("Hi"), answers("ok")),
			model("b", "a", 10, 20, got("c1 1"), fails("busy")),
			model("c", "a", 21, 29, got("c2 2"), says("two")),
			model("d", "a", 30, 40, got("c1 1"), says("one")),
		), `
			start Hi
			llm two
			llm one (after 1 failed)
			end ok`},
		{"one that nothing was given again counts for the next", spans(
			model("b", "", 10, 20, asks("One"), fails("busy")),
			model("c", "", 21, 29, asks("One, please"), says("one")),
		), `
			start One
			llm one (after 1 failed)
			end one`},
		{"of one that recorded nothing the next tells what the user said", spans(
			model("b", "", 10, 20, fails("busy")),
			model("c", "", 21, 29, fails("busy")),
			model("d", "", 30, 39, asks("One"), says("one")),
			model("e", "", 40, 49, asks("Two"), says("two")),
		), `
			start One
			llm one (after 2 failed)
			llm two
			end two`},
	})
}
