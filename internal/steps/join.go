package steps

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
)

// join gives the content of log records to the spans that they belong to, by span id or by the id of the dialect's own.
// Records whose span isn't there say nothing yet.
func join(all []observation.Observation) []observation.Observation {
	var spans, events []observation.Observation
	for _, o := range all {
		if o.Role == observation.Event {
			events = append(events, o)
		} else {
			spans = append(spans, o)
		}
	}
	if len(events) == 0 {
		return spans
	}
	byID := make(map[observation.SpanID]*observation.Observation, len(spans))
	byKey := make(map[string]*observation.Observation)
	for i := range spans {
		byID[spans[i].Span] = &spans[i]
		if key := spans[i].Join; key != "" && byKey[key] == nil {
			byKey[key] = &spans[i]
		}
	}
	perSpan := map[*observation.Observation][]observation.Observation{}
	for _, e := range events {
		target := byKey[e.Join]
		if e.Join == "" || target == nil {
			target = byID[e.Span]
		}
		if target != nil {
			perSpan[target] = append(perSpan[target], e)
		}
	}
	for i := range spans {
		if list := perSpan[&spans[i]]; list != nil {
			addEvents(&spans[i], list)
		}
	}
	return spans
}

// addEvents adds the log records of one span to it, as if they stood on the span.
func addEvents(o *observation.Observation, events []observation.Observation) {
	var input []observation.Message
	var answer pieced
	for _, record := range inOrder(events) {
		if record.Output {
			answer.add(&record)
		} else {
			input = append(input, record.Message)
		}
	}
	recorded := observation.Observation{Input: input, Output: answer.messages, FinishReason: answer.finish}
	for i := range events {
		recorded.Content |= events[i].Content
		merge(&recorded, &events[i])
	}
	if o.Role == observation.Other {
		return // a link stays one: its records say what, but not whose, they are
	}
	end := o.End
	merge(o, &recorded)
	o.End = end // records are often written after their span
}

// inOrder lists the records of one span by time, then by the time they were observed, then by their place in the
// request that brought them. Requests whose next records have equal times take turns by content.
//
// Real libraries give all messages of a conversation one time, so the place inside a request is what orders them.
func inOrder(events []observation.Observation) []observation.Record {
	type entry struct {
		record observation.Record
		batch  int
	}
	slices.SortFunc(events, func(a, b observation.Observation) int {
		return bytes.Compare(observation.Append(nil, &a), observation.Append(nil, &b))
	})
	var entries []entry
	for batch := range events {
		for _, record := range events[batch].Records {
			entries = append(entries, entry{record, batch})
		}
	}
	slices.SortStableFunc(entries, func(a, b entry) int {
		return cmp.Or(
			cmp.Compare(a.record.Time, b.record.Time),
			cmp.Compare(a.record.Observed, b.record.Observed),
			cmp.Compare(a.batch, b.batch))
	})
	records := make([]observation.Record, len(entries))
	for i := range entries {
		records[i] = entries[i].record
	}
	return records
}
