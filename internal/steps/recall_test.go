package steps

import "testing"

func TestWholeConversationOnEachRequest(t *testing.T) {
	check(t, []story{
		{"a request that calls itself again said what the conversation holds of it", spans(
			model("a", "", 0, 100, asks("Hi"), asked("c1 one"), got("c1 1"), asked("c2 two"), got("c2 2"), says("ok")),
			tool("t", "a", 10, 20, runs("c1 one"), gives("1")),
			model("b", "a", 30, 90, asks("Hi"), asked("c1 one"), got("c1 1"), asked("c2 two"), got("c2 2"), says("ok")),
			tool("u", "b", 40, 50, runs("c2 two"), gives("2")),
			model("c", "b", 60, 80, asks("Hi"), asked("c1 one"), got("c1 1"), asked("c2 two"), got("c2 2"), says("ok")),
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
		{"one that says what it asked for keeps that", spans(
			model("a", "", 0, 100, asks("Hi"), says("Wait."), calls("c1 one")),
			tool("t", "a", 10, 20, runs("c1 one"), gives("1")),
			model("b", "a", 30, 90, asks("Hi"), asked("c1 one"), got("c1 1"), says("ok")),
		), `
			start Hi
			llm Wait. -> one
			call one()
			return 1
			llm ok
			end ok`},
		{"a call before the newest question is another answer's, though its id was given again", spans(
			model("a", "", 0, 100, asks("Ho"), asked("c1 one"), got("c1 1"), asks("Hi"), says("ok")),
			tool("t", "a", 10, 20, runs("c1 two"), gives("2")),
		), `
			start Hi
			call two()
			return 2
			llm ok
			end ok`},
	})
}
