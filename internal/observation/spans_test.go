package observation

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

const began = 1_764_500_000_000_000_000 // 30 November 2025

// llmSpan is a generation in the middle of a run, of about two kilobytes of text.
func llmSpan() Observation {
	city := value.OfObject(
		value.Field{Key: "city", Value: value.OfString("Tōkyō")},
		value.Field{Key: "days", Value: value.OfNumber("3")},
	)
	return Observation{
		Span: SpanID{1, 2, 3, 4, 5, 6, 7, 8}, Parent: SpanID{9, 10, 11, 12, 13, 14, 15, 16},
		Start: began, End: began + 1_234_567_890, Role: LLM,
		Name: "chat gpt-4o", Scope: "opentelemetry.instrumentation.openai_v2", Dialect: "genai", Service: "travel",
		Model: "gpt-4o-2024-08-06", FinishReason: "tool_calls",
		Input: []Message{
			{Speaker: System, HasText: true},
			{Speaker: User, HasText: true, Text: strings.Repeat("What is the weather like? ", 19)},
			{Speaker: Assistant, Calls: []Call{{ID: "call_Uj3nG1Cq0a", Name: "get_weather", Arguments: city}}},
			{Speaker: ToolResult, Results: []Result{
				{ID: "call_Uj3nG1Cq0a", Name: "get_weather", Output: value.OfString(strings.Repeat("Sunny. ", 70))},
			}},
		},
		Output: []Message{{
			Speaker: Assistant, HasText: true, Text: strings.Repeat("It will be sunny for three days. ", 30),
			Calls: []Call{{ID: "call_9sXl2Vb7Qe", Name: "get_weather", Arguments: city}},
		}},
		Content: InputRecorded | OutputRecorded,
		Usage:   []Count{{"input", 1200}, {"output", 57}},
	}
}

func toolSpan() Observation {
	return Observation{
		Span: SpanID{8, 7}, Parent: SpanID{1, 2, 3, 4, 5, 6, 7, 8}, Start: began, End: began + 1_000_000, Role: Tool,
		Name: "execute_tool get_weather", Scope: "genai", Dialect: "genai",
		Request: value.OfObject(value.Field{Key: "city", Value: value.OfString("Tōkyō")}),
		Result:  value.OfString("Sunny."),
		Tool:    "get_weather", CallID: "call_9sXl2Vb7Qe", Content: InputRecorded | OutputRecorded,
	}
}
