//go:build unix

package exporter

import (
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/agentdelta/agentdeltaexporter/config"
)

// giant is a trace of a shape that only a mistake or malice makes, in requests of a thousand spans.
type giant struct {
	traces []ptrace.Traces
	logs   []plog.Logs
	spans  int
	scope  int // of the spans that are added
}

// nth is the id of a span; none is that of the root's parent.
func nth(n int) (id pcommon.SpanID) {
	binary.BigEndian.PutUint64(id[:], uint64(n))
	return id
}

// add appends a span; it is the n-th, from 1.
func (g *giant) add(parent int, name string, attributes ...string) ptrace.Span {
	if g.spans%1000 == 0 {
		g.traces = append(g.traces, ptrace.NewTraces())
		g.traces[len(g.traces)-1].ResourceSpans().AppendEmpty()
	}
	g.spans++
	scopes := g.traces[len(g.traces)-1].ResourceSpans().At(0).ScopeSpans()
	for scopes.Len() <= g.scope {
		scopes.AppendEmpty().Scope().SetName(strings.Repeat("s", scopes.Len()-1))
	}
	s := scopes.At(g.scope).Spans().AppendEmpty()
	s.SetTraceID(weatherTrace)
	s.SetSpanID(nth(g.spans))
	s.SetParentSpanID(nth(parent))
	s.SetName(name)
	s.SetStartTimestamp(pcommon.Timestamp(1_000_000 * g.spans))
	s.SetEndTimestamp(pcommon.Timestamp(1_000_000*g.spans + 500_000))
	operation, _, _ := strings.Cut(name, " ")
	s.Attributes().PutStr("gen_ai.operation.name", operation)
	for at := 0; at < len(attributes); at += 2 {
		s.Attributes().PutStr(attributes[at], attributes[at+1])
	}
	return s
}

func toolCall(id int) string {
	return fmt.Sprintf(`{"type":"tool_call","id":"call-%d","name":"look","arguments":{"at":%d}}`, id, id)
}

func toolResult(id int) string {
	return fmt.Sprintf(`{"role":"tool","parts":[{"type":"tool_call_response","id":"call-%d","response":"seen %d"}]}`, id, id)
}

// addAt is add of a span that begins and ends at other times.
func (g *giant) addAt(start, end, parent int, name string, attributes ...string) {
	s := g.add(parent, name, attributes...)
	s.SetStartTimestamp(pcommon.Timestamp(start))
	s.SetEndTimestamp(pcommon.Timestamp(end))
}

// tool appends the span of a call.
func (g *giant) tool(parent, id int) {
	g.add(parent, "execute_tool look", "gen_ai.tool.name", "look", "gen_ai.tool.call.id", fmt.Sprintf("call-%d", id),
		"gen_ai.tool.call.arguments", fmt.Sprintf(`{"at":%d}`, id), "gen_ai.tool.call.result", fmt.Sprintf("seen %d", id))
}

