package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// Read returns what a span says. A span that no dialect claims, or that its dialect calls neither agent, model nor
// tool, is a link: only its ids and times are kept. The values and messages in it live as long as the values of the span.
func Read(s *span.Span) observation.Observation {
	var o observation.Observation
	ReadInto(s, &o)
	return o
}

// ReadInto is Read into memory of the caller's, who may use it for one span after another. What was in it is gone.
func ReadInto(s *span.Span, o *observation.Observation) {
	*o = observation.Observation{Span: s.ID, Parent: s.Parent, Start: s.Start, End: max(s.Start, s.End)}
	if claims := spanMatcher().claims(s); claims != 0 {
		readClaimed(s, claims, o)
	}
}

func readClaimed(s *span.Span, claims set, o *observation.Observation) {
	for d := range claims.dialects() {
		role, ok := d.Role(s)
		if !ok {
			continue
		}
		o.Role, o.Dialect = role, d.Name
		if role != observation.Other {
			read(s, d, claims, o)
		}
		return
	}
}

// read fills o from the dialect that classified the span, then from the others that match it.
func read(s *span.Span, chosen *Dialect, claims set, o *observation.Observation) {
	o.Name, o.Scope = s.Name, s.Scope
	o.Service, _ = s.Resource.Text("service.name")
	o.ServiceVersion, _ = s.Resource.Text("service.version")
	readFailure(s, o)
	noteLoss(s, chosen, o)
	chosen.fill(s, o)
	if chosen.Adjust != nil {
		chosen.Adjust(s, o)
	}
	settle(o)
	for d := range claims.dialects() {
		if o.Content&observation.Redacted != 0 {
			break // a mask is not undone from another convention's copy of the text
		}
		if d != chosen && !d.Alone && !chosen.covers(d) {
			d.fill(s, o)
			settle(o)
		}
	}
	overlookLater(s, o)
}

// covers reports whether another dialect has nothing to add to a span of this one: this one follows it, or both follow
// the same and the span is not the other's.
func (d *Dialect) covers(other *Dialect) bool {
	return d.follows != nil && (other == d.follows || other.follows == d.follows)
}

// fill reads the fields that o still lacks.
func (d *Dialect) fill(s *span.Span, o *observation.Observation) {
	setText(&o.AgentName, s, d.Common.AgentName)
	setText(&o.Session, s, d.Common.Session)
	switch o.Role {
	case observation.Agent:
		d.Agent.fill(s, o)
		d.LLM.fillAgent(s, o)
	case observation.LLM:
		d.LLM.fill(s, o)
	case observation.Tool:
		d.Tool.fill(s, o)
	}
}

func (f *AgentFields) fill(s *span.Span, o *observation.Observation) {
	setFirst(&o.Request, s, f.Request, requestValue)
	setFirst(&o.Result, s, f.Result, resultValue)
	setFirst(&o.Structured, s, f.Structured, decoded)
	if o.Request.IsAbsent() {
		keepCut(&o.Input, s, f.Request, observation.User, o)
	}
	if o.Result.IsAbsent() {
		keepCut(&o.Output, s, f.Result, observation.Assistant, o)
	}
}

// keepCut keeps the first text that arrived cut as a message, which stands where no other span tells more.
func keepCut(list *[]observation.Message, s *span.Span, sources []Source, speaker observation.Speaker, o *observation.Observation) {
	for i := range sources {
		if text, ok := sources[i].value(s).Str(); ok && len(*list) == 0 && isCut(text) {
			*list = []observation.Message{{Speaker: speaker, Text: text, HasText: true}}
			o.Content |= observation.Truncated
		}
	}
}

// fillAgent reads what an agent span shares with a generation: its model, and its messages where the dialect says that
// they are its turns.
func (f *LLMFields) fillAgent(s *span.Span, o *observation.Observation) {
	setText(&o.Model, s, f.Model)
	if o.Turns != observation.NoTurns {
		f.fill(s, o)
	}
}

func (f *LLMFields) fill(s *span.Span, o *observation.Observation) {
	setText(&o.Model, s, f.Model)
	if o.FinishReason == "" {
		o.FinishReason = finishReason(s, f.Finish)
	}
	if len(o.Input) == 0 {
		o.Input = firstMessages(s, f.Input, observation.User, o)
	}
	if len(o.Output) == 0 {
		o.Output = firstMessages(s, f.Output, observation.Assistant, o)
	}
	if len(o.Usage) == 0 {
		o.Usage = usage(s, f.Usage)
	}
}

func (f *ToolFields) fill(s *span.Span, o *observation.Observation) {
	setText(&o.Tool, s, f.Name)
	setID(&o.CallID, s, f.CallID)
	setFirst(&o.Request, s, f.Arguments, argumentsValue)
	setFirst(&o.Result, s, f.Result, func(v value.Value) value.Value {
		inner, failed := openResult(v)
		o.Failed = o.Failed || failed
		return inner
	})
}

// firstMessages returns the messages of the first source that has any. A source that is no message list is passed over
// in favour of the next; when none is one, the first raw text stands: it arrived cut, or is a text that is JSON.
func firstMessages(s *span.Span, sources []Source, speaker observation.Speaker, o *observation.Observation) []observation.Message {
	raw := ""
	for i := range sources {
		v := sources[i].value(s)
		if v.IsAbsent() {
			continue
		}
		messages, ok := messagesIn(roomOf(s.Attrs.Maker()), v, speaker)
		if ok && len(messages) > 0 {
			return unpacked(messages)
		}
		if text, isText := saysNothing(v).Str(); isText && raw == "" && !isPlaceholder(text) {
			raw = text
		}
	}
	switch {
	case raw == "":
		return nil
	case arrivedCut(raw):
		o.Content |= observation.Truncated
	}
	return []observation.Message{{Speaker: speaker, Text: raw, HasText: true}}
}

// setFirst sets a field that is still absent from the first source that gives something.
func setFirst(field *value.Value, s *span.Span, sources []Source, read func(value.Value) value.Value) {
	if !field.IsAbsent() {
		return
	}
	for i := range sources {
		if v := read(sources[i].value(s)); !v.IsAbsent() {
			*field = v
			return
		}
	}
}

func (src *Source) value(s *span.Span) value.Value {
	v := src.From(s)
	if src.Open != nil && !v.IsAbsent() {
		return src.Open(v)
	}
	return v
}

// setText sets a text that is still empty from the first key that holds one.
func setText(field *string, s *span.Span, keys []string) {
	for _, key := range keys {
		if *field != "" {
			return
		}
		if text := s.Attrs.Get(key).Text(); !isPlaceholder(text) {
			*field = text
		}
	}
}

// setID sets an id that is still empty, passing over words that stand for an unknown one.
func setID(field *string, s *span.Span, keys []string) {
	for _, key := range keys {
		if *field != "" {
			return
		}
		if text := s.Attrs.Get(key).Text(); !isUnknownID(text) {
			*field = text
		}
	}
}

func lower(s string) string { return strings.ToLower(s) }
