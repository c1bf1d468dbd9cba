package dialect

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// openLIT is what OpenLIT's SDKs record: GenAI's spans, with habits of its own.
//
//	generation  version of the SDK for Python    where a model's texts are
//	events      up to 1.34.20                    span events gen_ai.content.prompt, gen_ai.content.completion
//	legacy      up to 1.36.8                     attributes gen_ai.prompt (a line "role: text" for each message),
//	                                             gen_ai.completion
//	new         1.36.9 and later, TypeScript, Go gen_ai.input.messages, gen_ai.output.messages
//
// Frameworks print what they pass on: a state holds the prints of messages, and a tool's result is the print of its
// message. A model's span names the tools that it asked for, joined with commas, which makes it no tool.
var openLIT = Dialect{
	Name: "openlit",
	About: About{
		Title: "OpenLIT SDKs for Python, TypeScript and Go",
		Versions: "TypeScript: openlit 1.15; Python: 1.34 to 1.45, and Go: 0.2, by their sources of August 2026; " +
			"its instrumentations that follow the GenAI conventions in full are read as these",
		Also:   "`telemetry.sdk.name` is `openlit`, on the span or on its resource",
		Switch: "texts are recorded unless capture_message_content=False or OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=false",
		Gaps: "inputs and outputs of workflows are cut at 1000 characters in Python and 2000 in TypeScript; TypeScript's LangChain tools are " +
			"named after their class, and their results may be [object ToolMessage]; requests lose the ids of calls",
		Links: []string{
			"openlit/openlit:sdk/python/src/openlit/semcov/__init__.py",
			"openlit/openlit:sdk/python/src/openlit/__helpers.py",
			"openlit/openlit:sdk/python/src/openlit/instrumentation",
			"openlit/openlit:sdk/typescript/src/instrumentation",
			"openlit/openlit:sdk/go/instrumentation",
		},
	},
	Match:  Match{Keys: []string{"openlit.sdk.version"}, ScopePrefixes: []string{"openlit", "@openlit/", "github.com/openlit/"}, Also: isOpenLIT},
	Role:   openLITRole,
	Common: genAICommon,
	Agent: AgentFields{
		Request: []Source{
			attr("gen_ai.workflow.input").opened(printedRequest), attr("gen_ai.input.messages"),
			attr("function.args").opened(onlyArgument), attr("function.kwargs"),
		},
		Result: []Source{
			attr("gen_ai.workflow.output").opened(printedResult), attr("gen_ai.output.messages"), attr("gen_ai.agent.finish.output"),
		},
	},
	LLM: LLMFields{
		Model: genAIModel.Model, Finish: genAIModel.Finish, Usage: genAIModel.Usage,
		Input:  genAIModel.Input,
		Output: append(slices.Clip(genAIModel.Output), Source{Place: "gen_ai.tool.name, gen_ai.tool.call.id, gen_ai.tool.args", From: openLITCalls}),
	},
	Tool: ToolFields{
		Name:      []string{"gen_ai.tool.name", "mcp.tool.name"},
		CallID:    []string{"gen_ai.tool.call.id"},
		Arguments: attrs("gen_ai.tool.call.arguments", "gen_ai.tool.input", "gen_ai.tool.args", "mcp.tool.arguments", "mcp.params"),
		Result:    opened(attrs("gen_ai.tool.call.result", "gen_ai.tool.output", "mcp.tool.result", "mcp.result", "mcp.response.payload"), printedOutput),
	},
	Adjust: adjustOpenLIT,
}

// isOpenLIT reports whether OpenLIT's name stands where the SDK's is, on the span or on its resource.
func isOpenLIT(s *span.Span) bool {
	own, _ := s.Attrs.Text("telemetry.sdk.name")
	resource, _ := s.Resource.Text("telemetry.sdk.name")
	return own == "openlit" || resource == "openlit"
}

// openLITNames are the roles of spans by the first word of their names.
var openLITNames = map[string]observation.Role{
	"chat": observation.LLM, "execute_tool": observation.Tool, "invoke_agent": observation.Agent, "invoke_workflow": observation.Agent,
}

// openLITRole goes by the operation. A function that the user decorated has none; it is a wrapper.
func openLITRole(s *span.Span) (observation.Role, bool) {
	if strings.HasPrefix(s.Scope, "openlit.instrumentation.") && !s.Attrs.Has("gen_ai.operation.name") {
		word, _, _ := strings.Cut(s.Name, " ")
		if role, known := openLITNames[word]; known {
			return role, true // something that failed, on which not even the operation is noted
		}
	}
	if !hasPrefix(s, "gen_ai.") && !hasPrefix(s, "mcp.") && !hasPrefix(s, "function.") {
		return observation.Other, false
	}
	role, known := genAIRole(s)
	if !known && !s.Attrs.Has("gen_ai.operation.name") && hasAny(s, "function.args", "function.kwargs", "gen_ai.output.messages") {
		return observation.Agent, true
	}
	return role, known
}

func adjustOpenLIT(s *span.Span, o *observation.Observation) {
	adjustGenAI(s, o)
	switch o.Role {
	case observation.LLM:
		if thoughts, ok := s.Attrs.Text("gen_ai.content.reasoning"); ok && len(o.Output) > 0 && o.Output[0].Reasoning == "" {
			o.Output[0].Reasoning = thoughts
		}
		readPrints(o)
	case observation.Tool:
		if name, found := strings.CutPrefix(s.Name, "execute_tool "); found {
			setEmpty(&o.Tool, name)
		}
		if id := answeredID(decoded(firstPresent(s.Attrs.Get("gen_ai.tool.call.result"), s.Attrs.Get("gen_ai.tool.output")))); id != "" {
			o.CallID = id // where the id of a run stood
		}
	}
	if text, ok := s.Attrs.Text("gen_ai.framework.error.message"); ok && o.Error == "" {
		noteFailure(text, o)
	}
}

// onlyArgument is the one argument of a function, or all that it was given.
func onlyArgument(v value.Value) value.Value {
	list, err := value.ParsePython(v.Text())
	if err == nil && list.Kind() == value.List && list.Len() == 1 {
		return said("user")(list.At(0))
	}
	return v
}

// openLITCalls are the calls that a model's own span names, joined with commas, where its messages don't hold them.
func openLITCalls(s *span.Span) value.Value {
	names, ok := s.Attrs.Text("gen_ai.tool.name")
	if !ok || names == "" {
		return value.Value{}
	}
	ids, _ := s.Attrs.Text("gen_ai.tool.call.id")
	arguments := joinedArguments(firstPresent(s.Attrs.Get("gen_ai.tool.args"), s.Attrs.Get("gen_ai.tool.call.arguments")))
	allIDs := strings.Split(ids, ", ")
	var calls []value.Value
	for i, name := range strings.Split(names, ", ") {
		id := ""
		if i < len(allIDs) {
			id = allIDs[i]
		}
		calls = append(calls, object(
			value.Field{Key: "id", Value: presentText(id)},
			value.Field{Key: "name", Value: value.OfString(name)},
			value.Field{Key: "arguments", Value: arguments.At(i)}))
	}
	return object(
		value.Field{Key: "role", Value: value.OfString("assistant")},
		value.Field{Key: "tool_calls", Value: value.OfList(calls...)})
}

// joinedArguments is the list of the arguments of each call: a list already, or objects of JSON joined with commas.
func joinedArguments(v value.Value) value.Value {
	text, ok := v.Str()
	if !ok {
		return v
	}
	if list := value.Decode("[" + text + "]"); list.Kind() == value.List {
		return list
	}
	return value.OfList(v)
}
