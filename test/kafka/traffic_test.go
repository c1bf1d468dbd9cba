package kafka

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// parts is how many requests a run's spans come in: a turn and a tool, another tool, the last tool, the answer and the root.
const parts = 3

// trace is the id of the n-th run.
func trace(n int) string { return fmt.Sprintf("a9e27de17a%022x", n) }

// steps are what the n-th run's file must hold.
func steps(n int) []string {
	return []string{
		fmt.Sprintf("start question %d", n), "llm let me see",
		fmt.Sprintf("tool_call lookup(part=1, run=%d)", n), "tool_return found 1",
		fmt.Sprintf("tool_call lookup(part=2, run=%d)", n), "tool_return found 2",
		fmt.Sprintf("tool_call lookup(part=3, run=%d)", n), "tool_return found 3",
		fmt.Sprintf("llm answer %d", n), fmt.Sprintf("end answer %d", n),
	}
}

type attributes map[string]string

// span is a span in OTLP's JSON form.
func span(n, id, parent, at int, name string, attrs attributes) map[string]any {
	var list []any
	for key, value := range attrs {
		list = append(list, map[string]any{"key": key, "value": map[string]any{"stringValue": value}})
	}
	s := map[string]any{
		"traceId": trace(n), "spanId": fmt.Sprintf("%016x", id), "name": name, "kind": 1,
		"startTimeUnixNano": fmt.Sprint(1_800_000_000_000_000_000 + at*1_000_000), "endTimeUnixNano": fmt.Sprint(1_800_000_000_000_000_000 + (at+1)*1_000_000),
		"attributes": list,
	}
	if parent != 0 {
		s["parentSpanId"] = fmt.Sprintf("%016x", parent)
	}
	return s
}

func message(role, text string) string {
	return fmt.Sprintf(`[{"role":%q,"parts":[{"type":"text","content":%q}]}]`, role, text)
}

func tool(n, part int) map[string]any {
	return span(n, 10+part, 1, 10*part, "execute_tool lookup", attributes{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "lookup", "gen_ai.tool.call.id": fmt.Sprint("call", part),
		"gen_ai.tool.call.arguments": fmt.Sprintf(`{"run": %d, "part": %d}`, n, part), "gen_ai.tool.call.result": fmt.Sprint("found ", part),
	})
}

// spans are those of one part of a run.
func spans(n, part int) []any {
	chat := attributes{"gen_ai.operation.name": "chat", "gen_ai.request.model": "a-model", "gen_ai.provider.name": "a-provider"}
	switch part {
	case 1:
		chat["gen_ai.output.messages"] = message("assistant", "let me see")
		chat["gen_ai.input.messages"] = message("user", fmt.Sprint("question ", n))
		return []any{span(n, 2, 1, 5, "chat a-model", chat), tool(n, 1)}
	case 2:
		return []any{tool(n, 2)}
	}
	root := span(n, 1, 0, 0, "invoke_agent", attributes{"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "agent"})
	root["endTimeUnixNano"] = fmt.Sprint(1_800_000_000_000_000_000 + 99*1_000_000)
	return []any{tool(n, 3), span(n, 3, 1, 40, "chat a-model", chat), root}
}

// answer is the log event that holds the last turn's text, which is on no span.
func answer(n int) any {
	return map[string]any{
		"traceId": trace(n), "spanId": fmt.Sprintf("%016x", 3), "eventName": "gen_ai.client.inference.operation.details",
		"timeUnixNano": fmt.Sprint(1_800_000_000_000_000_000 + 41*1_000_000),
		"attributes": []any{
			map[string]any{"key": "gen_ai.output.messages", "value": map[string]any{"stringValue": message("assistant", fmt.Sprint("answer ", n))}},
		},
	}
}

// agents send the runs' spans to the first tier.
type agents struct {
	t       *testing.T
	address string
	sent    map[string]int // messages that the first tier makes of it, by group
}

// startFront starts the first tier and returns what sends to it.
func (b *broker) startFront() *agents {
	b.t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(b.t, err)
	address := listener.Addr().String()
	require.NoError(b.t, listener.Close())
	b.newCollector("front", "front.yaml", "receivers::otlp::protocols::grpc::endpoint=127.0.0.1:0",
		"receivers::otlp::protocols::http::endpoint="+address).start()
	return &agents{t: b.t, address: address, sent: map[string]int{}}
}

// send sends one part of some runs, many in a request, as a busy SDK does.
func (a *agents) send(part int, runs ...int) {
	a.t.Helper()
	for chunk := range slices.Chunk(runs, 7) {
		var all, events []any
		for _, n := range chunk {
			all = append(all, spans(n, part)...)
			a.sent["agentdelta-traces"]++
			if part == parts {
				events = append(events, answer(n))
				a.sent["agentdelta-logs"]++
			}
		}
		if events != nil {
			a.post("/v1/logs", "resourceLogs", "scopeLogs", "logRecords", events)
		}
		a.post("/v1/traces", "resourceSpans", "scopeSpans", "spans", all)
	}
}

func (a *agents) post(path, resource, scope, items string, list []any) {
	a.t.Helper()
	body, err := json.Marshal(map[string]any{resource: []any{map[string]any{scope: []any{map[string]any{
		"scope": map[string]any{"name": "agents"}, items: list,
	}}}}})
	require.NoError(a.t, err)
	last := ""
	require.Eventually(a.t, func() bool {
		response, err := http.Post("http://"+a.address+path, "application/json", bytes.NewReader(body))
		if err != nil {
			last = err.Error()
			return false
		}
		defer response.Body.Close()
		text, _ := io.ReadAll(response.Body)
		last = fmt.Sprint(response.Status, " ", string(text))
		return response.StatusCode == http.StatusOK
	}, time.Minute, 100*time.Millisecond, "the first tier takes %s: %s", path, last)
}

// file is what one collector wrote of a run.
type file struct {
	collector string
	name      string
	complete  bool
	steps     []string
}

// written are the files of some collectors by trace id.
func written(t *testing.T, collectors ...*collector) map[string][]file {
	t.Helper()
	found := map[string][]file{}
	for _, c := range collectors {
		paths, err := filepath.Glob(filepath.Join(c.traces, "*"))
		require.NoError(t, err)
		for _, path := range paths {
			require.True(t, strings.HasSuffix(path, ".jsonl"), "%s: nothing else is left", path)
			id, f := readFile(t, path)
			f.collector = c.name
			found[id] = append(found[id], f)
		}
	}
	return found
}

func readFile(t *testing.T, path string) (id string, f file) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	f.name = filepath.Base(path)
	for line := range bytes.Lines(text) {
		var record struct {
			Type, Content string
			TraceID       string `json:"trace_id"`
			Complete      bool
			NodeType      string `json:"node_type"`
		}
		require.NoError(t, json.Unmarshal(line, &record), path)
		switch record.Type {
		case "trace_meta":
			id, f.complete = record.TraceID, record.Complete
		case "node":
			f.steps = append(f.steps, record.NodeType+" "+record.Content)
		}
	}
	return id, f
}
