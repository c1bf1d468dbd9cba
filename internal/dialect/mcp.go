package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// Spans of the Model Context Protocol follow the GenAI conventions: the client's and the server's of one call are
// spans of one trace, often below the span of the tool that made the call. Which of them stand for the same call is
// told by the whole trace; here each tools/call is an execution of a tool, and every other method a link.
//
// Sources: open-telemetry/semantic-conventions-genai:docs/gen-ai/mcp.md; modelcontextprotocol specification 2025-11-25,
// server/tools.

// mcpMethodKeys name the attributes that tell the protocol's method.
//
// Source for mcp.method: openlit/openlit:sdk/python/src/openlit/semcov/__init__.py.
var mcpMethodKeys = []string{"mcp.method.name", "mcp.method"}

const mcpToolCall = "tools/call"

// mcpRole classifies a span by its protocol method, if it has one.
func mcpRole(s *span.Span) (observation.Role, bool) {
	for _, key := range mcpMethodKeys {
		method, ok := s.Attrs.Text(key)
		if !ok || method == "" {
			continue
		}
		if method == mcpToolCall {
			return observation.Tool, true
		}
		return observation.Other, true
	}
	return observation.Other, false
}

// mcpArguments is what a tool was called with, out of the request that carried it: {"name", "arguments"}, where some
// instrumentations write tool_name, maybe as the params of a whole JSON-RPC request. Anything else is as it was.
//
// Sources: traceloop/openllmetry:packages/opentelemetry-instrumentation-mcp (tool_name); pydantic/logfire:logfire/
// _internal/integrations/mcp.py (request).
func mcpArguments(v value.Value) value.Value {
	request := v.DecodeAny()
	if params := request.Get("params"); params.Kind() == value.Object && !request.Get("method").IsAbsent() {
		request = params
	}
	named := request.First("name", "tool_name").Kind() == value.String
	inner := request.Get("arguments")
	switch {
	case !named || inner.Kind() != value.Object && !inner.IsNull():
		return v
	case inner.IsAbsent():
		return value.OfNull()
	default:
		return inner
	}
}
