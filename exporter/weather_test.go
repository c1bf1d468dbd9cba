package exporter

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// The run that the tests play: an agent span over one generation.
const (
	question = "What is the weather in Tokyo?"
	answer   = "Sunny, 22°C."
)

var weatherTrace = pcommon.TraceID{0x5e, 0xed, 15: 1}

var (
	agentSpan = pcommon.SpanID{7: 1}
	chatSpan  = pcommon.SpanID{7: 2}
)

// agent is a push of the root span alone.
func agent(trace pcommon.TraceID) ptrace.Traces {
	td := ptrace.NewTraces()
	s := appendSpan(td, trace, agentSpan, pcommon.SpanID{}, "invoke_agent weather")
	s.Attributes().PutStr("gen_ai.operation.name", "invoke_agent")
	s.Attributes().PutStr("gen_ai.agent.name", "weather")
	s.Attributes().PutStr("gen_ai.input.messages", messages("user", question))
	s.Attributes().PutStr("gen_ai.output.messages", messages("assistant", answer))
	s.SetStartTimestamp(1_000)
	s.SetEndTimestamp(9_000)
	return td
}

// chat is a push of the generation below it, without its texts if they come in log events.
func chat(trace pcommon.TraceID, content bool) ptrace.Traces {
	td := ptrace.NewTraces()
	s := appendSpan(td, trace, chatSpan, agentSpan, "chat gpt-4o-mini")
	s.Attributes().PutStr("gen_ai.operation.name", "chat")
	s.Attributes().PutStr("gen_ai.request.model", "gpt-4o-mini")
	if content {
		s.Attributes().PutStr("gen_ai.input.messages", messages("user", question))
		s.Attributes().PutStr("gen_ai.output.messages", messages("assistant", answer))
	}
	s.SetStartTimestamp(2_000)
	s.SetEndTimestamp(8_000)
	return td
}

// content is a push of the generation's texts as a log event.
func content(trace pcommon.TraceID) plog.Logs {
	ld := plog.NewLogs()
	l := ld.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
	l.SetTraceID(trace)
	l.SetSpanID(chatSpan)
	l.SetEventName("gen_ai.client.inference.operation.details")
	l.Attributes().PutStr("gen_ai.input.messages", messages("user", question))
	l.Attributes().PutStr("gen_ai.output.messages", messages("assistant", answer))
	return ld
}

func appendSpan(td ptrace.Traces, trace pcommon.TraceID, id, parent pcommon.SpanID, name string) ptrace.Span {
	s := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	s.SetTraceID(trace)
	s.SetSpanID(id)
	s.SetParentSpanID(parent)
	s.SetName(name)
	return s
}

func messages(role, text string) string {
	return `[{"role":"` + role + `","parts":[{"type":"text","content":"` + text + `"}]}]`
}

// whole are the steps of the run when all of it came.
var whole = []string{"start " + question, "llm " + answer, "end " + answer}

// file is what one trace's file holds.
type file struct {
	meta  map[string]any
	steps []string // type and content
	raw   string
}

// read reads the one file of a trace.
func read(t *testing.T, directory string, trace pcommon.TraceID) file {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(directory, hex.EncodeToString(trace[:])+".jsonl"))
	require.NoError(t, err)
	return parse(t, string(text))
}

func parse(t *testing.T, text string) file {
	t.Helper()
	read := file{raw: text}
	for line := range strings.Lines(read.raw) {
		var record map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &record))
		switch record["type"] {
		case "trace_meta":
			read.meta = record
		case "node":
			read.steps = append(read.steps, record["node_type"].(string)+" "+record["content"].(string))
		}
	}
	return read
}

// assertEmpty fails when anything lies in a directory.
func assertEmpty(t *testing.T, directory string) {
	t.Helper()
	entries, err := os.ReadDir(directory)
	require.NoError(t, err)
	assert.Empty(t, entries)
}

// listed is what lies in a folder, temporary files and all.
func listed(t *testing.T, folder string) (found []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, entry := range entries {
		found = append(found, entry.Name())
	}
	return found
}

func wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}
