package steps

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// join gives the content of log records to the spans that they belong to, by span id or by the id of the dialect's own.
// Records whose span isn't there say nothing yet; unplaced is told of them.
func join(all []*observation.Observation, unplaced *unplaced) []*observation.Observation {
	isEvent := func(o *observation.Observation) bool { return o.Role == observation.Event }
	if !slices.ContainsFunc(all, isEvent) {
		return all
	}
	var spans, events []*observation.Observation
	for _, o := range all {
		if isEvent(o) {
			events = append(events, o)
		} else {
			spans = append(spans, o)
		}
	}
	index := newIndex(spans)
	perSpan := map[*observation.Observation][]*observation.Observation{}
	for _, e := range events {
		target := index.target(e)
		unplaced.note(e, target)
		if target != nil {
			perSpan[target] = append(perSpan[target], e)
		}
	}
	for _, o := range spans {
		if list := perSpan[o]; list != nil {
			addEvents(o, list)
		}
	}
	return spans
}

// spanIndex finds spans by what log records name.
type spanIndex struct {
	byID  map[observation.SpanID]*observation.Observation
	byKey map[string]*observation.Observation
}

func newIndex(spans []*observation.Observation) spanIndex {
	index := spanIndex{make(map[observation.SpanID]*observation.Observation, len(spans)), map[string]*observation.Observation{}}
	for _, o := range spans {
		index.byID[o.Span] = o
		if o.Join != "" && index.byKey[o.Join] == nil {
			index.byKey[o.Join] = o
		}
	}
	return index
}

// target is the span of a log record: the one with the same id of the dialect's own, else the one whose span id the
// record carries, unless it has another id of the dialect's own. Some producers give all records the span id of the run.
func (x *spanIndex) target(e *observation.Observation) *observation.Observation {
	if e.Join == "" {
		return x.byID[e.Span]
	}
	if named := x.byKey[e.Join]; named != nil {
		return named
	}
	if span := x.byID[e.Span]; span != nil && span.Join == "" {
		return span
	}
	return nil
}

// addEvents adds the log records of one span to it, as if they stood on the span.
func addEvents(o *observation.Observation, events []*observation.Observation) {
	var input []observation.Message
	var said pieced
	for _, record := range inOrder(events) {
		if record.Output {
			said.add(&record)
		} else {
			input = append(input, record.Message)
		}
	}
	recorded := observation.Observation{Input: input, Output: said.answer(), FinishReason: said.finish}
	for _, e := range events {
		merge(&recorded, ofRole(o.Role, e))
	}
	if o.Role == observation.Other {
		return // a link stays one: its records say what, but not whose, they are
	}
	end := o.End
	if o.Failed && recorded.Error != "" && !strings.Contains(o.Error, " ") {
		o.Error = recorded.Error // an error's message says more than its type, which is all that stands on such a span
	}
	merge(o, &recorded)
	o.End = end // records are often written after their span
	restate(o, &recorded)
}

// ofRole is what a log record says of a span of a role: questions and answers say nothing of a tool, whose arguments and
// output come with the id of its call.
func ofRole(role observation.Role, e *observation.Observation) *observation.Observation {
	if role != observation.Tool || e.CallID != "" {
		return e
	}
	own := *e
	own.Request, own.Result = value.Value{}, value.Value{}
	return &own
}

// restate puts what log records say where the role of their span has it: a model's question and answer are messages,
// and the messages of an agent or a tool its question and answer.
func restate(o, recorded *observation.Observation) {
	switch o.Role {
	case observation.LLM:
		if !saysAny(o.Input) {
			o.Input = spoken(observation.User, recorded.Request, o.Input)
		}
		if !saysAny(o.Output) {
			o.Output = spoken(observation.Assistant, recorded.Result, o.Output)
		}
		o.Request, o.Result = value.Value{}, value.Value{}
	case observation.Agent:
		fillValue(&o.Request, newestUserText(recorded.Input))
		fillValue(&o.Result, newestText(recorded.Output))
	case observation.Tool:
		fillValue(&o.Request, newestUserText(recorded.Input))
		fillValue(&o.Result, returned(recorded.Output))
		o.Failed = o.Failed || recorded.Failed
		fillText(&o.Error, recorded.Error)
	}
}

// spoken is the one message of a text, or what there was when there is none.
func spoken(speaker observation.Speaker, v value.Value, old []observation.Message) []observation.Message {
	if v.IsAbsent() {
		return old
	}
	return []observation.Message{{Speaker: speaker, Text: asText(v), HasText: true}}
}

// newestText is the newest text of messages, or absent.
func newestText(messages []observation.Message) value.Value {
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Text != "" {
			return value.OfString(messages[i].Text)
		}
	}
	return value.Value{}
}

// returned is the newest result in messages, or their newest text.
func returned(messages []observation.Message) value.Value {
	for i := len(messages) - 1; i >= 0; i-- {
		if results := messages[i].Results; len(results) > 0 {
			return results[len(results)-1].Output
		}
	}
	return newestText(messages)
}

// inOrder lists the records of one span by time, then by the time they were observed, then by their place in the
// request that brought them. Requests whose next records have equal times take turns by content.
//
// Real libraries give all messages of a conversation one time, so the place inside a request is what orders them.
func inOrder(events []*observation.Observation) []observation.Record {
	type entry struct {
		record observation.Record
		batch  int
	}
	slices.SortFunc(events, func(a, b *observation.Observation) int {
		return bytes.Compare(observation.Append(nil, a), observation.Append(nil, b))
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
