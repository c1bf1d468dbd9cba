package bench

import (
	"encoding/binary"
	"encoding/json"
	"strconv"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// Spans is how many spans a run has: the agent, its generations, and a tool between each two of them.
const Spans = 12

// run is one agent's run, whichever convention records it.
type run struct {
	number   int
	question string
	system   string
	turns    []turn
	history  []exchange // what the model is sent beside the question
}

// turn is a generation, and the tool that it asks for unless it is the last.
type turn struct {
	text, tool, arguments, result string
}

// exchange is an earlier question and its answer, with a tool's result between them.
type exchange struct{ question, call, result, answer string }

// newRun makes a run whose spans carry about two kilobytes each, and a history of about so many bytes.
func newRun(number, history int) *run {
	p := newProse(uint64(number))
	r := &run{number: number, question: p.text(420), system: p.text(380)}
	for i := range Spans / 2 {
		t := turn{text: p.text(460), tool: "search_" + strconv.Itoa(i), arguments: `{"query":` + quoted(p.text(120)) + `,"limit":10,"deep":true}`}
		if t.result = p.text(900); i%2 == 0 {
			t.result = p.object(900)
		}
		r.turns = append(r.turns, t)
	}
	for i := 0; history > 0; i++ {
		e := exchange{p.text(600), `{"path":"src/file_` + strconv.Itoa(i) + `.go"}`, p.text(4500), p.text(900)}
		history -= len(e.question) + len(e.call) + len(e.result) + len(e.answer)
		r.history = append(r.history, e)
	}
	return r
}

func (r *run) last() int { return len(r.turns) - 1 }

func (r *run) callID(turn int) string {
	return "call_" + strconv.Itoa(r.number) + "_" + strconv.Itoa(turn)
}

// kind is what a span of a run is.
type kind uint8

const (
	agent kind = iota
	model
	tool
)

// place says what the span at a place of a run is, and of which turn.
func place(at int) (kind, int) {
	switch {
	case at == 0:
		return agent, 0
	case at%2 == 1:
		return model, at / 2
	default:
		return tool, at/2 - 1
	}
}

// newSpan adds the span at a place of a run, with its ids and times.
func (r *run) newSpan(to ptrace.SpanSlice, at int) ptrace.Span {
	s := to.AppendEmpty()
	s.SetTraceID(r.traceID())
	s.SetSpanID(r.spanID(at))
	start := uint64(1_700_000_000_000_000_000 + r.number*1_000_000)
	s.SetStartTimestamp(pcommon.Timestamp(start + uint64(at)*10_000))
	s.SetEndTimestamp(pcommon.Timestamp(start + uint64(at)*10_000 + 9_000))
	s.SetKind(ptrace.SpanKindInternal)
	if at == 0 {
		s.SetEndTimestamp(pcommon.Timestamp(start + Spans*10_000))
	} else {
		s.SetParentSpanID(r.spanID(0))
	}
	return s
}

func (r *run) traceID() (id pcommon.TraceID) {
	// As random ids are, these are spread over all beginnings.
	binary.BigEndian.PutUint64(id[:], uint64(r.number+1)*0x9e3779b97f4a7c15)
	binary.BigEndian.PutUint64(id[8:], uint64(r.number+1))
	return id
}

func (r *run) spanID(at int) (id pcommon.SpanID) {
	binary.BigEndian.PutUint64(id[:], uint64(r.number*Spans+at+1)*0x9e3779b97f4a7c15)
	return id
}

// quoted is a text as JSON, as JavaScript and Python without ensure_ascii write it.
func quoted(text string) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a text always encodes
	return strings.TrimSuffix(out.String(), "\n")
}
