package bench

import (
	"testing"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/dialect"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/steps"
)

// line is what the exporter does to spans between the receiver and the file, without input and output.
type line struct {
	index     map[[16]byte]int
	read      observation.Observation
	fragments [][]byte
	repeats   observation.Repeats
	decoder   observation.Decoder
	file      []byte
	bytes     int // of all fragments
}

func newLine() *line { return &line{index: map[[16]byte]int{}} }

// push reads the spans of a batch into the fragments of their traces.
func (l *line) push(load *Load) {
	clear(l.index)
	l.repeats.Reset()
	for at := range l.fragments {
		l.fragments[at] = l.fragments[at][:0]
	}
	for _, td := range load.Batches {
		span.EachSpan(td, l.keep)
	}
	l.bytes = 0
	for _, fragment := range l.fragments {
		l.bytes += len(fragment)
	}
}

func (l *line) keep(s *span.Span) {
	at, known := l.index[s.TraceID]
	if !known {
		at = len(l.index)
		l.index[s.TraceID] = at
		if at == len(l.fragments) {
			l.fragments = append(l.fragments, nil)
		}
	}
	dialect.ReadInto(s, &l.read)
	observation.Clip(&l.read, agentdelta.DefaultLimits())
	l.fragments[at] = l.repeats.Append(l.fragments[at], at, &l.read)
}

// build makes the files of all traces.
func (l *line) build(b *testing.B) {
	for _, data := range l.fragments {
		check(b, l.decoder.Decode(string(data)))
		trace, ok := steps.Build(l.decoder.All(), steps.Options{Limits: agentdelta.DefaultLimits(), Complete: true})
		if !ok {
			b.Fatal("a trace without steps")
		}
		l.decoder.Reset()
		l.file = trace.AppendTo(l.file[:0], true)
		trace.Free()
	}
}

func BenchmarkLine(b *testing.B) {
	for _, form := range Forms {
		load := form.Runs(BatchTraces)
		b.Run("form="+form.Name, func(b *testing.B) { measureLine(b, &load) })
	}
}

func measureLine(b *testing.B, load *Load) {
	l := newLine()
	l.push(load)
	m := start(b)
	for range b.N {
		l.push(load)
		l.build(b)
	}
	m.report(load.Spans, "span")
}

// BenchmarkRead is the part of the line that a push waits for.
func BenchmarkRead(b *testing.B) {
	for _, form := range Forms {
		load := form.Runs(BatchTraces)
		b.Run("form="+form.Name, func(b *testing.B) {
			l := newLine()
			l.push(&load)
			m := start(b)
			for range b.N {
				l.push(&load)
			}
			m.report(load.Spans, "span")
			b.ReportMetric(float64(l.bytes)/float64(load.Spans), "kept-B/span")
		})
	}
}

// BenchmarkBuild is the rest.
func BenchmarkBuild(b *testing.B) {
	for _, form := range Forms {
		load := form.Runs(BatchTraces)
		b.Run("form="+form.Name, func(b *testing.B) {
			l := newLine()
			l.push(&load)
			m := start(b)
			for range b.N {
				l.build(b)
			}
			m.report(load.Spans, "span")
		})
	}
}

// BenchmarkHTTP is spans of which nothing but their place in the trace is kept.
func BenchmarkHTTP(b *testing.B) {
	load := HTTP(4)
	l := newLine()
	l.push(&load)
	m := start(b)
	for range b.N {
		l.push(&load)
	}
	m.report(load.Spans, "span")
}

// BenchmarkHistory is the spans of models that are sent a long history, and the same without it.
func BenchmarkHistory(b *testing.B) {
	const size = 64 << 10
	for _, form := range Forms {
		short, long := form.History(8, 0), form.History(8, size)
		added := float64(bytesOf(long)-bytesOf(short)) / float64(long.Spans)
		for _, load := range []struct {
			name string
			Load
		}{{"none", short}, {"64KB", long}} {
			b.Run("form="+form.Name+"/history="+load.name, func(b *testing.B) {
				l := newLine()
				l.push(&load.Load)
				m := start(b)
				for range b.N {
					l.push(&load.Load)
				}
				m.report(load.Spans, "span")
				b.ReportMetric(added, "history-B/span")
				b.ReportMetric(float64(l.bytes)/float64(load.Spans), "kept-B/span")
			})
		}
	}
}

// BenchmarkScale is twice the traces, ten times the spans of a trace, and the like: the time of a span must not change.
func BenchmarkScale(b *testing.B) {
	genAI := Forms[0]
	for _, load := range []struct {
		name string
		Load
	}{
		{"traces=170/spans=12", genAI.Runs(BatchTraces)},
		{"traces=340/spans=12", genAI.Runs(2 * BatchTraces)},
		{"traces=1700/spans=12", genAI.Runs(10 * BatchTraces)},
		{"traces=1/spans=221", genAI.Long(20)},
		{"traces=1/spans=441", genAI.Long(40)},
		{"traces=1/spans=2201", genAI.Long(200)},
		{"traces=1/spans=22001", genAI.Long(2000)},
	} {
		b.Run(load.name, func(b *testing.B) { measureLine(b, &load.Load) })
	}
}
