package exporter

import (
	"encoding/binary"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// pool is everything that the recorded cases hold, to be put together anew.
type pool struct {
	spans   []pooledSpan
	records []plog.LogRecord
	values  []pcommon.Value // of all attributes
}

type pooledSpan struct {
	resource pcommon.Resource
	scope    pcommon.InstrumentationScope
	span     ptrace.Span
}

func newPool(t testing.TB) *pool {
	p := &pool{}
	cases, err := filepath.Glob("../testdata/cases/*/*")
	require.NoError(t, err)
	for _, folder := range cases {
		td, ld := unmarshal(firstLine(t, filepath.Join(folder, "traces.jsonl")), firstLine(t, filepath.Join(folder, "logs.jsonl")), true)
		for _, resource := range td.ResourceSpans().All() {
			for _, scope := range resource.ScopeSpans().All() {
				for _, s := range scope.Spans().All() {
					p.spans = append(p.spans, pooledSpan{resource.Resource(), scope.Scope(), s})
					p.addValues(s.Attributes())
				}
			}
		}
		for _, resource := range ld.ResourceLogs().All() {
			for _, scope := range resource.ScopeLogs().All() {
				for _, l := range scope.LogRecords().All() {
					p.records = append(p.records, l)
					p.addValues(l.Attributes())
				}
			}
		}
	}
	require.NotEmpty(t, p.spans)
	require.NotEmpty(t, p.records)
	return p
}

func (p *pool) addValues(attributes pcommon.Map) {
	for _, v := range attributes.All() {
		p.values = append(p.values, v)
	}
}

// splice makes a request of each signal, of two traces, from spans and log records of whatever cases: with other ids,
// parents and times, and here and there with a value of another attribute, or half of one.
func (p *pool) splice(r *rand.Rand) (ptrace.Traces, plog.Logs) {
	td, ld := ptrace.NewTraces(), plog.NewLogs()
	spans := 1 + r.IntN(12)
	first := r.IntN(len(p.spans))
	for range spans {
		from := p.spans[(first+r.IntN(10))%len(p.spans)] // of one case, mostly
		if r.IntN(4) == 0 {
			from = p.spans[r.IntN(len(p.spans))]
		}
		resource := td.ResourceSpans().AppendEmpty()
		from.resource.CopyTo(resource.Resource())
		scope := resource.ScopeSpans().AppendEmpty()
		from.scope.CopyTo(scope.Scope())
		s := scope.Spans().AppendEmpty()
		from.span.CopyTo(s)
		p.change(s, r, spans)
	}
	for range r.IntN(6) {
		l := ld.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
		p.records[r.IntN(len(p.records))].CopyTo(l)
		l.SetTraceID(pcommon.TraceID{15: byte(1 + r.IntN(2))})
		l.SetSpanID(spliced(r.IntN(spans + 1)))
		l.SetTimestamp(pcommon.Timestamp(r.IntN(20)))
		p.spoil(l.Attributes(), r)
	}
	return td, ld
}

func spliced(n int) (id pcommon.SpanID) {
	binary.BigEndian.PutUint64(id[:], uint64(n))
	return id
}

func (p *pool) change(s ptrace.Span, r *rand.Rand, spans int) {
	s.SetTraceID(pcommon.TraceID{15: byte(1 + r.IntN(8)/7)})
	s.SetSpanID(spliced(1 + r.IntN(spans)))
	s.SetParentSpanID(spliced(r.IntN(spans + 2)))
	s.SetStartTimestamp(pcommon.Timestamp(r.IntN(20)))
	s.SetEndTimestamp(pcommon.Timestamp(r.IntN(30)))
	p.spoil(s.Attributes(), r)
	for _, event := range s.Events().All() {
		p.spoil(event.Attributes(), r)
	}
}

func (p *pool) spoil(attributes pcommon.Map, r *rand.Rand) {
	for _, v := range attributes.All() {
		switch r.IntN(20) {
		case 0:
			p.values[r.IntN(len(p.values))].CopyTo(v)
		case 1:
			if text := v.AsString(); text != "" {
				v.SetStr(strings.ToValidUTF8(text[:r.IntN(len(text))], ""))
			}
		}
	}
}

// FuzzSplice sends runs down the whole line that nobody recorded but whose every part somebody did. What must hold is
// what FuzzLine checks.
func FuzzSplice(f *testing.F) {
	for seed := range uint64(200) {
		f.Add(seed)
	}
	p, made := newPool(f), unstarted(f)
	f.Fuzz(func(t *testing.T, seed uint64) {
		td, ld := p.splice(rand.New(rand.NewPCG(seed, 0)))
		checkLine(t, made, td, ld)
	})
}
