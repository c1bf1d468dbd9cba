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
