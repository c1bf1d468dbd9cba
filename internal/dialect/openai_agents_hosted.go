package dialect

import (
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// agentsItems are the arguments that OpenTelemetry's instrumentation of the OpenAI Agents SDK gives to what the provider
// ran, and the types of the items that it made them of.
//
// Source: open-telemetry/opentelemetry-python-contrib:instrumentation-genai/opentelemetry-instrumentation-openai-agents-v2/
// src/opentelemetry/instrumentation/openai_agents/span_processor.py (_normalize_response_output_part).
var agentsItems = map[string]struct {
	kind      string // empty: no call at all
	arguments []string
}{
	"web_search":       {"web_search_call", []string{"action"}},
	"file_search":      {"file_search_call", []string{"queries"}},
	"code_interpreter": {"code_interpreter_call", []string{"container_id", "code"}},
	"mcp_call":         {"mcp_call", []string{"server", "tool_name", "tool_args"}},
	"mcp_list_tools":   {"", []string{"server"}},
}

// restoreItems makes the items of a response again out of the calls and results that were made of them.
func restoreItems(messages []observation.Message) {
	for i := range messages {
		calls, results := messages[i].Calls, messages[i].Results
		if len(calls) == 0 {
			continue
		}
		m := &messages[i]
		m.Calls, m.Results = nil, nil
		for c := range calls {
			restoreItem(m, &calls[c], resultOf(results, calls[c].ID))
		}
		for _, result := range results {
			if !slices.ContainsFunc(calls, func(c observation.Call) bool { return c.ID != "" && c.ID == result.ID }) {
				m.Results = append(m.Results, result)
			}
		}
	}
}

func restoreItem(m *observation.Message, call *observation.Call, result *observation.Result) {
	made, known := agentsItems[call.Name]
	if !known || !hasOnly(call.Arguments, made.arguments...) {
		m.Calls = append(m.Calls, *call)
		if result != nil {
			m.Results = append(m.Results, *result)
		}
		return
	}
	if made.kind == "" {
		return
	}
	fields := append([]value.Field{
		{Key: "type", Value: value.OfString(made.kind)},
		{Key: "id", Value: value.OfString(call.ID)},
		{Key: "name", Value: call.Arguments.Get("tool_name")},
		{Key: "arguments", Value: call.Arguments.Get("tool_args")},
	}, call.Arguments.Fields()...)
	if result != nil {
		fields = append(fields, result.Output.Fields()...)
	}
	addHosted(m, value.OfObject(fields...))
}

func resultOf(results []observation.Result, id string) *observation.Result {
	for i := range results {
		if id != "" && results[i].ID == id {
			return &results[i]
		}
	}
	return nil
}
