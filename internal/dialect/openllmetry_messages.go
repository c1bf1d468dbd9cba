package dialect

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// flatPrompts is a request whose messages are flattened: prefix.N.role, prefix.N.content, prefix.N.tool_calls.M.name.
func flatPrompts(prefix string) Source {
	return Source{Place: prefix + ".N.*", From: func(s *span.Span) value.Value {
		messages := promptsOf(span.Flat(s.Attrs, prefix))
		if isFlatBedrock(s) {
			for i := range messages {
				messages[i] = bedrockPrompt(messages[i])
			}
		}
		return listOf(messages)
	}}
}

// flatCompletions is a response flattened in the same way. Several messages are alternatives, of which the first is the
// answer, or the items of one; Anthropic's thinking is a message of its own before the answer.
//
// Source: traceloop/openllmetry:packages/opentelemetry-instrumentation-anthropic/opentelemetry/instrumentation/anthropic/
// span_utils.py.
func flatCompletions(prefix string) Source {
	return Source{Place: prefix + ".N.*", From: func(s *span.Span) value.Value {
		var thoughts, answers []value.Value
		for _, m := range promptsOf(span.Flat(s.Attrs, prefix)) {
			if lower(m.Get("role").Text()) == "thinking" {
				thoughts = append(thoughts, withField(m, "reasoning", m.Get("content"), "content"))
				continue
			}
			answers = append(answers, m)
		}
		switch {
		case s.Name == "bedrock.converse":
			answers = converseAnswer(answers)
		case len(answers) > 1 && !isItems(s):
			answers = answers[:1]
		}
		if len(thoughts) > 0 && len(answers) > 0 {
			answers[0] = withField(answers[0], "reasoning", thoughts[0].Get("reasoning"), "")
			thoughts = nil
		}
		return listOf(append(thoughts, answers...))
	}}
}

// promptsOf are the messages in what flattened keys spell out: a list, or an object when keys that are no numbers
// stand among them.
func promptsOf(v value.Value) []value.Value {
	items := slices.Clone(v.Items())
	fields := slices.DeleteFunc(slices.Clone(v.Fields()), func(f value.Field) bool { return number(f.Key) < 0 })
	slices.SortStableFunc(fields, func(a, b value.Field) int { return number(a.Key) - number(b.Key) })
	for _, field := range fields {
		items = append(items, field.Value)
	}
	messages := make([]value.Value, 0, len(items))
	for _, item := range items {
		if !item.First("role", "content", "tool_calls", "function_call", "user", "finish_reason").IsAbsent() {
			messages = append(messages, promptOf(item))
		}
	}
	return messages
}

func number(key string) int {
	n, err := strconv.Atoi(key)
	if err != nil || n > 1_000_000 {
		return -1
	}
	return n
}

// promptOf is one flattened message: content that isn't a text was written as JSON, a missing one as null or as two
// quotes, and some producers write the prompt under the role's name.
//
// Sources: traceloop/openllmetry:packages/opentelemetry-instrumentation-langchain/…/span_utils.py,
// …/opentelemetry-instrumentation-vertexai, …-replicate, …-haystack, …-watsonx (user).
func promptOf(m value.Value) value.Value {
	if user := m.Get("user"); m.First("role", "content").IsAbsent() && !user.IsAbsent() {
		return value.OfObject(
			value.Field{Key: "role", Value: value.OfString("user")},
			value.Field{Key: "content", Value: user})
	}
	for _, key := range []string{"content", "reasoning"} {
		text, ok := m.Get(key).Str()
		switch {
		case !ok:
		case text == "null" || text == `""`:
			m = withField(m, key, value.Value{}, "")
		case isContent(value.Decode(text)):
			m = withField(m, key, value.Decode(text), "")
		}
	}
	return m
}

// isContent reports whether a value is a list of content parts that name their type, and not just any JSON that a model
// or a user wrote.
func isContent(v value.Value) bool {
	for _, part := range v.Items() {
		kind, form := part.Get("type").Text(), formOf(part)
		if form == nil || !slices.Contains(form.types, kind) {
			return false
		}
	}
	return v.Len() > 0 && v.Kind() == value.List
}

// withField is an object with one field set, or left out when v is absent, and without another.
func withField(m value.Value, key string, v value.Value, without string) value.Value {
	fields := slices.DeleteFunc(slices.Clone(m.Fields()), func(f value.Field) bool { return f.Key == key || f.Key == without })
	if !v.IsAbsent() {
		fields = append(fields, value.Field{Key: key, Value: v})
	}
	return value.OfObject(fields...)
}

// listOf is a list, or absent when it is empty.
func listOf(items []value.Value) value.Value {
	if len(items) == 0 {
		return value.Value{}
	}
	return value.OfList(items...)
}

// adjustTraceloopModel keeps the first of several alternatives, forgets ids that are not a call's, and opens requests
// that the JavaScript instrumentations packed into one text.
func adjustTraceloopModel(s *span.Span, o *observation.Observation) {
	if len(o.Output) > 1 && !isItems(s) {
		o.Output = o.Output[:1]
	}
	if o.FinishReason == "" {
		o.FinishReason = recordedFinish(s)
	}
	for i := range o.Input {
		openBlocks(&o.Input[i])
	}
	forgetItemIDs(o.Input)
	forgetItemIDs(o.Output)
}

// itemID is how ids of items begin that the OpenAI responses API gives. A call has another id, which its result names.
//
// Source: OpenAI API reference, "The response object": function tool call, id and call_id;
// traceloop/openllmetry:packages/opentelemetry-instrumentation-openai/…/v1/responses_wrappers.py (records id).
const itemID = "fc_"

func forgetItemIDs(messages []observation.Message) {
	for i := range messages {
		for c := range messages[i].Calls {
			if call := &messages[i].Calls[c]; strings.HasPrefix(call.ID, itemID) {
				call.ID = ""
			}
		}
	}
}

// openBlocks reads a text that is a JSON list of content blocks.
//
// Source: traceloop/openllmetry-js:packages/instrumentation-langchain/src/callback_handler.ts (convertMessages).
func openBlocks(m *observation.Message) {
	if !strings.HasPrefix(m.Text, "[{") || len(m.Calls)+len(m.Results) > 0 {
		return
	}
	blocks := value.Decode(m.Text)
	if !isContent(blocks) {
		return
	}
	opened := observation.Message{Speaker: m.Speaker, Reasoning: m.Reasoning}
	addParts(&opened, blocks.Items())
	*m = opened
}
