// Package dialect reads what one span or log record says about an agent's run, in whatever convention it was recorded.
//
// Each convention is one value of type Dialect in a file of its own: how its spans are recognised, which role each has,
// and for each role the ordered list of places where a field may stand. The knowledge is in those tables; the engine in
// read.go walks them, and the shapes that all conventions share (message lists, content parts, envelopes around tool
// results, error marks) are read by the tables in messages.go, parts.go, envelope.go and failure.go.
//
// Reading is pure: no clock, no I/O, and nothing that is known of the spans before but what their keys alone tell. Each
// span is read once and alone; what only a whole trace can tell is left to the steps.
//
// # Adding a dialect
//
// Write one file with a Dialect value, add one row to registry with the reason for its place, and put recorded requests
// of it under testdata.
package dialect

import (
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// Dialect is one convention of recording agents.
type Dialect struct {
	Name  string // as metrics and metadata show it
	About About
	Match Match

	// Alone keeps the dialect from filling what another one leaves open, for it guesses where that one knows.
	Alone bool

	// Sparse says that the producer leaves out the numbers of messages without text, so that a missing one is no loss.
	Sparse bool

	// Role classifies a span that matches. It returns false when the dialect has no opinion on the span, and the next
	// dialect that matches decides.
	Role func(*span.Span) (observation.Role, bool)

	Common Common
	Agent  AgentFields
	LLM    LLMFields
	Tool   ToolFields

	// Adjust corrects, after the tables are read, what they cannot say. Most dialects need none.
	Adjust func(*span.Span, *observation.Observation)

	// Log reads a log record into an observation of role Event. It returns false when the record is none of the
	// dialect's, or says nothing. Most dialects write none.
	Log func(*span.Log, *observation.Observation) bool

	follows *Dialect // the dialect whose tables are part of this one's, see following
}

// About documents a dialect for people. docs/dialects.md is generated from it and from the tables:
//
//	go test ./internal/dialect -run TestDocs -update
type About struct {
	Title    string   // the producer's own name
	Versions string   // versions that the table was checked against
	Also     string   // what Match.Also asks, where it is set: "the ... is ..."
	Logs     string   // which log records Log reads, where it is set
	Switch   string   // what a user sets so that texts are recorded, or that they always are
	Gaps     string   // what the producer doesn't record
	Links    []string // primary sources: repo:path or specification section
}

// Match says which spans a dialect claims: those for which any of its lines holds.
type Match struct {
	Keys          []string // an attribute of this name is present
	KeyPrefixes   []string // an attribute's name begins so
	Scopes        []string // the instrumentation scope's name is this
	ScopePrefixes []string // the instrumentation scope's name begins so
	NamePrefixes  []string // the span's name begins so

	// Also is asked last, and only of spans of which something begins like a key, scope or name of some dialect: what
	// else a service does is passed by without a look. With AlsoKeys it is asked only of spans that have one of these
	// attributes.
	Also     func(*span.Span) bool
	AlsoKeys []string
}

// Source is one place where a field may stand.
type Source struct {
	Place string // how documentation names it
	From  func(*span.Span) value.Value
	Open  func(value.Value) value.Value // takes the field out of its wrapping; nil leaves it
}

// Common are the fields of every role. The first key that is present and not a placeholder wins.
type Common struct {
	AgentName, Session []string
}

// AgentFields say where an agent's input and output stand. A value may be a text, a message list, or a state that
// holds one; see requestText and resultValue.
type AgentFields struct {
	Request, Result, Structured []Source
}

// LLMFields say where one generation stands.
type LLMFields struct {
	Model, Finish []string
	Input, Output []Source // message lists in any shape that Messages reads
	Usage         []UsageKey
}

// before is the fields with other places of a request and a response before their own.
func (f LLMFields) before(input, output []Source) LLMFields {
	f.Input = append(slices.Clip(input), f.Input...)
	f.Output = append(slices.Clip(output), f.Output...)
	return f
}

// UsageKey names a token count and the attributes that may hold it.
type UsageKey struct {
	Name string
	Keys []string
}

// ToolFields say where one tool execution stands.
type ToolFields struct {
	Name, CallID      []string
	Arguments, Result []Source
}

// attr is the attribute of a name, as it was recorded.
func attr(key string) Source {
	return Source{Place: key, From: func(s *span.Span) value.Value { return s.Attrs.Get(key) }}
}

// attrs is one attr for each key.
func attrs(keys ...string) []Source {
	list := make([]Source, len(keys))
	for i, key := range keys {
		list[i] = attr(key)
	}
	return list
}

// flat is the list or object that indexed keys such as prefix.0.role spell out.
func flat(prefix string) Source {
	return Source{Place: prefix + ".N.*", From: func(s *span.Span) value.Value { return span.Flat(s.Attrs, prefix) }}
}

// event is an attribute of the first span event of a name.
func event(name, key string) Source {
	return Source{Place: "event " + name + ": " + key, From: func(s *span.Span) value.Value {
		for i := range s.Events {
			if s.Events[i].Name == name {
				return s.Events[i].Attrs.Get(key)
			}
		}
		return value.Value{}
	}}
}

// opened is a source whose value is taken out of its wrapping.
func (src Source) opened(open func(value.Value) value.Value) Source {
	src.Open = open
	return src
}

// opened is sources whose values are all taken out of the same wrapping.
func opened(sources []Source, open func(value.Value) value.Value) []Source {
	for i := range sources {
		sources[i].Open = open
	}
	return sources
}

// byAttr classifies by the value of one attribute, compared without case. Values outside the table have role other.
func byAttr(key string, table map[string]observation.Role) func(*span.Span) (observation.Role, bool) {
	return func(s *span.Span) (observation.Role, bool) {
		text, ok := s.Attrs.Text(key)
		if !ok {
			return observation.Other, false
		}
		return table[lower(text)], true
	}
}
