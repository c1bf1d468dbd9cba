package steps

import (
	"testing"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

func TestCausalOrder(t *testing.T) {
	run := agent("a", "", 0, 1000, asks("Hi"), answers("ok"))
	check(t, []story{
		{"a turn that was given a result stands after its call, whatever the clocks say", spans(run,
			model("d", "a", 5, 9, got("c1 X"), says("ok")),
			model("b", "a", 10, 20, calls("c1 look")),
			tool("c", "a", 21, 30, runs("c1 look"), gives("X")),
		), `
			start Hi
			llm -> look
			call look()
			return X
			llm ok
			end ok`},
		{"turns that wait for each other stand by time", spans(run,
			model("b", "a", 10, 20, got("c2 2"), calls("c1 one")),
			model("c", "a", 30, 40, got("c1 1"), calls("c2 two")),
			model("d", "a", 50, 60, says("ok")),
		), `
			start Hi
			llm -> one
			call one()
			return 1
			llm -> two
			call two()
			llm ok
			end ok`},
		{"of one instant, a request that goes on with another stands after it", spans(run,
			model("b", "a", 10, 20, asks("Q"), asked("- one"), got("- 1"), says("A")),
			model("c", "a", 10, 20, asks("Q"), calls("- one")),
			tool("d", "a", 10, 10, runs("- one"), gives("1")),
		), `
			start Hi
			llm -> one
			call one()
			return 1
			llm A
			end ok`},
		{"of one instant, a request that holds a result stands after its call", spans(run,
			model("b", "a", 10, 20, got("c1 1"), says("A")),
			model("c", "a", 10, 20, calls("c1 one")),
		), `
			start Hi
			llm -> one
			call one()
			return 1
			llm A
			end ok`},
		{"of one instant, a tool stands before a turn when the turn before it asked for tools", spans(run,
			model("chat", "a", 10, 20, set(func(o *observation.Observation) { o.FinishReason = "tool-calls" })),
			model("chat", "a", 10, 20, set(func(o *observation.Observation) { o.FinishReason, o.Span = "tool-calls", idOf("b") })),
			model("c", "a", 30, 40, says("A")),
			tool("d", "a", 30, 30, runs("c1 one"), gives("1")),
		), `
			start Hi
			llm [not recorded: chat]
			llm [not recorded: chat]
			call one()
			return 1
			llm A
			end ok`},
		{"of one instant, tools that were done by then stand before a turn that isn't the first", spans(run,
			model("chat", "a", 10, 20, set(func(o *observation.Observation) { o.Span = idOf("b") })),
			tool("d", "a", 20, 30, runs("c1 one"), gives("1")),
			model("c", "a", 30, 40, says("A")),
			tool("e", "a", 30, 30, runs("c2 two"), gives("2")),
			tool("f", "a", 30, 35, runs("c3 three"), gives("3")),
		), `
			start Hi
			llm [not recorded: chat]
			call one()
			return 1
			call two()
			return 2
			llm A
			call three()
			return 3
			end ok`},
		{"and after the first", spans(run,
			model("chat", "a", 10, 20, set(func(o *observation.Observation) { o.Span = idOf("b") })),
			tool("d", "a", 10, 10, runs("c1 one"), gives("1")),
		), `
			start Hi
			llm [not recorded: chat]
			call one()
			return 1
			end ok`},
		{"tools that say and last the same are ordered by what they gave", spans(run,
			model("b", "a", 10, 20, calls("- look"), calls("- look")),
			tool("c", "a", 30, 40, runs("- look"), gives("one")),
			tool("d", "a", 30, 40, runs("- look"), gives("two")),
		), `
			start Hi
			llm -> look, look
			call look()
			return two
			call look()
			return one
			end ok`},
		{"whatever their ids", spans(run,
			model("b", "a", 10, 20, calls("- look"), calls("- look")),
			tool("c", "a", 30, 40, runs("- look"), gives("two")),
			tool("d", "a", 30, 40, runs("- look"), gives("one")),
		), `
			start Hi
			llm -> look, look
			call look()
			return two
			call look()
			return one
			end ok`},
		{"equal starts are ordered by their wrappers", spans(run,
			agent("b", "a", 5, 50), agent("c", "a", 4, 50),
			model("d", "b", 10, 20, says("A second")),
			model("e", "c", 10, 20, says("B first")),
		), `
			start Hi
			llm B first
			llm A second
			end ok`},
		{"and then by what they say", spans(run,
			model("z", "a", 10, 20, says("A")),
			model("b", "a", 10, 20, says("B")),
		), `
			start Hi
			llm A
			llm B
			end ok`},
		{"parents in a circle are all written", spans(
			agent("a", "b", 0, 100, asks("Q"), answers("A")),
			model("b", "a", 10, 20, says("A")),
		), `
			start Q
			llm A
			end A`},
	})
}
