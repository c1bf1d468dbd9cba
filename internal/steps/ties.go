package steps

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// maxTied bounds with how many models of the same instant one is compared.
const maxTied = 64

// rankTies puts, of models that start in the same instant, each before those that go on with its conversation: an
// answer is the cause of the next request, whatever either says.
func (r *run) rankTies() {
	models := r.choose(isModel)
	slices.SortFunc(models, byTime)
	for len(models) > 0 {
		tied := 1
		for tied < len(models) && models[tied].obs.Start == models[0].obs.Start {
			tied++
		}
		if tied > 1 {
			rankTied(models[:tied])
		}
		models = models[tied:]
	}
}

// rankTied gives the ranks of models, which are in order, to the same models in the order of their conversations.
func rankTied(models []*item) {
	ranks := make([]int, len(models))
	for i, it := range models {
		ranks[i] = it.rank
		first := i
		for at := i - 1; at >= max(0, i-maxTied); at-- {
			if it.leadsTo(models[at]) {
				first = at
			}
		}
		copy(models[first+1:i+1], models[first:i])
		models[first] = it
	}
	for i, it := range models {
		it.rank = ranks[i]
	}
}

// leadsTo reports whether the first generation of a model comes before that of another: the other was given all that it
// was given and more, or the result of a call that it asked for.
func (it *item) leadsTo(other *item) bool {
	if len(it.turns) == 0 || len(other.turns) == 0 {
		return false
	}
	one, next := &it.turns[0], &other.turns[0]
	return one.goesOnIn(next) || one.isAnsweredIn(next)
}

// goesOnIn reports whether another generation was given all that this one was given, and more.
func (t *turnText) goesOnIn(other *turnText) bool {
	return len(t.input) > 0 && len(t.input) < len(other.input) && beginsWith(other.input, t.input)
}

// isAnsweredIn reports whether another generation was given the result of a call by the id that this one gave it. Ids may
// begin anew in each answer, so that both were given the results of earlier calls by the same ids.
func (t *turnText) isAnsweredIn(other *turnText) bool {
	if len(t.calls) == 0 || !hasResults(other.input) {
		return false
	}
	if len(t.calls) > fewCalls {
		before, after := resultsByID(t.input), resultsByID(other.input)
		return slices.ContainsFunc(t.calls, func(c observation.Call) bool { return c.ID != "" && after[c.ID] > before[c.ID] })
	}
	return slices.ContainsFunc(t.calls, func(c observation.Call) bool {
		return c.ID != "" && answersTo(other.input, c.ID) > answersTo(t.input, c.ID)
	})
}

// answersTo counts the results by an id in messages.
func answersTo(messages []observation.Message, id string) int {
	n := 0
	for i := range messages {
		for r := range messages[i].Results {
			if messages[i].Results[r].ID == id {
				n++
			}
		}
	}
	return n
}

// resultsByID counts the results in messages by their ids.
func resultsByID(messages []observation.Message) map[string]int {
	n := map[string]int{}
	for i := range messages {
		for r := range messages[i].Results {
			n[messages[i].Results[r].ID]++
		}
	}
	return n
}

// settleTies puts tools that nobody asked for before a turn of the same instant that isn't the first, where the turn right
// before it says by its finish reason that it asked for some and none have come, or where they were done before the model
// could have asked for them.
func settleTies(entries []entry) {
	hasTurn := false
	for i, turn := range entries {
		if turn.turn == nil {
			continue
		}
		if hasTurn {
			start, end := turn.item().obs.Start, i+1
			for end < len(entries) && entries[end].loose != nil && entries[end].item().obs.Start == start {
				end++
			}
			owed := entries[i-1].turn != nil && entries[i-1].turn.owesTools()
			toFront(entries[i:end], func(tool entry) bool {
				return tool.turn == nil && (owed || tool.item().obs.End <= start && turn.item().obs.End > start)
			})
		}
		hasTurn = true
	}
}

// toFront puts some entries before the others, and leaves either in their order.
func toFront(entries []entry, isFirst func(entry) bool) {
	if !slices.ContainsFunc(entries, isFirst) {
		return
	}
	var rest []entry
	first := entries[:0]
	for _, e := range entries {
		if isFirst(e) {
			first = append(first, e)
		} else {
			rest = append(rest, e)
		}
	}
	copy(entries[len(first):], rest)
}

// owesTools reports whether a turn asked for tools that aren't told.
func (t *turn) owesTools() bool {
	finish := strings.ToLower(t.it.obs.FinishReason)
	return len(t.calls) == 0 && (strings.Contains(finish, "tool") || strings.Contains(finish, "function"))
}
