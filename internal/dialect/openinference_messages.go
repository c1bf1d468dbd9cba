package dialect

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// indexedMessages is the message list that the keys prefix.N.message.* spell out.
func indexedMessages(prefix string) func(*span.Span) value.Value {
	return func(s *span.Span) value.Value { return unwrapped(s.Attrs.Maker(), span.Flat(s.Attrs, prefix)) }
}

// unwrapped takes the messages of a list out of what lies around each of them: the results of AutoGen beside a message
// of role function, a thought beside the answer, the id of pydantic-ai's tool messages, a call in two keys.
//
//	N.message.role, .content, .contents.K, .tool_calls.M     the specification
//	N.message.function_call_name, _arguments_json            the call of a model before it had several
//	N.function.K = {"name", "content", "call_id", ...}       autogen-agentchat
//	N.thought                                                autogen-agentchat
//	N.tool_call.id                                           pydantic-ai, messages of version 1
//
// Sources, below Arize-ai/openinference: spec/semantic_conventions.md; python/instrumentation/
// openinference-instrumentation-autogen-agentchat (_wrappers.py), openinference-instrumentation-pydantic-ai
// (semantic_conventions.py).
func unwrapped(by *value.Maker, list value.Value) value.Value {
	messages := by.Values(list.Len())[:0]
	for _, item := range list.Items() {
		results := item.Get("function").Items()
		if len(results) == 0 {
			messages = append(messages, messageFields(item))
		}
		for _, result := range results {
			messages = append(messages, functionResult(result))
		}
	}
	if len(messages) == 0 {
		return value.Value{}
	}
	return by.ListOf(messages)
}

// messageFields is the message of one element, with what stands beside it.
func messageFields(item value.Value) value.Value {
	inner := item.Get("message")
	var fields []value.Field
	if name := inner.Get("function_call_name"); name.Text() != "" {
		fields = append(fields, value.Field{Key: "function_call", Value: value.OfObject(
			value.Field{Key: "name", Value: name},
			value.Field{Key: "arguments", Value: inner.Get("function_call_arguments_json")})})
	}
	if thought := item.Get("thought"); thought.Text() != "" {
		fields = append(fields, value.Field{Key: "reasoning", Value: thought})
	}
	if id := item.Path("tool_call", "id"); id.Text() != "" {
		fields = append(fields, value.Field{Key: "tool_call_id", Value: id})
	}
	if fields == nil && inner.Kind() == value.Object {
		return inner
	}
	return value.OfObject(slices.Concat(inner.Fields(), fields)...)
}

// functionResult is the tool's message that one result of a function message stands for.
func functionResult(v value.Value) value.Value {
	fields := append([]value.Field{{Key: "role", Value: value.OfString("tool")}}, decoded(v).Fields()...)
	return value.OfObject(fields...)
}

// packedMessages is a message list that stands whole in one attribute: JSON whose keys may be dotted as the flattened
// ones are, or a text, which is the message.
//
// Sources, below Arize-ai/openinference/python/instrumentation: openinference-instrumentation-strands-agents
// (processor.py); openinference-instrumentation-anthropic (_stream.py, completions).
func packedMessages(v value.Value) value.Value {
	list := decoded(v)
	if list.Kind() != value.List {
		return v
	}
	messages := make([]value.Value, 0, list.Len())
	for _, item := range list.Items() {
		messages = append(messages, undotted(item))
	}
	return value.OfList(messages...)
}

// dotted are the paths that dotted keys begin with.
var dotted = []string{"message.", "message_content.", "tool_call.function.", "tool_call."}

// undotted drops the path of each key, at every level whose key has one.
func undotted(v value.Value) value.Value {
	if v.Kind() != value.Object {
		return v
	}
	fields := make([]value.Field, 0, v.Len())
	for _, field := range v.Fields() {
		fields = append(fields, undottedField(field))
	}
	return value.OfObject(fields...)
}

func undottedField(field value.Field) value.Field {
	for _, path := range dotted {
		key, found := strings.CutPrefix(field.Key, path)
		if !found {
			continue
		}
		if field.Value.Kind() == value.List {
			items := make([]value.Value, 0, field.Value.Len())
			for _, item := range field.Value.Items() {
				items = append(items, undotted(item))
			}
			return value.Field{Key: key, Value: value.OfList(items...)}
		}
		return value.Field{Key: key, Value: field.Value}
	}
	return field
}

// answerMessages are the messages of a response. They are the items of one answer where the API gives items, and
// otherwise alternatives, of which the first is the answer.
func answerMessages(s *span.Span) value.Value {
	list := indexedMessages("llm.output_messages")(s)
	if list.Len() < 2 || givesItems(s) {
		return list
	}
	return value.OfList(list.At(0))
}

// givesItems reports whether the messages of a span's response are items of one answer: those of the OpenAI responses
// API, and of the agents SDK over whichever API.
func givesItems(s *span.Span) bool {
	if hasWord(s.Scope, "openai_agents") || hasWord(s.Scope, "claude_agent_sdk") {
		return true
	}
	body := decoded(s.Attrs.Get(outputKey))
	switch {
	case !body.First("choices", "generations").IsAbsent():
		return false
	case body.Get("output").Kind() == value.List:
		return true
	}
	return strings.Contains(lower(s.Name), "response")
}

// firstPrompt is the first of the prompts of a completion, as the user's message.
func firstPrompt(v value.Value) value.Value {
	if list := v.Decode(); list.Kind() == value.List {
		v = list.At(0)
	}
	if inner := v.Path("prompt", "text"); !inner.IsAbsent() {
		v = inner
	}
	if v.Kind() != value.String {
		return value.Value{} // another convention's llm.prompts.N.content, or nothing
	}
	return said("user")(v)
}

// firstChoice is the first of the choices of a completion, as the model's message.
func firstChoice(v value.Value) value.Value {
	if v.Kind() == value.List {
		v = v.At(0)
	}
	if inner := v.Path("completion", "text"); !inner.IsAbsent() {
		v = inner
	}
	if v.Kind() != value.String {
		return value.Value{}
	}
	return said("assistant")(v)
}

// functionCall is the message of a model that asked for one function, before models could ask for several.
func functionCall(v value.Value) value.Value {
	call := decoded(v)
	if call.Get("name").Text() == "" {
		return value.Value{}
	}
	return value.OfObject(
		value.Field{Key: "role", Value: value.OfString("assistant")},
		value.Field{Key: "function_call", Value: call})
}
