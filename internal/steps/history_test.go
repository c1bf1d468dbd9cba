package steps

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

func TestResultsNamedAfterTheirTools(t *testing.T) {
	run := agent("a", "", 0, 1000, asks("Hi"), answers("ok"))
	asking := model("b", "a", 10, 20, calls("- one", "- two", "- two"))
	check(t, []story{
		{"results that came in another order answer the calls of their names, one after the other", spans(run, asking,
			model("c", "a", 30, 40, asked("- one", "- two", "- two"), gotOf("two", "2"), gotOf("two", "3"), gotOf("one", "1"), says("ok")),
		), `
			start Hi
			llm -> one, two, two
			call one()
			return 1
			call two()
			return 2
			call two()
			return 3
			llm ok
			end ok`},
		{"a result without a name answers the first call that none has answered", spans(run, asking,
			model("c", "a", 30, 40, asked("- one", "- two", "- two"), gotOf("two", "2"), gotOf("", "1"), gotOf("", "3"), says("ok")),
		), `
			start Hi
			llm -> one, two, two
			call one()
			return 1
			call two()
			return 2
			call two()
			return 3
			llm ok
			end ok`},
		{"a result that is told again answers no other tool", spans(run, asking,
			model("c", "a", 30, 40, asked("- one", "- two", "- two"), gotOf("two", "2"), gotOf("two", "3"), gotOf("two", "3"), says("ok")),
		), `
			start Hi
			llm -> one, two, two
			call one()
			call two()
			return 2
			call two()
			return 3
			llm ok
			end ok`},
		{"a result of no tool that was asked for answers the next call", spans(run, asking,
			model("c", "a", 30, 40, asked("- one", "- two", "- two"), gotOf("One", "1"), gotOf("two", "2"), says("ok")),
		), `
			start Hi
			llm -> one, two, two
			call one()
			return 1
			call two()
			return 2
			call two()
			llm ok
			end ok`},
	})
}

// What stands in long answers is found in another way than in short ones: both find what a plain search does.
func TestCallsOfLongAnswersAreFoundAsThoseOfShortOnes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	long, repeated := 0, 0
	for range 2000 {
		a, plain := someAnswer(rng), map[string]int{}
		if len(a.calls) > fewCalls {
			long++
		}
		for range 60 {
			id := someID(rng)
			want, wantAsked := plainByID(&a, id, plain)
			got, asked := a.byID(id)
			assert.Same(t, want, got)
			assert.Equal(t, wantAsked, asked)
			if plain[id] > 1 {
				repeated++
			}
		}
	}
	assert.Positive(t, long)
	assert.Positive(t, repeated)
}

func TestAnswersToLongRequestsAreFoundAsThoseToShortOnes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	answered := 0
	for range 5000 {
		one := turnText{calls: someCalls(rng, rng.IntN(2*fewCalls+4)), input: someResults(rng)}
		other := turnText{input: someResults(rng)}
		want := false
		for _, c := range one.calls {
			want = want || c.ID != "" && answersTo(other.input, c.ID) > answersTo(one.input, c.ID)
		}
		assert.Equal(t, want, one.isAnsweredIn(&other))
		if want && len(one.calls) > fewCalls {
			answered++
		}
	}
	assert.Positive(t, answered)
}

func TestResultsOfLongAnswersArePickedAsThoseOfShortOnes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	long, again := 0, 0
	for range 2000 {
		a := someAnswer(rng)
		if a.turn == nil {
			continue
		}
		if len(a.turn.asked) > fewCalls {
			long++
		}
		answered := make([]bool, len(a.turn.asked))
		for range 50 {
			result := observation.Result{Name: someID(rng)}
			want, isAgain := plainPick(&a, &result, answered)
			assert.Same(t, want, a.pick(&result))
			if isAgain {
				again++
			}
		}
	}
	assert.Positive(t, long)
	assert.Positive(t, again)
}

// plainPick is pick without an index. The calls before the first open one are never told again.
func plainPick(a *answer, result *observation.Result, answered []bool) (picked *execution, again bool) {
	open := slices.Index(answered, false)
	if open < 0 {
		return nil, false
	}
	last := -1
	for at := open; at < len(answered); at++ {
		if result.Name == "" || result.Name != a.turn.asked[at].call.Name {
			continue
		}
		if !answered[at] {
			answered[at] = true
			return a.turn.asked[at], false
		}
		last = at
	}
	if last >= 0 {
		return a.turn.asked[last], true
	}
	answered[open] = true
	return a.turn.asked[open], false
}

func someID(rng *rand.Rand) string {
	return []string{"", "a", "b", "c", "d", "e", "f", "g"}[rng.IntN(8)]
}

func someCalls(rng *rand.Rand, n int) []observation.Call {
	list := make([]observation.Call, n)
	for i := range list {
		list[i].ID, list[i].Name = someID(rng), someID(rng)
	}
	return list
}

func someResults(rng *rand.Rand) []observation.Message {
	messages := make([]observation.Message, rng.IntN(3))
	for i := range messages {
		for range rng.IntN(3) {
			messages[i].Results = append(messages[i].Results, observation.Result{ID: someID(rng)})
		}
	}
	return messages
}

// someAnswer has calls that not always are those of its turn, if it has one.
func someAnswer(rng *rand.Rand) answer {
	a := answer{calls: someCalls(rng, rng.IntN(2*fewCalls+4))}
	if rng.IntN(8) == 0 {
		return a
	}
	a.turn = &turn{}
	for _, c := range someCalls(rng, rng.IntN(2*fewCalls+4)) {
		e := &execution{call: c}
		if rng.IntN(2) == 0 {
			e.span = &item{obs: &observation.Observation{CallID: someID(rng)}}
		}
		a.turn.asked = append(a.turn.asked, e)
	}
	return a
}

// plainByID is byID without an index.
func plainByID(a *answer, id string, given map[string]int) (found *execution, asked bool) {
	for _, c := range a.calls {
		asked = asked || c.ID == id
	}
	if !asked || a.turn == nil {
		return nil, asked
	}
	n := given[id]
	for _, e := range a.turn.asked {
		if e.hasID(id) && n >= 0 {
			found = e
			n--
		}
	}
	given[id]++
	return found, found != nil
}
