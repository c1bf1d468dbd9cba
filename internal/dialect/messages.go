package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// speakers maps every spelling of a role to whose message it is.
var speakers = map[string]observation.Speaker{
	"system": observation.System, "developer": observation.System, "systemmessage": observation.System,
	"user": observation.User, "human": observation.User, "humanmessage": observation.User,
	"assistant": observation.Assistant, "model": observation.Assistant, "ai": observation.Assistant,
	"agent": observation.Assistant, "aimessage": observation.Assistant, "aimessagechunk": observation.Assistant,
	"thinking": observation.Assistant,
	"tool":     observation.ToolResult, "function": observation.ToolResult, "toolmessage": observation.ToolResult,
	"functionmessage": observation.ToolResult, "toolresult": observation.ToolResult,
	"systemmessagechunk": observation.System, "humanmessagechunk": observation.User,
	"toolmessagechunk": observation.ToolResult, "functionmessagechunk": observation.ToolResult,
}

// listKeys are the keys under which a wrapping object holds its message list; of several alternatives, such as choices,
// the first alone is the answer.
var listKeys = []string{"messages", "contents", "replies", "output"}

// Messages reads a list of messages in any shape that a convention writes: roles with parts, with content, or with
// tool_calls; serialised framework messages; API request and response bodies; a single message; plain text, which is
// the speaker's. It returns false when the value is none of these.
func Messages(v value.Value, speaker observation.Speaker) ([]observation.Message, bool) {
	if text, ok := v.Str(); ok {
		decoded := printed(text)
		if decoded.Kind() == value.String {
			return plainText(decoded.Text(), speaker)
		}
		v = decoded
	}
	switch v.Kind() {
	case value.List:
		return messageList(v, speaker)
	case value.Object:
		return messageObject(v, speaker)
	default:
		return nil, false
	}
}

// plainText is a message of text alone. Text that begins as JSON does but could not be read is none.
func plainText(text string, speaker observation.Speaker) ([]observation.Message, bool) {
	if opensJSON(text) {
		return nil, false
	}
	if isPlaceholder(text) {
		return nil, true
	}
	return []observation.Message{{Speaker: speaker, Text: text, HasText: true}}, true
}

// opensJSON reports whether a text begins as a JSON object or a list of objects does.
func opensJSON(text string) bool {
	trimmed := strings.TrimLeft(text, " \t\r\n")
	return strings.HasPrefix(trimmed, "[{") || strings.HasPrefix(trimmed, `{"`)
}

func messageList(v value.Value, speaker observation.Speaker) ([]observation.Message, bool) {
	if first := v.At(0); first.Kind() == value.List && !isTuple(first) {
		return messageList(first, speaker) // one list for each prompt of a batch
	}
	if v.Len() == 0 {
		return nil, true
	}
	list := make([]observation.Message, 0, v.Len())
	tools := toolNames{}
	for _, item := range v.Items() {
		if m, ok := messageOf(inToolsRole(item, tools), speaker); ok {
			list = append(list, m)
			tools.add(m.Calls)
		}
	}
	return list, true
}

// toolNames are the names of tools that were asked for.
type toolNames map[string]bool

func (t toolNames) add(calls []observation.Call) {
	for i := range calls {
		t[calls[i].Name] = true
	}
}

// inToolsRole gives the role of a tool to a message whose role is the name of a tool that was asked for before it.
//
// Source: langfuse/langfuse-js:packages/langchain/src/CallbackHandler.ts (extractChatMessageContent).
func inToolsRole(item value.Value, tools toolNames) value.Value {
	if len(tools) == 0 {
		return item
	}
	role, isText := item.Get("role").Str()
	if _, known := speakers[lower(role)]; !isText || known || !tools[role] {
		return item
	}
	fields := []value.Field{{Key: "role", Value: value.OfString("tool")}, {Key: "name", Value: value.OfString(role)}}
	for _, field := range item.Fields() {
		if field.Key != "role" && field.Key != "name" {
			fields = append(fields, field)
		}
	}
	return value.OfObject(fields...)
}

