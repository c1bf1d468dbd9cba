package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

func TestGenAITools(t *testing.T) {
	const op, name, args, result = "gen_ai.operation.name", "gen_ai.tool.name", "gen_ai.tool.call.arguments", "gen_ai.tool.call.result"
	tests := []struct {
		name                string
		span                *span.Span
		tool, id            string
		arguments, returned string // as JSON, empty when absent
		failed              bool
	}{
		{
			"name, id, arguments and result",
			genaiSpan("execute_tool w", op, "execute_tool", name, "w", "gen_ai.tool.call.id", "c1", args, `{"city":"Oslo"}`, result, "3 C"),
			"w", "c1", `{"city":"Oslo"}`, `"3 C"`, false,
		},
		{"the name from the span's name", genaiSpan("execute_tool w", op, "execute_tool"), "w", "", "", "", false},
		{"G-T33: the id under another spelling", genaiSpan("w", op, "tool_call", name, "w", "gen_ai.tool.call_id", "c1"), "w", "c1", "", "", false},
		{"G-T35: a word for an unknown id is none", genaiSpan("w", op, "execute_tool", name, "w", "gen_ai.tool.call.id", "unknown"), "w", "", "", "", false},
		{"G-T35: not specified is no id", genaiSpan("w", op, "execute_tool", name, "w", "gen_ai.tool.call.id", "<not specified>"), "w", "", "", "", false},
		{"G-T36: None is no arguments", genaiSpan("w", op, "execute_tool", name, "w", args, "None"), "w", "", "null", "", false},
		{"G-T62: arguments encoded twice", genaiSpan("w", op, "execute_tool", name, "w", args, `"{\"a\":1}"`), "w", "", `{"a":1}`, "", false},
		{"G-T63: a reference is no text", genaiSpan("w", op, "execute_tool", name, "w", "gen_ai.output.messages_ref", "s3://b/x.json"), "w", "", "", "", false},
		{"empty text is a result", genaiSpan("w", op, "execute_tool", name, "w", result, ""), "w", "", "", `""`, false},
		{"an unprintable object is no result", genaiSpan("w", op, "execute_tool", name, "w", result, "[object ToolMessage]"), "w", "", "", "", false},
		{
			"arguments in a message of the tool's",
			genaiSpan("execute_tool w", op, "execute_tool", name, "w", "gen_ai.input.messages", `[{"role":"tool","content":"{\"city\":\"Oslo\"}"}]`, "gen_ai.output.messages", `[{"role":"tool","content":"3 C"}]`),
			"w", "", `{"city":"Oslo"}`, `"3 C"`, false,
		},
		{
			"nothing is what a tool that failed gave",
			genaiSpan("execute_tool w", op, "execute_tool", name, "w", "error.type", "Timeout", result, "null"),
			"w", "", "", "", true,
		},
		{
			"AgentScope's response without its random id",
			genaiSpan("execute_tool w", op, "execute_tool", name, "w", result, `{"content":[{"type":"text","text":"3 C"}],"metadata":null,"stream":false,"is_last":true,"id":"2026_ab"}`),
			"w", "", "", `[{"type":"text","text":"3 C"}]`, false,
		},
		{
			"tRPC-Agent-Go's response without its times",
			genaiSpan("execute_tool w", op, "execute_tool", name, "w", result, `{"id":"x","object":"tool.response","created":1,"choices":[{"index":0,"message":{"role":"tool","content":"3 C","tool_id":"c1"}}],"timestamp":"2026"}`),
			"w", "", "", `"3 C"`, false,
		},
		{
			"and one that is an error",
			genaiSpan("execute_tool w", op, "execute_tool", name, "w", result, `{"object":"tool.response","error":{"message":"lost"},"choices":[{"message":{"role":"tool","content":"Error: lost"}}]}`),
			"w", "", "", `"Error: lost"`, true,
		},
		{
			"Anthropic's blocks",
			genaiSpan("anthropic.custom_tool_use w", op, "execute_tool", name, "w", "anthropic.tool_result.content", `[{"type":"text","text":"3 C"}]`),
			"w", "", "", `[{"type":"text","text":"3 C"}]`, false,
		},
		{
			"MCP content with its error mark",
			genaiSpan("w", op, "execute_tool", name, "w", result, `{"content":[{"type":"text","text":"no"}],"isError":true}`),
			"w", "", "", `[{"type":"text","text":"no"}]`, true,
		},
		{
			"Spring's keys",
			genaiSpan("tool_call w", op, "framework", "spring.ai.kind", "tool_call", "spring.ai.tool.definition.name", "w", "spring.ai.tool.call.id", "c1",
				"spring.ai.tool.call.arguments", `{"a":1}`, "spring.ai.tool.call.result", "3"),
			"w", "c1", `{"a":1}`, `"3"`, false,
		},
		{
			"one attribute for each parameter",
			genaiSpan("execute_tool w", op, "execute_tool", name, "w", "code.function.parameters.city.value", "Oslo", "code.function.parameters.city.type", "str",
				"code.function.parameters.days.value", 2, "code.function.return.value", "3 C"),
			"w", "", `{"city":"Oslo","days":2}`, `"3 C"`, false,
		},
		{
			"call and result as messages on the tool's own span",
			genaiSpan("execute_tool w", op, "execute_tool", name, "w",
				"gen_ai.input.messages", `[{"role":"tool","parts":[{"type":"tool_call","id":"c1","name":"w","arguments":{"a":1}}]}]`,
				"gen_ai.output.messages", `[{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":"3 C"}]}]`),
			"w", "", `{"a":1}`, `"3 C"`, false,
		},
		{"a status of its own", genaiSpan("w", op, "execute_tool", name, "w", "gen_ai.tool.status", "error", result, "no"), "w", "", "", `"no"`, true},
		{"an outcome of its own", genaiSpan("w", op, "execute_tool", name, "w", "gen_ai.tool.call.outcome", "skipped"), "w", "", "", "", true},
		{"success denied", genaiSpan("w", op, "execute_tool", name, "w", "gen_ai.tool.success", false), "w", "", "", "", true},
		{"G-T30: an error type without an error status", genaiSpan("w", op, "execute_tool", name, "w", args, "{}", "error.type", "ExecutionError"), "w", "", "{}", "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := Read(tt.span)
			require.Equal(t, observation.Tool, o.Role)
			assert.Equal(t, tt.tool, o.Tool)
			assert.Equal(t, tt.id, o.CallID)
			if tt.arguments == "" {
				assert.True(t, o.Request.IsAbsent(), "arguments")
			} else {
				assert.Equal(t, tt.arguments, string(o.Request.AppendCompact(nil)))
			}
			if tt.returned == "" {
				assert.True(t, o.Result.IsAbsent(), "result")
			} else {
				assert.Equal(t, tt.returned, string(o.Result.AppendCompact(nil)))
			}
			assert.Equal(t, tt.failed, o.Failed)
		})
	}
}

