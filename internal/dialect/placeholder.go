package dialect

// placeholders are words that stand where nothing was recorded.
//
// Sources: google/adk-python:src/google/adk/telemetry ("<not serializable>", "<not specified>");
// open-telemetry/opentelemetry-python-contrib:instrumentation-genai/opentelemetry-instrumentation-google-genai
// ("<elided>"); anthropics/claude-code monitoring documentation ("<REDACTED>", written where no switch turns texts on);
// lmnr-ai/lmnr-python:src/lmnr/opentelemetry_lib/decorators/__init__.py ("Laminar: … too large to record").
var placeholders = words{
	"": true, "<elided>": true, "<not serializable>": true, "<not specified>": true, "<nil>": true,
	"<REDACTED>": true, `""`: true,
	"Laminar: input too large to record": true, "Laminar: output too large to record": true,
}

// masks are words that a user's choice put in place of a text. They are kept, and no other source is asked.
//
// Sources: Arize-ai/openinference:spec/configuration.md ("__REDACTED__");
// open-telemetry/opentelemetry-python-contrib:…/opentelemetry-instrumentation-openai-agents-v2 ("readacted");
// JetBrains/koog documentation ("HIDDEN:non-empty"); langfuse/langfuse-python:langfuse/_client/span.py ("<fully masked …").
var masks = words{
	"__REDACTED__": true, "[REDACTED]": true, "readacted": true, "HIDDEN:non-empty": true, "<masked>": true,
	"<fully masked due to failed mask function>": true,
}

// words are whole texts, none of them long: a long text is known to be none without a look at it.
type words map[string]bool

const longestWord = 64

func (w words) has(text string) bool { return len(text) <= longestWord && w[text] }

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
