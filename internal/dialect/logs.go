package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// ReadLog returns what a log record says about the span whose id it carries, or about the one that its dialect finds it
// another way. It returns false for a record that says nothing about a run.
func ReadLog(l *span.Log) (observation.Observation, bool) {
	for _, d := range registry {
		if d.Log == nil {
			continue
		}
		o := observation.Observation{Role: observation.Event, Span: l.Span, Scope: l.Scope, Dialect: d.Name}
		if d.Log(l, &o) {
			noteRecords(&o)
			return o, o.Span != observation.SpanID{} || o.Join != ""
		}
	}
	return observation.Observation{}, false
}

// noteRecords derives what became of the texts of a log record.
func noteRecords(o *observation.Observation) {
	for i := range o.Records {
		side := observation.InputRecorded
		if o.Records[i].Output {
			side = observation.OutputRecorded
		}
		noteMessage(&o.Records[i].Message, side, o)
	}
}

// LogRequest gathers what the log records of one request say, those of one span together and in their order: producers
// give all messages of a conversation one time, so that only their order in the request tells which came first. The
// zero LogRequest is empty.
type LogRequest struct {
	owners []logOwner
	events map[logOwner]*observation.Observation
}

// logOwner is the span that log records belong to.
type logOwner struct {
	trace [16]byte
	span  observation.SpanID
	join  string
}

// Add adds what a log record says, if it says anything about a run.
func (r *LogRequest) Add(l *span.Log) {
	o, ok := ReadLog(l)
	if !ok {
		return
	}
	owner := logOwner{trace: l.TraceID, span: o.Span, join: o.Join}
	if known := r.events[owner]; known != nil {
		known.Records = append(known.Records, o.Records...)
		known.Content |= o.Content
		known.Failed, known.Error = known.Failed || o.Failed, firstOf(known.Error, o.Error)
		return
	}
	if r.events == nil {
		r.events = map[logOwner]*observation.Observation{}
	}
	r.events[owner] = &o
	r.owners = append(r.owners, owner)
}

// Each calls visit for each span's records, in the order in which the spans first occurred.
func (r *LogRequest) Each(visit func(trace [16]byte, o *observation.Observation)) {
	for _, owner := range r.owners {
		visit(owner.trace, r.events[owner])
	}
}
