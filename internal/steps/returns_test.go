package steps

import (
	"strings"
	"testing"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestResults(t *testing.T) {
	run := agent("a", "", 0, 1000, asks("Hi"), answers("ok"))
	check(t, []story{
		{"a tool that only messages tell of is called after the turn and returns before the request that holds its result", spans(run,
			model("b", "a", 10, 20, calls("c1 look {'at': 'x'}")),
			model("c", "a", 30, 40, asked("c1 look {'at': 'x'}"), got("c1 X"), says("ok")),
		), `
			start Hi
			llm -> look
			call look(at='x')
			return X
			llm ok
			end ok`},
		{"a history that grows tells it once", spans(run,
			model("b", "a", 10, 20, calls("c1 one")),
			model("c", "a", 30, 40, asked("c1 one"), got("c1 1"), calls("c2 two")),
			model("d", "a", 50, 60, asked("c1 one"), got("c1 1"), asked("c2 two"), got("c2 2"), says("ok")),
		), `
			start Hi
			llm -> one
			call one()
			return 1
			llm -> two
			call two()
			return 2
			llm ok
			end ok`},
		{"a result that one request tells twice has failed when one of both says so", spans(run,
			model("b", "a", 10, 20, calls("c1 one")),
			model("c", "a", 30, 40, asked("c1 one"), got("c1 no"), refused("c1 no"), says("ok")),
		), `
			start Hi
			llm -> one
			call one()
			return no (error)
			llm ok
			end ok`},
		{"results without ids answer the calls before them, in order", spans(run,
			model("b", "a", 10, 20, calls("- one", "- two")),
			model("c", "a", 30, 40, asked("- one", "- two"), got("- 1", "- 2"), says("ok")),
		), `
			start Hi
			llm -> one, two
			call one()
			return 1
			call two()
			return 2
			llm ok
			end ok`},
		{"results with nothing before them answer the turn before", spans(run,
			model("b", "a", 10, 20, calls("- one")),
			model("c", "a", 30, 40, got("- 1"), says("ok")),
		), `
			start Hi
			llm -> one
			call one()
			return 1
			llm ok
			end ok`},
		{"results without ids behind several messages with one call each answer these", spans(run,
			model("b", "a", 10, 20, asks("Q"), calls("- one", "- two")),
			model("d", "a", 50, 60, asks("Q"), asked("- one"), asked("- two"), got("- 1", "- 2"), says("ok")),
		), `
			start Hi
			llm -> one, two
			call one()
			return 1
			call two()
			return 2
			llm ok
			end ok`},
		{"a message that lost its calls is the answer to what stands before it", spans(run,
			model("b", "a", 10, 20, asks("Q"), calls("- research")),
			model("c", "a", 30, 40, asks("List"), calls("- look")),
			model("d", "a", 50, 60, asks("List"), says(""), asked(), got("- 1"), says("found")),
			model("e", "a", 70, 80, asks("Q"), asked(), got("- found"), says("ok")),
		), `
			start Hi
			llm -> research
			call research()
			llm -> look
			call look()
			return 1
			llm found
			return found
			llm ok
			end ok`},
		{"what a provider ran by itself returned to the calls of its ids", spans(run,
			model("b", "a", 10, 20, provider("c1 one", "c2 2"), provider("c2 two", "c1 1"), says("ok")),
		), `
			start Hi
			llm ok -> one, two
			call one()
			return 1
			call two()
			return 2
			end ok`},
		{"an answer that asks for nothing leaves open what was asked for before it", spans(run,
			model("b", "a", 10, 20, asks("Q"), calls("- one")),
			model("c", "a", 30, 40, asks("Q"), asked("- one"), asks("Now"), asked(), got("- 1"), asks("And"), asked(), says("ok")),
		), `
			start Hi
			llm -> one
			call one()
			return 1
			llm ok
			end ok`},
		{"results behind a newest message that lost its calls answer the turn before", spans(run,
			model("b", "a", 10, 20, calls("c1 one", "c2 two")),
			model("c", "a", 30, 40, asked(), got("- 1", "- 2"), says("ok")),
		), `
			start Hi
			llm -> one, two
			call one()
			return 1
			call two()
			return 2
			llm ok
			end ok`},
		{"the same call again and again without ids", spans(run,
			model("b", "a", 10, 20, asks("Q"), calls("- poll")),
			model("c", "a", 30, 40, asks("Q"), asked("- poll"), got("- 1"), calls("- poll")),
			model("d", "a", 50, 60, asks("Q"), asked("- poll"), got("- 1"), asked("- poll"), got("- 2"), calls("- poll")),
			model("e", "a", 70, 80, asks("Q"), asked("- poll"), got("- 1"), asked("- poll"), got("- 2"), asked("- poll"), got("- 3"), says("ok")),
		), `
			start Hi
			llm -> poll
			call poll()
			return 1
			llm -> poll
			call poll()
			return 2
			llm -> poll
			call poll()
			return 3
			llm ok
			end ok`},
		{"ids that every turn gives again", spans(run,
			model("b", "a", 10, 20, asks("Q"), asked("call_0 old"), got("call_0 0"), calls("call_0 one")),
			model("c", "a", 30, 40, asks("Q"), asked("call_0 old"), got("call_0 0"), asked("call_0 one"), got("call_0 1"), calls("call_0 two")),
			model("d", "a", 50, 60, asks("Q"), asked("call_0 old"), got("call_0 0"), asked("call_0 one"), got("call_0 1"), asked("call_0 two"), got("call_0 2"), says("ok")),
		), `
			start Hi
			llm -> one
			call one()
			return 1
			llm -> two
			call two()
			return 2
			llm ok
			end ok`},
		{"what was called in an earlier trace is no step", spans(run,
			model("b", "a", 10, 20, asked("c0 old"), got("c0 past"), says("ok")),
		), `
			start Hi
			llm ok
			end ok`},
		{"a span without a result takes the request's", spans(run,
			model("b", "a", 10, 20, calls("c1 look")),
			tool("d", "a", 21, 29, runs("c1 look")),
			model("c", "a", 30, 40, got("c1 X"), says("ok")),
		), `
			start Hi
			llm -> look
			call look()
			return X
			llm ok
			end ok`},
		{"a span whose result was cut for the file keeps it", spans(run,
			model("b", "a", 10, 20, calls("c1 look")),
			tool("c", "a", 30, 40, runs("c1 look"), gives(`{"output": "aaa`)),
			model("d", "a", 50, 60, got("c1 X"), says("ok")),
		), `
			start Hi
			llm -> look
			call look()
			return {"output": "aaa
			llm ok
			end ok`},
		{"a span whose result arrived cut takes the request's", spans(run,
			model("b", "a", 10, 20, calls("c1 look")),
			tool("c", "a", 30, 40, runs("c1 look"), gives(`{"output": {"lc": 1, "kw`), cut()),
			model("d", "a", 50, 60, got("c1 X"), says("ok")),
		), `
			start Hi
			llm -> look
			call look()
			return X
			llm ok
			end ok`},
		{"a failed tool's own error comes before the request's words", spans(run,
			model("b", "a", 10, 20, calls("c1 look")),
			tool("d", "a", 21, 29, runs("c1 look"), fails("boom")),
			model("c", "a", 30, 40, got("c1 Error: boom"), says("ok")),
		), `
			start Hi
			llm -> look
			call look()
			return boom (error)
			llm ok
			end ok`},
		{"a failed tool without a word of its own takes the request's", spans(run,
			model("b", "a", 10, 20, calls("c1 look")),
			tool("d", "a", 21, 29, runs("c1 look"), fails("")),
			model("c", "a", 30, 40, got("c1 Error: boom"), says("ok")),
		), `
			start Hi
			llm -> look
			call look()
			return Error: boom (error)
			llm ok
			end ok`},
		{"turns between a call without a span and its result ran inside it", spans(run,
			model("b", "a", 10, 20, calls("c1 research")),
			model("c", "a", 30, 40, says("Thinking.")),
			model("d", "a", 50, 60, got("c1 R"), says("ok")),
		), `
			start Hi
			llm -> research
			call research()
			llm Thinking.
			return R
			llm ok
			end ok`},
		{"a generation that recorded nothing is told by the next request", spans(run,
			model("b", "a", 10, 20, asks("Hi")),
			model("c", "a", 30, 40, asks("Hi"), asked("c1 look"), got("c1 X"), says("ok")),
		), `
			start Hi
			llm -> look
			call look()
			return X
			llm ok
			end ok`},
		{"what the provider ran returned within the answer, once", spans(run,
			model("b", "a", 10, 20, says("Six."), provider("s1 sum {'a': 1}", "s1 6")),
			model("c", "a", 30, 40, asks("other words"), says("Aside.")),
			model("d", "a", 50, 60, asked("s1 sum {'a': 1}"), got("s1 6"), says("ok")),
		), `
			start Hi
			llm Six. -> sum
			call sum(a=1)
			return 6
			llm Aside.
			llm ok
			end ok`},
		{"also behind its last message, and without an id", spans(run,
			model("b", "a", 10, 20, calls("- sum {'a': 1}"), set(func(o *observation.Observation) {
				o.Output = append(o.Output, observation.Message{Speaker: observation.ToolResult, Results: []observation.Result{{Output: value.OfString("6")}}})
			})),
		), `
			start Hi
			llm -> sum
			call sum(a=1)
			return 6
			end ok`},
		{"calls of one answer that share an id are answered in order", spans(run,
			model("b", "a", 10, 20, calls("c0 look {'at': 1}", "c0 look {'at': 2}")),
			model("d", "a", 50, 60, asked("c0 look {'at': 1}", "c0 look {'at': 2}"), got("c0 one", "c0 two"), says("ok")),
			model("e", "a", 70, 80, asked("c0 look {'at': 1}", "c0 look {'at': 2}"), got("c0 one", "c0 two"), says("still ok")),
		), `
			start Hi
			llm -> look, look
			call look(at=1)
			return one
			call look(at=2)
			return two
			llm ok
			llm still ok
			end ok`},
		{"a call that is the run's structured answer is no call", spans(
			agent("a", "", 0, 1000, asks("Hi"), answers(`{"city": "Oslo"}`)),
			model("b", "a", 10, 20, calls(`c1 answer {"city": "Oslo"}`)),
		), `
			start Hi
			llm -> answer
			end {"city": "Oslo"}`},
		{"so is one of an agent inside a tool", spans(run,
			tool("b", "a", 10, 50, runs("c1 ask"), gives(`{"city": "Oslo"}`)),
			agent("c", "b", 11, 49, answers(`{"city": "Oslo"}`)),
			model("d", "c", 20, 30, calls(`c2 answer {"city": "Oslo"}`)),
		), `
			start Hi
			call ask()
			llm -> answer
			return {"city": "Oslo"}
			end ok`},
		{"so is one that is longer than what is kept of the answer", spans(
			agent("a", "", 0, 1000, asks("Hi"), answers(`{"city":"`+strings.Repeat("Oslo ", 98))),
			model("b", "a", 10, 20, calls(`c1 answer {"city": "`+strings.Repeat("Oslo ", 200)+`"}`)),
		), `
			start Hi
			llm -> answer
			end {"city":"` + strings.Repeat("Oslo ", 98)},
		{"a call whose arguments are what a tool returned is a call", spans(run,
			model("b", "a", 10, 20, calls("c1 find")),
			tool("c", "a", 30, 40, runs("c1 find"), gives(`{"id": 7}`)),
			model("d", "a", 50, 60, calls(`c2 confirm {"id": 7}`)),
		), `
			start Hi
			llm -> find
			call find()
			return {"id": 7}
			llm -> confirm
			call confirm(id=7)
			end ok`},
	})
}
