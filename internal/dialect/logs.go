package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// ReadLog returns what a log record says about the span whose id it carries, or about the one that its dialect finds in
// another way. It returns false for a record that says nothing about a run, and for one that belongs to no span; only
// the latter has a role.
func ReadLog(l *span.Log) (observation.Observation, bool) {
	for _, d := range registry {
		if d.Log == nil {
			continue
		}
		o := observation.Observation{Role: observation.Event, Span: l.Span, Scope: l.Scope, Dialect: d.Name}
		if d.Log(l, &o) {
			noteRecords(&o)
			if l.DroppedAttributes > 0 {
				o.Content |= observation.Truncated
			}
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
	noteValue(o.Request, observation.InputRecorded, o)
	noteValue(o.Result, observation.OutputRecorded, o)
}

// AddLog adds to what a log record says what a later one of the same span in the same request does. Producers give all
// messages of a conversation one time, so that only their order in the request tells which came first: it is kept.
func AddLog(first, later *observation.Observation) {
	first.Records = append(first.Records, later.Records...)
	first.Content |= later.Content
	first.Failed = first.Failed || later.Failed
	first.Error = firstOf(first.Error, later.Error)
	first.Interrupted = first.Interrupted || later.Interrupted
	setEmpty(&first.Session, later.Session)
	setEmpty(&first.AgentName, later.AgentName)
	setEmpty(&first.Model, later.Model)
	setEmpty(&first.FinishReason, later.FinishReason)
	setEmpty(&first.CallID, later.CallID)
	setAbsent(&first.Request, later.Request)
	setAbsent(&first.Result, later.Result)
}

func setAbsent(field *value.Value, v value.Value) {
	if field.IsAbsent() {
		*field = v
	}
}

func setEmpty(field *string, text string) {
	if *field == "" {
		*field = text
	}
}
