package steps

import (
	"cmp"
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// foldWrappers finds model spans that only wrap other model spans: those whose first step below, not counting what lies
// below a tool or an agent, is a model's. Around one generation, outer and inner are that generation. Around several,
// the inner ones are the steps and the outer one is an agent.
//
// A model span whose first step below is a tool is a generation of its own: a streaming client keeps it open while the
// tools that it asked for run.
func foldWrappers(r *run) {
	for i := len(r.items) - 1; i >= 0; i-- { // inner ones first
		it := r.items[i]
		it.first = it.firstStep()
		if !it.gone && it.obs.Role == observation.LLM && it.obs.Turns == observation.NoTurns && !it.beginsWithTool() {
			it.foldWrapper()
			it.first = it.firstStep()
		} else if !it.gone && it.obs.Role == observation.LLM && it.obs.Turns == observation.NoTurns {
			it.recall()
		}
	}
	lost := newSurrounded(r.lostModels())
	if len(lost) == 0 {
		return
	}
	for _, it := range r.items {
		if !it.gone && it.obs.Role == observation.LLM && it.obs.MayWrap && lost.anyIn(it) {
			it.becomeAgent(nil)
		}
	}
}

// beginsWithTool reports whether the first step below a model is known to be a tool's, without looking at all of them: it
// was found when its children were looked at, and no generation after the model's own is in between.
func (it *item) beginsWithTool() bool {
	if it.first == nil || it.first.obs.Role != observation.Tool {
		return false
	}
	up := it.first.parent
	for range maxAbove {
		if up == nil || up == it {
			return up == it
		}
		if it.isFollowedBy(up) {
			return false
		}
		up = up.parent
	}
	return false
}

func (it *item) foldWrapper() {
	below := it.firstSteps(it.isFollowedBy)
	if len(below) == 0 && it.isAroundAgents() {
		it.becomeAgent(nil)
	}
	if len(below) == 0 || slices.MinFunc(below, byStart).obs.Role != observation.LLM {
		return
	}
	below = it.withoutLater(below)
	var inner, failed []*item
	for _, step := range below {
		switch {
		case step.obs.Role != observation.LLM:
		case step.isAttempt():
			failed = append(failed, step)
		default:
			inner = append(inner, step)
		}
	}
	switch inner = withoutTwins(inner); {
	case len(inner) > 1, len(inner) == 1 && goesOnAfter(inner[0], failed):
		it.becomeAgent(inner)
	case len(inner) == 1:
		it.absorb(inner[0], failed)
	case len(failed) > 0:
		it.absorb(failed[len(failed)-1], failed[:len(failed)-1])
	}
}

// goesOnAfter reports whether one of some attempts began when a generation was over: then the generation wasn't what they
// tried, and what is around them goes on after it.
func goesOnAfter(model *item, failed []*item) bool {
	return slices.ContainsFunc(failed, func(attempt *item) bool {
		return model.obs.End > model.obs.Start && attempt.obs.Start >= model.obs.End
	})
}

// isAroundAgents reports whether a model span that says nothing is around agents of another producer, whose generations
// are those that it stands for.
func (it *item) isAroundAgents() bool {
	return !it.obs.Failed && !slices.ContainsFunc(it.turns, func(t turnText) bool { return t.says() }) &&
		slices.ContainsFunc(it.kids, func(kid *item) bool {
			return !kid.gone && kid.obs.Role == observation.Agent && kid.obs.Scope != it.obs.Scope &&
				kid.first != nil && kid.first.obs.Role == observation.LLM
		})
}

// withoutLater is the steps below a model span without the generations that came after its own: from the first on that was
// given the results of the calls that it asked for. Some producers hang every request of a run below the one before it. A span that
// contradicts the first generation below it is none itself, but tells what all of them said.
//
// Source: google/adk-python, whose generators keep the span of a request current while the next one runs.
func (it *item) withoutLater(below []*item) []*item {
	at := slices.IndexFunc(below, it.isFollowedBy)
	if at < 0 {
		return below
	}
	from := below[at].obs.Start
	same := slices.DeleteFunc(slices.Clone(below), func(step *item) bool {
		return step.obs.Role == observation.LLM && step.obs.Start >= from
	})
	first := slices.IndexFunc(same, func(step *item) bool {
		return step.obs.Role == observation.LLM && len(step.turns) == 1 && !step.isAttempt()
	})
	if first >= 0 && !agree(it, same[first]) {
		return it.firstSteps(nil)
	}
	return same
}

// isFollowedBy reports whether a step is a generation that came after that of a model span which asked for calls: one that
// was given their results, or that started when the span had ended and was given nothing but results.
func (it *item) isFollowedBy(step *item) bool {
	if len(it.turns) != 1 || len(it.turns[0].calls) == 0 {
		return false
	}
	own, turns := &it.turns[0], step.turns
	if step.obs.Role != observation.LLM || len(turns) == 0 {
		return false
	}
	return own.isAnsweredIn(&turns[len(turns)-1]) || own.isToldInAny(turns) ||
		step.obs.Start >= it.obs.End && slices.ContainsFunc(turns, func(t turnText) bool { return t.holdsOnlyResults() })
}

// holdsOnlyResults reports whether a generation was given the results of calls, and nobody's words.
func (t *turnText) holdsOnlyResults() bool {
	return t.opening() == "" && slices.ContainsFunc(t.input, func(m observation.Message) bool { return len(m.Results) > 0 })
}

// isToldInAny reports whether one of the generations of a span was given all that this one was given, and then what this one
// asked for. Each of them was given what the one before it was, and more: once an answer is over, it is told alike to all.
func (t *turnText) isToldInAny(turns []turnText) bool {
	if !t.goesOnIn(&turns[len(turns)-1]) {
		return false
	}
	for i := range turns {
		later := turns[i].input[min(len(t.input), len(turns[i].input)):]
		answer := assistants(later)
		if calls := gather(answer).calls; len(answer) > 0 && len(calls) == len(t.calls) && namesOf(calls) == namesOf(t.calls) {
			return true
		}
		if len(answer) < len(later) {
			break
		}
	}
	return false
}

// withoutTwins folds the twins among the generations below a wrapper, which two instrumentations recorded side by side.
func withoutTwins(models []*item) []*item {
	var kept, left []*item
	for _, it := range models {
		near := kept[max(0, len(kept)-twinWindow):]
		if at := slices.IndexFunc(near, func(other *item) bool { return twins(other, it) }); at >= 0 {
			left = append(left, foldTwin(near[at], it))
			continue
		}
		kept = append(kept, it)
	}
	detach(left)
	return kept
}

// absorb makes a wrapper and the one generation below it one item, with the failed attempts before it.
func (it *item) absorb(inner *item, failed []*item) {
	for _, attempt := range failed {
		it.attempts += 1 + attempt.attempts
		it.takeOver(attempt)
	}
	detach(append(failed, inner))
	it.fold(inner)
}

// becomeAgent reads a model span as the agent around several generations. What only an earlier one of them said is not its
// answer: LiteLLM writes one call after the other onto the application's span, until that has ended.
func (it *item) becomeAgent(inner []*item) {
	o := it.obs
	o.Role, it.wrapper = observation.Agent, true
	if it.around = inner; len(inner) > mostListed {
		it.around = append(slices.Clone(inner[:mostListed-1]), inner[len(inner)-1])
	}
	if o.Request.IsAbsent() {
		o.Request = newestUserText(o.Input)
	}
	if t := gather(o.Output); o.Result.IsAbsent() && t.text != "" && !isEarlier(t.text, inner) {
		o.Result = value.OfString(t.text)
	}
}

// isEarlier reports whether a text is that of a generation before the last, and not of the last.
func isEarlier(text string, models []*item) bool {
	at := slices.IndexFunc(models, func(it *item) bool { return gather(it.obs.Output).text == text })
	return at >= 0 && at < len(models)-1 && gather(models[len(models)-1].obs.Output).text != text
}

// mostListed is how many generations of a wrapper are told to those around it. That there are so many is all that counts
// there, and each of a thousand wrappers around each other would list them again.
const mostListed = 16

// firstSteps lists the models and tools below an item that are reached without passing a tool, an agent, or a model that
// is the last to be looked at.
func (it *item) firstSteps(last func(*item) bool) []*item {
	var steps []*item
	stack := slices.Clone(it.kids)
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if at.gone {
			continue
		}
		switch at.obs.Role {
		case observation.Tool:
			steps = append(steps, at)
		case observation.LLM:
			steps = append(steps, at)
			if last == nil || !last(at) {
				stack = append(stack, at.kids...)
			}
		case observation.Agent:
			switch {
			case len(at.around) > 0:
				steps = append(steps, slices.DeleteFunc(slices.Clone(at.around), func(step *item) bool { return step.gone })...)
			case at.wrapper:
				stack = append(stack, at.kids...)
			}
		default:
			stack = append(stack, at.kids...)
		}
	}
	slices.SortFunc(steps, byStart)
	return steps
}

// byStart orders steps before ranks are known: a span that encloses another stands before it.
func byStart(a, b *item) int {
	return cmp.Or(
		cmp.Compare(a.obs.Start, b.obs.Start),
		cmp.Compare(b.obs.End, a.obs.End),
		cmp.Compare(a.order, b.order))
}

// newestUserText is the newest text that a user said in a conversation, or absent.
func newestUserText(messages []observation.Message) value.Value {
	for i := len(messages) - 1; i >= 0; i-- {
		if m := &messages[i]; m.Speaker == observation.User && m.Text != "" {
			return value.OfString(m.Text)
		}
	}
	return value.Value{}
}
