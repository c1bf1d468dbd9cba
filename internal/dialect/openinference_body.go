package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// requestBody is the message list of a request as an API or framework had it, or the user's text.
//
//	OpenAI chat, Anthropic, Bedrock   {"messages": [...]}
//	OpenAI responses                  {"instructions", "input": text or items}
//	Gemini, Google ADK                {"contents": [...]}
//	LangChain                         {"messages": [[...]]}, {"prompts": [...]}, and either of them alone
//	completions, Cohere               {"prompt": ...}, {"message": ...}
func requestBody(v value.Value) value.Value {
	if v.Kind() == value.String {
		if body := messagesOfRequest(v.Decode()); !body.IsAbsent() {
			return body
		}
		if isCutText(v) {
			return v
		}
		return said("user")(saysNothing(requestValue(v)))
	}
	return messagesOfRequest(v)
}

// messagesOfRequest is the message list in a request's body, or absent.
func messagesOfRequest(v value.Value) value.Value {
	switch v.Kind() {
	case value.List:
		if isMessageList(v) {
			return v
		}
		return value.Value{}
	case value.Object:
	default:
		return value.Value{}
	}
	for _, key := range []string{"messages", "input", "contents"} {
		list := v.Get(key)
		if first := list.At(0); first.Kind() == value.List && !isTuple(first) {
			list = first // one list for each prompt of a batch
		}
		if isMessageList(list) {
			return list
		}
	}
	if prompt := firstPrompt(v.First("prompts", "prompt")); !prompt.IsAbsent() {
		return prompt
	}
	if text := v.First("input", "message"); text.Kind() == value.String {
		return said("user")(text)
	}
	if inner := v.Get("kwargs"); inner.Kind() == value.Object && v.Get("lc").IsAbsent() {
		return messagesOfRequest(inner) // bound arguments
	}
	return value.Value{}
}

// answerBody is the answer in output.value: the messages of an API's response, or the text of the model.
func answerBody(s *span.Span) value.Value {
	v := s.Attrs.Get(outputKey)
	text, ok := v.Str()
	if !ok {
		return messagesOfAnswer(v)
	}
	body := v.Decode()
	if messages := messagesOfAnswer(body); !messages.IsAbsent() {
		return messages
	}
	switch {
	case hasWord(s.Scope, "dspy") && body.At(0).Kind() == value.String:
		text = body.At(0).Text() // one completion for each alternative
	case hasWord(s.Scope, "llama_index"):
		text = strings.TrimPrefix(text, "assistant: ")
	}
	return said("assistant")(saysNothing(value.OfString(text)))
}

// saysNothing drops the texts that stand for no value.
func saysNothing(v value.Value) value.Value {
	switch text, isText := v.Str(); {
	case isText && (isPlaceholder(text) || text == "null" || text == "{}" || text == "[]"):
		return value.Value{}
	case v.IsNull():
		return value.Value{}
	}
	return v
}

// messagesOfAnswer is the message list in a response's body, or absent. A model's own JSON is none.
//
//	OpenAI chat, completions   {"choices": [{"message" or "text"}]}     Gemini      {"candidates": [...]}
//	OpenAI responses           {"output": [items]}                      Anthropic   {"role", "content": [...]}
//	LangChain                  {"generations": [[{"text", "message"}]]} Bedrock     {"output": {"message": ...}}
//	Vercel AI SDK, Mastra      {"text", "toolCalls"}, [tool calls]      TanStack    {"content", "tool_calls"}
//	Google ADK                 {"content": {"parts", "role"}}           Haystack    {"replies": [...]}
//	Ollama, Cohere             {"message": ...}                         agents SDK  [{"choices": ...}]
func messagesOfAnswer(v value.Value) value.Value {
	switch v.Kind() {
	case value.List:
		return answerList(v)
	case value.Object:
		return answerObject(v)
	default:
		return value.Value{}
	}
}

func answerObject(v value.Value) value.Value {
	for _, key := range []string{"choices", "candidates", "generations"} {
		if v.Get(key).Kind() == value.List {
			return v
		}
	}
	for _, key := range []string{"output", "replies", "messages"} {
		if list := v.Get(key); isMessageList(list) {
			return list
		}
	}
	if inner := v.Path("output", "message"); isMessage(inner) {
		return inner
	}
	for _, inner := range []value.Value{v.Get("content"), v.Get("message"), v} {
		if isMessage(inner) || !inner.Get("parts").IsAbsent() {
			return inner
		}
	}
	if calls := v.First("toolCalls", "tool_calls"); calls.Kind() == value.List {
		return asked(calls, v.First("text", "content"))
	}
	return value.Value{}
}

func answerList(v value.Value) value.Value {
	first := v.At(0)
	switch {
	case isMessageList(v):
		return v
	case !first.Get("toolCallId").IsAbsent():
		return asked(v, value.Value{})
	case first.Get("choices").Kind() == value.List:
		items := make([]value.Value, 0, v.Len())
		for _, response := range v.Items() {
			items = append(items, response.Get("choices").At(0).Get("message"))
		}
		return value.OfList(items...)
	}
	return value.Value{}
}

// asked is the message of a model that asked for calls.
func asked(calls, text value.Value) value.Value {
	return value.OfObject(
		value.Field{Key: "role", Value: value.OfString("assistant")},
		value.Field{Key: "content", Value: text},
		value.Field{Key: "tool_calls", Value: calls})
}

// isMessageList reports whether a list holds messages or the items of the OpenAI responses API.
func isMessageList(v value.Value) bool {
	if v.Kind() != value.List || v.Len() == 0 {
		return false
	}
	if isConversation(v) {
		return true
	}
	for _, item := range v.Items() {
		if isMessage(item) || isItem(item) {
			return true
		}
	}
	return false
}

// isItem reports whether a value is an item of a response: a part that names its type.
func isItem(v value.Value) bool {
	form := formOf(v)
	return form != nil && form.types != nil && form.kind != otherPart && v.Get("type").Text() != ""
}