// giants are the shapes. What size counts is in their names, and what a hundred or a thousand times as much of it may be
// has a limit somewhere else: the receiver's, for a request.
var giants = []struct {
	name string
	full int // the size that benchmarks take
	make func(size int) *giant
}{
	{"spans of turns with a tool each", 100_000, func(size int) *giant {
		g := &giant{}
		g.add(0, "invoke_agent x")
		for n := range size / 2 {
			g.add(1, "chat m", "gen_ai.output.messages", `[{"role":"assistant","parts":[`+toolCall(n)+`]}]`)
			g.tool(1, n)
		}
		return g
	}},
	{"turns that an agent's span holds, with a tool each", 100_000, func(size int) *giant {
		g := &giant{}
		var turns []string
		for n := range size / 2 {
			turns = append(turns, `{"role":"assistant","parts":[`+toolCall(n)+`]}`, toolResult(n))
		}
		g.addAt(1, 1<<50, 0, "invoke_agent x", "gen_ai.output.messages", "["+strings.Join(turns, ",")+"]")
		for n := range size / 2 {
			g.tool(1, n)
		}
		return g
	}},
	{"levels of agents in tools", 10_000, func(size int) *giant {
		g := &giant{}
		for n := range size / 2 {
			g.add(2*n, "invoke_agent x", "gen_ai.agent.name", fmt.Sprint("agent ", n))
			g.tool(2*n+1, n)
		}
		return g
	}},
	{"levels of models in models", 10_000, func(size int) *giant {
		g := &giant{}
		for n := range size {
			g.add(n, "chat m", "gen_ai.output.messages", messages("assistant", fmt.Sprint("text ", n)))
		}
		return g
	}},
	{"requests each below the one before", 10_000, func(size int) *giant {
		g := &giant{}
		for n := range size {
			g.add(n, "chat m", "gen_ai.input.messages", "["+toolResult(n-1)+"]",
				"gen_ai.output.messages", `[{"role":"assistant","parts":[`+toolCall(n)+`]}]`)
		}
		return g
	}},
	{"wrappers around a request and the next of them", 10_000, func(size int) *giant {
		g := &giant{}
		for n := range size / 2 {
			g.add(2*n, "chat m")
			g.add(2*n+1, "chat m", "gen_ai.input.messages", "["+toolResult(n-1)+"]",
				"gen_ai.output.messages", `[{"role":"assistant","parts":[`+toolCall(n)+`]}]`)
		}
		return g
	}},
	{"levels of links, each beside a tool that starts with it", 100_000, func(size int) *giant {
		g := &giant{}
		for n := range size / 2 {
			g.addAt(1, 9, max(0, 2*n-1), "GET /")
			g.addAt(1, 9, max(0, 2*n-1), "execute_tool look", "gen_ai.tool.name", "look")
		}
		g.addAt(1, 9, size-1, "chat m", "gen_ai.output.messages", messages("assistant", "done"))
		return g
	}},
	{"levels of agents and models in two branches at one time", 10_000, func(size int) *giant {
		g := &giant{}
		for n := range size / 2 {
			g.scope = n % 2
			g.addAt(n+1, 1<<50, max(0, g.spans-2), "invoke_agent x")
			g.addAt(n+1, 1<<50, g.spans, "chat m", "gen_ai.output.messages", messages("assistant", fmt.Sprint("text ", n)))
		}
		return g
	}},
	{"levels of agents that pause, of a run that went on", 100_000, func(size int) *giant {
		g := &giant{}
		for n := range size {
			paused := g.add(n, "invoke_agent x").Events().AppendEmpty()
			paused.SetName("exception")
			paused.Attributes().PutStr("exception.type", "GraphInterrupt")
		}
		g.addAt(1, 1<<50, 0, "invoke_agent x")
		return g
	}},
	{"tools that a model's client ran by itself", 100_000, func(size int) *giant {
		g := &giant{}
		g.addAt(1, 1<<50, 0, "chat m", "gen_ai.output.messages", messages("assistant", "done"))
		for n := range size {
			g.tool(1, n)
		}
		return g
	}},
	{"pauses of one call", 10_000, func(size int) *giant {
		g := &giant{}
		g.add(0, "invoke_agent x")
		for range size {
			g.add(1, "execute_tool look", "gen_ai.tool.name", "look", "gen_ai.tool.call.id", "call-1", "gen_ai.tool.call.arguments", "{}")
		}
		return g
	}},
	{"parallel tools of one turn", 10_000, func(size int) *giant {
		g := &giant{}
		g.add(0, "invoke_agent x")
		var calls, results []string
		for n := range size {
			calls, results = append(calls, toolCall(n)), append(results, toolResult(n))
		}
		g.add(1, "chat m", "gen_ai.output.messages", `[{"role":"assistant","parts":[`+strings.Join(calls, ",")+`]}]`)
		for n := range size {
			g.tool(1, size-1-n)
		}
		g.add(1, "chat m", "gen_ai.input.messages", "["+strings.Join(results, ",")+"]",
			"gen_ai.output.messages", messages("assistant", "done"))
		return g
	}},
	{"parallel tools without a span", 10_000, func(size int) *giant {
		g := &giant{}
		var calls, results []string
		for n := range size {
			calls, results = append(calls, toolCall(n)), append(results, toolResult(n))
		}
		g.add(0, "chat m", "gen_ai.output.messages", `[{"role":"assistant","parts":[`+strings.Join(calls, ",")+`]}]`)
		g.add(0, "chat m", "gen_ai.input.messages", "["+strings.Join(results, ",")+"]",
			"gen_ai.output.messages", messages("assistant", "done"))
		return g
	}},
	{"bytes of a model's text", 10_000_000, func(size int) *giant {
		g := &giant{}
		g.add(0, "chat m", "gen_ai.output.messages", messages("assistant", strings.Repeat("x", size)))
		return g
	}},
	{"bytes of a tool's arguments", 10_000_000, func(size int) *giant {
		g := &giant{}
		list := strings.Repeat("[1, 2.5, true, null, \"text\"], ", size/30)
		g.add(0, "execute_tool t", "gen_ai.tool.name", "t", "gen_ai.tool.call.arguments", `{"list": [`+list+`0]}`,
			"gen_ai.tool.call.result", "["+list+"0]")
		return g
	}},
	{"bytes of a conversation", 10_000_000, func(size int) *giant {
		g := &giant{}
		one := `{"role":"user","parts":[{"type":"text","content":"What is the weather in Tokyo?"}]}`
		g.add(0, "chat m", "gen_ai.input.messages", "["+strings.Repeat(one+",", size/len(one))+one+"]",
			"gen_ai.output.messages", messages("assistant", "done"))
		return g
	}},
	{"attributes of a span", 100_000, func(size int) *giant {
		g := &giant{}
		s := g.add(0, "chat m")
		for n := range size / 2 {
			s.Attributes().PutStr(fmt.Sprintf("llm.input_messages.%d.message.role", n), "user")
			s.Attributes().PutStr(fmt.Sprintf("llm.input_messages.%d.message.content", n), fmt.Sprint("text ", n))
		}
		s.Attributes().PutStr("openinference.span.kind", "LLM")
		return g
	}},
	{"log events of a span", 100_000, func(size int) *giant {
		g := &giant{logs: []plog.Logs{plog.NewLogs()}}
		g.add(0, "chat m")
		records := g.logs[0].ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords()
		for n := range size {
			l := records.AppendEmpty()
			l.SetTraceID(weatherTrace)
			l.SetSpanID(nth(1))
			l.SetEventName("gen_ai.user.message")
			l.Body().SetEmptyMap().PutStr("content", fmt.Sprint("text ", n))
		}
		return g
	}},
	{"bytes of an agent's name, tools below", 100_000, func(size int) *giant {
		g := &giant{}
		g.add(0, "invoke_agent x", "gen_ai.agent.name", "outer")
		g.add(1, "invoke_agent y", "gen_ai.agent.name", strings.Repeat("y", size))
		for n := range size / 100 {
			g.tool(2, n)
		}
		return g
	}},
	{"bytes of a service's and a scope's name, spans below", 1_000_000, func(size int) *giant {
		g := &giant{}
		for n := range size / 1000 {
			g.add(0, "chat m", "gen_ai.output.messages", messages("assistant", fmt.Sprint("text ", n)))
		}
		for _, td := range g.traces {
			td.ResourceSpans().At(0).Resource().Attributes().PutStr("service.name", strings.Repeat("s", size))
			td.ResourceSpans().At(0).ScopeSpans().At(0).Scope().SetName(strings.Repeat("s", size))
		}
		return g
	}},
	{"spans that only link", 100_000, func(size int) *giant {
		g := &giant{}
		for n := range size {
			g.add(n, "GET /")
		}
		g.add(size, "chat m", "gen_ai.output.messages", messages("assistant", "done"))
		return g
	}},
}

