package dialect

import (
	"strconv"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// callInput takes a tool's arguments out of the call that some producers record in input.value:
//
//	{"args": [...], "kwargs": {...}}   bound arguments of LlamaIndex, DSPy and smolagents
//	{"input": {...}, "options": ...}   BeeAI
//	{"name": ..., "arguments": ...}    AG2
func callInput(v value.Value) value.Value {
	input := argumentsValue(v)
	switch {
	case hasOnly(input, "kwargs", "args", "sanitize_inputs_outputs") && input.Get("kwargs").Kind() == value.Object:
		return boundArguments(input)
	case hasOnly(input, "name", "arguments", "id") && !input.Get("arguments").IsAbsent() && !input.Get("name").IsAbsent():
		return input.Get("arguments")
	}
	return input
}

// boundArguments is what a Python function was called with, positional arguments only where there are no others.
func boundArguments(v value.Value) value.Value {
	kwargs, args := withoutObjects(v.Get("kwargs")), v.Get("args")
	switch {
	case !kwargs.IsEmpty() || args.IsEmpty():
		return kwargs
	case args.Len() == 1:
		return args.At(0)
	}
	return args
}

// hasOnly reports whether a value is an object that has no other keys than these.
func hasOnly(v value.Value, keys ...string) bool {
	for _, field := range v.Fields() {
		known := false
		for _, key := range keys {
			known = known || field.Key == key
		}
		if !known {
			return false
		}
	}
	return v.Kind() == value.Object && v.Len() > 0
}

// callParameters is tool.parameters where it holds arguments, and absent where it holds their schema: about half of the
// producers write the one and half the other. Amazon Bedrock lists its arguments.
//
//	arguments   agno, Google ADK, AutoGen AgentChat, Claude Agent SDK, pydantic-ai, Strands, Agent Framework, Pipecat,
//	            Bedrock agents, Vercel AI SDK, TanStack, LangChain4j
//	schema      CrewAI, LlamaIndex, smolagents, OpenAI Agents SDK, decorators, AG2
func callParameters(v value.Value) value.Value {
	parameters := argumentsValue(v)
	switch {
	case isSchema(parameters):
		return value.Value{}
	case parameters.Kind() == value.List && !parameters.At(0).Get("name").IsAbsent():
		return listedArguments(parameters)
	}
	return parameters
}

// isSchema reports whether a value describes parameters: a JSON schema, its properties, or the names of their types.
func isSchema(v value.Value) bool {
	text, isText := v.Str()
	if isText {
		return strings.HasPrefix(text, `{"type": "object"`) || strings.HasPrefix(text, `{"type":"object"`)
	}
	if v.Get("type").Text() == "object" && v.Get("properties").Kind() == value.Object {
		return true
	}
	for _, field := range v.Fields() {
		if field.Value.Get("type").IsAbsent() && !typeNames[field.Value.Text()] {
			return false
		}
	}
	return v.Len() > 0 && v.Kind() == value.Object
}

// typeNames are what AG2 writes for a parameter's type.
//
// Source: Arize-ai/openinference:python/instrumentation/openinference-instrumentation-ag2 (_wrappers.py, _parameters).
var typeNames = map[string]bool{"str": true, "int": true, "float": true, "bool": true, "list": true, "dict": true, "Any": true}

// listedArguments is the object that Bedrock's list of {"name", "type", "value"} stands for.
//
// Source: Arize-ai/openinference:python/instrumentation/openinference-instrumentation-bedrock
// (_attribute_extractor.py, get_attributes_from_action_group_invocation_input).
func listedArguments(list value.Value) value.Value {
	fields := make([]value.Field, 0, list.Len())
	for _, item := range list.Items() {
		fields = append(fields, value.Field{Key: item.Get("name").Text(), Value: item.Get("value")})
	}
	return value.OfObject(fields...)
}

// firstCallArguments are the arguments of the first of flattened calls, which a tool span may carry.
func firstCallArguments(calls value.Value) value.Value {
	arguments := argumentsValue(calls.At(0).Path("tool_call", "function", "arguments"))
	if arguments.Kind() == value.List && !arguments.At(0).Get("name").IsAbsent() {
		return listedArguments(arguments)
	}
	return arguments
}

// toolOutput is a tool's output out of the envelopes that only its producer's scope or its tool's name tell.
func toolOutput(s *span.Span) value.Value {
	v := s.Attrs.Get(outputKey)
	if v.Kind() != value.String {
		return v
	}
	output := structured(v)
	name, _ := s.Attrs.Text("tool.name")
	switch {
	case output.Len() == 1 && !output.Get("output").IsAbsent() && wrapsOutput(s):
		return output.Get("output")
	case isResponseOf(output, name):
		inner, _ := openResponse(output.Get("response"))
		return inner
	case output.Len() == 2 && output.At(0).Kind() == value.Bool && !output.At(1).Get("content").IsAbsent():
		return output.At(1).Get("content") // AG2: whether the function ran, and its message
	}
	return v
}

// wrapsOutput reports whether the LangChain instrumentation of a span writes a tool's output that is no text as the only
// key of an object: that for JavaScript does, and that for Python did before version 0.1.48.
func wrapsOutput(s *span.Span) bool {
	if strings.HasPrefix(s.Scope, "@arizeai/openinference-instrumentation-langchain") {
		return true
	}
	patch, found := strings.CutPrefix(s.ScopeVersion, "0.1.")
	n, err := strconv.Atoi(patch)
	return found && err == nil && n < 48 && s.Scope == "openinference.instrumentation.langchain"
}

// isResponseOf reports whether a value is what Google's ADK records of a tool's answer: {"id", "name", "response"}.
func isResponseOf(output value.Value, name string) bool {
	return name != "" && output.Get("name").Text() == name && output.Get("response").Kind() == value.Object
}

// openResponse is what a function answered to Google's ADK, which puts a value that is no object under a key.
//
// Source: google/adk-python:src/google/adk/flows/llm_flows/functions.py.
func openResponse(v value.Value) (inner value.Value, failed bool) {
	if v.Len() != 1 {
		return v, false
	}
	if message := v.Get("error"); !message.IsAbsent() {
		return message, true
	}
	if result := v.Get("result"); !result.IsAbsent() {
		return result, false
	}
	return v, false
}

// abandoned is the status message of a tool that was still open when its run ended.
//
// Source: Arize-ai/openinference:python/instrumentation/openinference-instrumentation-claude-agent-sdk.
const abandoned = "Abandoned"

// adjustToolSpan reads what a tool span says of its call in other places than those of the tables.
func adjustToolSpan(s *span.Span, o *observation.Observation) {
	o.Abandoned = s.StatusMessage == abandoned && o.Result.IsAbsent()
	if o.Tool == "" || o.Tool == s.Name {
		o.Tool = bareToolName(s.Name)
	}
	output := outlined(s.Attrs.Get(outputKey))
	if o.CallID == "" {
		o.CallID = answeredID(output)
	}
	if status, _ := s.Attrs.Text("tool.status"); status == "error" {
		o.Failed = true // Strands
	}
	if isResponseOf(output, o.Tool) {
		_, failed := openResponse(output.Get("response"))
		o.Failed = o.Failed || failed
	}
	if hasWord(s.Scope, "beeai") && hasOnly(o.Request, "input", "options") {
		o.Request = o.Request.Get("input")
	}
}

// nameAffixes are what producers put around a tool's name in the name of its span.
var nameAffixes = []struct{ prefix, suffix string }{
	{prefix: "execute_tool "},
	{prefix: "ai.tool "},
	{prefix: "pipecat.tool."},
	{suffix: ".__call__"}, // DSPy
	{suffix: ".acall"},    // DSPy
	{suffix: ".tool"},
}

// bareToolName is a span's name without what its producer put around the tool's.
func bareToolName(name string) string {
	for _, affix := range nameAffixes {
		bare := strings.TrimSuffix(strings.TrimPrefix(name, affix.prefix), affix.suffix)
		if bare != name && bare != "" {
			return bare
		}
	}
	return name
}

// answeredID is the id of the call that a LangChain ToolMessage answers, alone or as the last of a Command's messages.
func answeredID(output value.Value) string {
	for range maxState {
		output = constructed(output)
		if id := knownID(output.Get("tool_call_id").Text()); id != "" {
			return id
		}
		if update := output.Path("update", "messages"); update.Kind() == value.List {
			output = lastToolAnswer(update)
			continue
		}
		output = decoded(output.Get("output"))
		if output.Kind() != value.Object {
			return ""
		}
	}
	return ""
}

// lastToolAnswer is the last tool message of a list, or absent.
func lastToolAnswer(messages value.Value) value.Value {
	for i := messages.Len() - 1; i >= 0; i-- {
		if speaker, known := roleOf(constructed(messages.At(i))); known && speaker == observation.ToolResult {
			return messages.At(i)
		}
	}
	return value.Value{}
}
