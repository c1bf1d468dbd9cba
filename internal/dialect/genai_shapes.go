package dialect

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// responseText is the answer of conventions that part it in texts and calls.
//
// Source: getsentry/sentry-conventions:model/attributes/gen_ai (gen_ai.response.text, gen_ai.response.tool_calls).
func responseText(s *span.Span) value.Value {
	text, calls := s.Attrs.Get("gen_ai.response.text"), s.Attrs.Get("gen_ai.response.tool_calls")
	if text.IsAbsent() && calls.IsAbsent() {
		return value.Value{}
	}
	if list := text.Decode(); list.Kind() == value.List {
		text = list
	}
	return object(
		value.Field{Key: "role", Value: value.OfString("assistant")},
		value.Field{Key: "content", Value: text},
		value.Field{Key: "tool_calls", Value: calls})
}

// functionParameters is the object that attributes of one parameter each spell out.
//
// Source: open-telemetry/opentelemetry-python-contrib:instrumentation-genai/opentelemetry-instrumentation-google-genai/
// src/opentelemetry/instrumentation/google_genai/tool_call_wrapper.py.
func functionParameters(s *span.Span) value.Value {
	var fields []value.Field
	for rest, v := range s.Attrs.Prefix("code.function.parameters.") {
		name, found := strings.CutSuffix(rest, ".value")
		if !found {
			continue
		}
		fields = append(fields, value.Field{Key: name, Value: v.Decode()})
	}
	if fields == nil {
		return value.Value{}
	}
	return value.OfObject(fields...)
}

// noneIsNull reads the text None as what Python means by it.
//
// Source: microsoft/agent-framework:python/packages/core/agent_framework/_tools.py.
func noneIsNull(v value.Value) value.Value {
	if v.Text() == "None" {
		return value.OfNull()
	}
	return v
}

// unescapedList takes the text out of a list of one text whose quotes were not escaped, and which therefore isn't JSON.
//
// Source: spring-projects/spring-ai@v1.0.0-M6: ChatModelPromptContentObservationFilter, ChatModelCompletionObservationFilter.
func unescapedList(v value.Value) value.Value {
	text, found := strings.CutPrefix(v.Text(), `["`)
	inner, closed := strings.CutSuffix(text, `"]`)
	if !found || !closed || v.Decode().Kind() == value.List {
		return v
	}
	return value.OfString(inner)
}

// callsAsContent puts the calls of an answer where they belong: Langtrace writes them, or a text of them, in place of the
// answer's text.
//
// Sources: Scale3-Labs/langtrace-typescript-sdk:src/instrumentation/openai; Scale3-Labs/langtrace-python-sdk:src/
// langtrace_python_sdk/instrumentation/openai/patch.py (extract_content).
func callsAsContent(v value.Value) value.Value {
	list := v.Decode()
	if list.Kind() != value.List {
		return v
	}
	items := slices.Clone(list.Items())
	for i := range items {
		calls := items[i].Get("content").Decode()
		if calls.Len() > 0 && calls.Kind() == value.List && !slices.ContainsFunc(calls.Items(), notFunction) {
			items[i] = object(value.Field{Key: "role", Value: items[i].Get("role")}, value.Field{Key: "tool_calls", Value: calls})
		}
	}
	return value.OfList(items...)
}

func notFunction(call value.Value) bool {
	return call.Get("type").Text() != "function" || call.Path("function", "name").Kind() != value.String
}

// spokenLines reads a prompt in which each message is a line "role: text", and goes on in the lines below that begin
// with no role. Any other prompt is the user's as it is.
//
// Source: openlit/openlit@py-1.34.20:sdk/python/src/openlit/__helpers.py, instrumentation/openai.
func spokenLines(v value.Value) value.Value {
	text, isText := v.Str()
	if role, _ := spokenLine(text); !isText || role == "" {
		return unescapedList(v)
	}
	var list []value.Value
	for text != "" {
		role, rest := spokenLine(text)
		end := nextSpoken(rest)
		list = append(list, object(
			value.Field{Key: "role", Value: value.OfString(role)},
			value.Field{Key: "content", Value: value.OfString(strings.TrimSuffix(rest[:end], "\n"))}))
		text = rest[end:]
	}
	return value.OfList(list...)
}

// nextSpoken is where the next line that begins with a role begins, or the end.
func nextSpoken(text string) int {
	for at := 0; ; {
		newline := strings.IndexByte(text[at:], '\n')
		if newline < 0 {
			return len(text)
		}
		at += newline + 1
		if role, _ := spokenLine(text[at:]); role != "" {
			return at
		}
	}
}

// spokenLine parts a line that begins with a role, and all that follows.
func spokenLine(line string) (role, text string) {
	for _, known := range []string{"system", "developer", "user", "assistant", "tool"} {
		if text, found := strings.CutPrefix(line, known+": "); found {
			return known, text
		}
	}
	return "", ""
}

// firstCall is the arguments of the first call in messages that a tool's own span carries.
func firstCall(v value.Value) value.Value {
	list, _ := Messages(v, observation.Assistant)
	for i := range list {
		if len(list[i].Calls) > 0 {
			return list[i].Calls[0].Arguments
		}
	}
	if len(list) == 1 && len(list[0].Results) == 1 && list[0].Results[0].ID == "" {
		return list[0].Results[0].Output // in a message of the tool's, as TanStack AI has it
	}
	return value.Value{}
}

// firstResult is the first result in messages that a tool's own span carries.
func firstResult(v value.Value) value.Value {
	list, _ := Messages(v, observation.ToolResult)
	for i := range list {
		if len(list[i].Results) > 0 {
			return list[i].Results[0].Output
		}
	}
	return value.Value{}
}

// newestText is the last of a list of texts, which some write in place of messages, as a message of a role, or absent.
//
// Source: microsoft/Agent365-python:libraries/microsoft-agents-a365-observability-core/microsoft_agents_a365/observability/
// core/invoke_agent_scope.py (record_input_messages).
func newestText(role string) func(value.Value) value.Value {
	return func(v value.Value) value.Value {
		list := listOrObject(v)
		if list.Kind() != value.List {
			return value.Value{}
		}
		for _, item := range list.Items() {
			if text, ok := item.Str(); !ok || text == "" || isConversational(value.Decode(text)) {
				return value.Value{}
			}
		}
		return said(role)(list.At(list.Len() - 1))
	}
}

// textOrCalls is an answer that is the model's text, or a list of calls alone.
//
//	[{"tool.name": "weather", "tool.args": {"city": "Oslo"}}]
//
// Source: mozilla-ai/any-agent:src/any_agent/callbacks/span_generation/base.py (_set_llm_output).
func textOrCalls(v value.Value) value.Value {
	list := listOrObject(v)
	if list.At(0).Get("tool.name").Kind() != value.String {
		return said("assistant")(v)
	}
	calls := make([]value.Value, 0, list.Len())
	for _, item := range list.Items() {
		calls = append(calls, value.OfObject(
			value.Field{Key: "name", Value: item.Get("tool.name")},
			value.Field{Key: "arguments", Value: item.Get("tool.args")}))
	}
	return asked(value.OfList(calls...), value.Value{})
}
