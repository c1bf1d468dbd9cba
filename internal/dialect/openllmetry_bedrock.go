package dialect

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// What OpenLLMetry's instrumentation of Amazon Bedrock flattened before it wrote lists of messages: the content of each
// message of a request is JSON whatever it is, a text in quotes or the blocks of the Converse API, which name no type; and
// each block of Converse's answer has a number of its own.
//
// Source: traceloop/openllmetry:packages/opentelemetry-instrumentation-bedrock/opentelemetry/instrumentation/bedrock/
// span_utils.py (set_model_message_span_attributes, set_converse_input_prompt_span_attributes,
// set_converse_response_span_attributes).

// isFlatBedrock reports whether a span is one of that instrumentation's.
func isFlatBedrock(s *span.Span) bool {
	return s.Scope == "opentelemetry.instrumentation.bedrock" || strings.HasPrefix(s.Name, "bedrock.")
}

// bedrockPrompt is a message of a request with its content decoded.
func bedrockPrompt(m value.Value) value.Value {
	text, isText := m.Get("content").Str()
	if !isText {
		return m
	}
	switch content := value.Decode(text); {
	case content.Kind() == value.List && isConverseContent(content), content.Kind() == value.String && strings.HasPrefix(text, `"`):
		return withField(m, "content", content, "")
	default:
		return m
	}
}

// converseBlocks are the keys of the content blocks of messages in the Converse API.
//
// Source: Amazon Bedrock API reference, ContentBlock.
var converseBlocks = []string{
	"text", "toolUse", "toolResult", "reasoningContent", "citationsContent", "guardContent", "image", "document", "video", "audio", "cachePoint",
}

// isConverseContent reports whether a list holds nothing but such blocks.
func isConverseContent(list value.Value) bool {
	for _, block := range list.Items() {
		if fields := block.Fields(); len(fields) != 1 || !slices.Contains(converseBlocks, fields[0].Key) {
			return false
		}
	}
	return list.Len() > 0
}

// converseAnswer is the one message whose blocks were written as messages.
func converseAnswer(blocks []value.Value) []value.Value {
	if len(blocks) < 2 {
		return blocks
	}
	contents := make([]value.Value, 0, len(blocks))
	for _, block := range blocks {
		if content := block.Get("content"); !content.IsAbsent() {
			contents = append(contents, content)
		}
	}
	return []value.Value{withField(blocks[0], "content", value.OfList(contents...), "")}
}
