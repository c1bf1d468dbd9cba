package steps

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestMatch(t *testing.T) {
	run := agent("a", "", 0, 1000, asks("Hi"), answers("ok"))
	check(t, []story{
		{"parallel tools stand as the model asked for them, whatever finished first", spans(run,
			model("b", "a", 10, 20, calls("c1 one", "c2 two")),
			tool("c", "a", 30, 90, runs("c1 one"), gives("1")),
			tool("d", "a", 25, 40, runs("c2 two"), gives("2")),
		), `
			start Hi
			llm -> one, two
			call one()
			return 1
			call two()
			return 2
			end ok`},
		{"without ids a call is found by name and input", spans(run,
			model("b", "a", 10, 20, calls("- look {'at': 'x'}", "- look {'at': 'y'}")),
			tool("c", "a", 30, 40, runs("- look {'at': 'y'}"), gives("Y")),
			tool("d", "a", 31, 40, runs("- look {'at': 'x'}"), gives("X")),
		), `
			start Hi
			llm -> look, look
			call look(at='x')
			return X
			call look(at='y')
			return Y
			end ok`},
		{"a call that no span is left for has none", spans(run,
			model("b", "a", 10, 20, calls("- look {'at': 'x'}", "- look {'at': 'x'}")),
			tool("c", "a", 30, 40, runs("- look {'at': 'x'}"), gives("X")),
		), `
			start Hi
			llm -> look, look
			call look(at='x')
			return X
			call look(at='x')
			end ok`},
		{"a span after the next turn is that one's, even if its input is written otherwise", spans(run,
			model("b", "a", 10, 20, asks("Q"), calls("- look {'at': 'x'}")),
			model("c", "a", 30, 40, asks("Q"), asked("- look {'at': 'x'}"), got("- X"), calls("- look {'at': 'y'}")),
			tool("d", "a", 50, 60, runs("- look y"), gives("Y")),
		), `
			start Hi
			llm -> look
			call look(at='x')
			return X
			llm -> look
			call look(at='y')
			return Y
			end ok`},
		{"else by name in order, and named arguments win over bare text", spans(run,
			model("b", "a", 10, 20, calls("- look {'at': 'x'}", "- look {'at': 'y'}")),
			tool("c", "a", 30, 40, runs("- look x"), gives("X")),
			tool("d", "a", 31, 40, runs("- look y"), gives("Y")),
		), `
			start Hi
			llm -> look, look
			call look(at='x')
			return X
			call look(at='y')
			return Y
			end ok`},
		{"else by input", spans(run,
			model("b", "a", 10, 20, calls("- look {'at': 'x'}")),
			tool("c", "a", 30, 40, runs("- look_up {'at': 'x'}"), gives("X")),
		), `
			start Hi
			llm -> look
			call look_up(at='x')
			return X
			end ok`},
		{"a span named after a class takes the name that was asked for", spans(run,
			model("b", "a", 10, 20, calls("- look {'at': 'x'}")),
			tool("c", "a", 30, 40, runs("- DynamicTool x"), class(), gives("X")),
		), `
			start Hi
			llm -> look
			call look(at='x')
			return X
			end ok`},
		{"a span with an id that nobody asked for is matched like one without", spans(run,
			model("b", "a", 10, 20, calls("call_1 look {'at': 'x'}")),
			tool("c", "a", 30, 40, runs("run-77 look {'at': 'x'}"), gives("X")),
		), `
			start Hi
			llm -> look
			call look(at='x')
			return X
			end ok`},
		{"a tool that started before the turn is not its own", spans(run,
			tool("c", "a", 5, 8, runs("- look"), gives("early")),
			model("b", "a", 10, 20, calls("- look")),
			model("d", "a", 50, 60, says("ok")),
		), `
			start Hi
			call look()
			return early
			llm -> look
			call look()
			llm ok
			end ok`},
		{"a tool without an id that starts in the instant of the next turn is that of the turn before", spans(run,
			model("b", "a", 10, 20, calls("- look {'at': 'x'}")),
			tool("c", "a", 30, 30, runs("- look {'at': 'x'}"), gives("X")),
			model("d", "a", 30, 40, calls("- look {'at': 'y'}")),
			tool("e", "a", 30, 50, runs("- look {'at': 'y'}"), gives("Y")),
			model("f", "a", 50, 60, says("ok")),
		), `
			start Hi
			llm -> look
			call look(at='x')
			return X
			llm -> look
			call look(at='y')
			return Y
			llm ok
			end ok`},
		{"an id wins over the clock", spans(run,
			model("b", "a", 10, 20, calls("c1 look")),
			model("d", "a", 49, 60, got("c1 X"), says("ok")),
			tool("c", "a", 50, 50, runs("c1 look"), gives("X")),
		), `
			start Hi
			llm -> look
			call look()
			return X
			llm ok
			end ok`},
		{"ids that every turn uses again belong to the turn in whose time the tool ran", spans(run,
			model("b", "a", 10, 20, calls("call_0 look {'n': 1}")),
			tool("c", "a", 21, 22, runs("call_0 look {'n': 1}"), gives("1")),
			model("d", "a", 30, 40, calls("call_0 look {'n': 2}")),
			tool("e", "a", 41, 42, runs("call_0 look {'n': 2}"), gives("2")),
		), `
			start Hi
			llm -> look
			call look(n=1)
			return 1
			llm -> look
			call look(n=2)
			return 2
			end ok`},
		{"branches that run at one time find their own tools without ids", spans(run,
			agent("p", "a", 5, 90), agent("q", "a", 6, 95),
			model("b", "p", 10, 20, asks("One"), calls("- look {'n': 1}")),
			model("c", "q", 11, 19, asks("Two"), calls("- look {'n': 2}")),
			tool("e", "q", 30, 50, runs("- look {'n': 2}"), gives("2")),
			tool("d", "p", 31, 40, runs("- look {'n': 1}"), gives("1")),
		), `
			start Hi
			llm -> look
			call look(n=1)
			return 1
			llm -> look
			call look(n=2)
			return 2
			end ok`},
		{"and without inputs", spans(run,
			agent("p", "a", 5, 90), agent("q", "a", 6, 95),
			model("b", "p", 10, 20, asks("One"), calls("- look", "- find {'n': 1}")),
			model("c", "q", 11, 19, asks("Two"), says("two")),
			tool("d", "p", 31, 40, runs("- look"), gives("1")),
			tool("e", "p", 32, 50, runs("- find"), gives("2")),
		), `
			start Hi
			llm -> look, find
			call look()
			return 1
			call find(n=1)
			return 2
			llm two
			end ok`},
		{"a span that records no input may have had any", spans(run,
			model("b", "a", 10, 20, calls("c1 look {'n': 1}", "c2 look")),
			tool("d", "a", 31, 40, runs("- look"), gives("1")),
			tool("e", "a", 32, 50, runs("- look"), gives("2")),
		), `
			start Hi
			llm -> look, look
			call look(n=1)
			return 1
			call look()
			return 2
			end ok`},
		{"tools that nobody asked for stand by time", spans(run,
			model("b", "a", 10, 20, says("Wait.")),
			tool("d", "a", 40, 50, runs("- two"), gives("2")),
			tool("c", "a", 30, 60, runs("- one"), gives("1")),
		), `
			start Hi
			llm Wait.
			call one()
			return 1
			call two()
			return 2
			end ok`},
	})
}

func TestAWindowThatTurnsShareIsLookedThroughOnce(t *testing.T) {
	const many = 50
	whole := agentSpan(1, 0)
	whole.Turns = observation.OwnTurns
	all := []observation.Observation{}
	for i := range many {
		whole.Output = append(whole.Output, observation.Message{
			Speaker: observation.Assistant, Calls: []observation.Call{{Name: fmt.Sprint("asked", i), Arguments: value.OfNumber(strconv.Itoa(i))}},
		})
		all = append(all, toolSpan(i+2, 1, fmt.Sprint("ran", i), "x"))
	}
	byName, looked := rounds[1].span, 0
	defer func() { rounds[1].span = byName }()
	rounds[1].span = func(tool *item) (string, bool) {
		looked++
		return byName(tool)
	}
	_, ok := Build(append(all, whole), Options{Limits: agentdelta.DefaultLimits()})
	assert.True(t, ok)
	assert.Equal(t, many, looked)
}
