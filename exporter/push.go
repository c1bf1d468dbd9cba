package exporter

import (
	"context"
	"slices"

	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/crash"
	"github.com/agentdelta/agentdeltaexporter/internal/dialect"
	"github.com/agentdelta/agentdeltaexporter/internal/naming"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/pending"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// dropReason says why a span or a log record will be in no file. It is a value that is bad, not a push: the rest of the
// push is taken, and nothing is gained by sending it again.
type dropReason string

// The reasons for which spans and log records are dropped.
const (
	invalidTraceID dropReason = "invalid_trace_id" // a span whose trace id is missing or zero
	invalidSpanID  dropReason = "invalid_span_id"  // a span whose span id is missing or zero
	noTraceID      dropReason = "no_trace_id"      // a log record outside of any trace
	noDialect      dropReason = "no_dialect"       // a log record that no dialect knows as content of an agent's run
	unjoinable     dropReason = "unjoinable"       // a log record that names no span of its trace
	unreadable     dropReason = "unreadable"       // one whose reading panicked; of a span the place in its trace is kept
)

// push is what one request says, by trace in the order in which the traces occur in it, and the counts of it.
type push struct {
	limits    agentdelta.Limits
	reader    *reader
	scheme    *naming.Scheme
	fragments []pending.Fragment
	titles    []title                 // of each fragment, when names are made of more than trace ids
	index     map[pending.TraceID]int // into fragments
	received  map[origin]int64
	dropped   map[dropReason]int64
	panics    []panicked
	truncated map[string]int64 // spans and log records that lost texts before they came, by dialect
	scopes    []string         // of the spans that are no steps, a few
	read      observation.Observation
	repeats   *observation.Repeats // in fragments
}

// title is what a push says about the name of a trace.
type title struct {
	labels []observation.Label
	start  int64 // of the earliest span
	known  bool  // there was a span
}

// origin is what received spans and log records are counted by.
type origin struct {
	dialect string
	role    observation.Role
}

// consumeTraces returns nil once all spans are kept. All of its errors are passing ones: storage that is full or
// gone, bounds that are reached, a shutdown.
func (i *instance) consumeTraces(ctx context.Context, td ptrace.Traces) error {
	p := i.newPush()
	defer i.release(p)
	span.EachSpan(td, p.addSpan)
	p.entitle()
	i.tellPanics(p.panics)
	if err := i.traces.Add(ctx, i.clock(), p.fragments); err != nil {
		return err
	}
	i.telemetry.spans(ctx, p)
	i.silence.received(p, false)
	return nil
}

// consumeLogs returns nil once all log records are kept; its errors are those of consumeTraces.
func (i *instance) consumeLogs(ctx context.Context, ld plog.Logs) error {
	p := i.newPush()
	defer i.release(p)
	events := events{push: p, index: map[owner]int{}}
	span.EachLog(ld, events.add)
	events.keep()
	i.tellPanics(p.panics)
	if err := i.traces.Add(ctx, i.clock(), p.fragments); err != nil {
		return err
	}
	i.telemetry.logRecords(ctx, p)
	i.silence.received(p, true)
	return nil
}

func (p *push) addSpan(s *span.Span) {
	switch {
	case s.TraceID == [16]byte{}:
		p.dropped[invalidTraceID]++
	case s.ID == observation.SpanID{}:
		p.dropped[invalidSpanID]++
	default:
		p.readSpan(s)
	}
}

// readSpan keeps what a span says. One whose reading panics is a link, as one that no dialect knows, so that the rest of
// its trace and of the push don't suffer from it.
func (p *push) readSpan(s *span.Span) {
	defer func() {
		if cause := recover(); cause != nil {
			p.dropped[unreadable]++
			p.panics = append(p.panics, panicked{s.TraceID, crash.Of(cause)})
			p.keepSpan(s, &observation.Observation{Span: s.ID, Parent: s.Parent, Start: s.Start, End: max(s.Start, s.End)})
		}
	}()
	p.reader.span(s, &p.read)
	p.keepSpan(s, &p.read)
	p.count(&p.read, s.Scope)
}

func (p *push) keepSpan(s *span.Span, o *observation.Observation) {
	at := p.keep(s.TraceID, o)
	p.fragments[at].Spans++
	p.fragments[at].RootEnded = p.fragments[at].RootEnded || s.Parent == observation.SpanID{}
	if p.titles != nil {
		p.titles[at].note(p.scheme, s, o.Role)
	}
}

// count counts what was read, and what it lost before it came.
func (p *push) count(o *observation.Observation, scope string) {
	p.received[origin{o.Dialect, o.Role}]++
	if o.Content&observation.Truncated != 0 {
		if p.truncated == nil {
			p.truncated = map[string]int64{}
		}
		p.truncated[o.Dialect]++
	}
	if o.Role == observation.Other && len(p.scopes) < mostScopes && !slices.Contains(p.scopes, scope) {
		p.scopes = append(p.scopes, scope)
	}
}

func (t *title) note(scheme *naming.Scheme, s *span.Span, role observation.Role) {
	t.labels = scheme.Note(t.labels, s, role)
	if !t.known || s.Start < t.start {
		t.start, t.known = s.Start, true
	}
}

// entitle puts before each fragment what it says about the name of its trace.
func (p *push) entitle() {
	for i, t := range p.titles {
		if t.known {
			o := observation.Observation{Role: observation.Title, Start: t.start, End: t.start, Labels: t.labels}
			p.fragments[i].Data = slices.Insert(p.fragments[i].Data, 0, observation.Append(nil, &o)...)
		}
	}
}

// keep adds what a span or the log records of a span say to the fragment of their trace, and returns its place.
func (p *push) keep(trace pending.TraceID, o *observation.Observation) int {
	at, ok := p.index[trace]
	if !ok {
		at = p.open(trace)
	}
	fragment := &p.fragments[at]
	fragment.Agent = fragment.Agent || o.Role != observation.Other
	observation.Clip(o, p.limits)
	fragment.Data = p.repeats.Append(fragment.Data, at, o)
	return at
}

// owner is the span that log records belong to: by its id, or by an id of the dialect's own.
type owner struct {
	trace pending.TraceID
	span  observation.SpanID
	join  string
}

// events gathers the log records of each span of one request, whose order among themselves says something.
type events struct {
	push  *push
	list  []event
	index map[owner]int // into list
}

type event struct {
	owner       owner
	observation observation.Observation
}

func (e *events) add(l *span.Log) {
	if l.TraceID == [16]byte{} {
		e.push.dropped[noTraceID]++
		return
	}
	defer func() {
		if cause := recover(); cause != nil {
			e.push.dropped[unreadable]++
			e.push.panics = append(e.push.panics, panicked{l.TraceID, crash.Of(cause)})
		}
	}()
	o, ok := e.push.reader.log(l)
	if !ok {
		e.push.dropped[refusal(&o)]++
		return
	}
	e.push.count(&o, l.Scope)
	of := owner{l.TraceID, o.Span, o.Join}
	if at, ok := e.index[of]; ok {
		dialect.AddLog(&e.list[at].observation, &o)
		return
	}
	e.index[of] = len(e.list)
	e.list = append(e.list, event{of, o})
}

// refusal tells why a log record can't be used: a dialect knows it or none does.
func refusal(o *observation.Observation) dropReason {
	if o.Role == observation.Event {
		return unjoinable
	}
	return noDialect
}

func (e *events) keep() {
	for at := range e.list {
		e.push.keep(e.list[at].owner.trace, &e.list[at].observation)
	}
}
