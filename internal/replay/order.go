package replay

import (
	"encoding/binary"
	"math/rand/v2"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// Order is an order in which a case's requests are played: as recorded, or a variant by its number. A variant sends
// each span in a request of its own, sends a quarter of all requests twice, shuffles them, and gives every span another
// id. None of this may change a file.
type Order uint64

// Recorded is the order in which the requests came.
const Recorded Order = 0

// requests returns what is played.
func (o Order) requests(c *Case) []Request {
	if o == Recorded {
		return c.Requests
	}
	rng := rand.New(rand.NewPCG(uint64(o), 0))
	ids := idMap{rng: rng, known: map[pcommon.SpanID]pcommon.SpanID{}}
	var list []Request
	for _, request := range c.Requests {
		if request.IsLogs {
			list = append(list, ids.logs(request.Logs))
			continue
		}
		list = append(list, ids.spans(request.Traces)...)
	}
	for range (len(list) + 3) / 4 {
		list = append(list, list[rng.IntN(len(list))])
	}
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// idMap gives span ids other ids, the same one for the same id.
type idMap struct {
	rng   *rand.Rand
	known map[pcommon.SpanID]pcommon.SpanID
}

func (m *idMap) id(id pcommon.SpanID) pcommon.SpanID {
	if id.IsEmpty() {
		return id
	}
	other, seen := m.known[id]
	if !seen {
		binary.BigEndian.PutUint64(other[:], m.rng.Uint64()|1)
		m.known[id] = other
	}
	return other
}

// spans returns one request for each span.
func (m *idMap) spans(td ptrace.Traces) []Request {
	var list []Request
	for _, resource := range td.ResourceSpans().All() {
		for _, scope := range resource.ScopeSpans().All() {
			for _, span := range scope.Spans().All() {
				list = append(list, Request{Traces: m.alone(resource, scope, span)})
			}
		}
	}
	return list
}

// alone returns a request that holds one span, with what stood around it.
func (m *idMap) alone(resource ptrace.ResourceSpans, scope ptrace.ScopeSpans, span ptrace.Span) ptrace.Traces {
	td := ptrace.NewTraces()
	ofResource := td.ResourceSpans().AppendEmpty()
	resource.Resource().CopyTo(ofResource.Resource())
	ofResource.SetSchemaUrl(resource.SchemaUrl())
	ofScope := ofResource.ScopeSpans().AppendEmpty()
	scope.Scope().CopyTo(ofScope.Scope())
	ofScope.SetSchemaUrl(scope.SchemaUrl())
	one := ofScope.Spans().AppendEmpty()
	span.CopyTo(one)
	one.SetSpanID(m.id(one.SpanID()))
	one.SetParentSpanID(m.id(one.ParentSpanID()))
	for _, link := range one.Links().All() {
		link.SetSpanID(m.id(link.SpanID()))
	}
	return td
}

// logs returns a request with the same records. Records of one request stay together, for their order in it counts.
func (m *idMap) logs(ld plog.Logs) Request {
	other := plog.NewLogs()
	ld.CopyTo(other)
	for _, resource := range other.ResourceLogs().All() {
		for _, scope := range resource.ScopeLogs().All() {
			for _, record := range scope.LogRecords().All() {
				record.SetSpanID(m.id(record.SpanID()))
			}
		}
	}
	return Request{Logs: other, IsLogs: true}
}
