package observation

import (
	"math/rand/v2"
	"reflect"
	"strconv"
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

// anyObservation fills every field or leaves it, as random says.
func anyObservation(random *rand.Rand, text string) (o Observation) {
	fill(random, text, reflect.ValueOf(&o).Elem(), 0)
	return o
}

func fill(random *rand.Rand, text string, v reflect.Value, depth int) {
	switch {
	case random.IntN(3) == 0:
	case v.Type() == reflect.TypeFor[value.Value]():
		v.Set(reflect.ValueOf(anyValue(random, text, 0)))
	case v.Kind() == reflect.Struct:
		for _, field := range v.Fields() {
			fill(random, text, field, depth)
		}
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1+random.IntN(4-depth), 4))
		fallthrough
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			fill(random, text, v.Index(i), depth+1)
		}
	case v.Kind() == reflect.String:
		v.SetString(anyText(random, text))
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.CanInt():
		v.SetInt(int64(random.Uint64() >> random.IntN(64)))
	default:
		v.SetUint(random.Uint64N(5))
	}
}

func anyValue(random *rand.Rand, text string, depth int) value.Value {
	switch random.IntN(8 - 2*(depth/3)) {
	case 0:
		return value.Value{}
	case 1:
		return value.OfNull()
	case 2:
		return value.OfBool(random.IntN(2) == 0)
	case 3:
		return value.OfNumber(strconv.FormatInt(random.Int64(), 10))
	case 4, 5:
		return value.OfString(anyText(random, text))
	case 6:
		var items []value.Value
		for range random.IntN(5) {
			items = append(items, anyValue(random, text, depth+1))
		}
		return value.OfList(items...)
	default:
		var fields []value.Field
		for i := range random.IntN(20) {
			key := strconv.Itoa(i) + ":" + anyText(random, text)
			fields = append(fields, value.Field{Key: key, Value: anyValue(random, text, depth+1)})
		}
		return value.OfObject(fields...)
	}
}

func anyText(random *rand.Rand, text string) string {
	from := random.IntN(len(text) + 1)
	return text[from : from+random.IntN(len(text)-from+1)]
}
