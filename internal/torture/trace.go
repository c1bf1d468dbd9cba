package main

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// trace is one run of an agent: the parts of it that are still to be sent, in the order in which they are.
type trace struct {
	id     pcommon.TraceID
	spans  uint64
	rand   *rand.Rand
	events bool // texts come in log events
	parts  []part
}

// part is a span or a log record.
type part struct {
	isLog     bool
	span      ptrace.Span
	run, name string // of the trace, if the span's resource says them
	record    plog.LogRecord
	words     []word
}

func (p *part) addTo(r *request) {
	r.words = append(r.words, p.words...)
	if p.isLog {
		p.record.CopyTo(r.logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty())
		return
	}
	spans := r.traces.ResourceSpans().AppendEmpty()
	if p.name != "" {
		spans.Resource().Attributes().PutStr("cicd.pipeline.run.id", p.run)
		spans.Resource().Attributes().PutStr("test.case.name", p.name)
	}
	p.span.CopyTo(spans.ScopeSpans().AppendEmpty().Spans().AppendEmpty())
}

// newTrace makes a run of some turns, each with a tool, in the OpenTelemetry GenAI conventions. A few have no root span.
func newTrace(number int, r *rand.Rand) *trace {
	t := &trace{rand: r, events: r.IntN(3) == 0}
	binary.BigEndian.PutUint64(t.id[:], r.Uint64()|1)
	binary.BigEndian.PutUint64(t.id[8:], uint64(number)+1)
	root := t.newSpan("invoke_agent torture", pcommon.SpanID{}, 0)
	if r.IntN(6) == 0 {
		root.SetParentSpanID(pcommon.SpanID{0xff})
	}
	root.Attributes().PutStr("gen_ai.operation.name", "invoke_agent")
	root.Attributes().PutStr("gen_ai.agent.name", "torture")
	for turn := range 1 + r.IntN(5) {
		t.addTurn(root.SpanID(), turn)
	}
	t.addNames(number)
	r.Shuffle(len(t.parts), func(i, j int) { t.parts[i], t.parts[j] = t.parts[j], t.parts[i] })
	return t
}

// addNames has some spans say what the trace's file is to be called, so that most files are written under the trace's id
// first and get their name later.
func (t *trace) addNames(number int) {
	for i := range t.parts {
		if t.rand.IntN(4) == 0 {
			t.parts[i].run, t.parts[i].name = fmt.Sprint("run ", number%3), fmt.Sprint("case ", number)
		}
	}
}

// second is a moment of the run, that many seconds after its begin.
func second(n int) pcommon.Timestamp { return pcommon.Timestamp(1_750_000_000+n) * 1_000_000_000 }

func (t *trace) newSpan(name string, parent pcommon.SpanID, at int) ptrace.Span {
	span := ptrace.NewSpan()
	t.spans++
	var id pcommon.SpanID
	binary.BigEndian.PutUint64(id[:], t.spans)
	span.SetTraceID(t.id)
	span.SetSpanID(id)
	span.SetParentSpanID(parent)
	span.SetName(name)
	span.SetStartTimestamp(second(at))
	span.SetEndTimestamp(second(at + 1))
	t.parts = append(t.parts, part{span: span})
	return span
}

// addTurn adds a generation that asks for a tool, what the tool did, and a span of no interest below it.
func (t *trace) addTurn(root pcommon.SpanID, turn int) {
	said, found := t.word(turn, "said"), t.word(turn, "found")
	model := t.newSpan("chat torture-1", root, 10+3*turn)
	model.Attributes().PutStr("gen_ai.operation.name", "chat")
	model.Attributes().PutStr("gen_ai.request.model", "torture-1")
	call := fmt.Sprintf(`{"type":"tool_call","id":"call-%d","name":"search","arguments":{"page":%d}}`, turn, turn)
	t.addTexts(model, `[{"role":"user","parts":[{"type":"text","content":"Go on"}]}]`,
		`[{"role":"assistant","parts":[{"type":"text","content":"`+said.text+`"},`+call+`]}]`, said)

	tool := t.newSpan("execute_tool search", root, 11+3*turn)
	tool.Attributes().PutStr("gen_ai.operation.name", "execute_tool")
	tool.Attributes().PutStr("gen_ai.tool.name", "search")
	tool.Attributes().PutStr("gen_ai.tool.call.id", fmt.Sprintf("call-%d", turn))
	tool.Attributes().PutStr("gen_ai.tool.call.arguments", fmt.Sprintf(`{"page":%d}`, turn))
	tool.Attributes().PutStr("gen_ai.tool.call.result", found.text)
	t.parts[len(t.parts)-1].words = []word{found}
	t.newSpan("GET", tool.SpanID(), 11+3*turn).SetKind(ptrace.SpanKindClient)
}

// addTexts puts the texts of a generation on its span, which came last, or into a log event.
func (t *trace) addTexts(span ptrace.Span, input, output string, said word) {
	attributes := span.Attributes()
	if t.events {
		record := plog.NewLogRecord()
		record.SetTraceID(t.id)
		record.SetSpanID(span.SpanID())
		record.SetEventName("gen_ai.client.inference.operation.details")
		record.SetTimestamp(span.EndTimestamp())
		attributes = record.Attributes()
		t.parts = append(t.parts, part{isLog: true, record: record})
	}
	attributes.PutStr("gen_ai.input.messages", input)
	attributes.PutStr("gen_ai.output.messages", output)
	t.parts[len(t.parts)-1].words = []word{said}
}

// word is a text of the run that occurs once in all traces.
func (t *trace) word(turn int, kind string) word {
	filler := strings.Repeat(" and so on", t.rand.IntN(30))
	return word{t.id.String(), fmt.Sprintf("%s in turn %d of %s%s.", kind, turn, t.id, filler)}
}
