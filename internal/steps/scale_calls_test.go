package steps

import (
	"fmt"
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// largeCalls are traces of many calls and results that are hard to tell apart.
var largeCalls = []largeTrace{
	{"calls beside the answers of agents", func(n int) []observation.Observation {
		var asked observation.Message
		all := []observation.Observation{agentSpan(1, 0)}
		for i := range n / 2 {
			agent := agentSpan(i+3, 1)
			agent.Structured = placeNumber(i)
			all = append(all, agent)
			asked.Calls = append(asked.Calls, observation.Call{Name: "look", Arguments: placeNumber(-1 - i)})
		}
		asked.Speaker = observation.Assistant
		return append(all, modelSpan(2, 1, asked))
	}},
	{"calls of which one was lost", func(n int) []observation.Observation {
		var asked observation.Message
		asked.Speaker = observation.Assistant
		for i := range n {
			asked.Calls = append(asked.Calls, observation.Call{ID: fmt.Sprint(i), Name: "look"})
		}
		lost := asked
		lost.Calls = slices.Clone(asked.Calls[1:])
		slices.Reverse(lost.Calls)
		question := observation.Message{Speaker: observation.User, Text: "Hi"}
		one, next := modelSpan(2, 1, lost), modelSpan(3, 1, textOf("x"))
		one.Input, next.Input = []observation.Message{question}, []observation.Message{question, asked}
		return []observation.Observation{agentSpan(1, 0), one, next}
	}},
	{"results before their calls", func(n int) []observation.Observation {
		all := []observation.Observation{agentSpan(1, 0)}
		early, late := modelSpan(n+1, 1, textOf("x")), modelSpan(n+2, 1, observation.Message{Speaker: observation.Assistant})
		for i := range n / 2 {
			all = append(all, modelSpan(i+2, 1, callFor(fmt.Sprint("a", i), "x")))
			late.Input = append(late.Input, resultOf(fmt.Sprint("a", i)))
			early.Input = append(early.Input, resultOf(fmt.Sprint("b", i)))
			late.Output[0].Calls = append(late.Output[0].Calls, callFor(fmt.Sprint("b", i), "x").Calls...)
		}
		return append(all, early, late)
	}},
	{"turns and tools of one time, by one id", func(n int) []observation.Observation {
		all := []observation.Observation{agentSpan(1, 0)}
		for i := range n / 2 {
			tool := during(toolSpan(2*i+3, 1, "look", fmt.Sprint(i)), 5, 6)
			tool.CallID = "c"
			all = append(all, during(modelSpan(2*i+2, 1, callFor("c", fmt.Sprint(i))), 5, 6), tool)
		}
		return all
	}},
	{"tools of one time, half of them before their turn", func(n int) []observation.Observation {
		all := []observation.Observation{agentSpan(1, 0), during(modelSpan(2, 1, textOf("x")), 4, 5), during(modelSpan(3, 1, textOf("y")), 5, 6)}
		for i := range n {
			all = append(all, during(toolSpan(i+4, 1, "look", fmt.Sprintf("%08d", i)), 5, 5+i%2))
		}
		return all
	}},
	{"calls without spans around as many turns", func(n int) []observation.Observation {
		all := []observation.Observation{agentSpan(1, 0)}
		asked := observation.Message{Speaker: observation.Assistant}
		last := modelSpan(n+3, 1, textOf("x"))
		for i := range n / 3 {
			id := fmt.Sprint("c", i)
			asked.Calls = append(asked.Calls, callFor(id, "q").Calls...)
			last.Input = append(last.Input, resultOf(id))
			turn := modelSpan(i+3, 1, textOf(id))
			turn.Input = []observation.Message{{Speaker: observation.User, Text: "q"}}
			all = append(all, turn)
		}
		return append(all, modelSpan(2, 1, asked), last)
	}},
	{"log records of as many requests", func(n int) []observation.Observation {
		all := []observation.Observation{modelSpan(1, 0)}
		for i := range n {
			record := observation.Record{Message: observation.Message{Speaker: observation.User, Text: fmt.Sprint(i)}}
			all = append(all, observation.Observation{Span: spanID(1), Role: observation.Event, Records: []observation.Record{record}})
		}
		return all
	}},
}

func placeNumber(n int) value.Value {
	return value.OfObject(value.Field{Key: "at", Value: value.OfString(fmt.Sprint(n))})
}
