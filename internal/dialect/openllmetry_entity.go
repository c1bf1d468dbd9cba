package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// The envelopes of traceloop.entity.* and of the gen_ai.* keys that repeat them.
//
//	producer              input                                             output
//	SDK decorators        {"args": [...], "kwargs": {...}}                  the value as JSON
//	LangChain, Python     {"inputs", "input_str", "tags", "metadata", ...}  {"outputs" or "output", "kwargs"}
//	LangChain, JavaScript {"args": ["<JSON>"]}, or the input itself         the output as JSON
//	LlamaIndex            {"kwargs": {...}}, the bound arguments            ToolOutput, or the value
//	MCP                   {"tool_name", "arguments"}                        {"result", "is_error"}
//
// Sources: traceloop/openllmetry:packages/traceloop-sdk/traceloop/sdk/decorators/base.py,
// …/opentelemetry-instrumentation-langchain/…/callback_handler.py, …-llamaindex/…/span_utils.py, …-mcp/…/
// instrumentation.py; traceloop/openllmetry-js:packages/instrumentation-langchain/src/callback_handler.ts.

// traceloopRequest is what an agent was asked.
func traceloopRequest(key string) func(*span.Span) value.Value {
	return func(s *span.Span) value.Value {
		v := s.Attrs.Get(key)
		read := decoded(v)
		args, kwargs, ok := decorated(s, read)
		switch {
		case !ok && read.Get("inputs").Kind() == value.String:
			return said("user")(read.Get("inputs"))
		case !ok:
			return v
		case len(args) == 0 && kwargs.IsEmpty():
			return value.Value{}
		case kwargs.IsEmpty() && len(args) == 1:
			return said("user")(args[0])
		case onlyText(args) >= 0:
			return said("user")(args[onlyText(args)])
		case kwargs.IsEmpty():
			return value.OfList(args...)
		default:
			return kwargs
		}
	}
}

