package steps

import "testing"

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
		{"and so did one that was given what such a turn asked for, and no words", spans(run,
			model("b", "a", 10, 20, asks("Hi"), calls("c1 research")),
			tool("c", "a", 30, 90, runs("c1 research"), gives("R")),
			model("e", "a", 32, 40, asks("x"), calls("c2 look")),
			tool("f", "a", 41, 50, runs("c2 look"), gives("X")),
			model("g", "a", 51, 60, got("c2 X"), says("R")),
			model("h", "a", 95, 99, got("c1 R"), says("ok")),
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
		{"of several calls without spans in the one that was given its words", spans(run,
			model("b", "a", 10, 20, asks("Plan"), calls("c1 look", "c2 ask {'task': 'List'}")),
			model("e", "a", 40, 50, asks("List"), calls("c3 ask {'task': 'Count'}")),
			model("f", "a", 60, 70, asks("Count"), says("2")),
			model("g", "a", 80, 81, asks("List"), got("c3 2"), says("listed")),
			model("h", "a", 90, 91, asks("Plan"), got("c1 L", "c2 listed"), says("ok")),
		), `
			start Hi
			llm -> look, ask
			call look()
			return L
			call ask(task='List')
			llm -> ask
			call ask(task='Count')
			llm 2
			return 2
			llm listed
			return listed
			llm ok
			end ok`},
		{"also when the model's span stays open meanwhile, and an agent began in it", spans(run,
			model("b", "a", 10, 85, asks("Plan"), calls("c2 ask {'task': 'List'}")),
			agent("q", "a", 30, 80), model("e", "q", 40, 50, asks("List"), says("listed")),
			model("h", "a", 90, 91, asks("Plan"), got("c2 listed"), says("ok")),
		), `
			start Hi
			llm -> ask
			call ask(task='List')
			llm listed
			return listed
			llm ok
			end ok`},
		{"without such words in the first of those that were asked for last", spans(run,
			model("b", "a", 10, 20, asks("Plan"), calls("c1 look", "c2 find")),
			model("e", "a", 40, 50, asks("x"), calls("c3 dig")),
			model("f", "a", 60, 70, asks("y"), says("2")),
			model("g", "a", 80, 81, asks("x"), got("c3 2"), says("listed")),
			model("h", "a", 90, 91, asks("Plan"), got("c1 L", "c2 F"), says("ok")),
		), `
			start Hi
			llm -> look, find
			call look()
			llm -> dig
			call dig()
			llm 2
			return 2
			llm listed
			return L
			call find()
			return F
			llm ok
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
