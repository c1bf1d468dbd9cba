package exporter

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/pending"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

const (
	// silencePeriod is how often it is looked whether anything was written. The same reason is told again after twice
	// the time each, up to silenceMost.
	silencePeriod = 5 * time.Minute
	silenceMost   = time.Hour

	// mostScopes bounds the scopes that are remembered, and their names' characters.
	mostScopes    = 10
	mostScopeName = 100
)

// silence finds out why nothing is written though spans come, so that nobody has to wonder.
type silence struct {
	mu    sync.Mutex
	quiet counts // since the last file
	total counts // since the start
	fresh bool   // something came since the last look
	files int64  // since the last look
	wrote int64  // since the start

	reason string    // told last
	again  time.Time // when to tell it again
	wait   time.Duration
}

// counts is what came.
type counts struct {
	spans, steps, records int64
	scopes                []string // of the spans that are no steps
	failure               error    // the last
}

func (c *counts) add(p *push, spans, steps, records int64) {
	c.spans += spans
	c.steps += steps
	c.records += records
	for _, scope := range p.scopes {
		scope = value.Runes(scope, mostScopeName)
		if len(c.scopes) < mostScopes && !slices.Contains(c.scopes, scope) {
			c.scopes = append(c.scopes, scope)
		}
	}
}

// received notes a push.
func (s *silence) received(p *push, isLogs bool) {
	var all, steps, records int64
	for from, n := range p.received {
		all += n
		if from.role != observation.Other {
			steps += n
		}
	}
	if isLogs {
		all, steps, records = 0, 0, all
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fresh = s.fresh || all+records > 0
	s.quiet.add(p, all, steps, records)
	s.total.add(p, all, steps, records)
}

func (s *silence) written() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files++
	s.wrote++
	s.quiet = counts{}
	s.reason = ""
}

func (s *silence) failed(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.quiet.failure, s.total.failure = err, err
}

// watch looks again and again until ctx ends.
func (s *silence) watch(ctx context.Context, clock func() time.Time, view func() pending.View, logger *zap.Logger) {
	ticker := time.NewTicker(silencePeriod)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if why := s.look(clock(), view()); why != nil {
				why.log(logger)
			}
		}
	}
}

// look returns why nothing was written since the last look; nil if something was, nothing came, or it was told already.
// Once files were written, spans that are no agent's are nothing to wonder about.
func (s *silence) look(now time.Time, v pending.View) *why {
	s.mu.Lock()
	defer s.mu.Unlock()
	files, fresh := s.files, s.fresh
	s.files, s.fresh = 0, false
	if files > 0 || !fresh && openOf(v) == nil {
		return nil
	}
	found := s.quiet.why(v)
	if found.reason == s.reason && now.Before(s.again) || found.usual && s.wrote > 0 {
		return nil
	}
	if found.reason != s.reason {
		s.reason, s.wait = found.reason, silencePeriod
	}
	s.wait = min(2*s.wait, silenceMost)
	s.again = now.Add(s.wait)
	return found
}

// last returns why nothing was written at all; nil if something was, or nothing came.
func (s *silence) last(v pending.View) *why {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.wrote > 0 || s.total.spans+s.total.records == 0 {
		return nil
	}
	return s.total.why(v)
}

// scopes are those of the spans that are no steps, so many as are remembered.
func (s *silence) scopes() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(slices.Values(s.total.scopes))
}

// why is a reason for silence.
type why struct {
	level  zapcore.Level
	reason string
	fields []zap.Field
	usual  bool // it's so in any collector at times
}

func (w *why) log(logger *zap.Logger) {
	if entry := logger.Check(w.level, "no files were written: "+w.reason); entry != nil {
		entry.Write(w.fields...)
	}
}

// why finds the reason that explains most.
func (c *counts) why(v pending.View) *why {
	failure := v.Failing
	if failure == nil {
		failure = c.failure
	}
	switch open := openOf(v); {
	case failure != nil:
		return &why{
			level: zapcore.WarnLevel, reason: "they can't be",
			fields: []zap.Field{zap.Error(failure), zap.Int("open_traces", v.Open)},
		}
	case open != nil:
		return open
	case c.spans == 0:
		return &why{
			level: zapcore.WarnLevel, usual: true,
			reason: "only log records came, which make no file without their spans; put the exporter into a traces pipeline too",
			fields: []zap.Field{zap.Int64("log_records", c.records)},
		}
	case c.steps == 0:
		return &why{
			level: zapcore.WarnLevel, usual: true,
			reason: "no span is an agent's, a model's or a tool's by any known convention; is the agent instrumented, and " +
				"are its spans sent here?",
			fields: []zap.Field{zap.Int64("spans", c.spans), zap.Strings("scopes", slices.Sorted(slices.Values(c.scopes)))},
		}
	}
	return &why{
		level: zapcore.WarnLevel, usual: true, reason: "no trace of these spans has closed with a step",
		fields: []zap.Field{zap.Int64("spans", c.spans)},
	}
}

// openOf tells of the traces that will have files, if there are any.
func openOf(v pending.View) *why {
	var waiting []pending.Waiting
	for _, w := range v.Waiting {
		if w.Agent {
			waiting = append(waiting, w)
		}
	}
	if len(waiting) == 0 {
		return nil
	}
	oldest := slices.MaxFunc(waiting, func(a, b pending.Waiting) int { return cmp.Compare(a.Open, b.Open) })
	reason := "traces are open, and their root spans haven't ended: they are written idle_timeout after their last span"
	if oldest.RootEnded {
		reason = "traces are open, and their spans still come: they are written settle after the last one"
	}
	return &why{level: zapcore.InfoLevel, reason: reason, fields: []zap.Field{
		zap.Int("open_traces", v.Open), zap.Stringer("oldest", oldest.Trace), zap.Duration("open_for", oldest.Open),
		zap.Duration("since_its_last_span", oldest.Quiet), zap.Duration("written_in", oldest.Left),
	}}
}
