package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// requestKeys and resultKeys are where frameworks keep the question and the answer in the object that a run took or
// gave, most telling first.
var (
	requestKeys = []string{"messages", "input", "inputs", "question", "query", "user_msg", "user_message", "prompt", "task", "message", "new_message", "topic", "text", "input_args", "kwargs", "args"}
	resultKeys  = []string{"messages", "returnValues", "return_values", "output", "outputs", "result", "raw", "final_result", "final_output", "response", "answer", "content", "text", "chat_history"}
)

// maxState bounds how many wrappings of a run's input or output are opened.
const maxState = 6

// requestValue is what an agent was asked: the newest user text of a message list, the text in an object, or the value.
func requestValue(v value.Value) value.Value {
	return openState(v, requestKeys, newestRequest)
}

// resultValue is what an agent answered: the last assistant text of a message list, the text in an object, or the value.
func resultValue(v value.Value) value.Value {
	return openState(v, resultKeys, lastAnswer)
}

// openState opens a run's input or output until a text is reached or nothing more is known about it.
func openState(v value.Value, keys []string, pick func([]observation.Message) value.Value) value.Value {
	for depth := range maxState {
		if text, ok := v.Str(); ok {
			inner := printed(v)
			if depth > 0 && !isConversational(inner) {
				return saysNothing(textValue(text)) // what a state holds is to the letter
			}
			if same, still := inner.Str(); still {
				if isCut(same) {
					return value.Value{}
				}
				return saysNothing(textValue(same))
			}
			if inner.IsEmpty() || isHollow(inner) {
				return value.Value{}
			}
			if !isState(inner, keys) {
				return textValue(text)
			}
			v = inner
		}
		v = graphState(v)
		if v.IsEmpty() {
			return value.Value{}
		}
		if list, ok := conversation(v); ok {
			return pick(list)
		}
		next := stateField(v, keys)
		if next.IsAbsent() {
			return v
		}
		v = next
	}
	return v
}

// graphState takes a state out of what LangGraph hands from node to node: the update of a Command, what a Send sends, the
// last of a list of these, and the one text of a list.
//
// Source: langchain-ai/langgraph:libs/langgraph/langgraph/types.py; its port for JavaScript writes the names as lg_name.
func graphState(v value.Value) value.Value {
	if last := v.At(v.Len() - 1); last.Kind() == value.Object && className(last) != "" || v.Len() == 1 && last.Kind() == value.String && !isPrintedMessage(last) {
		v = last
	}
	switch className(v) {
	case "Command":
		return v.Get("update")
	case "Send":
		return v.First("args", "arg")
	}
	return v
}

// isHollow reports whether an object has fields and nothing in them, as the state has of a run that was told nothing.
func isHollow(v value.Value) bool {
	for _, field := range v.Fields() {
		if !field.Value.IsEmpty() {
			return false
		}
	}
	return v.Len() > 0 && v.Kind() == value.Object
}

// className is the name of the LangGraph class that an object stands for.
func className(v value.Value) string {
	name := firstOf(v.Get("lg_name").Text(), v.Get("__class__").Text())
	if name == "Command" || name == "Send" {
		return name
	}
	if hasOnly(v, "graph", "update", "resume", "goto") && v.Get("update").Kind() == value.Object && !v.Get("goto").IsAbsent() {
		return "Command" // as its fields are dumped
	}
	return ""
}

// said makes a text the one message of a role, so that it is taken to the letter where JSON would be opened. Any other
// value is returned as it is.
func said(role string) func(value.Value) value.Value {
	return func(v value.Value) value.Value {
		if v.Kind() != value.String {
			return v
		}
		return value.OfObject(
			value.Field{Key: "role", Value: value.OfString(role)},
			value.Field{Key: "content", Value: v})
	}
}

func textValue(text string) value.Value {
	if isPlaceholder(text) {
		return value.Value{}
	}
	return value.OfString(text)
}

// isConversational reports whether a value is a conversation or a state that holds one.
func isConversational(v value.Value) bool {
	return hasConversation(v) || v.Get("messages").Kind() == value.List
}

// isState reports whether a decoded text is a run's state and not simply a text that is JSON.
func isState(v value.Value, keys []string) bool {
	v = graphState(v)
	return hasConversation(v) || v.Kind() == value.Object && !stateField(v, keys).IsAbsent()
}

// stateField is the field of an object that holds its question or answer.
func stateField(v value.Value, keys []string) value.Value {
	if v.Kind() != value.Object {
		return value.Value{}
	}
	for _, key := range keys {
		field := v.Get(key)
		if field.IsEmpty() || key == "args" && !v.Get("kwargs").IsEmpty() {
			continue
		}
		if key == "args" && field.Len() == 1 {
			return field.At(0)
		}
		return field
	}
	if fields := v.Fields(); len(fields) == 1 && fields[0].Value.Kind() == value.String {
		return fields[0].Value
	}
	return value.Value{}
}

// conversation reads a value as messages when it is a list of messages or one message.
func conversation(v value.Value) ([]observation.Message, bool) {
	switch v.Kind() {
	case value.Object:
		v = constructed(v)
		if _, known := roleOf(v); !known {
			return nil, false
		}
	case value.List:
		if !isConversation(v) {
			return nil, false
		}
	default:
		return nil, false
	}
	return Messages(v, observation.User)
}

// hasConversation reports whether conversation reads a value. Of a list, which may be long, it reads the beginning alone.
func hasConversation(v value.Value) bool {
	if v.Kind() == value.List {
		return isConversation(v)
	}
	_, ok := conversation(v)
	return ok
}

// isConversation reports whether a list's first element names a speaker.
func isConversation(v value.Value) bool {
	first := v.At(0)
	if first.Kind() == value.List {
		return isTuple(first) || isConversation(first)
	}
	if isPrintedMessage(first) {
		return true
	}
	if inner := first.Get("message"); inner.Kind() == value.Object {
		first = inner
	}
	_, known := roleOf(constructed(first))
	return known
}

// newestRequest is the newest user text of a conversation.
func newestRequest(list []observation.Message) value.Value {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Speaker == observation.User && list[i].Text != "" {
			return userText(list[i].Text)
		}
	}
	return value.Value{}
}

// userText is a user's text; one that is itself a JSON message list is that list.
func userText(text string) value.Value {
	if inner := value.Decode(text); inner.Kind() == value.List && isConversation(inner) {
		if list, ok := conversation(inner); ok {
			if newest := newestRequest(list); !newest.IsAbsent() {
				return newest
			}
		}
	}
	return value.OfString(text)
}

// lastAnswer is the text with which a conversation ends: its last assistant text, or what a tool returned after it.
func lastAnswer(list []observation.Message) value.Value {
	if last := len(list) - 1; last >= 0 && list[last].Speaker == observation.ToolResult && len(list[last].Results) > 0 {
		return list[last].Results[len(list[last].Results)-1].Output // a tool that returns directly
	}
	for i := len(list) - 1; i >= 0; i-- {
		m := &list[i]
		if m.Speaker == observation.Assistant && m.Text != "" {
			return value.OfString(m.Text)
		}
		if m.Speaker == observation.User && m.Text != "" {
			break
		}
	}
	return value.Value{}
}
