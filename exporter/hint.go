package exporter

import (
	"strings"
	"sync"

	"go.uber.org/zap"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/dialect"
	"github.com/agentdelta/agentdeltaexporter/internal/pending"
	"github.com/agentdelta/agentdeltaexporter/internal/steps"
)

// hints tell what turns texts on where an instrumentation records none: once for each of its scopes and services, for
// runs without texts can't be compared, and two of them look equal.
type hints struct {
	logger *zap.Logger
	once   once

	mu      sync.Mutex
	hasLogs bool                     // the exporter is in a logs pipeline
	waiting map[hint]pending.TraceID // not told yet, and the trace that gave the reason
}

// hint is what is told once.
type hint struct{ dialect, scope, service string }

// copied has texts of its own: those of a gap are pieces of all that was stored of a trace.
func (h hint) copied() hint {
	return hint{strings.Clone(h.dialect), strings.Clone(h.scope), strings.Clone(h.service)}
}

// note takes the steps of a written file that have no texts. Where texts come in log records they may only be late:
// then a hint waits until another trace lacks them too, or the trace is written for the last time.
func (h *hints) note(trace pending.TraceID, gaps []steps.Gap, reason pending.CloseReason) {
	h.mu.Lock()
	defer h.mu.Unlock()
	lacking := map[hint]bool{}
	for _, g := range gaps {
		if isWorthAHint(g) {
			lacking[hint{g.Dialect, g.Scope, g.Service}] = true
		}
	}
	for known, first := range h.waiting {
		if first == trace && !lacking[known] {
			delete(h.waiting, known)
		}
	}
	for one := range lacking {
		setting := dialect.SettingOf(one.dialect, one.scope)
		first, waits := h.waiting[one]
		if setting.Place == dialect.InSpans || reason == pending.Shutdown || reason == pending.Late || waits && first != trace {
			h.tell(one)
		} else if len(h.waiting) < mostTold {
			h.waiting[one.copied()] = trace
		}
	}
}

// isWorthAHint tells whether a setting would fill a gap. Agents often record neither question nor answer, and what was
// lost on its way was recorded.
func isWorthAHint(g steps.Gap) bool {
	return !g.Truncated && (g.Node == agentdelta.NodeLLM || g.Node == agentdelta.NodeToolCall)
}

// settingsFor are those that would fill gaps, each once.
func settingsFor(gaps []steps.Gap) (settings []dialect.Setting) {
	known := map[[2]string]bool{}
	for _, g := range gaps {
		if key := [2]string{g.Dialect, g.Scope}; isWorthAHint(g) && !known[key] {
			known[key] = true
			settings = append(settings, dialect.SettingOf(g.Dialect, g.Scope))
		}
	}
	return settings
}

// flush tells what waits; there will be no more traces.
func (h *hints) flush() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for one := range h.waiting {
		h.tell(one)
	}
	clear(h.waiting)
}

func (h *hints) tell(one hint) {
	delete(h.waiting, one)
	if !h.once.first(one.dialect + "\x00" + one.scope + "\x00" + one.service) {
		return
	}
	setting := dialect.SettingOf(one.dialect, one.scope)
	h.logger.Warn("no texts were recorded by "+setting.Title+": "+setting.Advice(),
		zap.String("scope", one.scope), zap.String("service", one.service), zap.String("dialect", one.dialect),
		zap.String("set", setting.Set), zap.Stringer("texts_in", setting.Place), zap.Bool("logs_pipeline", h.hasLogs))
}

// joinedByLogs notes that the exporter is in a logs pipeline.
func (h *hints) joinedByLogs() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hasLogs = true
}
