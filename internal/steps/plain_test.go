package steps

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// What is done here with an index is compared with what it would be if all were looked through.

func TestSomeCallsAreAmongOthersAsIfEachWereLookedFor(t *testing.T) {
	plain := func(all, some []observation.Call) bool {
		left := slices.Clone(all)
		for i := range some {
			at := slices.IndexFunc(left, func(c observation.Call) bool {
				if c.ID != "" && some[i].ID != "" {
					return c.ID == some[i].ID
				}
				return c.Name == some[i].Name
			})
			if at < 0 {
				return false
			}
			left = slices.Delete(left, at, at+1)
		}
		return true
	}
	found := 0
	for seed := range uint64(5000) {
		a := anything{rand.New(rand.NewPCG(seed, 7)), nil}
		calls := func(n int) (list []observation.Call) {
			for range n {
				list = append(list, observation.Call{ID: a.id(), Name: oneOf(a, "look", "seek")})
			}
			return list
		}
		turn := turnText{calls: calls(a.IntN(8))}
		some := calls(a.IntN(6))
		want := plain(turn.calls, some)
		require.Equal(t, want, turn.asksForAll(some), "seed %d", seed)
		if want && len(some) > 2 {
			found++
		}
	}
	require.Greater(t, found, 100)
}

func TestAnAnswerIsKnownAsIfAllWereCompared(t *testing.T) {
	plain := func(arguments value.Value, answers []value.Value) bool {
		return slices.ContainsFunc(answers, func(answer value.Value) bool {
			if text, ok := answer.Str(); ok {
				piece := withoutBlanks(value.Runes(text, answerLimit))
				return len(piece) >= answerLimit/2 && strings.HasPrefix(withoutBlanks(string(arguments.AppendCompact(nil))), piece)
			}
			return arguments.Equal(answer) || value.Clip(arguments, answerLimit).Equal(value.Clip(answer, answerLimit))
		})
	}
	found := 0
	for seed := range uint64(5000) {
		a := anything{rand.New(rand.NewPCG(seed, 8)), nil}
		object := func() value.Value {
			long := strings.Repeat("x", oneOf(a, 0, answerLimit, answerLimit+3))
			fields := []value.Field{{Key: "a", Value: a.value()}, {Key: "b", Value: value.OfString(long + a.word())}}
			a.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
			return value.OfObject(fields...)
		}
		answers := make([]value.Value, a.IntN(4))
		for i := range answers {
			if answers[i] = object(); a.maybe() {
				whole := string(answers[i].AppendCompact(nil))
				answers[i] = value.OfString(strings.ReplaceAll(whole[:len(whole)-a.IntN(len(whole))], ":", ": "))
			}
		}
		arguments := object()
		want := plain(arguments, answers)
		require.Equal(t, want, newAnswered(answers).hold(arguments), "seed %d", seed)
		if want {
			found++
		}
	}
	require.Greater(t, found, 100)
}

func TestEntriesComeToTheFrontInTheirOrder(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 9))
		entries := make([]entry, rng.IntN(9))
		first := map[*execution]bool{}
		for i := range entries {
			entries[i].loose = &execution{}
			first[entries[i].loose] = rng.IntN(2) == 0
		}
		want := slices.Clone(entries)
		slices.SortStableFunc(want, func(a, b entry) int {
			switch {
			case first[a.loose] == first[b.loose]:
				return 0
			case first[a.loose]:
				return -1
			}
			return 1
		})
		toFront(entries, func(e entry) bool { return first[e.loose] })
		require.Equal(t, len(want), len(entries))
		for i := range want {
			require.Same(t, want[i].loose, entries[i].loose)
		}
	}
}

func TestWhatLiesBelowIsKnownBeforeItIsLookedAt(t *testing.T) {
	tools, around := 0, 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 10))
		a := anything{rng, roleSets[rng.IntN(len(roleSets))]}
		r := newRun(join(observation.Dedupe(a.run()), &unplaced{}), rooms.New().(*room))
		isLonely := func(it *item) bool { return it.obs.Turns == observation.LonelyTurns }
		if known := r.aroundModels(); slices.ContainsFunc(r.items, isLonely) {
			for _, it := range r.items {
				require.Equal(t, isAroundModel(it), known[it], "seed %d", seed)
				around++
			}
		}
		expandTurns(r)
		foldTools(r)
		for i := len(r.items) - 1; i >= 0; i-- {
			it := r.items[i]
			it.first = it.firstStep()
			if it.gone || !isModel(it) || it.obs.Turns != observation.NoTurns {
				continue
			}
			if it.beginsWithTool() {
				first := slices.MinFunc(it.firstSteps(it.isFollowedBy), byStart)
				require.Equal(t, observation.Tool, first.obs.Role, "seed %d", seed)
				tools++
			}
			it.foldWrapper()
			it.first = it.firstStep()
		}
	}
	require.Greater(t, min(tools, around), 100)
}

func isAroundModel(it *item) bool {
	return slices.ContainsFunc(it.kids, func(kid *item) bool { return isModel(kid) || isAroundModel(kid) })
}

func TestWhatIsOpenIsClosedAsIfAllWereAsked(t *testing.T) {
	closed := 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 11))
		turns := make([]turn, 2+rng.IntN(8))
		for i := range turns {
			o := &observation.Observation{Start: rng.Int64N(10)}
			turns[i].it = &item{obs: o, rank: i, failed: rng.IntN(4) == 0}
			for range rng.IntN(3) {
				e := &execution{turn: &turns[i]}
				if rng.IntN(2) == 0 {
					e.span = &item{obs: &observation.Observation{End: o.Start + rng.Int64N(5)}}
				}
				if rng.IntN(2) == 0 {
					e.holder = &turns[rng.IntN(len(turns))]
					e.holder.after = append(e.holder.after, e)
				}
				turns[i].asked = append(turns[i].asked, e)
			}
		}
		var open held
		var plain []*execution
		for i := range turns {
			next := entry{turn: &turns[i]}
			open.close(next)
			before := len(plain)
			plain = slices.DeleteFunc(plain, func(e *execution) bool { return e.closedBy(next) })
			closed += before - len(plain)
			require.True(t, slices.Equal(plain, open.list), "seed %d", seed)
			open.add(turns[i].asked)
			plain = append(plain, turns[i].asked...)
		}
	}
	require.Greater(t, closed, 100)
}

func TestToolsThatAreTakenArePassedOver(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 12))
		l := &level{}
		for i := range 1 + rng.IntN(9) {
			l.tools = append(l.tools, &item{obs: &observation.Observation{Start: int64(i / 2)}})
		}
		free := l.free()
		for range 20 {
			from := rng.Int64N(6)
			want := slices.IndexFunc(l.tools, func(it *item) bool { return !it.taken && it.obs.Start >= from })
			at := free.search(from)
			if want < 0 {
				require.Equal(t, len(l.tools), at)
				continue
			}
			require.Equal(t, want, at)
			if rng.IntN(2) == 0 {
				l.tools[at].taken, free.behind[at] = true, at+1
			}
		}
	}
}
