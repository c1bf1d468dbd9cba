package steps

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

func TestAgentNameIsFoundBehindLinks(t *testing.T) {
	all := spans(
		agent("a", "", 0, 100), link("x", "a", 1, 2), link("b", "a", 3, 99),
		agent("c", "b", 4, 98, named("guide")), model("d", "c", 5, 97, says("Hello")))
	trace, ok := Build(slices.Clone(all), Options{TraceID: "t", Limits: agentdelta.DefaultLimits(), Complete: true})
	require.True(t, ok)
	assert.Equal(t, "guide", trace.Meta.Fields.Get(agentdelta.KeyAgent).Text())
}

func TestPauses(t *testing.T) {
	pauses := set(func(o *observation.Observation) { o.Interrupted = true })
	check(t, []story{
		{"a tool that pauses outside of all agents pauses the run", spans(
			agent("a", "", 1, 9, asks("Hi"), answers("Ready")),
			model("b", "", 10, 20, asks("Hi"), calls("c1 book")),
			tool("c", "", 30, 40, runs("c1 book"), pauses),
			model("d", "", 50, 60, says("Waiting")),
		), `
			start Hi
			llm -> book
			call book()
			llm Waiting`},
		{"an agent that pauses in the outermost one pauses the run", spans(
			agent("a", "", 0, 100, asks("Hi")),
			agent("b", "a", 10, 50, pauses),
			model("c", "b", 20, 30, says("May I?")),
		), `
			start Hi
			llm May I?`},
		{"one after which another agent ended is over", spans(
			link("h", "", 0, 300),
			agent("a", "h", 0, 100, asks("Hi"), pauses), model("c", "a", 20, 30, says("May I?")),
			agent("b", "h", 150, 200, answers("Done")), model("d", "b", 160, 170, says("Done")),
		), `
			start Hi
			llm May I?
			llm Done
			end Done`},
	})
}

func TestEndsOfFlatRuns(t *testing.T) {
	check(t, []story{
		{"what only prepared something isn't the run that answered", spans(
			link("h", "", 0, 100),
			model("b", "h", 10, 20, asks("Hi"), calls("c1 look")),
			agent("c", "h", 30, 40, answers("sorted")),
			model("d", "h", 50, 60, asked("c1 look"), got("c1 4 C"), says("It is 4 C")),
		), `
			start Hi
			llm -> look
			call look()
			return 4 C
			llm It is 4 C
			end It is 4 C`},
		{"the earliest generation says what was asked, wherever it stands in the tree", spans(
			link("h", "", 0, 100),
			link("p", "h", 1, 90), model("b", "p", 50, 60, asks("And then?"), says("Later")),
			link("q", "h", 2, 90), model("c", "q", 20, 30, asks("Hi"), says("First")),
		), `
			start Hi
			llm First
			llm Later
			end Later`},
		{"what runs in a tool by a clock that is behind doesn't say what was asked", spans(
			agent("a", "", 1000, 2000, answers("ok")),
			model("b", "a", 1010, 1020, asks("Plan"), calls("c1 ask")),
			tool("c", "a", 1030, 1090, runs("c1 ask"), gives("listed")),
			model("d", "c", 40, 50, asks("List"), says("listed")),
		), `
			start Plan
			llm -> ask
			call ask()
			llm listed
			return listed
			end ok`},
		{"what ended later is", spans(
			link("h", "", 0, 100),
			model("b", "h", 10, 20, asks("Hi"), says("Ask the pilot")),
			agent("c", "h", 30, 40, answers("4 C")),
		), `
			start Hi
			llm Ask the pilot
			end 4 C`},
		{"an agent that took over has the last word", spans(
			agent("a", "", 0, 100, asks("Hi")),
			model("b", "a", 10, 20, calls("c1 transfer")),
			tool("c", "a", 30, 90, runs("c1 transfer"), gives("{}")),
			agent("d", "c", 31, 89), model("e", "d", 32, 88, says("Refunded.")),
		), `
			start Hi
			llm -> transfer
			call transfer()
			llm Refunded.
			return {}
			end Refunded.`},
	})
}

