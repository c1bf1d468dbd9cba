package dialect

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// thought is the body of a part that is reasoning: what the first of the keys holds that isn't null. Python's SDKs write
// every field of an item.
func thought(part value.Value, keys []string) value.Value {
	for _, key := range keys {
		if body := part.Get(key); !body.IsAbsent() && !body.IsNull() {
			return summaryOf(body)
		}
	}
	return value.Value{}
}

// summaryOf opens the list of summary parts of OpenAI's responses, which OpenLLMetry for Python records as one text.
//
// Source: traceloop/openllmetry:packages/opentelemetry-instrumentation-openai/opentelemetry/instrumentation/openai/v1/
// responses_wrappers.py.
func summaryOf(body value.Value) value.Value {
	text, isText := body.Str()
	if !isText || !strings.HasPrefix(text, "[{") {
		return body
	}
	parts := value.Decode(text)
	isOther := func(part value.Value) bool { return part.Get("type").Text() != "summary_text" }
	if parts.Kind() != value.List || slices.ContainsFunc(parts.Items(), isOther) {
		return body
	}
	return parts
}
