package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// converseOutput is what a tool returned, out of the content blocks of Amazon Bedrock's Converse API: one text or value as
// it is, several as texts with a newline between. Media have no text. Anything else than such blocks is as it was.
//
// Source: Amazon Bedrock API reference, ToolResultContentBlock.
func converseOutput(v value.Value) value.Value {
	blocks := v.Decode()
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

// converseSystems are how instrumentations call Amazon Bedrock. What they record of a tool's result are its blocks.
//
// Sources: open-telemetry/opentelemetry-python-contrib:instrumentation/opentelemetry-instrumentation-botocore/src/
// opentelemetry/instrumentation/botocore/extensions/bedrock_utils.py; traceloop/openllmetry:packages/
// opentelemetry-instrumentation-bedrock/opentelemetry/instrumentation/bedrock/span_utils.py.
var converseSystems = map[string]bool{"aws.bedrock": true, "aws_bedrock": true, "AWS": true}

// isConverse reports whether a span's or a record's attributes name Amazon Bedrock.
func isConverse(attrs span.Attrs) bool {
	system, _ := attrs.Text("gen_ai.system")
	provider, _ := attrs.Text("gen_ai.provider.name")
	return converseSystems[system] || converseSystems[provider]
}

// openConverse takes the results in messages out of their blocks.
func openConverse(messages []observation.Message) {
	for i := range messages {
		for r := range messages[i].Results {
			result := &messages[i].Results[r]
			result.Output = outputValue(converseOutput(result.Output))
		}
	}
}

func blockText(v value.Value) string {
	if text, ok := v.Str(); ok {
		return text
	}
	return string(v.AppendJSON(nil, false))
}
