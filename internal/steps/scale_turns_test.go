package steps

import (
	"fmt"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// largeTurns are traces in which one span holds many turns.
var largeTurns = []largeTrace{
	{"one span: turns with a call each, by an id of its own", func(n int) []observation.Observation {
		return ofOneSpan(n/2, func(i int) []observation.Message {
			id := fmt.Sprint("c", i)
			return []observation.Message{callFor(id, id), resultOf(id)}
		})
	}},
	{"one span: turns with a call each, by an id of its own, and a tool", func(n int) []observation.Observation {
		all := ofOneSpan(n/2, func(i int) []observation.Message {
			id := fmt.Sprint("c", i)
			return []observation.Message{callFor(id, id), resultOf(id)}
		})
		for i := range n / 2 {
			all = append(all, toolSpan(i+2, 1, "look", fmt.Sprint("c", i)))
		}
		return all
	}},
	{"one span: turns with a call each, without ids", func(n int) []observation.Observation {
		return ofOneSpan(n/2, func(i int) []observation.Message {
			return []observation.Message{callFor("", fmt.Sprint(i)), resultOf("")}
		})
	}},
	{"one span: turns with the same call, without ids", func(n int) []observation.Observation {
		return ofOneSpan(n/2, func(int) []observation.Message {
			return []observation.Message{callFor("", "x"), resultOf("")}
		})
	}},
	{"one span: turns with a call each, by one id", func(n int) []observation.Observation {
		return ofOneSpan(n/2, func(i int) []observation.Message {
			return []observation.Message{callFor("c", fmt.Sprint(i)), resultOf("c")}
		})
	}},
	{"one span: calls in messages of their own, answered together", func(n int) []observation.Observation {
		return ofOneSpan(n/4, func(i int) []observation.Message {
			a, b := fmt.Sprint("a", i), fmt.Sprint("b", i)
			return []observation.Message{callFor(a, a), callFor(b, b), resultOf(a), resultOf(b)}
		})
	}},
	{"one span: calls in messages of their own, never answered", func(n int) []observation.Observation {
		return ofOneSpan(n, func(i int) []observation.Message { return []observation.Message{callFor("", fmt.Sprint(i))} })
	}},
	{"one span: results of calls that nobody asked for", func(n int) []observation.Observation {
		return ofOneSpan(n/2, func(i int) []observation.Message {
			return []observation.Message{callFor(fmt.Sprint("c", i), "x"), resultOf(fmt.Sprint("d", i))}
		})
	}},
	{"one span: texts without words", func(n int) []observation.Observation {
		return ofOneSpan(n/2, func(int) []observation.Message {
			return []observation.Message{{Speaker: observation.Assistant, HasText: true}, {Speaker: observation.System, Text: "x"}}
		})
	}},
	{"one model below another: its client ran the tools", func(n int) []observation.Observation {
		all := ofOneSpan(n/2, func(i int) []observation.Message {
			id := fmt.Sprint("c", i)
			return []observation.Message{callFor(id, id), resultOf(id)}
		})
		return []observation.Observation{agentSpan(1, 0), modelSpan(2, 1, callFor("q", "q")), modelSpan(3, 2, all[0].Output...)}
	}},
	{"lost: models in models that may only be around others", func(n int) []observation.Observation {
		all := make([]observation.Observation, n)
		for i := range all {
			all[i] = modelSpan(i+2, 1, observation.Message{Speaker: observation.Assistant, Text: "x", HasText: true})
			all[i].Start, all[i].End, all[i].MayWrap = int64(10*grain*i), int64(10*grain*i+1), true
		}
		return all
	}},
}

// ofOneSpan is an agent's span that holds its turns, each of which adds messages.
func ofOneSpan(turns int, messages func(turn int) []observation.Message) []observation.Observation {
	agent := agentSpan(1, 0)
	agent.Turns = observation.OwnTurns
	for turn := range turns {
		agent.Output = append(agent.Output, messages(turn)...)
	}
	return []observation.Observation{agent}
}

func callFor(id, input string) observation.Message {
	call := observation.Call{ID: id, Name: "look", Arguments: value.OfString(input)}
	return observation.Message{Speaker: observation.Assistant, Calls: []observation.Call{call}}
}

func resultOf(id string) observation.Message {
	result := observation.Result{ID: id, Output: value.OfString("y")}
	return observation.Message{Speaker: observation.ToolResult, Results: []observation.Result{result}}
}
