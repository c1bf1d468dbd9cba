package steps

import (
	"testing"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestFoldWrappers(t *testing.T) {
	check(t, []story{
		{"a span of the application onto which an earlier call was written is no answer", spans(
			model("a", "", 0, 100, asks("Q"), says("first")),
			model("b", "a", 10, 20, asks("Q"), says("first")),
			model("c", "a", 30, 40, asks("Q"), says("last")),
		), `
			start Q
			llm first
			llm last
			end last`},
		{"a model span around one generation is that generation, and its own values come first", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("Hello")),
			model("b", "a", 10, 90, says("Hello"), usingModel("outer")),
			model("c", "b", 20, 80, says("Hello!"), calls("c1 look")),
		), `
			start Hi
			llm Hello -> look
			call look()
			end Hello`},
		{"a model span whose first step below is a tool is a generation of its own", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("4 C")),
			model("b", "a", 10, 90, says("Let me look."), calls("c1 look")),
			tool("c", "b", 20, 40, runs("c1 look"), gives("4 C")),
			model("d", "b", 50, 80, got("c1 4 C"), says("4 C")),
		), `
			start Hi
			llm Let me look. -> look
			call look()
			return 4 C
			llm 4 C
			end 4 C`},
		{"a model span around two recordings of one generation is that generation", spans(
			model("b", "", 10, 100, asks("Hi"), says("A"), scope("framework")),
			model("c", "b", 20, 90, scope("client")),
			model("d", "b", 21, 89, says("A"), scope("other client")),
		), `
			start Hi
			llm A
			end A`},
		{"around several generations a model span is an agent", spans(
			model("b", "", 10, 90, asks("Hi"), says("Hello there")),
			model("c", "b", 20, 40, asks("Hi"), calls("c1 look")),
			tool("d", "b", 41, 50, runs("c1 look"), gives("ok")),
			model("e", "b", 60, 80, says("Hello there")),
		), `
			start Hi
			llm -> look
			call look()
			return ok
			llm Hello there
			end Hello there`},
		{"below a model span the generations that got what it asked for came after it", spans(
			agent("a", "", 0, 100, asks("Hi")),
			model("b", "a", 10, 30, asks("Hi"), says("Let me look."), calls("c1 look")),
			model("c", "b", 11, 29),
			tool("d", "a", 40, 50, runs("c1 look"), gives("4 C")),
			model("e", "b", 60, 90, asks("Hi"), asked("c1 look"), got("c1 4 C"), says("It is 4 C")),
			model("f", "e", 61, 89),
		), `
			start Hi
			llm Let me look. -> look
			call look()
			return 4 C
			llm It is 4 C
			end It is 4 C`},
		{"so do those that were told what it asked for without an id", spans(
			model("b", "", 10, 30, asks("Hi"), calls("- look {'at': 1}")),
			model("e", "b", 60, 90, asks("Hi"), asked("- look {'at': 1}"), got("- 4 C"), says("It is 4 C")),
		), `
			start Hi
			llm -> look
			call look(at=1)
			return 4 C
			llm It is 4 C
			end It is 4 C`},
		{"and all after them, which were given nothing but the results of the last calls", spans(
			agent("a", "", 0, 200, asks("Hi")),
			model("b", "a", 10, 30, asks("Hi"), calls("c1 look")),
			tool("c", "a", 31, 32, runs("c1 look"), gives("one")),
			model("d", "b", 40, 60, got("c1 one"), calls("c2 read")),
			tool("e", "a", 61, 62, runs("c2 read"), gives("two")),
			model("f", "d", 70, 90, got("c2 two"), says("done")),
		), `
			start Hi
			llm -> look
			call look()
			return one
			llm -> read
			call read()
			return two
			llm done
			end done`},
		{"those that started after the span had ended and were given nothing but results came after it by any ids", spans(
			agent("a", "", 0, 200, asks("Hi")),
			model("b", "a", 10, 30, asks("Hi"), calls("- look")),
			tool("c", "a", 31, 32, runs("- look"), gives("one")),
			model("d", "b", 40, 60, got("- one"), calls("- look")),
			tool("e", "a", 61, 62, runs("- look"), gives("two")),
			model("f", "d", 70, 90, got("- two"), says("done")),
		), `
			start Hi
			llm -> look
			call look()
			return one
			llm -> look
			call look()
			return two
			llm done
			end done`},
		{"one within the span that was given nothing but results is its own recording", spans(
			agent("a", "", 0, 200, asks("Hi")),
			model("b", "a", 10, 30, asks("Hi"), calls("- look")),
			tool("c", "a", 31, 32, runs("- look"), gives("one")),
			model("d", "a", 40, 60, asks("Hi"), asked("- look"), got("- one"), calls("- read")),
			model("e", "d", 41, 59, got("- one"), calls("- read")),
		), `
			start Hi
			llm -> look
			call look()
			return one
			llm -> read
			call read()
			end`},
		{"a recording below that was given earlier results by the same ids did not", spans(
			model("b", "", 10, 30, asks("Hi"), calls("call_0 look {'at': 1}")),
			tool("c", "", 31, 32, runs("call_0 look {'at': 1}"), gives("one")),
			model("d", "", 40, 60, asks("Hi"), asked("call_0 look {'at': 1}"), got("call_0 one"), calls("call_0 look {'at': 2}")),
			model("e", "d", 41, 59, asks("Hi"), asked("call_0 look {'at': 1}"), got("call_0 one"), calls("call_0 look {'at': 2}")),
			tool("f", "", 61, 62, runs("call_0 look {'at': 2}"), gives("two")),
		), `
			start Hi
			llm -> look
			call look(at=1)
			return one
			llm -> look
			call look(at=2)
			return two`},
		{"one that asks for the calls of all generations below and says what all of them said is an agent", spans(
			model("b", "", 10, 99, asks("Hi"), says("Let me look.It is 4 C"), calls("c1 look")),
			model("c", "b", 11, 29, asks("Hi"), says("Let me look."), calls("c1 look")),
			tool("d", "b", 40, 50, runs("c1 look"), gives("4 C")),
			model("e", "b", 60, 90, asks("Hi"), got("c1 4 C"), says("It is 4 C")),
		), `
			start Hi
			llm Let me look. -> look
			call look()
			return 4 C
			llm It is 4 C
			end Let me look.It is 4 C`},
		{"one that may only be around others is, when those that ran within it lost their parents", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("It is 4 C")),
			model("b", "a", 1, 99, says("Let me look.It is 4 C"), set(func(o *observation.Observation) { o.MayWrap = true })),
			model("c", "x", 11, 29, says("Let me look."), calls("c1 look")),
			tool("d", "x", 40, 50, runs("c1 look"), gives("4 C")),
			model("e", "y", 60, 90, got("c1 4 C"), says("It is 4 C")),
		), `
			start Hi
			llm Let me look. -> look
			call look()
			return 4 C
			llm It is 4 C
			end It is 4 C`},
		{"one that nothing lost ran within is a generation", spans(
			model("a", "", 0, 20, says("Hi"), set(func(o *observation.Observation) { o.MayWrap = true })),
			model("b", "lost", 30, 40, says("Ho")),
		), `
			start
			llm Hi
			llm Ho
			end Ho`},
		{"of steps that start together the longer one is the first", spans(
			model("a", "", 0, 100, asks("Q"), says("Hi")),
			tool("b", "a", 10, 90, runs("c1 look"), gives("x")),
			model("c", "a", 10, 50, says("Ho")),
		), `
			start Q
			call look()
			return x
			llm Hi
			llm Ho
			end Ho`},
		{"tries that failed inside a wrapper don't make it an agent", spans(
			agent("a", "", 0, 100, asks("Hi")),
			model("b", "a", 10, 90, says("Hello")),
			model("c", "b", 20, 30, fails("overloaded")),
			model("d", "b", 40, 80, says("Hello")),
		), `
			start Hi
			llm Hello (after 1 failed)
			end Hello`},
		{"an agent in between ends the search for the first step below", spans(
			agent("a", "", 0, 100, asks("Hi")),
			model("b", "a", 10, 90, says("One")),
			agent("c", "b", 20, 80),
			model("d", "c", 30, 70, says("Two")),
		), `
			start Hi
			llm One
			llm Two
			end Two`},
		{"links in between hide nothing", spans(
			agent("a", "", 0, 100, asks("Hi")),
			model("b", "a", 10, 90, says("One")),
			link("c", "b", 20, 80),
			model("d", "c", 30, 70, says("One")),
		), `
			start Hi
			llm One
			end One`},
	})
}

