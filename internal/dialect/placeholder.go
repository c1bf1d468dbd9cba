package dialect

// placeholders are words that stand where nothing was recorded.
//
// Sources: google/adk-python:src/google/adk/telemetry ("<not serializable>", "<not specified>");
// open-telemetry/opentelemetry-python-contrib:instrumentation-genai/opentelemetry-instrumentation-google-genai
// ("<elided>"); anthropics/claude-code monitoring documentation ("<REDACTED>", written where no switch turns texts on);
// lmnr-ai/lmnr-python:src/lmnr/opentelemetry_lib/decorators/__init__.py ("Laminar: … too large to record");
// volcengine/veadk-python:veadk/tracing/telemetry/attributes/extractors ("<unknown_…>", "<no_…>").
var placeholders = newWords("", "<elided>", "<not serializable>", "<not specified>", "<nil>", "<REDACTED>", `""`,
	"Laminar: input too large to record", "Laminar: output too large to record",
	"<unkown_function_call_id>", //nolint:misspell // so it is written
	"<unknown_model_name>", "<unknown_function_name>", "<unknown_function_response>", "<unknown_tool_name>", "<unknown_tool_input>",
	"<unknown_tool_output>", "<no_finish_reason_provided>", "<no_stop_reason_provided>", "<unknown_agent_name>")

// masks are words that a user's choice put in place of a text. They are kept, and no other source is asked.
//
// Sources: Arize-ai/openinference:spec/configuration.md ("__REDACTED__");
// open-telemetry/opentelemetry-python-contrib:…/opentelemetry-instrumentation-openai-agents-v2 ("readacted");
// JetBrains/koog documentation ("HIDDEN:non-empty"); langfuse/langfuse-python:langfuse/_client/span.py ("<fully masked …").
var masks = newWords("__REDACTED__", "[REDACTED]", "readacted", "HIDDEN:non-empty", "<masked>",
	"<fully masked due to failed mask function>")

// words are whole texts, none of them long: that a text is none of them is mostly told by its length and its first byte.
type words struct {
	all    map[string]bool
	begins [256]bool
	empty  bool // the empty text is one of them
}

const longestWord = 64

func newWords(list ...string) *words {
	w := &words{all: map[string]bool{}}
	for _, word := range list {
		if word == "" {
			w.empty = true
			continue
		}
		w.all[word], w.begins[word[0]] = true, true
	}
	return w
}

func (w *words) has(text string) bool {
	if text == "" {
		return w.empty
	}
	return len(text) <= longestWord && w.begins[text[0]] && w.all[text]
}

func isPlaceholder(text string) bool { return placeholders.has(text) }

func isMask(text string) bool { return masks.has(text) }

// isUnknownID reports whether a text stands for an id that the producer didn't have. Two such are not the same call.
func isUnknownID(text string) bool {
	return isPlaceholder(text) || text == "unknown" || text == "none" || text == "default"
}

func knownID(text string) string {
	if isUnknownID(text) {
		return ""
	}
	return text
}
