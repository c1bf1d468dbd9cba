package steps

import (
	"fmt"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// largeFolds are traces of much that is recorded twice, wraps others, or stands elsewhere than it hangs.
var largeFolds = []largeTrace{
	{"twins below a wrapper", func(n int) []observation.Observation {
		return append(twinModels(n/2, 1), during(modelSpan(1, 0), 0, 1<<50))
	}},
	{"twins of one model with many messages", func(n int) []observation.Observation {
		all := []observation.Observation{during(modelSpan(1, 0), 0, 1<<50), during(modelSpan(2, 1), 0, 101)}
		for i := range n / 2 {
			all[1].Output = append(all[1].Output, textOf("x"))
			twin := during(modelSpan(i+3, 1), 0, 100)
			twin.Scope = "other"
			all = append(all, twin)
		}
		return all
	}},
	{"twins below links in links", func(n int) []observation.Observation {
		all := twinModels(n/4, n/2)
		for i := range n / 2 {
			all = append(all, observation.Observation{Span: spanID(i + 1), Parent: spanID(i), End: 1 << 50})
		}
		return all
	}},
	{"failed attempts below a wrapper", func(n int) []observation.Observation {
		all := []observation.Observation{during(modelSpan(1, 0), 0, 1<<50), modelSpan(n+2, 1, textOf("x"))}
		for i := range n {
			attempt := modelSpan(i+2, 1)
			attempt.Failed = true
			all = append(all, attempt)
		}
		return all
	}},
	{"models each around a tool and the next model", func(n int) []observation.Observation {
		var all []observation.Observation
		for i := range n / 2 {
			all = append(all, during(modelSpan(2*i+2, 2*i, textOf("x")), 100*i, 1<<50), during(toolSpan(2*i+3, 2*i+2, "look", "x"), 100*i+1, 100*i+2))
		}
		return all
	}},
	{"agents in agents that hold a turn if no model is below", func(n int) []observation.Observation {
		all := make([]observation.Observation, n)
		for i := range all {
			all[i] = agentSpan(i+1, i)
			all[i].Turns, all[i].Output = observation.LonelyTurns, []observation.Message{textOf("x")}
		}
		return all
	}},
	{"tools in a tool that are the same call", func(n int) []observation.Observation {
		all := []observation.Observation{toolSpan(1, 0, "look", "x")}
		for i := range n {
			all = append(all, toolSpan(i+2, 1, "look", "x"))
		}
		return all
	}},
	{"tools in a tool, all asked for together", func(n int) []observation.Observation {
		asked := callFor("", "x")
		all := []observation.Observation{agentSpan(1, 0), toolSpan(3, 1, "look", "x")}
		for i := range n {
			asked.Calls = append(asked.Calls, observation.Call{Name: "seek", Arguments: value.OfString(fmt.Sprint(i))})
			all = append(all, toolSpan(i+4, 3, "seek", fmt.Sprint(i)))
		}
		return append(all, modelSpan(2, 1, asked))
	}},
	{"tools in tools, asked for again and again", func(n int) []observation.Observation {
		all := []observation.Observation{agentSpan(1, 0)}
		for i := range n / 4 {
			seek := callFor("", "x")
			seek.Calls[0].Name = "seek"
			all = append(all, modelSpan(4*i+2, 1, callFor("", "x")), modelSpan(4*i+3, 1, seek),
				toolSpan(4*i+4, 1, "look", "x"), toolSpan(4*i+5, 4*i+4, "seek", "x"))
		}
		return all
	}},
}

func textOf(text string) observation.Message {
	return observation.Message{Speaker: observation.Assistant, Text: text, HasText: true}
}

func during(o observation.Observation, start, end int) observation.Observation {
	o.Start, o.End = int64(start), int64(end)
	return o
}

// twinModels are generations below a span, each recorded in two scopes.
func twinModels(n, parent int) (all []observation.Observation) {
	for i := range n {
		id, start := 1_000_000+2*i, 100*i
		one, other := modelSpan(id, parent, textOf(fmt.Sprint(i))), modelSpan(id+1, parent, textOf(fmt.Sprint(i)))
		other.Scope = "other"
		all = append(all, during(one, start, start+50), during(other, start, start+50))
	}
	return all
}