// cost is what a trace takes from its first push to its file.
type cost struct {
	allocations, bytes uint64
	took               time.Duration
	file               int64
}

// processorTime is what the process has used, whatever else the machine does.
func processorTime(t testing.TB) time.Duration {
	var used syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// export has an exporter write a trace, and returns what that costs.
func (g *giant) export(t testing.TB) cost {
	cfg := config.Default()
	cfg.Directory, cfg.MaxOpenBytes = t.TempDir(), 4<<30
	set := settings()
	factory, ctx := NewFactory(), t.Context()
	traces, err := factory.CreateTraces(ctx, set, cfg)
	require.NoError(t, err)
	logs, err := factory.CreateLogs(ctx, set, cfg)
	require.NoError(t, err)
	require.NoError(t, traces.Start(ctx, &host{}))
	require.NoError(t, logs.Start(ctx, &host{}))

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := processorTime(t)
	for _, ld := range g.logs {
		require.NoError(t, logs.ConsumeLogs(ctx, ld))
	}
	for _, td := range g.traces {
		require.NoError(t, traces.ConsumeTraces(ctx, td))
	}
	require.NoError(t, logs.Shutdown(ctx))
	require.NoError(t, traces.Shutdown(ctx))
	took := processorTime(t) - began
	runtime.ReadMemStats(&after)
	info, err := os.Stat(cfg.Directory + "/" + weatherTrace.String() + ".jsonl")
	require.NoError(t, err)
	return cost{after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc, took, info.Size()}
}

// exportCold exports with empty pools and without garbage collection: what a trace before has left for use again would hide
// a part of the cost, and what the collector takes from the pools meanwhile would add to it, as it comes. A sync.Pool gives
// up what it holds in the second collection.
func (g *giant) exportCold(t testing.TB) cost {
	runtime.GC()
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	return g.export(t)
}

// Ten times the size costs hardly more than ten times the allocations and bytes, of which some more are free, for buffers
// grow by doubling. Time is for the benchmark to tell.
func TestTheCostOfAGiantTraceGrowsWithItsSize(t *testing.T) {
	for _, shape := range giants {
		t.Run(shape.name, func(t *testing.T) {
			size := shape.full / 100
			small, large := shape.make(size).exportCold(t), shape.make(10*size).exportCold(t)
			t.Logf("%d: %+v, %d: %+v", size, small, 10*size, large)
			assert.Less(t, large.allocations, 12*small.allocations)
			assert.Less(t, large.bytes, 15*small.bytes)
		})
	}
}

// TestOneGiant exports the one that the environment names, for internal/growth to count the statements that it takes.
func TestOneGiant(t *testing.T) {
	size, _ := strconv.Atoi(os.Getenv("GIANT_SIZE"))
	for _, shape := range giants {
		t.Log("shape", shape.full, shape.name)
		if shape.name == os.Getenv("GIANT_SHAPE") {
			shape.make(size).export(t)
		}
	}
}

func BenchmarkGiantTrace(b *testing.B) {
	for _, shape := range giants {
		for _, part := range []int{10, 1} {
			b.Run(fmt.Sprintf("%d %s", shape.full/part, shape.name), func(b *testing.B) {
				g := shape.make(shape.full / part)
				var c cost
				for b.Loop() {
					c = g.export(b)
				}
				b.ReportMetric(float64(c.took.Milliseconds()), "cpu-ms")
				b.ReportMetric(float64(c.bytes)/(1<<20), "MiB-allocated")
				b.ReportMetric(float64(c.file)/(1<<10), "KiB-file")
			})
		}
	}
}
