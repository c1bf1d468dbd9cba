// Package runs makes runs of agents whose spans come in parts, and judges the files that came of them, for the tests of
// several collectors: those with Kafka between two tiers and those with the load-balancing exporter. They are a module of
// their own, so that neither a broker nor Kubernetes' and AWS' clients become dependencies of the exporter.
package runs

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// Parts is how many requests a run's spans come in: a turn and a tool, another tool, the last tool, the answer and the root.
const Parts = 3

// Trace is the id of the n-th run.
func Trace(n int) string { return fmt.Sprintf("a9e27de17a%022x", n) }

// Steps are what the n-th run's file must hold.
func Steps(n int) []string {
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
		"traceId": Trace(n), "spanId": fmt.Sprintf("%016x", id), "name": name, "kind": 1,
		"startTimeUnixNano": strconv.Itoa(1_800_000_000_000_000_000 + at*1_000_000), "endTimeUnixNano": strconv.Itoa(1_800_000_000_000_000_000 + (at+1)*1_000_000),
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

// partOf are the spans of one part of a run.
func partOf(n, part int) []any {
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
	root["endTimeUnixNano"] = strconv.Itoa(1_800_000_000_000_000_000 + 99*1_000_000)
	return []any{tool(n, 3), span(n, 3, 1, 40, "chat a-model", chat), root}
}

// event is the log event that holds the last turn's text, which is on no span.
func event(n int) any {
	return map[string]any{
		"traceId": Trace(n), "spanId": fmt.Sprintf("%016x", 3), "eventName": "gen_ai.client.inference.operation.details",
		"timeUnixNano": strconv.Itoa(1_800_000_000_000_000_000 + 41*1_000_000),
		"attributes": []any{
			map[string]any{"key": "gen_ai.output.messages", "value": map[string]any{"stringValue": message("assistant", fmt.Sprint("answer ", n))}},
		},
	}
}

// Spans is one part of some runs, many in a request, as a busy SDK sends them, in OTLP's JSON form.
func Spans(part int, runs ...int) []byte {
	var all []any
	for _, n := range runs {
		all = append(all, partOf(n, part)...)
	}
	return request("resourceSpans", "scopeSpans", "spans", all)
}

// Events is the log events of some runs, in OTLP's JSON form.
func Events(runs ...int) []byte {
	var all []any
	for _, n := range runs {
		all = append(all, event(n))
	}
	return request("resourceLogs", "scopeLogs", "logRecords", all)
}

func request(resource, scope, items string, list []any) []byte {
	body, err := json.Marshal(map[string]any{resource: []any{map[string]any{scope: []any{map[string]any{
		"scope": map[string]any{"name": "agents"}, items: list,
	}}}}})
	if err != nil {
		panic(err) // it is made of texts
	}
	return body
}

// From is some runs in a row.
func From(first, end int) (runs []int) {
	for n := first; n < end; n++ {
		runs = append(runs, n)
	}
	return runs
}

// Chunks are the runs in groups that go into a request each.
func Chunks(runs []int) [][]int { return slices.Collect(slices.Chunk(runs, 7)) }
