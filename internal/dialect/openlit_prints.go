package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// The states that OpenLIT records hold messages as Python prints them: content='Hi' additional_kwargs={}. The print of a
// message doesn't say whose it is; a tool's has the id of its call, and a model's the calls that it asks for.

// printedContent is how the print of a message begins.
const printedContent = "content="

// printedRequest is a workflow's input, with the newest message that no tool and no model with calls can have written.
func printedRequest(v value.Value) value.Value {
	return printedText(v, "user", func(m value.Value) bool {
		return m.Get("tool_call_id").IsAbsent() && m.First("tool_calls", "usage_metadata").IsEmpty()
	})
}

// printedResult is a workflow's output, with its last message that has a text.
func printedResult(v value.Value) value.Value {
	return printedText(v, "assistant", func(value.Value) bool { return true })
}

// printedText is the newest text in the printed messages of a state that fits, as the message of a role. A value without
// printed messages is returned as it was.
func printedText(v value.Value, role string, fits func(value.Value) bool) value.Value {
	state := listOrObject(v)
	messages := firstPresent(state.Get("messages"), state)
	found := false
	for i := messages.Len() - 1; i >= 0; i-- {
		text, ok := messages.At(i).Str()
		if !ok || !strings.HasPrefix(text, printedContent) {
			continue
		}
		found = true
		m := value.DecodeAny(text)
		if content := m.Get("content"); !content.IsEmpty() && fits(m) {
			return object(
				value.Field{Key: "role", Value: value.OfString(role)},
				value.Field{Key: "content", Value: content})
		}
	}
	if found {
		return value.Value{}
	}
	return v
}

// printedOutput is what a tool returned, where Python printed the dict or the list that it was.
//
// Source: openlit/openlit:sdk/python/src/openlit/instrumentation (str(result), in most of its packages).
func printedOutput(v value.Value) value.Value {
	if text, isText := v.Str(); isText && bracketed(text) {
		return literal(v)
	}
	return v
}

// noText is what Python prints of an answer without a text.
//
// Source: openlit/openlit:sdk/python/src/openlit/instrumentation/google_ai_studio/utils.py (str(response.text)).
const noText = "None"

// printedReason is how the print of a reason to stop begins, and failedReasons are those by which Google's models give no
// answer.
//
// Sources: openlit/openlit:sdk/python/src/openlit/instrumentation/google_ai_studio/utils.py (finish_reason_map);
// googleapis/python-genai:google/genai/types.py (FinishReason).
const printedReason = "FinishReason."

var failedReasons = map[string]bool{"OTHER": true, "FINISH_REASON_UNSPECIFIED": true, "MALFORMED_FUNCTION_CALL": true}

// readPrints takes back what was printed in a generation's messages: results, the reason to stop, and the text of an
// answer that has none.
func readPrints(o *observation.Observation) {
	for i := range o.Input {
		for r := range o.Input[i].Results {
			result := &o.Input[i].Results[r]
			result.Output = printedOutput(result.Output)
		}
	}
	reason, printed := strings.CutPrefix(o.FinishReason, printedReason)
	if o.FinishReason = reason; failedReasons[reason] {
		o.FinishReason = "error"
	}
	for i := range o.Output {
		if m := &o.Output[i]; m.Text == noText && (len(m.Calls) > 0 || printed && reason != "STOP") {
			m.Text, m.HasText = "", false
		}
	}
}
