package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// utilGenAI is what OpenTelemetry's instrumentations for Python record that are built on util-genai: OpenAI, OpenAI
// Agents, Anthropic, LangChain, and some that follow. Agents, models and tools are siblings under their agent or
// workflow.
//
// A tool of LangChain that returns a bare value has the result null; the message that the next request holds tells it.
// Thoughts that Anthropic encrypted are written as if they could be read.
var utilGenAI = following(Dialect{
	Name: "util_genai",
	About: About{
		Title:    "OpenTelemetry's GenAI instrumentations for Python (util-genai)",
		Versions: "opentelemetry-util-genai up to 1.2b0 and the opentelemetry-instrumentation-genai-* packages, sources of 2026",
		Switch: "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY or SPAN_AND_EVENT, with " +
			"OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental",
		Gaps: "OpenAI and Anthropic: agents and tools; LangChain: the text beside an answer's calls; up to 0.4b0 results of tools; " +
			"texts that a completion hook uploads",
		Links: []string{
			"open-telemetry/opentelemetry-python-genai:instrumentation/opentelemetry-instrumentation-genai-langchain",
			"open-telemetry/opentelemetry-python-genai:instrumentation/opentelemetry-instrumentation-genai-openai-agents",
			"open-telemetry/opentelemetry-python-genai:instrumentation/opentelemetry-instrumentation-genai-anthropic/" +
				"src/opentelemetry/instrumentation/genai/anthropic/utils.py",
			"open-telemetry/opentelemetry-python-contrib:util/opentelemetry-util-genai/src/opentelemetry/util/genai",
		},
	},
	Match: Match{Scopes: []string{"opentelemetry.util.genai.handler"}, ScopePrefixes: []string{"opentelemetry.instrumentation.genai."}},
	LLM:   LLMFields{Output: []Source{attr("gen_ai.output.messages").opened(readableThoughts)}},
	Tool:  ToolFields{Result: []Source{attr("gen_ai.tool.call.result").opened(nullIsAbsent)}},
})

// readableThoughts drops from messages the parts of reasoning that are encrypted.
func readableThoughts(v value.Value) value.Value {
	list := v.Decode()
	if !strings.Contains(v.Text(), `"reasoning"`) && v.Kind() == value.String || list.Kind() != value.List {
		return v
	}
	messages := make([]value.Value, list.Len())
	for i, m := range list.Items() {
		if messages[i] = m; m.Get("parts").Kind() == value.List {
			messages[i] = withField(m, "parts", readableParts(m.Get("parts")), "")
		}
	}
	return value.OfList(messages...)
}

func readableParts(parts value.Value) value.Value {
	var kept []value.Value
	for _, part := range parts.Items() {
		if part.Get("type").Text() != "reasoning" || !isEncrypted(part.Get("content").Text()) {
			kept = append(kept, part)
		}
	}
	return value.OfList(kept...)
}

// isEncrypted reports whether a text is long and nothing but base64: a thought in words has blanks.
func isEncrypted(text string) bool {
	const long = 40
	notBase64 := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("+/=-_", r)
	}
	return len(text) >= long && strings.IndexFunc(text, notBase64) < 0
}
