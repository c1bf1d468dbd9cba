package steps

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

func TestFoldTwins(t *testing.T) {
	one := model("b", "a", 10, 90, scope("framework"), says("Hello"), usingModel("m-1"))
	fine := set(func(o *observation.Observation) { o.Start++ }) // no whole milliseconds
	check(t, []story{
		{"two instrumentations of one generation are one step", spans(
			agent("a", "", 0, 100, asks("Hi")), one,
			model("c", "", 11, 89, scope("client"), says("Hello"), calls("c1 look"), usingModel("m-1-2026-01-01")),
		), `
			start Hi
			llm Hello -> look
			call look()
			end Hello`},
		{"a span that was made twice, alike to the nanosecond, is one", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			model("b", "a", 10, 50, asks("Hi"), says("ok"), fine), model("c", "a", 10, 50, asks("Hi"), says("ok"), fine),
			tool("d", "a", 60, 70, runs("c1 one"), gives("1"), fine), tool("e", "a", 60, 70, runs("c1 one"), gives("1"), fine),
		), `
			start Hi
			llm ok
			call one()
			return 1
			end ok`},
		{"spans that were made twice are found below parents that were, too", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			link("p", "a", 5, 90), model("b", "p", 10, 50, asks("Hi"), says("so"), fine), model("c", "p", 60, 80, says("ok"), fine),
			link("q", "a", 5, 90), model("d", "q", 10, 50, asks("Hi"), says("so"), fine), model("e", "q", 60, 80, says("ok"), fine),
		), `
			start Hi
			llm so
			llm ok
			end ok`},
		{"two whose clock ticks in milliseconds are two", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			model("b", "a", 10, 50, asks("Hi"), says("ok")), model("c", "a", 10, 50, asks("Hi"), says("ok")),
		), `
			start Hi
			llm ok
			llm ok
			end ok`},
		{"two of one producer that end apart are two", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			model("b", "a", 10, 50, asks("Hi"), says("ok"), fine), model("c", "a", 10, 51, asks("Hi"), says("ok"), fine),
		), `
			start Hi
			llm ok
			llm ok
			end ok`},
		{"nor are two one that say different things, or nothing", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			model("b", "a", 10, 50, asks("Hi"), says("ok"), fine), model("c", "a", 10, 50, asks("Hi"), says("no"), fine),
			model("d", "a", 60, 70, fine), model("e", "a", 60, 70, fine),
		), `
			start Hi
			llm no
			llm ok
			llm [not recorded: d]
			llm [not recorded: e]
			end ok`},
		{"a recording of which no place is known is the twin of one inside a tool", spans(
			link("r", "", 0, 100),
			agent("a", "r", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 50, runs("c1 ask"), gives("A")),
			model("c", "b", 20, 40, says("A"), scope("framework")),
			model("d", "r", 21, 39, says("A"), scope("client")),
		), `
			start Hi
			call ask()
			llm A
			return A
			end ok`},
		{"a tool and the protocol's call of it beside it are one call", spans(
			link("r", "", 0, 100),
			agent("a", "r", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 50, runs("c1 add {'n': 1}"), gives("1")),
			link("s", "r", 0, 100),
			tool("c", "s", 20, 40, runs("- add {'n': 1}"), gives("1"), scope("mcp")),
		), `
			start Hi
			call add(n=1)
			return 1
			end ok`},
		{"the only argument in bare text is the input too", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 50, runs("- add one"), gives("1")),
			tool("c", "a", 11, 51, runs("- add {'n': 'one'}"), gives("1"), scope("other")),
		), `
			start Hi
			call add(n='one')
			return 1
			end ok`},
		{"a server's span that has nothing but the tool's name is the call that it ran in", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 50, runs("c1 mcp__port__add {'n': 1}"), gives("1")),
			tool("c", "a", 20, 40, runs("- add"), scope("mcp")),
			tool("d", "a", 60, 70, runs("- add"), scope("mcp")),
		), `
			start Hi
			call mcp__port__add(n=1)
			return 1
			call add()
			return
			end ok`},
		{"what two recordings of one tool hold is one level", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 90, runs("- ask {'n': 1}"), gives("A")),
			model("d", "b", 20, 80, says("A")),
			tool("e", "b", 81, 85, runs("- add {'n': 2}"), gives("2")),
			tool("c", "a", 11, 91, runs("- ask {'n': 1}"), gives("A"), scope("other")),
			model("f", "c", 21, 81, says("A"), scope("other")),
			tool("g", "c", 81, 86, runs("- add {'n': 2}"), gives("2"), scope("other")),
		), `
			start Hi
			call ask(n=1)
			llm A
			call add(n=2)
			return 2
			return A
			end ok`},
		{"tools of one name that ran at one time with other inputs are two", spans(
			link("r", "", 0, 100),
			agent("a", "r", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 50, runs("- add {'n': 1}"), gives("1")),
			tool("c", "r", 20, 40, runs("- add {'n': 2}"), gives("2"), scope("mcp")),
		), `
			start Hi
			call add(n=1)
			return 1
			call add(n=2)
			return 2
			end ok`},
		{"so are tools of one name and input by other ids", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 50, scope("framework"), runs("c1 look {'at': 'x'}"), gives("1")),
			tool("c", "a", 11, 49, scope("client"), runs("c2 look {'at': 'x'}"), gives("2")),
		), `
			start Hi
			call look(at='x')
			return 1
			call look(at='x')
			return 2
			end ok`},
		{"a generation isn't the twin of one above it, however far", spans(
			model("a", "", 0, 100, scope("framework"), says("Hi")),
			agent("b", "a", 1, 99), agent("c", "b", 1, 99),
			model("d", "c", 2, 98, scope("client"), says("Hi")),
		), `
			start
			llm Hi
			llm Hi
			end Hi`},
		{"a mask contradicts no text, and is kept", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			model("b", "a", 10, 50, says("__REDACTED__"), scope("framework"), redacted()),
			model("c", "", 11, 49, says("A"), calls("c1 look {'at': 'x'}"), scope("client")),
		), `
			start Hi
			llm __REDACTED__
			end ok`},
		{"calls with ids come before calls without", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			model("b", "a", 10, 30, scope("framework"), calls("- look")),
			model("c", "", 11, 29, scope("client"), calls("c1 look")),
			model("d", "a", 50, 60, got("c1 found"), says("ok")),
		), `
			start Hi
			llm -> look
			call look()
			return found
			llm ok
			end ok`},
		{"calls by the same ids are the same, and by others aren't", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			model("b", "a", 10, 30, scope("framework"), calls("c1 look")),
			model("c", "a", 11, 29, scope("client"), calls("c1 look")),
			model("d", "a", 40, 60, scope("framework"), calls("c2 look")),
			model("e", "a", 41, 59, scope("client"), calls("c3 look")),
		), `
			start Hi
			llm -> look
			call look()
			llm -> look
			call look()
			llm -> look
			call look()
			end ok`},
		{"other texts are other generations", spans(
			agent("a", "", 0, 100, asks("Hi")), one,
			model("c", "a", 11, 89, scope("client"), says("Good day")),
		), `
			start Hi
			llm Hello
			llm Good day
			end Good day`},
		{"one scope never records a generation twice", spans(
			agent("a", "", 0, 100, asks("Hi")), one,
			model("c", "a", 11, 89, scope("framework"), says("Hello")),
		), `
			start Hi
			llm Hello
			llm Hello
			end Hello`},
		{"two instrumentations of a fast generation begin and end some milliseconds apart", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("Hello")),
			model("b", "a", 14, 33, says("Hello"), scope("framework")),
			model("c", "a", 10, 30, says("Hello"), scope("client")),
		), `
			start Hi
			llm Hello
			end Hello`},
		{"too little time in common is another generation", spans(
			agent("a", "", 0, 200, asks("Hi")), one,
			model("c", "a", 50, 150, scope("client"), says("Hello")),
		), `
			start Hi
			llm Hello
			llm Hello
			end Hello`},
		{"a failed try is no twin of the call that tried again", spans(
			agent("a", "", 0, 100, asks("Hi")), one,
			model("c", "a", 11, 40, scope("client"), fails("overloaded")),
			model("d", "a", 41, 89, scope("client"), says("Hello")),
		), `
			start Hi
			llm Hello (after 1 failed)
			end Hello`},
	})
}

func TestModelsThatMayBeOne(t *testing.T) {
	for pair, want := range map[[2]string]bool{
		{"", "gpt-4o"}:                        true,
		{"gpt-4o", "gpt-4o"}:                  true,
		{"gpt-4o", "gpt-4o-2024-08-06"}:       true,
		{"openai/gpt-4o", "gpt-4o"}:           true,
		{"gpt-4o", "gpt-4.1"}:                 false,
		{"openai/gpt-4o", "azure/gpt-4o"}:     false,
		{"my-gpt-4o", "gpt-4o"}:               false,
		{"claude-sonnet-4", "gemini-2.5-pro"}: false,
	} {
		assert.Equal(t, want, sameModel(pair[0], pair[1]), "%q and %q", pair[0], pair[1])
		assert.Equal(t, want, sameModel(pair[1], pair[0]), "%q and %q", pair[1], pair[0])
	}
}
