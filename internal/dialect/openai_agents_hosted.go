package dialect

import (
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
		m := &messages[i]
		if len(m.Calls) == 0 {
			continue
		}
		byID := make(map[string]*observation.Result, len(m.Results))
		for r := range m.Results {
			byID[m.Results[r].ID] = &m.Results[r]
		}
		delete(byID, "")
		calls, results := m.Calls, m.Results
		m.Calls, m.Results = nil, nil
		for c := range calls {
			result := byID[calls[c].ID]
			delete(byID, calls[c].ID)
			restoreItem(m, &calls[c], result)
		}
		for r := range results {
			if result := &results[r]; result.ID == "" || byID[result.ID] == result {
				m.Results = append(m.Results, *result)
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
