package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// printedBlocks takes back what OpenLLMetry's LangChain instrumentation prints: of an answer that is a list of blocks, as
// Anthropic's and OpenAI's responses are, each block but a text becomes a text part that holds it as JSON. Calls stand
// beside as parts of their own.
//
// Source: traceloop/openllmetry:packages/opentelemetry-instrumentation-langchain/opentelemetry/instrumentation/langchain/
// span_utils.py.
func printedBlocks(v value.Value) value.Value {
	messages := v.Decode()
	changed := make([]value.Value, 0, messages.Len())
	for _, m := range messages.Items() {
		if parts := m.Get("parts"); parts.Kind() == value.List {
			m = withField(m, "parts", value.OfList(blocksOf(parts.Items())...), "")
		}
		changed = append(changed, m)
	}
	if len(changed) == 0 {
		return v
	}
	return value.OfList(changed...)
}

// blocksOf are the parts of a message, those that are prints as what they print. A print of a call that has a part is
// left out.
func blocksOf(parts []value.Value) []value.Value {
	called := map[string]bool{}
	for _, part := range parts {
		if part.Get("type").Text() == "tool_call" {
			called[part.Get("id").Text()] = true
		}
	}
	kept := make([]value.Value, 0, len(parts))
	for _, part := range parts {
		block, kind := printedBlock(part)
		switch {
		case kind == callPart && called[block.First("call_id", "id").Text()]:
		case kind == reasoningPart:
			kept = append(kept, block)
		default:
			kept = append(kept, part)
		}
	}
	return kept
}

// printedBlock is the block that a text part prints, and its kind.
func printedBlock(part value.Value) (value.Value, partKind) {
	text, isText := part.Get("content").Str()
	if !isText || part.Get("type").Text() != "text" || !strings.HasPrefix(text, `{"`) {
		return value.Value{}, textPart
	}
	block := value.Decode(text)
	form := formOf(block)
	if form == nil || form.key != "" {
		return value.Value{}, textPart
	}
	return block, form.kind
}