func messageObject(v value.Value, speaker observation.Speaker) ([]observation.Message, bool) {
	for _, key := range []string{"choices", "candidates", "generations"} {
		if list := v.Get(key); list.Kind() == value.List {
			return firstAlternative(list.At(0), speaker)
		}
	}
	if !isMessage(v) {
		for _, key := range listKeys {
			if list := v.Get(key); list.Kind() == value.List {
				return messageList(list, speaker)
			}
		}
		if inner := v.Get("message"); inner.Kind() == value.Object {
			return messageObject(inner, speaker)
		}
	}
	if m, ok := messageOf(v, speaker); ok {
		return []observation.Message{m}, true
	}
	return nil, false
}

// firstAlternative reads the first of several answers: an OpenAI choice, a Gemini candidate, a LangChain generation.
func firstAlternative(v value.Value, speaker observation.Speaker) ([]observation.Message, bool) {
	if v.Kind() == value.List {
		v = v.At(0)
	}
	inner := v.First("message", "content", "text")
	if text, ok := inner.Str(); ok {
		return []observation.Message{{Speaker: speaker, Text: text, HasText: true}}, true
	}
	if m, ok := messageOf(inner, speaker); ok {
		return []observation.Message{m}, true
	}
	return nil, false
}

// isMessage reports whether an object names its speaker.
func isMessage(v value.Value) bool {
	_, known := roleOf(constructed(v))
	return known
}

