package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// googleGenAIScopes are the instrumentation's names, before and after it moved.
var googleGenAIScopes = []string{"opentelemetry.instrumentation.google_genai", "opentelemetry.instrumentation.genai.google_genai"}

// googleGenAI reads what OpenTelemetry's instrumentation of Google's client records. It follows the GenAI conventions but
// for tools, whose parameters have an attribute each, and for streams, of which it keeps every chunk.
//
// With automatic function calling one span covers the whole exchange: it holds the last answer only, and the tools run
// inside it.
var googleGenAI = Dialect{
	Name: "google_genai",
	About: About{
		Title:    "Google Gen AI SDK for Python, through OpenTelemetry's instrumentation",
		Versions: "opentelemetry-instrumentation-google-genai 0.4b0 to 0.7b0",
		Logs:     "GenAI's records of one message each: contents that are all called a user's, and an answer in pieces",
		Switch: "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true (texts in log records), or with " +
			"OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental SPAN_ONLY or SPAN_AND_EVENT",
		Gaps: "the answers that asked for tools, where the client runs them by itself; thoughts stand among the texts; " +
			"no call ids on tools",
		Links: []string{
			"open-telemetry/opentelemetry-python-contrib:instrumentation-genai/opentelemetry-instrumentation-google-genai",
		},
	},
	Match:  Match{ScopePrefixes: googleGenAIScopes},
	Role:   genAIRole,
	Common: genAICommon,
	Agent:  genAIAgent,
	LLM: genAIModel.before(nil, []Source{
		attr("gen_ai.output.messages").opened(joinPieces),
		detailsSource("gen_ai.output.messages").opened(joinPieces),
	}),
	Tool: ToolFields{
		Name: []string{"gen_ai.tool.name", "code.function.name"},
		Arguments: []Source{
			{Place: "code.function.parameters.*.value, code.function.parameters.*.type", From: typedParameters},
		},
		Result: []Source{{Place: "code.function.return.value, code.function.return.type", From: typedReturn}},
	},
	Adjust: func(s *span.Span, o *observation.Observation) {
		adjustGenAI(s, o)
		openGemini(o, answerResult)
	},
	Log: geminiLog(googleGenAIScopes...),
}

// typedParameters is what a tool was called with: attributes of a value and a type for each parameter.
//
// Source: open-telemetry/opentelemetry-python-contrib:instrumentation-genai/opentelemetry-instrumentation-google-genai/
// src/opentelemetry/instrumentation/google_genai/tool_call_wrapper.py.
func typedParameters(s *span.Span) value.Value {
	const prefix = "code.function.parameters."
	var fields []value.Field
	for rest, v := range s.Attrs.Prefix(prefix) {
		if name, found := strings.CutSuffix(rest, ".value"); found {
			kind, _ := s.Attrs.Text(prefix + name + ".type")
			fields = append(fields, value.Field{Key: name, Value: typed(v, kind)})
		}
	}
	if fields == nil {
		return value.Value{}
	}
	return value.OfObject(fields...)
}

func typedReturn(s *span.Span) value.Value {
	kind, _ := s.Attrs.Text("code.function.return.type")
	return typed(s.Attrs.Get("code.function.return.value"), kind)
}

// typed is a Python value of a type. All but the plain ones were written as JSON.
func typed(v value.Value, kind string) value.Value {
	text, ok := v.Str()
	if !ok || kind == "str" {
		return v
	}
	if decoded, err := value.ParseJSON(text); err == nil {
		return decoded
	}
	return v
}
