package steps

import (
	"strings"
	"testing"
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

func TestNesting(t *testing.T) {
	run := agent("a", "", 0, 1000, asks("Hi"), answers("ok"))
	check(t, []story{
		{"what runs below a tool stands between its call and its return", spans(run,
			model("b", "a", 10, 20, calls("c1 research {'q': 'x'}")),
			tool("c", "a", 30, 90, runs("c1 research {'q': 'x'}"), gives("R")),
			agent("d", "c", 31, 89, asks("x"), answers("R")),
			model("e", "d", 32, 40, calls("c2 look")),
			tool("f", "d", 41, 50, runs("c2 look"), gives("X")),
			model("g", "d", 51, 60, says("R")),
			model("h", "a", 95, 99, says("ok")),
		), `
			start Hi
			llm -> research
			call research(q='x')
			llm -> look
			call look()
			return X
			llm R
			return R
			llm ok
			end ok`},
		{"without a tree, a turn within a tool that begins with other words ran in it", spans(run,
			model("b", "a", 10, 20, asks("Hi"), calls("c1 research")),
			tool("c", "a", 30, 90, runs("c1 research"), gives("R")),
			model("e", "a", 32, 40, asks("x"), calls("c2 look")),
			tool("f", "a", 41, 50, runs("c2 look"), gives("X")),
			model("g", "a", 51, 60, asks("x"), asked("c2 look"), got("c2 X"), says("R")),
			model("h", "a", 95, 99, asks("Hi"), asked("c1 research"), got("c1 R"), says("ok")),
		), `
			start Hi
			llm -> research
			call research()
			llm -> look
			call look()
			return X
			llm R
			return R
			llm ok
			end ok`},
		{"of two tools around a turn it ran in the one that was given its words", spans(run,
			model("b", "a", 10, 20, asks("Plan"), calls("c1 ask {'task': 'List'}", "c2 ask {'task': 'Count'}")),
			tool("c", "a", 30, 90, runs("c1 ask {'task': 'List'}"), gives("listed")),
			tool("d", "a", 31, 91, runs("c2 ask {'task': 'Count'}"), gives("counted")),
			model("e", "a", 40, 50, asks("List"), says("listed")),
			model("f", "a", 41, 91, asks("Count"), says("counted")),
		), `
			start Hi
			llm -> ask, ask
			call ask(task='List')
			llm listed
			return listed
			call ask(task='Count')
			llm counted
			return counted
			end ok`},
		{"another branch doesn't run in a tool, however long that takes", spans(run,
			agent("p", "a", 5, 90), agent("q", "a", 6, 50),
			model("b", "p", 10, 20, asks("One"), calls("c1 wait")),
			tool("c", "p", 30, 80, runs("c1 wait"), gives("waited")),
			model("d", "q", 40, 45, asks("Two"), says("two")),
		), `
			start Hi
			llm -> wait
			call wait()
			return waited
			llm two
			end ok`},
		{"nor in a call without a span", spans(run,
			agent("p", "a", 5, 90), agent("q", "a", 6, 50),
			model("b", "p", 10, 20, asks("One"), calls("c1 wait")),
			model("d", "q", 40, 45, asks("Two"), says("two")),
			model("e", "p", 60, 70, asks("One"), got("c1 waited"), says("ok")),
		), `
			start Hi
			llm -> wait
			call wait()
			return waited
			llm two
			llm ok
			end ok`},
		{"an agent that began inside the tool does, though it hangs elsewhere", spans(run,
			model("b", "a", 10, 20, asks("One"), calls("c1 ask")),
			tool("c", "a", 30, 80, runs("c1 ask"), gives("two")),
			agent("q", "a", 31, 79),
			model("d", "q", 40, 45, asks("Two"), says("two")),
		), `
			start Hi
			llm -> ask
			call ask()
			llm two
			return two
			end ok`},
		{"a turn that begins with the same words goes on beside the tool", spans(run,
			model("b", "a", 10, 20, asks("Hi"), calls("c1 watch")),
			tool("c", "a", 30, 90, runs("c1 watch"), gives("R")),
			model("e", "a", 32, 40, asks("Hi"), says("ok")),
		), `
			start Hi
			llm -> watch
			call watch()
			return R
			llm ok
			end ok`},
	})
}
