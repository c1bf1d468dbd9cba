package steps

import "github.com/agentdelta/agentdeltaexporter/internal/observation"

// Unplaced says why what the log records of a span say is in no file.
type Unplaced uint8

// The reasons for which log records have no place.
const (
	NoSpan Unplaced = iota // their span isn't in the trace
	NoStep                 // their span is a link between others
)

// unplaced tells of log records without a place, once for each span.
type unplaced struct {
	tell func(Unplaced)
	told map[place]bool
}

// place is what log records name: a span, by its id or by an id of the dialect's own.
type place struct {
	span observation.SpanID
	join string
}

// note takes log records and the span that they belong to, nil when it isn't there.
func (u *unplaced) note(records, target *observation.Observation) {
	if u.tell == nil || target != nil && target.Role != observation.Other {
		return
	}
	named := place{records.Span, records.Join}
	if u.told[named] {
		return
	}
	if u.told == nil {
		u.told = map[place]bool{}
	}
	u.told[named] = true
	if target == nil {
		u.tell(NoSpan)
	} else {
		u.tell(NoStep)
	}
}