func TestFoldTools(t *testing.T) {
	check(t, []story{
		{"what has no tool's name below a tool is a part of its call", spans(
			agent("a", "", 0, 100, asks("Q")),
			tool("b", "a", 10, 50, runs("c1 bash ls")), tool("c", "b", 12, 15), tool("d", "b", 20, 45, gives("x"), fails("no")),
		), `
			start Q
			call bash(ls)
			return x (error)
			end`},
		{"client and server of one call are that call", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 90, runs("c1 mcp__maps__look {'at': 'x'}")),
			tool("c", "b", 20, 80, runs("- look {'at': 'x'}")),
			tool("d", "c", 30, 70, runs("- look"), gives("found")),
		), `
			start Hi
			call mcp__maps__look(at='x')
			return found
			end ok`},
		{"an error that the server answers with is the call's, though the agent calls it a result", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 90, runs("- look {'at': 'x'}"), gives("no such place")),
			tool("c", "b", 20, 80, runs("- look {'at': 'x'}")),
			tool("d", "c", 30, 70, runs("- look"), fails("tool_error")),
		), `
			start Hi
			call look(at='x')
			return no such place (error)
			end ok`},
		{"a call that succeeds in a second attempt has not failed", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 90, runs("- look {'at': 'x'}"), gives("found")),
			tool("c", "b", 20, 40, runs("- look {'at': 'x'}"), fails("busy")),
			tool("d", "b", 50, 80, runs("- look {'at': 'x'}"), gives("found")),
		), `
			start Hi
			call look(at='x')
			return found
			end ok`},
		{"a tool of an agent inside a tool of the same name is a call of its own, unless inputs or ids say otherwise", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 90, runs("- task {'n': 1}"), gives("done")),
			agent("c", "b", 20, 80),
			tool("d", "c", 30, 40, runs("- task"), gives("inner")),
		), `
			start Hi
			call task(n=1)
			call task()
			return inner
			return done
			end ok`},
		{"inputs say otherwise", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 90, runs("- task {'n': 1}"), gives("done")),
			agent("c", "b", 20, 80),
			tool("d", "c", 30, 40, runs("- task {'n': 1}"), gives("inner")),
		), `
			start Hi
			call task(n=1)
			return done
			end ok`},
		{"ids say otherwise, unless names contradict them", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 50, runs("c1 task {'n': 1}"), gives("done")),
			agent("c", "b", 20, 40),
			tool("d", "c", 30, 35, runs("c1 task"), gives("inner")),
			tool("e", "a", 60, 90, runs("c2 task"), gives("done")),
			agent("f", "e", 70, 80),
			tool("g", "f", 71, 79, runs("c2 look"), gives("inner")),
		), `
			start Hi
			call task(n=1)
			return done
			call task()
			call look()
			return inner
			return done
			end ok`},
		{"the name of a class contradicts no other", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 50, runs("- StructuredTool {'n': 1}"), class()),
			tool("c", "b", 20, 40, runs("- task {'n': 1}"), gives("done")),
			tool("d", "a", 60, 90, runs("- look {'n': 1}")),
			tool("e", "d", 70, 80, runs("- StructuredTool {'n': 1}"), class(), gives("found")),
		), `
			start Hi
			call task(n=1)
			return done
			call look(n=1)
			return found
			end ok`},
		{"the same tool with other arguments below is a call of its own", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 90, runs("- plan {'n': 2}"), gives("two")),
			tool("c", "b", 20, 80, runs("- plan {'n': 1}"), gives("one")),
		), `
			start Hi
			call plan(n=2)
			call plan(n=1)
			return one
			return two
			end ok`},
		{"nor is one that a generation inside the other asked for, by ids that begin anew in each answer", spans(
			agent("a", "", 0, 200, asks("Hi"), answers("ok")),
			model("b", "a", 1, 9, asks("Hi"), calls("call_0 ask {'n': 1}")),
			tool("c", "a", 10, 90, runs("call_0 ask {'n': 1}"), gives("R")),
			agent("d", "c", 11, 89, asks("x")),
			model("e", "d", 12, 20, asks("x"), calls("call_0 ask {'n': 2}", "call_1 look")),
			tool("f", "d", 21, 30, runs("call_0 ask {'n': 2}"), gives("S")),
			tool("g", "d", 31, 40, runs("call_1 look"), gives("L")),
			model("h", "a", 100, 110, asks("Hi"), got("call_0 R"), calls("call_0 ask {'n': 3}", "call_1 look")),
			tool("i", "a", 111, 112, runs("call_0 ask {'n': 3}"), gives("T")),
			tool("j", "a", 113, 114, runs("call_1 look"), gives("M")),
		), `
			start Hi
			llm -> ask
			call ask(n=1)
			llm -> ask, look
			call ask(n=2)
			return S
			call look()
			return L
			return R
			llm -> ask, look
			call ask(n=3)
			return T
			call look()
			return M
			end ok`},
		{"also without an agent in between", spans(
			agent("a", "", 0, 200, asks("Hi"), answers("ok")),
			model("b", "a", 1, 9, asks("Hi"), calls("call_0 ask {'n': 1}")),
			tool("c", "a", 10, 90, runs("call_0 ask {'n': 1}"), gives("R")),
			model("e", "c", 12, 20, asks("x"), calls("call_0 look")),
			tool("f", "c", 21, 30, runs("call_0 look"), fails("no")),
		), `
			start Hi
			llm -> ask
			call ask(n=1)
			llm -> look
			call look()
			return no (error)
			return R
			end ok`},
		{"a tool below another that one generation asked for too is its sibling", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			model("b", "a", 1, 9, calls("c1 one", "c2 two")),
			tool("c", "a", 10, 90, runs("c1 one"), gives("1")),
			tool("d", "c", 20, 80, runs("c2 two"), gives("2")),
		), `
			start Hi
			llm -> one, two
			call one()
			return 1
			call two()
			return 2
			end ok`},
		{"segments around an approval are one call", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 20, runs("c1 delete {'path': 'x'}")),
			tool("c", "a", 30, 40, runs("c1 delete"), gives("done")),
		), `
			start Hi
			call delete(path='x')
			return done
			end ok`},
		{"a request for approval that came to nothing is forgotten once it is granted", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 20, runs("c1 delete"), abandoned()),
			tool("c", "a", 30, 40, runs("c1 delete"), gives("done")),
		), `
			start Hi
			call delete()
			return done
			end ok`},
		{"or denied", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 20, runs("c1 delete"), abandoned()),
			tool("c", "a", 30, 40, runs("c1 delete"), fails("")),
		), `
			start Hi
			call delete()
			return (error)
			end ok`},
		{"an id that two results share is two calls", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("ok")),
			tool("b", "a", 10, 20, runs("call_0 look"), gives("1")),
			tool("c", "a", 30, 40, runs("call_0 look"), gives("2")),
		), `
			start Hi
			call look()
			return 1
			call look()
			return 2
			end ok`},
	})
}

