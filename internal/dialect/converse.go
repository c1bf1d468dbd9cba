package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// converseOutput is what a tool returned, out of the content blocks of Amazon Bedrock's Converse API: one text or value as
// it is, several as texts with a newline between. Media have no text. Anything else than such blocks is as it was.
//
// Source: Amazon Bedrock API reference, ToolResultContentBlock.
func converseOutput(v value.Value) value.Value {
	blocks := listed(v)
	if blocks.Kind() != value.List || blocks.Len() == 0 {
		return v
	}
	var outputs []value.Value
	for _, block := range blocks.Items() {
		inner, ok := converseBlock(block)
		if !ok {
			return v
		}
		if !inner.IsAbsent() {
			outputs = append(outputs, inner)
		}
	}
	switch len(outputs) {
	case 0:
		return value.Value{}
	case 1:
		return outputs[0]
	}
	texts := make([]string, len(outputs))
	for i := range outputs {
		texts[i] = blockText(outputs[i])
	}
	return value.OfString(strings.Join(texts, "\n"))
}

// converseBlock is the text or value in a block, absent for media. It is false when a value is no block.
//
// Source for $value, around values that are no objects: strands-agents/sdk-typescript:strands-ts/src/tools.
func converseBlock(block value.Value) (inner value.Value, ok bool) {
	fields := block.Fields()
	if len(fields) != 1 {
		return value.Value{}, false
	}
	switch inner := fields[0].Value; fields[0].Key {
	case "text":
		return inner, inner.Kind() == value.String
	case "json":
		if wrapped := inner.Get("$value"); !wrapped.IsAbsent() && inner.Len() == 1 {
			return wrapped, true
		}
		return inner, true
	case "image", "document", "video":
		return value.Value{}, true
	default:
		return value.Value{}, false
	}
}

func blockText(v value.Value) string {
	if text, ok := v.Str(); ok {
		return text
	}
	return string(v.AppendJSON(nil, false))
}
