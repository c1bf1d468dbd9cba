package steps

import "testing"

func TestArrange(t *testing.T) {
	check(t, []story{
		{"the answer of a client that runs tools by itself stands after them", spans(
			model("a", "", 0, 100, asks("Tide?"), says("Low.")),
			tool("b", "a", 20, 30, runs("- tide {'at': 9}"), gives("low")),
			tool("c", "a", 40, 50, runs("- moon {}"), gives("new")),
		), `
			start Tide?
			call tide(at=9)
			return low
			call moon()
			return new
			llm Low.
			end Low.`},
		{"a generation that asked for tools stands before them though its span holds them", spans(
			model("a", "", 0, 100, asks("Tide?"), says("Let me see."), calls("- tide {'at': 9}")),
			tool("b", "a", 20, 30, runs("- tide {'at': 9}"), gives("low")),
		), `
			start Tide?
			llm Let me see. -> tide
			call tide(at=9)
			return low`},
		{"a generation of which nothing was recorded stands before the tools inside it", spans(
			agent("r", "", 0, 100),
			model("a", "r", 10, 90),
			tool("b", "a", 20, 30, runs("- tide {'at': 9}")),
		), `
			start
			llm [not recorded: a]
			call tide(at=9)
			return
			end`},
	})
}