func TestUnwrapFunctions(t *testing.T) {
	mayWrap := set(func(o *observation.Observation) { o.MayWrap = true })
	check(t, []story{
		{"a function that the application put around a model is no tool", spans(
			tool("f", "", 0, 100, runs("- summarize"), gives("Short."), mayWrap),
			model("a", "f", 10, 90, asks("Hi"), says("Short.")),
		), `
			start Hi
			llm Short.
			end Short.`},
		{"nor is one around another", spans(
			tool("f", "", 0, 100, runs("- both"), mayWrap),
			tool("g", "f", 5, 95, runs("- summarize"), mayWrap),
			model("a", "g", 10, 90, asks("Hi"), says("Short.")),
		), `
			start Hi
			llm Short.
			end Short.`},
		{"one that a model asked for is, whatever runs in it", spans(
			agent("r", "", 0, 200, asks("Hi"), answers("Short.")),
			model("m", "r", 1, 9, asks("Hi"), calls("c1 summarize")),
			tool("f", "r", 10, 100, runs("- summarize"), gives("Short."), mayWrap),
			model("a", "f", 20, 90, says("Short.")),
			model("n", "r", 110, 190, says("Short.")),
		), `
			start Hi
			llm -> summarize
			call summarize()
			llm Short.
			return Short.
			llm Short.
			end Short.`},
		{"one that runs a tool first is", spans(
			tool("f", "", 0, 100, runs("- look"), gives("x"), mayWrap),
			tool("g", "f", 10, 20, runs("- read"), gives("y")),
			model("a", "f", 30, 90, says("x")),
		), `
			start
			call look()
			call read()
			return y
			llm x
			return x`},
	})
}

