package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// messageOf reads one element of a message list.
func messageOf(at *room, v value.Value, speaker observation.Speaker) (observation.Message, bool) {
	if m, plain := plainMessage(at, heldMessage(v).Fields()); plain {
		return m, true
	}
	return otherMessage(v, speaker)
}

// heldMessage takes a message out of an object that holds it.
func heldMessage(v value.Value) value.Value {
	if inner := v.Get("message"); inner.Kind() == value.Object && v.Get("role").IsAbsent() {
		return inner
	}
	return v
}

// otherMessage is messageOf of what is no plain message.
func otherMessage(v value.Value, speaker observation.Speaker) (observation.Message, bool) {
	switch v.Kind() {
	case value.String:
		if message, is := printedMessage(v.Text()); is {
			return messageOf(nil, message, speaker)
		}
		return observation.Message{Speaker: speaker, Text: v.Text(), HasText: true}, true
	case value.List:
		if isTuple(v) {
			return messageOf(nil, tupleObject(v), speaker)
		}
		return observation.Message{}, false
	case value.Object:
		return anyMessage(heldMessage(v), speaker)
	default:
		return observation.Message{}, false
	}
}

// anyMessage is messageOf of an object, in whatever form.
func anyMessage(v value.Value, speaker observation.Speaker) (observation.Message, bool) {
	v = constructed(v)
	m := observation.Message{Speaker: speaker}
	role, known := roleOf(v)
	if known {
		m.Speaker = role
	}
	if !known && !hasContent(v) {
		addPart(&m, v) // an element that is itself a part, such as an item of the OpenAI responses API
		m.Speaker = partSpeaker(&m, speaker)
		return m, len(m.Calls)+len(m.Results) > 0 || m.HasText || m.Reasoning != ""
	}
	addContent(&m, v)
	addCalls(&m, v)
	answer(&m, v)
	return m, true
}

// hasContent reports whether an object without a role still is a message.
func hasContent(v value.Value) bool {
	return v.Get("type").IsAbsent() && !v.First("content", "parts", "contents", "tool_calls").IsAbsent()
}

var contentKeys = [...]string{"contents", "parts", "content", "_content", "items", "blocks", "text"}

// addContent adds the parts of a message, whichever key holds them. When two hold the same text, it counts once.
func addContent(m *observation.Message, v value.Value) {
	for _, key := range contentKeys {
		body := v.Get(key)
		switch body.Kind() {
		case value.String:
			if unreadable(body.Text()) {
				continue
			}
			m.Text, m.HasText = body.Text(), true
		case value.List:
			addParts(m, body.Items())
		case value.Object:
			addPart(m, body)
		default:
			continue
		}
		if m.Text != "" || m.Reasoning != "" || len(m.Calls)+len(m.Results) > 0 {
			break
		}
	}
	if m.Reasoning == "" {
		m.Reasoning = partText(v.First("reasoning_content", "reasoning", "thought"))
	}
	if !m.HasText {
		m.Text = firstOf(m.Text, v.Get("refusal").Text(), v.Path("audio", "transcript").Text())
		m.HasText = m.Text != ""
	}
}

// answer turns the text of a tool's message into the result that it is.
func answer(m *observation.Message, v value.Value) {
	id := knownID(v.First("tool_call_id", "toolCallId", "call_id", "tool_use_id").Text())
	if m.Speaker == observation.ToolResult && id == "" {
		id = knownID(v.Get("id").Text())
	}
	if m.Speaker != observation.ToolResult && (id == "" || len(m.Calls) > 0) {
		return
	}
	if len(m.Results) == 0 {
		name, _ := v.First("name", "tool_name", "toolName").Str()
		m.Results = []observation.Result{{ID: id, Name: name, Output: messageOutput(m, v), Failed: failedResult(v)}}
	}
	if m.Speaker == observation.ToolResult || id != "" {
		m.Text, m.HasText = "", false // openai-agents writes a result's text twice
	}
	if id != "" {
		m.Speaker = observation.ToolResult
	}
}

// messageOutput is the output in a tool's message: its text, or the value that its content is.
func messageOutput(m *observation.Message, v value.Value) value.Value {
	if content := v.First("content", "_content"); !content.IsAbsent() && content.Kind() != value.String {
		if inner := content.At(0); hasOnly(inner, "tool_call_id", "content") && inner.Len() == 2 {
			content = inner.Get("content") // Semantic Kernel for Python: FunctionResultContent.to_dict
		}
		return outputValue(content)
	}
	if !m.HasText {
		return value.Value{}
	}
	return outputValue(value.OfString(m.Text))
}
