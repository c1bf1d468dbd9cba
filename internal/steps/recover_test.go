package steps

import (
	"testing"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// welcomed begins a request with an answer that the application wrote itself.
func welcomed(o *observation.Observation) {
	o.Input = append(o.Input, observation.Message{Speaker: observation.Assistant, Text: "Welcome.", HasText: true})
}

func TestCallsOfTheNextRequest(t *testing.T) {
	run := agent("a", "", 0, 1000, answers("ok"))
	check(t, []story{
		{"calls that a stream lost are those that the next request has, in their order", spans(run,
			model("b", "a", 10, 20, asks("Hi"), calls("- two {'b': 1}")),
			tool("t", "a", 30, 60, runs("- one {'a': 1}"), gives("1")),
			tool("u", "a", 31, 40, runs("- two {'b': 1}"), gives("2")),
			model("c", "a", 70, 80, asks("Hi"), asked("c1 one {'a': 1}", "c2 two {'b': 1}"), got("c1 1", "c2 2"), says("ok")),
		), `
			start Hi
			llm -> one, two
			call one(a=1)
			return 1
			call two(b=1)
			return 2
			llm ok
			end ok`},
		{"calls of another answer are not", spans(run,
			model("b", "a", 10, 20, asks("Hi"), calls("- three")),
			tool("t", "a", 30, 40, runs("- three"), gives("3")),
			model("c", "a", 70, 80, asks("Hi"), asked("c1 one", "c2 two"), says("ok")),
		), `
			start Hi
			llm -> three
			call three()
			return 3
			llm ok
			end ok`},
		{"nor those of a request that wasn't given the same", spans(run,
			model("b", "a", 10, 20, asks("Hi"), calls("- one")),
			tool("t", "a", 30, 40, runs("- one"), gives("1")),
			model("c", "a", 70, 80, asks("Ho"), asked("c1 one", "c2 two"), says("ok")),
		), `
			start Hi
			llm -> one
			call one()
			return 1
			llm ok
			end ok`},
		{"nor those of a branch that began with the same words", spans(run,
			model("b", "a", 10, 15, asks("Hi"), calls("- one", "- two")),
			model("c", "a", 11, 16, asks("Hi"), calls("- one")),
			tool("t", "a", 20, 30, runs("- one"), gives("1")),
			tool("u", "a", 21, 31, runs("- two"), gives("2")),
			tool("v", "a", 22, 32, runs("- one"), gives("1")),
			model("d", "a", 70, 80, asks("Hi"), asked("- one", "- two"), got("- 1", "- 2"), says("ok")),
		), `
			start Hi
			llm -> one, two
			call one()
			return 1
			call two()
			return 2
			llm -> one
			call one()
			return 1
			llm ok
			end ok`},
		{"the arguments that a call lacks are those of the same call in the next request", spans(run,
			model("b", "a", 10, 20, asks("Hi"), calls("c1 one", "c2 two {}", `c3 three {"x":`, `c4 four {"x":1}`, "c5 five")),
			model("c", "a", 70, 80, asks("Hi"), asked(`c1 one {"x":1}`, `c2 two {"x":2}`, `c3 three {"x":3}`, `c4 four {"x":4}`, "c5 five {}"),
				got("c1 1", "c2 2", "c3 3", "c4 4", "c5 5"), says("ok")),
		), `
			start Hi
			llm -> one, two, three, four, five
			call one(x=1)
			return 1
			call two(x=2)
			return 2
			call three(x=3)
			return 3
			call four(x=1)
			return 4
			call five()
			return 5
			llm ok
			end ok`},
		{"but not those of another", spans(run,
			model("b", "a", 10, 20, asks("Hi"), calls("c1 one")),
			model("c", "a", 70, 80, asks("Hi"), asked(`c2 one {"x":1}`), got("c2 1"), says("ok")),
		), `
			start Hi
			llm -> one
			call one()
			return 1
			llm ok
			end ok`},
		{"a text stays the turn's own", spans(run,
			model("b", "a", 10, 20, asks("Hi"), says("Let me see."), calls("c2 two")),
			tool("t", "a", 30, 60, runs("- one"), gives("1")),
			tool("u", "a", 31, 40, runs("- two"), gives("2")),
			model("c", "a", 70, 80, asks("Hi"), asked("c1 one", "c2 two"), got("c1 1", "c2 2"), says("ok")),
		), `
			start Hi
			llm Let me see. -> one, two
			call one()
			return 1
			call two()
			return 2
			llm ok
			end ok`},
		{"the first turn has the calls that the next request begins with, when nothing was recorded of it", spans(run,
			model("b", "a", 10, 20),
			model("c", "a", 70, 80, asked("c1 one", "c2 two"), got("c1 ", "c2 ")),
		), `
			start
			llm [not recorded: b] -> one, two
			call one()
			return
			call two()
			return
			llm
			end ok`},
		{"but not an answer of a history that it may not have been given", spans(run,
			model("b", "a", 10, 20),
			model("c", "a", 70, 80, set(welcomed), asks("Hi"), says("ok")),
		), `
			start
			llm [not recorded: b]
			llm ok
			end ok`},
	})
}