func TestExpandTurns(t *testing.T) {
	loop := set(func(o *observation.Observation) {
		o.Output = []observation.Message{
			{Speaker: observation.Assistant, Text: "Let me look.", HasText: true, Calls: callList([]string{"c1 look"})},
			{Speaker: observation.ToolResult, Results: []observation.Result{{ID: "c1"}}},
			{Speaker: observation.Assistant, Text: "Found.", HasText: true},
		}
	})
	check(t, []story{
		{"a response with tool results between its messages is several generations", spans(
			model("a", "", 0, 100, asks("Hi"), loop),
			tool("b", "a", 40, 60, runs("c1 look"), gives("x")),
		), `
			start Hi
			llm Let me look. -> look
			call look()
			return x
			llm Found.
			end Found.`},
		{"an agent's own span can hold its turns", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("Found."), loop, set(func(o *observation.Observation) { o.Turns = observation.OwnTurns })),
			tool("b", "a", 40, 60, runs("c1 look"), gives("x")),
		), `
			start Hi
			llm Let me look. -> look
			call look()
			return x
			llm Found.
			end Found.`},
		{"a message that asks for nothing begins the generation that the next one ends", spans(
			agent("a", "", 0, 100, asks("Hi"), set(func(o *observation.Observation) {
				o.Turns, o.Content = observation.OwnTurns, observation.OutputRecorded
				o.Output = []observation.Message{
					{Speaker: observation.Assistant, Reasoning: "Hm."},
					{Speaker: observation.Assistant, Text: "Let me look.", HasText: true},
					{Speaker: observation.Assistant, Calls: callList([]string{"c1 look"})},
					{Speaker: observation.Assistant, Text: "Found.", HasText: true},
				}
			})),
			tool("b", "a", 40, 60, runs("c1 look"), gives("x")),
		), `
			start Hi
			llm Let me look. -> look
			call look()
			return x
			llm Found.
			end Found.`},
		{"what a tool returned between two generations stands for a span that tells no result", spans(
			agent("a", "", 0, 100, asks("Hi"), set(func(o *observation.Observation) {
				o.Turns, o.Content = observation.LonelyTurns, observation.OutputRecorded
				o.Output = []observation.Message{
					{Speaker: observation.Assistant, Calls: callList([]string{"c1 look"})},
					{Speaker: observation.ToolResult, Results: []observation.Result{{ID: "c1", Output: value.OfString("x")}}},
					{Speaker: observation.Assistant, Text: "Found.", HasText: true},
				}
			})),
			tool("b", "a", 40, 60, runs("c1 look")),
		), `
			start Hi
			llm -> look
			call look()
			return x
			llm Found.
			end Found.`},
		{"turns of an agent count only when no model lies below", spans(
			agent("a", "", 0, 100, asks("Hi"), answers("Found."), loop, set(func(o *observation.Observation) { o.Turns = observation.LonelyTurns })),
			model("b", "a", 40, 60, says("Found.")),
		), `
			start Hi
			llm Found.
			end Found.`},
	})
}

func TestARunThatLooksLikeAModelsCall(t *testing.T) {
	stopped := set(func(o *observation.Observation) { o.FinishReason = "tool_calls" })
	failed := set(func(o *observation.Observation) { o.Failed, o.Error = true, "500" })
	check(t, []story{
		{"what fails after a generation was no attempt at it", spans(
			model("r", "", 0, 100, failed),
			model("a", "r", 10, 40, asks("Hi"), stopped),
			tool("t", "a", 20, 30, runs("c1 one"), gives("1")),
			model("b", "r", 50, 60, asks("Hi"), failed),
		), `
			start Hi
			llm
			call one()
			return 1
			end 500 (error)`},
		{"a generation that stopped for tools stands before those that ran within it", spans(
			model("a", "", 10, 40, asks("Hi"), says("One moment."), stopped),
			tool("t", "a", 20, 30, runs("c1 one"), gives("1")),
			model("b", "", 50, 60, asks("Hi"), says("ok")),
		), `
			start Hi
			llm One moment.
			call one()
			return 1
			llm ok
			end ok`},
	})
}
