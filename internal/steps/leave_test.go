package steps

import (
	"testing"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

func name(of string) option { return func(o *observation.Observation) { o.Name = of } }

func TestLeavingWhatHadEnded(t *testing.T) {
	check(t, []story{
		{"the runs of a program hang below the first of them", spans(
			agent("a", "", 0, 100, asks("One"), answers("First"), name("graph")), model("b", "a", 1, 50, asks("One"), says("First")),
			agent("c", "a", 200, 300, asks("Two"), answers("Second"), name("graph")), model("d", "c", 201, 250, asks("Two"), says("Second")),
			agent("e", "c", 400, 500, asks("Three"), answers("Third"), name("graph")), model("f", "e", 401, 450, asks("Three"), says("Third")),
		), `
			start One
			llm First
			llm Second
			llm Third
			end Third`},
		{"what another agent did after an answer is not the answer", spans(
			agent("a", "", 0, 100, asks("One"), answers("First"), name("graph")), model("b", "a", 1, 50, asks("One"), says("First")),
			agent("c", "a", 200, 300, asks("Name it"), answers("A title"), name("title")), model("d", "c", 201, 250, asks("Name it"), says("A title")),
		), `
			start One
			llm First
			llm A title
			end First`},
		{"each generation hangs below the one before", spans(
			model("a", "", 0, 10, asks("One"), says("First")),
			model("b", "a", 20, 30, asks("Two"), says("Second")),
			model("c", "b", 40, 50, asks("Three"), says("Third")),
		), `
			start One
			llm First
			llm Second
			llm Third
			end Third`},
		{"each call of a loop hangs below the one before", spans(
			agent("r", "", 0, 100, asks("Hi"), answers("ok")),
			model("a", "r", 1, 10, calls("- look")),
			tool("b", "a", 11, 20, runs("- look"), gives("X")),
			model("c", "b", 21, 30, calls("- see")),
			tool("d", "c", 31, 40, runs("- see"), gives("Y")),
			model("e", "d", 41, 50, says("ok")),
		), `
			start Hi
			llm -> look
			call look()
			return X
			llm -> see
			call see()
			return Y
			llm ok
			end ok`},
		{"what works in the background stays in the tool that sent for it", spans(
			agent("r", "", 0, 100, asks("Hi"), answers("Started")),
			model("a", "r", 1, 10, calls("c1 work")),
			tool("b", "r", 11, 12, runs("c1 work"), gives("queued")),
			model("c", "b", 20, 60, asks("Work"), says("Worked")),
			model("d", "r", 30, 40, says("Started")),
		), `
			start Hi
			llm -> work
			call work()
			llm Worked
			return queued
			llm Started
			end Started`},
		{"a server with another clock answered what a client asked", spans(
			model("a", "", 0, 10, asks("Hi"), says("Hello")),
			model("b", "a", 20, 28, says("Hello"), scope("server")),
		), `
			start Hi
			llm Hello
			end Hello`},
		{"a wrapper may have handed over a stream before it was asked for", spans(
			model("a", "", 0, 10, asks("Hi")),
			model("b", "a", 20, 28, asks("Hi"), says("Hello")),
		), `
			start Hi
			llm Hello
			end Hello`},
		{"a link is between", spans(
			model("a", "", 0, 10, asks("One"), says("First")),
			link("b", "a", 15, 40),
			model("c", "b", 20, 28, asks("Two"), says("Second")),
		), `
			start One
			llm First
			llm Second
			end Second`},
		{"a tool that began when a generation above it was over stands after it", spans(
			agent("r", "", 0, 100, asks("Hi"), answers("ok")),
			model("a", "r", 0, 10, asks("Hi"), says("Let me look.")),
			tool("b", "a", 11, 20, runs("- look"), gives("X")),
		), `
			start Hi
			llm Let me look.
			call look()
			return X
			end ok`},
		{"a wrapper without a duration is around what begins with it", spans(
			model("a", "", 10, 10, asks("Hi")),
			model("b", "a", 10, 28, says("Hello")),
		), `
			start Hi
			llm Hello
			end Hello`},
	})
}
