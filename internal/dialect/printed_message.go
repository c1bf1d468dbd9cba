package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// printedMessage takes a message out of what Python prints of one: OpenInference writes arguments that it can't serialise
// in this way, so an element of a message list can be such a text.
//
//	Haystack    ChatMessage(_role=<ChatRole.USER: 'user'>, _content=[TextContent(text='…')], …)
//	LlamaIndex  ChatMessage(role=<MessageRole.USER: 'user'>, …, blocks=[TextBlock(block_type='text', text='…')])
//	AutoGen     id='…' source='user' … content='…' type='TextMessage'
//
// Sources: deepset-ai/haystack:haystack/dataclasses/chat_message.py; run-llama/llama_index:llama-index-core/llama_index/
// core/base/llms/types.py; microsoft/autogen:python/packages/autogen-agentchat/src/autogen_agentchat/messages.py.
func printedMessage(text string) (value.Value, bool) {
	if strings.HasPrefix(text, `{"role"`) {
		return jsonMessage(text)
	}
	isChat := strings.HasPrefix(text, "ChatMessage(")
	isSourced := strings.HasPrefix(text, "id='") && strings.Contains(text, " source='")
	if !isChat && !isSourced {
		return value.Value{}, false
	}
	v := value.DecodeAny(text)
	role, content := member(v.First("_role", "role").Text()), v.First("_content", "blocks")
	if isSourced {
		role, content = v.Get("source").Text(), v.Get("content")
	}
	if v.Kind() != value.Object || content.IsAbsent() {
		return value.Value{}, false
	}
	if content.Kind() == value.List {
		content = classParts(content)
	}
	return withRole(value.OfObject(value.Field{Key: "content", Value: content}), role), true
}

// jsonMessage is a message that was made a text of JSON before its list was.
//
// Source: getsentry/sentry, pull request 94405, which reads arrays of objects that were made texts.
func jsonMessage(text string) (value.Value, bool) {
	v, err := value.ParseJSON(text)
	_, known := roleOf(v)
	return v, err == nil && known && !v.First("content", "parts", "tool_calls").IsAbsent()
}

func isPrintedMessage(v value.Value) bool {
	_, is := printedMessage(v.Text())
	return is
}

// member is the value of an enumeration's member, as in <ChatRole.USER: 'user'>.
func member(text string) string {
	if _, rest, found := strings.Cut(text, ": '"); found {
		return strings.TrimSuffix(rest, "'>")
	}
	return text
}

// classParts are parts that name their class, in the form of the parts that are serialised.
func classParts(parts value.Value) value.Value {
	made := make([]value.Value, 0, parts.Len())
	for _, part := range parts.Items() {
		switch part.Get("__class__").Text() {
		case "ToolCall":
			part = value.OfObject(value.Field{Key: "tool_call", Value: part})
		case "ToolCallResult":
			part = value.OfObject(value.Field{Key: "tool_call_result", Value: part})
		}
		made = append(made, part)
	}
	return value.OfList(made...)
}