func TestEndsOfARunWhoseRootNeverCame(t *testing.T) {
	check(t, []story{
		{"an agent that began after the run's first generation is a part of it", spans(
			model("b", "x", 10, 20, asks("Plan"), says("Ask around.")),
			agent("c", "x", 30, 60, asks("List"), answers("listed")), model("d", "c", 31, 59, asks("List"), says("listed")),
			model("e", "x", 70, 80, asks("Plan"), says("ok")),
		), `
			start Plan
			llm Ask around.
			llm listed
			llm ok
			end ok`},
		{"one that began before it is the run", spans(
			agent("c", "x", 5, 60, asks("Plan"), answers("listed")), model("d", "c", 31, 59, asks("List"), says("listed")),
			model("e", "x", 70, 80, asks("Name it"), says("List")),
		), `
			start Plan
			llm listed
			llm List
			end listed`},
		{"one below another span that never came isn't asked by it", spans(
			model("b", "x", 1, 4, asks("Name it"), says("List")),
			agent("c", "y", 5, 60, asks("Plan"), answers("listed")), model("d", "c", 31, 59, asks("List"), says("listed")),
		), `
			start Plan
			llm List
			llm listed
			end listed`},
	})
}

func TestEnds(t *testing.T) {
	structured := set(func(o *observation.Observation) {
		o.Structured = value.OfObject(value.Field{Key: "city", Value: value.OfString("Oslo")})
	})
	joined := set(func(o *observation.Observation) { o.JoinedResult = true })
	pause := set(func(o *observation.Observation) { o.Interrupted = true })
	check(t, []story{
		{"the outermost agent gives start and end", spans(
			agent("a", "", 0, 100, asks("Q"), answers("A")),
			agent("b", "a", 1, 99, asks("inner Q"), answers("inner A")),
			model("c", "b", 10, 20, asks("Q with a prompt"), says("model A")),
		), `
			start Q
			llm model A
			end A`},
		{"an outermost agent that records nothing leaves it to the one inside", spans(
			agent("a", "", 0, 100),
			agent("b", "a", 1, 99, asks("Q"), answers("A")),
			model("c", "b", 10, 20, says("model A")),
		), `
			start Q
			llm model A
			end A`},
		{"without an agent the first request and the last text do", spans(
			link("a", "", 0, 100),
			model("b", "a", 10, 20, asks("old"), says("first"), asks("Q")),
			model("c", "a", 30, 40, asks("Q"), says("last")),
		), `
			start Q
			llm first
			llm last
			end last`},
		{"an agent that fails in a wrapper which says nothing fails the run", spans(
			agent("a", "", 0, 100),
			agent("b", "a", 1, 99, asks("Q"), fails("the buoy is silent")),
			model("c", "b", 10, 20, asks("Q"), calls("c1 w {}")),
			tool("d", "b", 30, 40, runs("c1 w {}"), fails("the buoy is silent")),
		), `
			start Q
			llm -> w
			call w()
			return the buoy is silent (error)
			end the buoy is silent (error)`},
		{"but not where a generation answered after all", spans(
			agent("a", "", 0, 100),
			agent("b", "a", 1, 99, asks("Q"), fails("cancelled")),
			model("c", "b", 10, 20, asks("Q"), says("A")),
		), `
			start Q
			llm A
			end A`},
		{"a text that is all messages of the request is that request", spans(
			agent("a", "", 0, 100, asks("old Q\nold A\nQ\n")),
			model("c", "a", 10, 20, asks("old Q"), asks("old A"), asks("Q"), says("A")),
		), `
			start Q
			llm A
			end A`},
		{"a text that is more than that is the question", spans(
			agent("a", "", 0, 100, asks("old Q Q and more")),
			model("c", "a", 10, 20, asks("old Q"), asks("Q"), says("A")),
		), `
			start old Q Q and more
			llm A
			end A`},
		{"a failed first try still tells what was asked", spans(
			model("b", "", 10, 20, asks("Q"), fails("overloaded")),
			model("c", "", 30, 40, says("A")),
		), `
			start Q
			llm A (after 1 failed)
			end A`},
		{"a structured response beats the last message", spans(
			agent("a", "", 0, 100, asks("Q"), answers("text"), structured),
			model("b", "a", 10, 20, says("text")),
		), `
			start Q
			llm text
			end {"city": "Oslo"}`},
		{"an output that joins the texts of several turns is no answer", spans(
			agent("a", "", 0, 100, asks("Q"), answers("OneTwo"), joined),
			model("b", "a", 10, 20, says("One")),
			model("c", "a", 30, 40, says("Two")),
		), `
			start Q
			llm One
			llm Two
			end Two`},
		{"of several roots the first to start asks and the last to end answers", spans(
			agent("a", "", 0, 40, asks("first Q"), answers("first A")),
			model("b", "a", 10, 20, says("first A")),
			agent("c", "", 50, 90, asks("second Q"), answers("second A")),
			model("d", "c", 60, 70, says("second A")),
		), `
			start first Q
			llm first A
			llm second A
			end second A`},
		{"what an agent answered is the run's answer, whatever a model says after it", spans(
			agent("a", "", 0, 40, asks("first Q"), answers("first A")),
			model("b", "a", 10, 20, says("first A")),
			model("c", "", 50, 60, asks("second Q"), says("second A")),
		), `
			start first Q
			llm first A
			llm second A
			end first A`},
		{"and what it was asked is what the run was asked, whatever a model was asked before it", spans(
			link("r", "", 0, 100),
			model("c", "r", 10, 20, asks("Whose is this: Q"), says("the agent's")),
			agent("a", "r", 30, 60, asks("Q"), answers("A")),
			model("b", "a", 40, 50, asks("Q"), says("A")),
		), `
			start Q
			llm the agent's
			llm A
			end A`},
		{"an agent that failed before a model answered doesn't tell how the run ended", spans(
			agent("a", "", 0, 40, asks("first Q"), fails("no budget")),
			model("c", "", 50, 60, asks("second Q"), says("second A")),
		), `
			start first Q
			llm second A
			end second A`},
		{"an agent beside its turns that lasts over them encloses them", spans(
			agent("a", "", 0, 100, asks("Q"), answers("A")),
			model("b", "", 10, 20, calls("c1 look")),
			tool("c", "", 30, 40, runs("c1 look"), gives("X")),
		), `
			start Q
			llm -> look
			call look()
			return X
			end A`},
		{"an agent that came later doesn't tell what the run was asked", spans(
			agent("a", "", 0, 40),
			model("b", "a", 10, 20, asks("first Q"), says("first A")),
			agent("c", "", 50, 90, asks("second Q"), answers("second A")),
			model("d", "c", 60, 70, says("second A")),
		), `
			start first Q
			llm first A
			llm second A
			end second A`},
		{"a run that paused for a person has no end", spans(
			agent("a", "", 0, 100, asks("Q"), pause),
			model("b", "a", 10, 20, calls("c1 ask")),
			tool("c", "a", 30, 40, runs("c1 ask"), pause),
		), `
			start Q
			llm -> ask
			call ask()`},
		{"a pause after which the run went on in the same trace is over", spans(
			link("r", "", 0, 200),
			agent("a", "r", 0, 100, asks("Q"), pause),
			model("b", "a", 10, 20, calls("c1 look")),
			tool("c", "a", 30, 40, runs("c1 look"), pause),
			agent("d", "r", 110, 190, asks("go on"), answers("A")),
			tool("e", "d", 120, 130, runs("c1 look"), gives("X")),
			model("f", "d", 140, 180, got("c1 X"), says("A")),
		), `
			start Q
			llm -> look
			call look()
			return X
			llm A
			end A`},
		{"a last turn that asked for tools, with no agent around it, goes on elsewhere", spans(
			model("b", "", 10, 20, asks("Q"), calls("c1 look")),
		), `
			start Q
			llm -> look
			call look()`},
		{"and so does one whose root never came", spans(
			agent("a", "x", 0, 100, asks("Q")),
			model("b", "a", 10, 20, calls("c1 look")),
		), `
			start Q
			llm -> look
			call look()`},
		{"tools alone are a part of a run", spans(
			tool("b", "", 10, 20, runs("c1 look"), gives("X")),
		), `
			start
			call look()
			return X`},
		{"a tool that was abandoned never came back", spans(
			agent("a", "", 0, 100, asks("Q"), answers("A")),
			tool("b", "a", 10, 20, runs("c1 look"), fails("Abandoned"), abandoned()),
		), `
			start Q
			call look()
			end A`},
		{"unless a later request holds its result", spans(
			agent("a", "", 0, 100, asks("Q"), answers("A")),
			model("b", "a", 1, 5, asks("Q"), calls("c1 look {}")),
			tool("c", "a", 10, 20, runs("c1 look {}"), abandoned()),
			model("d", "a", 30, 40, asks("Q"), asked("c1 look {}"), got("c1 None"), says("A")),
		), `
			start Q
			llm -> look
			call look()
			return None
			llm A
			end A`},
		{"a run that failed ends with its error", spans(
			agent("a", "", 0, 100, asks("Q"), fails("no budget")),
			model("b", "a", 10, 20, says("Hm.")),
		), `
			start Q
			llm Hm.
			end no budget (error)`},
		{"a failed try at the end fails the run", spans(
			agent("a", "", 0, 100, asks("Q")),
			model("b", "a", 10, 20, says("Hm.")),
			model("c", "a", 30, 40, fails("overloaded")),
		), `
			start Q
			llm Hm.
			end overloaded (error)`},
		{"an agent inside a tool fails by itself", spans(
			agent("a", "", 0, 100, asks("Q"), answers("A")),
			tool("b", "a", 10, 50, runs("c1 ask"), fails("overloaded")),
			agent("c", "b", 11, 49, asks("inner"), fails("overloaded")),
			model("d", "c", 20, 40, asks("inner"), says("")),
			model("e", "a", 60, 70, says("A")),
		), `
			start Q
			call ask()
			return overloaded (error)
			llm A
			end A`},
		{"an empty last generation of an agent that failed is a failed attempt, though the run went on", spans(
			agent("r", "", 0, 200, asks("Q"), answers("A")),
			agent("a", "r", 10, 50, fails("overloaded")),
			model("b", "a", 20, 40, asks("Q"), says("")),
			agent("c", "r", 60, 100),
			model("d", "c", 70, 90, asks("Q"), says("A")),
		), `
			start Q
			llm A (after 1 failed)
			end A`},
		{"an error mark beside an answer fails nothing", spans(
			agent("a", "", 0, 100, asks("Q"), answers("A"), fails("a tool broke")),
			model("b", "a", 10, 20, says("A")),
		), `
			start Q
			llm A
			end A`},
		{"a failed try before the run's last tool doesn't fail it", spans(
			agent("a", "", 0, 100, asks("Q")),
			model("b", "a", 10, 20, fails("overloaded")),
			tool("c", "a", 30, 40, runs("c1 look"), gives("X")),
		), `
			start Q
			call look()
			return X
			end`},
		{"an error without words fails the run too", spans(
			agent("a", "", 0, 100, asks("Q"), fails("")),
			model("b", "a", 10, 20, says("Hm.")),
		), `
			start Q
			llm Hm.
			end (error)`},
		{"of several agents the last to end tells whether the run failed", spans(
			agent("a", "", 0, 40, asks("Q"), fails("no budget")),
			agent("b", "", 50, 90),
			model("c", "b", 60, 70, says("A")),
		), `
			start Q
			llm A
			end A`},
		{"an error that is a tool's, after which the model answered, fails nothing", spans(
			agent("a", "", 0, 100, asks("Q"), fails("boom")),
			model("b", "a", 10, 20, calls("c1 look")),
			tool("c", "a", 30, 40, runs("c1 look"), fails("boom")),
			model("d", "a", 50, 60, says("A")),
		), `
			start Q
			llm -> look
			call look()
			return boom (error)
			llm A
			end A`},
		{"an error that is a tool's and ended the run fails it", spans(
			agent("a", "", 0, 100, asks("Q"), fails("boom")),
			model("b", "a", 10, 20, calls("c1 look")),
			tool("c", "a", 30, 40, runs("c1 look"), fails("boom")),
		), `
			start Q
			llm -> look
			call look()
			return boom (error)
			end boom (error)`},
		{"a failed tool alone fails no run", spans(
			agent("a", "", 0, 100, asks("Q"), answers("A")),
			model("b", "a", 10, 20, calls("c1 look")),
			tool("c", "a", 30, 40, runs("c1 look"), fails("boom")),
			model("d", "a", 50, 60, says("A")),
		), `
			start Q
			llm -> look
			call look()
			return boom (error)
			llm A
			end A`},
		{"what is left of messages that arrived cut is the last resort", spans(
			agent("a", "", 0, 100, set(func(o *observation.Observation) {
				o.Content |= observation.Truncated
				o.Input = []observation.Message{{Speaker: observation.User, Text: `[{"role":"user","con`, HasText: true}}
				o.Output = []observation.Message{{Speaker: observation.Assistant, Text: `[{"role":"assis`, HasText: true}}
			})),
			tool("b", "a", 10, 20, runs("c1 look"), gives("X")),
		), `
			start [{"role":"user","con
			call look()
			return X
			end [{"role":"assis`},
		{"links alone are no run", spans(link("a", "", 0, 1), link("b", "a", 0, 1)), "none"},
		{"nothing at all is no run", nil, "none"},
		{"a model that recorded neither direction says so", spans(
			model("chat m", "", 10, 20, usingModel("m")),
		), `
			start
			llm [not recorded: chat m]
			end`},
		{"with the request recorded a missing answer is an empty text", spans(
			model("b", "", 10, 20, asks("Q")),
		), `
			start Q
			llm
			end`},
	})
}
