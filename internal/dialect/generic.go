package dialect

import (
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// generic is for spans that no known convention made, by hand or by a library that nobody has described yet: those whose
// attributes can hardly be anything but a generation or a call of a tool.
//
//	a model's name, with messages, an API's answer, or a prompt and a completion   a generation
//	a tool's name, with arguments that are an object                               a call
//
// A model's name alone makes none: services that listen, speak or embed have one too.
var generic = Dialect{
	Name: "generic",
	About: About{
		Title:    "Anything else that looks like an agent",
		Versions: "any",
		Switch:   "the producer's own",
		Gaps:     "no agents: a run's question and answer are those of its generations",
		Links:    []string{"https://opentelemetry.io/docs/specs/semconv/gen-ai/"},
	},
	Match:  Match{Keys: append(slices.Clip(genericModels), genericTools...)},
	Alone:  true,
	Role:   genericRole,
	Common: Common{Session: []string{"session.id", "conversation.id", "conversation_id", "thread_id"}},
	LLM: LLMFields{
		Model:  genericModels,
		Finish: []string{"llm.finish_reason", "finish_reason", "stop_reason"},
		Input:  opened(attrs(append(slices.Clip(genericInputs), genericPrompts...)...), requested),
		Output: opened(attrs(append(slices.Clip(genericOutputs), genericCompletions...)...), answered),
		Usage: []UsageKey{
			{Name: "input", Keys: []string{"llm.usage.prompt_tokens", "usage.prompt_tokens", "usage.input_tokens", "input_tokens", "prompt_tokens"}},
			{Name: "output", Keys: []string{"llm.usage.completion_tokens", "usage.completion_tokens", "usage.output_tokens", "output_tokens", "completion_tokens"}},
		},
	},
	Tool: ToolFields{
		Name:      genericTools,
		CallID:    []string{"tool.call_id", "tool.call.id", "tool_call_id", "call_id", "tool_use_id"},
		Arguments: attrs(genericArguments...),
		Result: attrs("tool.output", "tool.result", "tool.response", "tool_output", "tool_result", "tool_response",
			"output", "result", "output.value"),
	},
}

// The keys by which people name things when they follow no convention.
var (
	genericModels = []string{
		"model", "model_name", "model.name", "model_id", "llm.model", "llm.model_name", "llm.model.name", "ai.model", "request.model",
	}
	genericLists       = []string{"messages", "input.messages", "llm.messages", "llm.input_messages", "request.messages"}
	genericInputs      = append(slices.Clip(genericLists), "input", "llm.input", "input.value", "request")
	genericOutputs     = []string{"output.messages", "llm.output_messages", "response.message", "output", "llm.output", "output.value", "response", "llm.response"}
	genericPrompts     = []string{"prompt", "llm.prompt", "prompts"}
	genericCompletions = []string{"completion", "llm.completion", "response.text", "completions"}
	genericAnswers     = append(slices.Clip(genericCompletions), genericOutputs...)
	genericTools       = []string{"tool.name", "tool_name", "toolName"}
	genericArguments   = []string{
		"tool.arguments", "tool.args", "tool.input", "tool.parameters", "tool_arguments", "tool_args", "tool_input", "tool_parameters",
		"arguments", "args", "parameters", "input", "input.value",
	}
)

func genericRole(s *span.Span) (observation.Role, bool) {
	switch {
	case hasTextOf(s, genericTools):
		return observation.Tool, hasValue(s, genericArguments, func(v value.Value) bool { return v.Kind() == value.Object })
	case !hasTextOf(s, genericModels):
	case hasValue(s, genericInputs, isRequest), hasValue(s, genericOutputs, isAnswer),
		(hasAny(s, genericPrompts...) || hasNoMessages(s)) && hasAny(s, genericAnswers...):
		return observation.LLM, true
	}
	return observation.Other, false
}

// hasTextOf reports whether any of the keys holds a text.
func hasTextOf(s *span.Span, keys []string) bool {
	for _, key := range keys {
		if text, _ := s.Attrs.Text(key); !isPlaceholder(text) {
			return true
		}
	}
	return false
}

// hasValue reports whether what any of the keys holds, decoded, is as asked for.
func hasValue(s *span.Span, keys []string, is func(value.Value) bool) bool {
	for _, key := range keys {
		if v := s.Attrs.Get(key); !v.IsAbsent() && is(argumentsValue(v)) {
			return true
		}
	}
	return false
}

// isRequest reports whether a value is a conversation, or a body that holds one.
func isRequest(v value.Value) bool {
	return isConversation(v) || isConversation(v.First("messages", "contents"))
}

// hasNoMessages reports whether a span has a list of messages, by itself or in a body, that is empty.
func hasNoMessages(s *span.Span) bool {
	isEmpty := func(v value.Value) bool { return v.Kind() == value.List && v.Len() == 0 }
	return hasValue(s, genericLists, isEmpty) ||
		hasValue(s, genericInputs, func(v value.Value) bool { return isEmpty(v.First("messages", "contents")) })
}

// isAnswer reports whether a value is an assistant's message, a list of them, or an API's response.
func isAnswer(v value.Value) bool {
	if v.First("choices", "candidates").Kind() == value.List || isConversation(v) {
		return true
	}
	speaker, known := roleOf(v)
	return known && speaker == observation.Assistant && hasContent(withField(v, "type", value.Value{}, ""))
}
