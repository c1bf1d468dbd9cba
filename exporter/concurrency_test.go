package exporter

import (
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/agentdelta/agentdeltaexporter/config"
)

// traceNumber is the id of one of many traces.
func traceNumber(n int) (trace pcommon.TraceID) {
	trace[0] = 0xcc
	binary.BigEndian.PutUint64(trace[8:], uint64(n))
	return trace
}

// crowd is many senders of both signals. Each sends the parts of its own traces until it is refused.
type crowd struct {
	run     *running
	onSpans bool // the texts are on the spans; else they come in log events
	senders sync.WaitGroup
	next    atomic.Int64  // trace
	many    chan struct{} // closed once many were taken
	refused atomic.Int64

	mu    sync.Mutex
	taken []pcommon.TraceID // traces of which all was acknowledged
}

func (c *crowd) send(ctx context.Context) {
	for {
		trace := traceNumber(int(c.next.Add(1)))
		for _, push := range []func() error{
			func() error { return c.run.traces.ConsumeTraces(ctx, chat(trace, c.onSpans)) },
			func() error { return c.run.logs.ConsumeLogs(ctx, content(trace)) },
			func() error { return c.run.traces.ConsumeTraces(ctx, agent(trace)) },
		} {
			if push() != nil {
				c.refused.Add(1)
				return
			}
		}
		c.mu.Lock()
		if c.taken = append(c.taken, trace); len(c.taken) == 150 {
			close(c.many)
		}
		c.mu.Unlock()
	}
}

// Eight senders of both signals while files are written, rewritten and let go, and a shutdown in the middle of it all.
// What was acknowledged is in the files. The race detector looks on: make race.
func TestManySendersOfBothSignalsAndAShutdownInTheMiddle(t *testing.T) {
	for name, test := range map[string]struct {
		onSpans bool
		host    func(*testing.T, *config.Config) *host
	}{
		"in memory": {false, func(*testing.T, *config.Config) *host { return &host{} }},
		"in little memory": {true, func(_ *testing.T, cfg *config.Config) *host {
			cfg.MaxOpenTraces = 20
			return &host{}
		}},
		"with late windows that end": {true, func(_ *testing.T, cfg *config.Config) *host {
			cfg.LateWindow = time.Millisecond
			return &host{}
		}},
		"in storage": {false, func(t *testing.T, cfg *config.Config) *host {
			return withStorage(fileStorage(t, t.TempDir()), cfg)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := configured(t)
			cfg.Settle, cfg.Fsync = time.Millisecond, false
			c := &crowd{onSpans: test.onSpans, many: make(chan struct{})}
			c.run = start(t, cfg, test.host(t, cfg))
			const senders = 8
			for range senders {
				c.senders.Go(func() { c.send(t.Context()) })
			}
			<-c.many
			c.stop(t)
			assert.EqualValues(t, senders, c.refused.Load(), "each is told that its last push isn't taken")
			for _, trace := range c.taken {
				require.Subset(t, stepsOf(t, cfg, trace), whole)
			}
		})
	}
}

// stop shuts both signals down at once, and waits for the senders.
func (c *crowd) stop(t *testing.T) {
	var signals sync.WaitGroup
	signals.Go(func() { assert.NoError(t, c.run.logs.Shutdown(t.Context())) })
	signals.Go(func() { assert.NoError(t, c.run.traces.Shutdown(t.Context())) })
	signals.Wait()
	c.senders.Wait()
}

// stepsOf are the steps of all files of a trace: of one that was let go early, some come in a second file.
func stepsOf(t *testing.T, cfg *config.Config, trace pcommon.TraceID) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(cfg.Directory, trace.String()+"*.jsonl"))
	require.NoError(t, err)
	var steps []string
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		steps = append(steps, parse(t, string(text)).steps...)
	}
	return steps
}
