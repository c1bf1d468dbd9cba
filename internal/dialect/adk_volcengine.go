package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// Volcengine's kit on top of ADK records its tools in its own shapes, with the tool's name in them.
//
// Source: volcengine/veadk-python:veadk/tracing/telemetry/attributes/extractors/tool_attributes_extractors.py.
const (
	volcengineInput  = "gen_ai.tool.input"
	volcengineOutput = "gen_ai.tool.output"
)

// volcengineArguments are the arguments of a tool's call.
func volcengineArguments(s *span.Span) value.Value {
	return volcengineRecord(s, volcengineInput, "name", "description", "parameters").Get("parameters")
}

// volcengineResult is what the tool returned, as the API has it.
func volcengineResult(s *span.Span) value.Value {
	return volcengineRecord(s, volcengineOutput, "id", "name", "response").Get("response")
}

// volcengineRecord is what an attribute holds, if that is a record of the span's own tool.
func volcengineRecord(s *span.Span, key string, fields ...string) value.Value {
	record := parsed(s.Attrs.Get(key))
	if name := record.Get("name").Text(); name == "" || name != s.Attrs.Get("gen_ai.tool.name").Text() || !hasOnly(record, fields...) {
		return value.Value{}
	}
	return record
}
