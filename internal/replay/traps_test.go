package replay

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/dialect"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/steps"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// A trap is a fact about the spans of some producers at which a naive reader fails. Traps are numbered: G-T for GenAI's
// followers, OI-T for OpenInference, OpenLLMetry and OpenLIT, V-T for the SDKs of vendors. Those about one span are tests
// of its dialect; here are those that take several. Each is a trace in a compact notation, read as the exporter reads it,
// and what its file must say:
//
//	start Weather?
//	llm Let me look. -> weather
//	call weather(city='Oslo')
//	return 4 C
//	end It is 4 C.
type trap struct {
	name  string
	spans []*trapSpan
	logs  []*span.Log
	want  string
}

type trapSpan struct{ span.Span }

// sp is a span with an id, its parent's id, times in milliseconds, a name, and attributes of keys and values in turn.
func sp(id, parent string, start, end int64, name string, pairs ...any) *trapSpan {
	return &trapSpan{span.Span{
		ID: trapID(id), Parent: trapID(parent), Start: start * 1e6, End: end * 1e6, Name: name, Attrs: span.AttrsOf(pairs...),
	}}
}

func trapID(text string) (id observation.SpanID) {
	copy(id[:], text)
	return id
}

// in sets the instrumentation scope of spans.
func in(scope string, list ...*trapSpan) []*trapSpan {
	for _, s := range list {
		s.Scope = scope
	}
	return list
}

// all joins groups of spans.
func all(groups ...[]*trapSpan) []*trapSpan {
	var list []*trapSpan
	for _, group := range groups {
		list = append(list, group...)
	}
	return list
}

func (s *trapSpan) event(name string, pairs ...any) *trapSpan {
	s.Events = append(s.Events, span.Event{Name: name, Time: s.Start, Attrs: span.AttrsOf(pairs...)})
	return s
}

func (s *trapSpan) failed(message string) *trapSpan {
	s.Status, s.StatusMessage = span.Error, message
	return s
}

func (s *trapSpan) from(scope string) *trapSpan {
	s.Scope = scope
	return s
}

func logsOf(list ...*span.Log) []*span.Log { return list }

// record is a log record of a span.
func record(id, event, body string, pairs ...any) *span.Log {
	return &span.Log{Span: trapID(id), EventName: event, Time: 1, Body: value.Decode(body), Attrs: span.AttrsOf(pairs...)}
}

func checkTraps(t *testing.T, traps []trap) {
	t.Helper()
	for i := range traps {
		t.Run(traps[i].name, func(t *testing.T) {
			assert.Equal(t, trimmed(traps[i].want), traps[i].file())
		})
	}
}

// file is what comes of a trap's trace, whichever of its spans comes first.
func (tr *trap) file() string {
	var read []observation.Observation
	for _, s := range tr.spans {
		read = append(read, dialect.Read(&s.Span))
	}
	for _, l := range tr.logs {
		if o, ok := dialect.ReadLog(l); ok {
			read = append(read, o)
		}
	}
	forwards := written(read)
	for i, j := 0, len(read)-1; i < j; i, j = i+1, j-1 {
		read[i], read[j] = read[j], read[i]
	}
	if backwards := written(read); backwards != forwards {
		return "differs by arrival:\n" + forwards + "\n" + backwards
	}
	return forwards
}

func written(read []observation.Observation) string {
	kept := make([]observation.Observation, len(read))
	for i := range read {
		kept[i] = read[i]
		observation.Clip(&kept[i], agentdelta.DefaultLimits())
	}
	trace, ok := steps.Build(kept, steps.Options{TraceID: "t", Limits: agentdelta.DefaultLimits(), Complete: true})
	if !ok {
		return "none"
	}
	var lines []string
	for i := range trace.Nodes {
		lines = append(lines, nodeLine(&trace.Nodes[i]))
	}
	return strings.Join(lines, "\n")
}

var nodeWords = map[agentdelta.NodeType]string{
	agentdelta.NodeStart: "start", agentdelta.NodeLLM: "llm", agentdelta.NodeToolCall: "call",
	agentdelta.NodeToolReturn: "return", agentdelta.NodeEnd: "end",
}

func nodeLine(n *agentdelta.Node) string {
	text := strings.TrimSpace(nodeWords[n.Type] + " " + n.Content)
	if asked := n.Metadata.Get(agentdelta.KeyToolCalls); asked.Len() > 0 {
		var names []string
		for _, name := range asked.Items() {
			names = append(names, name.Text())
		}
		text += " -> " + strings.Join(names, ", ")
	}
	if n := n.Metadata.Get(agentdelta.KeyFailedAttempts); !n.IsAbsent() {
		text += fmt.Sprintf(" (after %s failed)", n.Text())
	}
	if n.Metadata.Get(agentdelta.KeyStatus).Text() == "error" {
		text += " (error)"
	}
	return text
}

// trimmed is an expected file without the indentation of the test's source.
func trimmed(text string) string {
	var list []string
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		list = append(list, strings.TrimSpace(line))
	}
	return strings.Join(list, "\n")
}