func TestGenAIToolEvents(t *testing.T) {
	s := genaiSpan("execute_tool w", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "w")
	s.Events = []span.Event{
		{Name: "gen_ai.tool.input", Attrs: span.AttrsOf("gen_ai.tool.call.arguments", `{"a":1}`)},
		{Name: "gen_ai.tool.output", Attrs: span.AttrsOf("gen_ai.tool.call.result", "3 C")},
	}
	o := Read(s)
	assert.Equal(t, `{"a":1}`, string(o.Request.AppendCompact(nil)))
	assert.Equal(t, "3 C", o.Result.Text())
}

func TestGenAIToolClass(t *testing.T) {
	o := Read(genaiSpan("execute_tool DynamicStructuredTool", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "DynamicStructuredTool"))
	assert.True(t, o.ToolClass)
	assert.False(t, Read(genaiSpan("w", "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "w")).ToolClass)
}

func TestMCP(t *testing.T) {
	tests := []struct {
		name string
		span *span.Span
		want observation.Role
		tool string
		args string
	}{
		{
			"G-T37: a call of the protocol is a tool",
			genaiSpan("tools/call add", "mcp.method.name", "tools/call", "gen_ai.tool.name", "add", "gen_ai.tool.call.arguments", `{"a":1}`),
			observation.Tool, "add", `{"a":1}`,
		},
		{"its name from the span's", genaiSpan("tools/call add", "mcp.method.name", "tools/call"), observation.Tool, "add", "null"},
		{
			"G-T37: listing tools is nothing, whatever the operation says",
			genaiSpan("tools/list", "mcp.method.name", "tools/list", "gen_ai.operation.name", "execute_tool"), observation.Other, "", "null",
		},
		{"a session is nothing", genaiSpan("initialize", "mcp.method.name", "initialize"), observation.Other, "", "null"},
		{
			"OpenLIT's keys",
			genaiSpan("mcp tools/call", "mcp.method", "tools/call", "mcp.tool.name", "add", "mcp.tool.arguments", `{"a":1}`),
			observation.Tool, "add", `{"a":1}`,
		},
		{
			"arguments in the request that carried them",
			genaiSpan("tools/call add", "mcp.method.name", "tools/call", "gen_ai.tool.call.arguments", `{"name":"add","arguments":{"a":1}}`),
			observation.Tool, "add", `{"a":1}`,
		},
		{
			"arguments in a whole JSON-RPC request",
			genaiSpan("tools/call add", "mcp.method.name", "tools/call", "gen_ai.tool.call.arguments", `{"method":"tools/call","params":{"name":"add"}}`),
			observation.Tool, "add", "null",
		},
		{
			"arguments that happen to have such names stay",
			genaiSpan("tools/call add", "mcp.method.name", "tools/call", "gen_ai.tool.call.arguments", `{"name":"add","arguments":"-v"}`),
			observation.Tool, "add", `{"name":"add","arguments":"-v"}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := Read(tt.span)
			assert.Equal(t, tt.want, o.Role)
			assert.Equal(t, tt.tool, o.Tool)
			assert.Equal(t, tt.args, string(o.Request.AppendCompact(nil)))
		})
	}
}
