package steps

import (
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

// failLast makes the last generation of a failed run, or of one inside a tool, a failed attempt when it was recorded and
// says nothing: some producers mark only the run. A generation after which a tool started asked for it, even if its call
// was lost.
func (l *level) failLast(r *run) {
	if len(l.turns) == 0 {
		return
	}
	t := l.turns[len(l.turns)-1]
	recorded := t.hasText || t.it.obs.Content != 0
	if t.says() || !recorded || len(t.it.turns) > 1 || l.startedSince(t.it.obs.Start) || failedRoot(stillThere(r.agents[l.owner], t)) == nil {
		return
	}
	t.it.failed = true
}

// startedSince reports whether a tool of the level started at a time or later.
func (l *level) startedSince(time int64) bool {
	return len(l.tools) > 0 && l.tools[len(l.tools)-1].obs.Start >= time
}