// messageOf reads one element of a message list.
func messageOf(v value.Value, speaker observation.Speaker) (observation.Message, bool) {
	switch v.Kind() {
	case value.String:
		if message, is := printedMessage(v.Text()); is {
			return messageOf(message, speaker)
		}
		return observation.Message{Speaker: speaker, Text: v.Text(), HasText: true}, true
	case value.List:
		if isTuple(v) {
			return messageOf(tupleObject(v), speaker)
		}
		return observation.Message{}, false
	case value.Object:
	default:
		return observation.Message{}, false
	}
	if inner := v.Get("message"); inner.Kind() == value.Object && v.Get("role").IsAbsent() {
		v = inner
	}
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

// partSpeaker is the speaker of an element that is a bare part: results come from tools, calls from the model.
func partSpeaker(m *observation.Message, speaker observation.Speaker) observation.Speaker {
	switch {
	case len(m.Results) > 0:
		return observation.ToolResult
	case len(m.Calls) > 0 || m.Reasoning != "":
		return observation.Assistant
	default:
		return speaker
	}
}

func isTuple(v value.Value) bool {
	name, isText := v.At(0).Str()
	_, known := speakers[lower(name)]
	return v.Len() == 2 && isText && known
}

// tupleObject is the message that a pair of role and content stands for.
func tupleObject(v value.Value) value.Value {
	return value.OfObject(value.Field{Key: "role", Value: v.At(0)}, value.Field{Key: "content", Value: v.At(1)})
}

// constructed takes a LangChain message out of its serialised constructor, its {"type", "data"} form, or what Langfuse's
// handler makes of a tool's.
//
// Source: langchain-ai/langchain:libs/core/langchain_core/load/serializable.py, …/messages/utils.py (message_to_dict).
func constructed(v value.Value) value.Value {
	if kwargs := v.Get("kwargs"); kwargs.Kind() == value.Object && !v.Get("lc").IsAbsent() {
		id := v.Get("id")
		return withRole(kwargs, id.At(id.Len()-1).Text())
	}
	if data := v.Get("data"); data.Kind() == value.Object && !data.Get("content").IsAbsent() {
		return withRole(data, v.Get("type").Text())
	}
	if isNamedTool(v) {
		return value.OfObject(
			value.Field{Key: "role", Value: value.OfString("tool")},
			value.Field{Key: "name", Value: v.Get("role")},
			value.Field{Key: "content", Value: v.Get("content")})
	}
	return v
}

// isNamedTool reports whether an object is a tool's message whose role is the tool's name.
//
// Source: langfuse/langfuse-js:packages/langchain/src/CallbackHandler.ts (extractChatMessageContent).
func isNamedTool(v value.Value) bool {
	_, known := roleOf(v)
	return !known && hasOnly(v, "content", "additional_kwargs", "role") && v.Get("additional_kwargs").Kind() == value.Object
}

func withRole(v value.Value, role string) value.Value {
	fields := append([]value.Field{{Key: "role", Value: value.OfString(role)}}, v.Fields()...)
	return value.OfObject(fields...)
}

// roleOf returns whose message an object is, by its role, LangChain type or class name.
func roleOf(v value.Value) (observation.Speaker, bool) {
	for _, key := range []string{"role", "_role", "type", "__class__"} {
		if speaker, known := speakers[lower(v.Get(key).Text())]; known {
			return speaker, true
		}
	}
	return observation.User, false
}

// addContent adds the parts of a message, whichever key holds them. When two hold the same text, it counts once.
func addContent(m *observation.Message, v value.Value) {
	for _, key := range []string{"contents", "parts", "content", "_content", "items", "blocks", "text"} {
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
	if !m.HasText && v.Get("refusal").Text() != "" {
		m.Text, m.HasText = v.Get("refusal").Text(), true
	}
}

// addCalls adds the calls that stand beside a message's content, unless the content listed them already.
func addCalls(m *observation.Message, v value.Value) {
	calls := v.First("tool_calls", "toolCalls")
	if calls.IsEmpty() {
		calls = v.Path("additional_kwargs", "tool_calls")
	}
	if text, ok := calls.Str(); ok {
		calls = value.DecodeAny(text)
	}
	if calls.Len() > 0 {
		addNewCalls(m, calls.Items())
	}
	if legacy := v.First("function_call", "functionCall"); legacy.Kind() == value.Object && len(m.Calls) == 0 {
		m.Calls = append(m.Calls, callOf(legacy, &partForms[0]))
	}
}

// addNewCalls adds calls but for those that the content told, each of which is told once more.
func addNewCalls(m *observation.Message, items []value.Value) {
	told, added := callSet{}, callSet{}
	for i := range m.Calls {
		told[callKey(&m.Calls[i])]++
	}
	for _, item := range items {
		if text, ok := item.Str(); ok {
			item = value.Decode(text)
		}
		call := callOf(callObject(item), &partForms[0])
		key := callKey(&call)
		switch {
		case !isCall(call):
		case told[key] > 0:
			told[key]--
		case call.ID == "" || added.isNew(&call):
			m.Calls = append(m.Calls, call)
		}
	}
}

// callSet counts calls.
type callSet map[string]int

// callKey is a call's id, or without one its name and arguments.
func callKey(call *observation.Call) string {
	if call.ID != "" {
		return "id " + call.ID
	}
	return string(call.Arguments.AppendCompact([]byte("call " + call.Name + " ")))
}

// isNew reports whether neither the call nor one with the same id, name and arguments was there. Some servers give all
// calls of an answer one id.
func (s callSet) isNew(call *observation.Call) bool {
	key := string(call.Arguments.AppendCompact([]byte(call.ID + " " + call.Name + " ")))
	s[key]++
	return s[key] == 1
}

// callObject brings OpenAI's {"id", "function": {"name", "arguments"}} and its flattened forms into one level.
func callObject(v value.Value) value.Value {
	if inner := v.Get("tool_call"); inner.Kind() == value.Object {
		v = inner
	}
	function := v.Get("function")
	if function.Kind() != value.Object {
		return v
	}
	return value.OfObject(
		value.Field{Key: "type", Value: value.OfString("tool_call")},
		value.Field{Key: "id", Value: v.First("call_id", "id")},
		value.Field{Key: "name", Value: function.Get("name")},
		value.Field{Key: "arguments", Value: function.Get("arguments")})
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
