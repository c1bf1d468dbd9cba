// Package span turns the collector's pdata into plain values: spans and log records that the rest of the exporter can
// read without knowing pdata. It is the only package besides the exporter's own that imports pdata.
//
// A Span or Log is valid only during the call that hands it out: its memory is used again for the next one. Strings taken
// from it may be kept, for they are immutable, and so may the values of a Log. Those of a Span may not: the lists and
// objects that are recorded there or read in its texts are emptied then, and hold what is read of the next one.
package span

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// Span is one span as it was recorded. Times are Unix nanoseconds. A span without a trace id or a span id has zeros
// there; what becomes of it is the caller's decision.
type Span struct {
	TraceID           [16]byte
	ID, Parent        observation.SpanID
	Name              string
	Start, End        int64
	Kind              Kind
	Status            Status
	StatusMessage     string
	Scope             string // the instrumentation scope's name
	ScopeVersion      string
	Resource, Attrs   Attrs
	Events            []Event
	DroppedAttributes uint32 // that its SDK, or something on the way, dropped
	DroppedEvents     uint32
}

// Event is one event of a span.
type Event struct {
	Name  string
	Time  int64
	Attrs Attrs
}

// Log is one log record as it was recorded. Span is zero when it belongs to none.
type Log struct {
	TraceID         [16]byte
	Span            observation.SpanID
	EventName       string // the record's own field; older SDKs send an attribute instead
	Time, Observed  int64
	Severity        string // the text, or the name of the number
	Body            value.Value
	Attrs, Resource Attrs
	Scope           string

	DroppedAttributes uint32
}

// Kind is a span's role towards other processes, by the numbers of OTLP.
type Kind uint8

// The kinds (opentelemetry-proto: opentelemetry/proto/trace/v1/trace.proto, Span.SpanKind).
const (
	Unspecified Kind = iota
	Internal
	Server
	Client
	Producer
	Consumer
)

var kindNames = [...]string{"unspecified", "internal", "server", "client", "producer", "consumer"}

// String returns the kind's name in lower case.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[Unspecified]
}

// Status says how a span ended, by the numbers of OTLP.
type Status uint8

// The statuses (opentelemetry-proto: opentelemetry/proto/trace/v1/trace.proto, Status.StatusCode).
const (
	Unset Status = iota
	OK
	Error
)

var statusNames = [...]string{"unset", "ok", "error"}

// String returns the status's name in lower case.
func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return statusNames[Unset]
}
