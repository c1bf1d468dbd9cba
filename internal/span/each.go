package span

import (
	"math"
	"slices"
	"sync"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// EachSpan calls visit for every span of td, in the order in which they were recorded. It changes nothing in td. The
// Span is the same each time: visit must not keep it, nor its Attrs and Events, nor the lists and objects that are recorded
// there or read in their texts.
func EachSpan(td ptrace.Traces, visit func(*Span)) {
	r := spanReader{memory: memories.Get().(*memory)}
	r.attrs.maker, r.attrs.shapes = &r.maker, &r.shapes
	defer r.release()
	for _, resource := range td.ResourceSpans().All() {
		r.span.Resource = r.resource.load(resource.Resource().Attributes())
		for _, scope := range resource.ScopeSpans().All() {
			r.span.Scope = clean(scope.Scope().Name())
			r.span.ScopeVersion = clean(scope.Scope().Version())
			for _, recorded := range scope.Spans().All() {
				r.read(recorded)
				visit(&r.span)
				r.maker.Reuse()
			}
		}
	}
}

// spanReader holds the one span that EachSpan hands out and the memory behind it.
type spanReader struct {
	span            Span
	resource, attrs table
	events          []table // one for each of span.Events
	*memory
}

// memory is what is used again for one request after another.
type memory struct {
	maker  value.Maker
	shapes shapes
}

var memories = sync.Pool{New: func() any { return new(memory) }}

func (r *spanReader) release() {
	r.maker.Reuse() // visit may have panicked
	memories.Put(r.memory)
}

func (r *spanReader) read(s ptrace.Span) {
	r.span.TraceID = s.TraceID()
	r.span.ID = observation.SpanID(s.SpanID())
	r.span.Parent = observation.SpanID(s.ParentSpanID())
	r.span.Name = clean(s.Name())
	r.span.Start = nanos(s.StartTimestamp())
	r.span.End = nanos(s.EndTimestamp())
	r.span.Kind = kindOf(s.Kind())
	r.span.Status = statusOf(s.Status().Code())
	r.span.StatusMessage = clean(s.Status().Message())
	r.span.Attrs = r.attrs.load(s.Attributes())
	r.span.DroppedAttributes = s.DroppedAttributesCount()
	r.span.DroppedEvents = s.DroppedEventsCount()
	r.readEvents(s.Events())
}

func (r *spanReader) readEvents(events ptrace.SpanEventSlice) {
	n := events.Len()
	r.events = slices.Grow(r.events, max(0, n-len(r.events)))[:max(n, len(r.events))]
	r.span.Events = r.span.Events[:0]
	for i, event := range events.All() {
		r.events[i].maker = &r.maker
		r.span.Events = append(r.span.Events, Event{
			Name:  clean(event.Name()),
			Time:  nanos(event.Timestamp()),
			Attrs: r.events[i].load(event.Attributes()),
		})
	}
}

// EachLog calls visit for every log record of ld, in the order in which they were recorded. It changes nothing in ld.
// The Log is the same each time: visit must not keep it, nor its Attrs.
func EachLog(ld plog.Logs, visit func(*Log)) {
	var record Log
	var resourceAttrs, attrs table
	for _, resource := range ld.ResourceLogs().All() {
		record.Resource = resourceAttrs.load(resource.Resource().Attributes())
		for _, scope := range resource.ScopeLogs().All() {
			record.Scope = clean(scope.Scope().Name())
			for _, recorded := range scope.LogRecords().All() {
				readLog(&record, recorded)
				record.Attrs = attrs.load(recorded.Attributes())
				visit(&record)
			}
		}
	}
}

func readLog(to *Log, l plog.LogRecord) {
	to.TraceID = l.TraceID()
	to.Span = observation.SpanID(l.SpanID())
	to.EventName = clean(l.EventName())
	to.Time = nanos(l.Timestamp())
	to.Observed = nanos(l.ObservedTimestamp())
	to.Severity = clean(l.SeverityText())
	if to.Severity == "" && l.SeverityNumber() != plog.SeverityNumberUnspecified {
		to.Severity = l.SeverityNumber().String()
	}
	to.Body = convert(nil, l.Body(), 0)
	to.DroppedAttributes = l.DroppedAttributesCount()
}

// clean returns s as valid UTF-8. Valid text is not copied.
func clean(s string) string { return value.Valid(s) }

// nanos returns a time that fits; one beyond the year 2262 becomes the last one that does.
func nanos(t pcommon.Timestamp) int64 { return int64(min(t, math.MaxInt64)) }

func kindOf(k ptrace.SpanKind) Kind {
	if k < 0 || int(k) >= len(kindNames) {
		return Unspecified
	}
	return Kind(k)
}

func statusOf(c ptrace.StatusCode) Status {
	if c < 0 || int(c) >= len(statusNames) {
		return Unset
	}
	return Status(c)
}
