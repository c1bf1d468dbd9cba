package steps

import (
	"testing"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

func TestRepeats(t *testing.T) {
	run := agent("a", "", 0, 900, asks("Hi"), answers("ok"))
	pauses := set(func(o *observation.Observation) { o.Interrupted = true })
	check(t, []story{
		{"an id that begins anew in each answer is two calls, though no results tell", spans(run,
			model("b", "a", 10, 20), tool("c", "a", 30, 40, runs("call_0 look")),
			model("d", "a", 50, 60), tool("e", "a", 70, 80, runs("call_0 look")),
		), `
			start Hi
			llm [not recorded: b]
			call look()
			return
			llm [not recorded: d]
			call look()
			return
			end ok`},
		{"or that two answers gave", spans(run,
			model("b", "a", 10, 20, calls("call_0 look")), tool("c", "a", 30, 40, runs("call_0 look")),
			model("d", "a", 41, 60, calls("call_0 look")), tool("e", "a", 70, 80, runs("call_0 look")),
		), `
			start Hi
			llm -> look
			call look()
			return
			llm -> look
			call look()
			return
			end ok`},
		{"an id that one answer gave is one call, whoever else was asked meanwhile", spans(run,
			model("b", "a", 10, 20, calls("c1 delete")), tool("c", "a", 30, 40, runs("c1 delete")),
			model("d", "a", 50, 60, says("Is it safe?")), tool("e", "a", 70, 80, runs("c1 delete"), gives("done")),
		), `
			start Hi
			llm -> delete
			call delete()
			return done
			llm Is it safe?
			end ok`},
		{"a tool that paused for a person goes on where the run does", spans(
			agent("a", "", 0, 50, asks("Hi")),
			model("b", "a", 10, 20, calls("c1 delete {'id': 3}")), tool("c", "a", 30, 40, runs("- delete {'id': 3}"), pauses),
			agent("d", "", 100, 200, answers("Gone.")),
			tool("e", "d", 110, 120, runs("c1 delete {'id': 3}"), gives("done")), model("f", "d", 130, 140, got("c1 done"), says("Gone.")),
		), `
			start Hi
			llm -> delete
			call delete(id=3)
			return done
			llm Gone.
			end Gone.`},
		{"one that doesn't say that it paused goes on too, deeper or higher, if the model asked once", spans(
			agent("a", "", 0, 50, asks("Hi")), agent("t", "a", 5, 45),
			model("b", "t", 10, 20, calls("c1 delete {'id': 3}")), tool("c", "t", 30, 40, runs("- delete {'id': 3}")),
			agent("d", "", 100, 200, answers("Gone.")),
			tool("e", "d", 110, 120, runs("- delete {'id': 3}"), gives("done")), model("f", "d", 130, 140, got("c1 done"), says("Gone.")),
		), `
			start Hi
			llm -> delete
			call delete(id=3)
			return done
			llm Gone.
			end Gone.`},
		{"two calls that were asked for are two, though the first gave nothing", spans(
			agent("a", "", 0, 200, asks("Hi"), answers("Gone.")),
			model("b", "a", 10, 20, calls("c1 delete {'id': 3}", "c2 delete {'id': 3}")), tool("c", "a", 30, 40, runs("- delete {'id': 3}")),
			tool("e", "a", 50, 60, runs("- delete {'id': 3}"), gives("done")), model("f", "a", 130, 140, says("Gone.")),
		), `
			start Hi
			llm -> delete, delete
			call delete(id=3)
			return
			call delete(id=3)
			return done
			llm Gone.
			end Gone.`},
		{"or fails there", spans(
			agent("a", "", 0, 50, asks("Hi")), tool("c", "a", 30, 40, runs("- delete {'id': 3}"), pauses),
			agent("d", "", 100, 200, answers("Kept.")), tool("e", "d", 110, 120, runs("- delete {'id': 3}"), fails("no")),
		), `
			start Hi
			call delete(id=3)
			return no (error)
			end Kept.`},
		{"another call is none that paused", spans(
			agent("a", "", 0, 50, asks("Hi")), tool("c", "a", 30, 40, runs("- delete {'id': 3}"), pauses),
			agent("d", "", 100, 200, answers("Gone.")), tool("e", "d", 110, 120, runs("- delete {'id': 4}"), gives("done")),
		), `
			start Hi
			call delete(id=3)
			call delete(id=4)
			return done
			end Gone.`},
	})
}
