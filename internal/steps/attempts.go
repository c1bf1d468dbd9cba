package steps

import (
	"math"
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// isAttempt reports whether a model span is a try that failed: it has an error mark, and neither text nor reasoning nor
// calls.
func (it *item) isAttempt() bool {
	if it.obs.Role != observation.LLM || !it.obs.Failed {
		return false
	}
	return !slices.ContainsFunc(it.turns, func(t turnText) bool { return t.says() })
}

// countAttempts sets failed attempts aside. They are no steps: each counts for the next generation on its level.
func countAttempts(r *run) {
	for _, it := range r.items {
		if !it.gone && it.isAttempt() {
			it.failed = true
		}
	}
}

// failSilent makes generations that say nothing failed attempts where a run failed and they are its last, and where the
// agent around them failed and they are that agent's last: some producers mark only the run. One of which nothing was
// recorded may have said anything, and one after which a tool started asked for it, even if its call was lost.
func (l *level) failSilent() {
	for i, t := range l.turns {
		last := i == len(l.turns)-1
		switch {
		case t.says() || len(t.it.turns) > 1 || !t.hasText && t.it.obs.Content == 0:
		case last && failedRoot(stillThere(l.outermost, t)) != nil && !l.started(t.it.obs.Start, math.MaxInt64):
			t.it.failed = true
		case !last && t.endsFailed(l.turns[i+1]) && !l.started(t.it.obs.Start, l.turns[i+1].it.obs.Start):
			t.it.failed = true
		}
	}
}

// endsFailed reports whether the nearest agent around a turn failed without an answer, and isn't around the next turn.
func (t *turn) endsFailed(next *turn) bool {
	for _, up := range t.it.above() {
		if up == t.it.owner {
			break
		}
		if up.obs.Role == observation.Agent {
			return failedRoot([]*item{up}) != nil && !slices.Contains(next.it.above(), up)
		}
	}
	return false
}

// started reports whether a tool of the level started at a time or later, but before another.
func (l *level) started(from, to int64) bool {
	at := l.search(from)
	return at < len(l.tools) && l.tools[at].obs.Start < to
}