// onlyText is the place of the one text among positional arguments, or -1.
func onlyText(args []value.Value) int {
	at := -1
	for i, arg := range args {
		if arg.Kind() != value.String {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// traceloopAnswer is what an agent answered. A text that was written as a JSON string literal is taken to the letter.
func traceloopAnswer(v value.Value) value.Value {
	read, err := value.ParseJSON(v.Text())
	if err != nil {
		return v
	}
	return said("assistant")(traceloopOutputs(read))
}

// traceloopStructured is the answer that an agent keeps in its state beside the messages.
func traceloopStructured(v value.Value) value.Value {
	return structuredResponse(traceloopOutputs(decoded(v)))
}

// traceloopOutputs is what stands in the envelope of LangChain's callback, or the value itself.
func traceloopOutputs(v value.Value) value.Value {
	if outputs := v.Get("outputs"); !outputs.IsAbsent() && !v.Get("kwargs").IsAbsent() {
		return outputs
	}
	return v
}

// crewTask is the description of a crew's first task.
//
// Source: traceloop/openllmetry:packages/opentelemetry-instrumentation-crewai/…/crewai_span_attributes.py.
func crewTask(v value.Value) value.Value {
	return said("user")(decoded(v).At(0).Get("description"))
}

// decorated returns the arguments of a decorated function, without the instance whose method it is.
func decorated(s *span.Span, v value.Value) (args []value.Value, kwargs value.Value, ok bool) {
	list, kwargs := v.Get("args"), v.Get("kwargs")
	for _, field := range v.Fields() {
		if field.Key != "args" && field.Key != "kwargs" {
			return nil, kwargs, false
		}
	}
	if v.Len() == 0 || list.Kind() != value.List && !list.IsAbsent() || kwargs.Kind() != value.Object && !kwargs.IsAbsent() {
		return nil, kwargs, false
	}
	args = list.Items()
	if len(args) > 0 && isInstance(args[0].Text(), s) {
		args = args[1:]
	}
	return args, kwargs, true
}

// isInstance reports whether an argument is the class's name that stands for an instance: the entity is named after it.
func isInstance(class string, s *span.Span) bool {
	entity, _ := s.Attrs.Text("traceloop.entity.name")
	for part := range strings.SplitSeq(entity, ".") {
		if class != "" && lower(class) != class && lower(class) == strings.ReplaceAll(lower(part), "_", "") {
			return true
		}
	}
	return false
}

// traceloopArguments is what a tool was called with.
func traceloopArguments(key string) func(*span.Span) value.Value {
	return func(s *span.Span) value.Value {
		v := argumentsValue(s.Attrs.Get(key))
		if input := v.Get("input_str"); !input.IsAbsent() {
			if inputs := v.Get("inputs"); !inputs.IsNull() {
				return inputs
			}
			return input
		}
		args, kwargs, ok := decorated(s, v)
		switch {
		case !ok:
			return mcpArguments(v)
		case len(args) == 0 && kwargs.IsAbsent():
			return value.OfObject()
		case len(args) == 0:
			return withoutObjects(kwargs)
		case !kwargs.IsEmpty():
			return v
		case len(args) == 1:
			return args[0]
		default:
			return value.OfList(args...)
		}
	}
}

// traceloopResult is what a tool returned.
func traceloopResult(key string) func(*span.Span) value.Value {
	return func(s *span.Span) value.Value {
		v := s.Attrs.Get(key)
		read := decoded(v)
		if output := read.Get("output"); !output.IsAbsent() && !read.Get("kwargs").IsAbsent() {
			return output
		}
		if result := read.Get("result"); !result.IsAbsent() && isMCPScope(s) {
			return result
		}
		return v
	}
}

func isMCPScope(s *span.Span) bool {
	return strings.HasSuffix(s.Scope, "instrumentation-mcp") || strings.HasPrefix(s.Scope, "opentelemetry.instrumentation.mcp")
}

func adjustTraceloopAgent(s *span.Span, o *observation.Observation) {
	if o.AgentName == "" {
		o.AgentName = entityName(s)
	}
}

// adjustTraceloopTool finds the tool's name, and whether it is a class's: LangChain in JavaScript and LlamaIndex record
// no other, but what a tool message or output holds may tell both the name and the call's id.
func adjustTraceloopTool(s *span.Span, o *observation.Observation) {
	class := isLlamaTool(s) || s.Scope == "@traceloop/instrumentation-langchain"
	name, id := messageOfTool(s)
	if o.CallID == "" {
		o.CallID = knownID(id)
	}
	if o.Tool == "" && class {
		o.Tool = name
	}
	if o.Tool == "" {
		o.Tool, o.ToolClass = entityName(s), class
	}
	if isMCPScope(s) && decoded(s.Attrs.Get("traceloop.entity.output")).Get("is_error").Truth() {
		o.Failed = true
	}
}

// messageOfTool is the name of the tool and the id of the call that a framework's output object tells.
func messageOfTool(s *span.Span) (name, id string) {
	output := decoded(s.Attrs.Get("traceloop.entity.output"))
	if inner := output.Get("output"); inner.Kind() == value.Object {
		output = inner
	}
	if update := output.Path("update", "messages"); update.Len() > 0 {
		output = update.At(update.Len() - 1)
	}
	output = constructed(output)
	if id := output.Get("tool_id").Text(); id != "" && output.Get("tool_output").Kind() == value.Object {
		return output.Get("tool_name").Text(), id
	}
	if !output.Get("raw_output").IsAbsent() {
		return output.Get("tool_name").Text(), ""
	}
	if id := output.Get("tool_call_id").Text(); id != "" {
		return output.Get("name").Text(), id
	}
	return "", ""
}

// entityName is the name of a span's entity without what its kind appends.
func entityName(s *span.Span) string {
	name, _ := s.Attrs.Text("traceloop.entity.name")
	if name == "" {
		name = s.Name
		for _, prefix := range []string{"execute_tool ", "invoke_agent ", "workflow "} {
			name = strings.TrimPrefix(name, prefix)
		}
	}
	for _, suffix := range []string{".tool", ".task", ".workflow", ".agent", ".team"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return name
}
