package exporter

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	zaptest "go.uber.org/zap/zaptest/observer"

	"github.com/agentdelta/agentdeltaexporter/config"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/pending"
)

// plain is a push of a span that is no agent's.
func plain(scope string) ptrace.Traces {
	td := ptrace.NewTraces()
	appendSpan(td, pcommon.TraceID{9}, agentSpan, pcommon.SpanID{}, "GET")
	td.ResourceSpans().At(0).ScopeSpans().At(0).Scope().SetName(scope)
	return td
}

// whySilent takes the lines that tell why nothing is written.
func whySilent(lines *zaptest.ObservedLogs) []zaptest.LoggedEntry {
	found := lines.FilterMessageSnippet("no files were written: ").All()
	lines.TakeAll()
	return found
}

func TestWhyNothingIsWritten(t *testing.T) {
	for name, test := range map[string]struct {
		live  func(*testing.T, *running, *config.Config)
		after string // what is told after some minutes; empty for nothing
		end   string // what is told at shutdown
		field string // with a field of this name
	}{
		"nothing came": {live: func(*testing.T, *running, *config.Config) {}},
		"no agents": {
			live: func(t *testing.T, r *running, _ *config.Config) {
				require.NoError(t, r.traces.ConsumeTraces(t.Context(), plain("net/http")))
			},
			after: "no span is an agent's", end: "no span is an agent's", field: "scopes",
		},
		"log records alone": {
			live: func(t *testing.T, r *running, _ *config.Config) {
				require.NoError(t, r.logs.ConsumeLogs(t.Context(), content(weatherTrace)))
			},
			// The trace of the records closes when it has been idle, and makes no file.
			after: "only log records came", end: "only log records came", field: "log_records",
		},
		"an open trace, which shutdown writes": {
			live: func(t *testing.T, r *running, cfg *config.Config) {
				for range 2 * silencePeriod / cfg.IdleTimeout {
					require.NoError(t, r.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
					time.Sleep(cfg.IdleTimeout / 2)
				}
			},
			after: "their root spans haven't ended", field: "open_for",
		},
		"a directory that can't be written": {
			live: func(t *testing.T, r *running, cfg *config.Config) {
				obstruct(t, cfg.Directory)
				require.NoError(t, r.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
			},
			after: "they can't be", end: "they can't be", field: "error",
		},
		"files that were written": {
			live: func(t *testing.T, r *running, cfg *config.Config) {
				require.NoError(t, r.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
				time.Sleep(2 * cfg.Settle)
				require.NoError(t, r.traces.ConsumeTraces(t.Context(), plain("net/http")))
				time.Sleep(silencePeriod)
				require.NoError(t, r.traces.ConsumeTraces(t.Context(), plain("net/http")))
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				cfg := configured(t)
				r, lines := logged(t, cfg, &host{})
				test.live(t, r, cfg)
				time.Sleep(silencePeriod + time.Second)
				synctest.Wait()
				check := func(want string) {
					told := whySilent(lines)
					if want == "" {
						assert.Empty(t, told)
						return
					}
					require.Len(t, told, 1)
					assert.Contains(t, told[0].Message, want)
					assert.Contains(t, told[0].ContextMap(), test.field)
				}
				check(test.after)
				_ = r.traces.Shutdown(t.Context())
				_ = r.logs.Shutdown(t.Context())
				check(test.end)
			})
		})
	}
}

// pushOf is a push of so many spans of a role.
func pushOf(role observation.Role, n int64, scopes ...string) *push {
	return &push{received: map[origin]int64{{role: role}: n}, scopes: scopes}
}

func TestTheSameReasonIsToldLessAndLess(t *testing.T) {
	s := &silence{}
	now := time.Unix(0, 0)
	var told []time.Duration
	for range 60 {
		now = now.Add(silencePeriod)
		s.received(pushOf(observation.Other, 1), false)
		if s.look(now, pending.View{}) != nil {
			told = append(told, now.Sub(time.Unix(0, 0)))
		}
	}
	assert.Equal(t, []time.Duration{5 * time.Minute, 15 * time.Minute, 35 * time.Minute, 75 * time.Minute, 135 * time.Minute, 195 * time.Minute, 255 * time.Minute}, told)

	s.failed(errors.New("disk full"))
	s.received(pushOf(observation.LLM, 1), false)
	require.NotNil(t, s.look(now, pending.View{}), "another reason is news")
}

func TestNothingIsToldWhileNothingComes(t *testing.T) {
	s := &silence{}
	s.received(pushOf(observation.Other, 1), false)
	require.NotNil(t, s.look(time.Unix(0, 0), pending.View{}))
	assert.Nil(t, s.look(time.Unix(1e9, 0), pending.View{}))
	open := pending.View{Waiting: []pending.Waiting{{Agent: true, RootEnded: true}}}
	assert.NotNil(t, s.look(time.Unix(2e9, 0), open), "but for what is still open")
}

func TestAFileEndsTheSilence(t *testing.T) {
	s := &silence{}
	s.failed(errors.New("disk full"))
	s.received(pushOf(observation.LLM, 1), false)
	s.written()
	assert.Nil(t, s.look(time.Unix(0, 0), pending.View{}))
	assert.Nil(t, s.last(pending.View{}))
	s.received(pushOf(observation.Other, 1), false)
	assert.Nil(t, s.look(time.Unix(1, 0), pending.View{}), "an old failure is none any more, and other spans are usual")
	s.received(pushOf(observation.LLM, 1), false)
	assert.NotNil(t, s.look(time.Unix(2, 0), pending.View{Failing: errors.New("disk full")}))
}

func TestOnlyAFewScopesAreRemembered(t *testing.T) {
	s := &silence{}
	for _, scope := range []string{"k", "j", "i", "h", "g", "f", "e", "d", "c", "b", "a"} {
		s.received(pushOf(observation.Other, 1, scope), false)
	}
	assert.Len(t, s.total.scopes, mostScopes)
}
