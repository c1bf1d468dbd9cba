package dialect

import (
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

// speakerOf returns whose message one of a role is. Letter case doesn't matter.
func speakerOf(role string) (observation.Speaker, bool) {
	speaker, known := speakers[lower(role)]
	return speaker, known
}

// toolNames are the names of tools that the messages of a list ask for. They are gathered when they are asked for, which
// few lists need.
type toolNames struct {
	names map[string]bool
	seen  int // messages
}

// has reports whether one of the messages so far asks for a tool.
func (t *toolNames) has(messages []observation.Message, name string) bool {
	for ; t.seen < len(messages); t.seen++ {
		for _, call := range messages[t.seen].Calls {
			if t.names == nil {
				t.names = map[string]bool{}
			}
			t.names[call.Name] = true
		}
	}
	return t.names[name]
}

// inToolsRole gives the role of a tool to a message whose role is the name of a tool that a message before it asked for.
//
// Source: langfuse/langfuse-js:packages/langchain/src/CallbackHandler.ts (extractChatMessageContent).
func inToolsRole(item value.Value, tools *toolNames, before []observation.Message) value.Value {
	role, isText := item.Get("role").Str()
	if _, known := speakerOf(role); !isText || known || !tools.has(before, role) {
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

// isMessage reports whether an object names its speaker.
func isMessage(v value.Value) bool {
	_, known := roleOf(constructed(v))
	return known
}

// partSpeaker is the speaker of an element that is a bare part: results come from tools, calls from the model.
func partSpeaker(m *observation.Message, speaker observation.Speaker) observation.Speaker {
	switch {
	case len(m.Calls) > 0 || m.Reasoning != "":
		return observation.Assistant // with the result of a call that the provider ran, maybe
	case len(m.Results) > 0:
		return observation.ToolResult
	default:
		return speaker
	}
}

func isTuple(v value.Value) bool {
	name, isText := v.At(0).Str()
	_, known := speakerOf(name)
	return v.Len() == 2 && isText && known
}

// tupleObject is the message that a pair of role and content stands for.
func tupleObject(v value.Value) value.Value {
	return value.OfObject(value.Field{Key: "role", Value: v.At(0)}, value.Field{Key: "content", Value: v.At(1)})
}

// pydanticRoles are whose messages those of Pydantic AI are that are written as they are.
//
// Source: pydantic/pydantic-ai:pydantic_ai_slim/pydantic_ai/messages.py (ModelRequest, ModelResponse).
var pydanticRoles = map[string]string{"request": "user", "response": "assistant"}

// constructed gives a message of Pydantic AI its role, and takes a LangChain message out of its serialised constructor, its
// {"type", "data"} form, or what Langfuse's handler makes of a tool's.
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
	if role, known := pydanticRoles[v.Get("kind").Text()]; known && v.Get("role").IsAbsent() && v.Get("parts").Kind() == value.List {
		return withRole(v, role)
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
	if v.Get("additional_kwargs").Kind() != value.Object || !hasOnly(v, "content", "additional_kwargs", "role") {
		return false
	}
	_, known := roleOf(v)
	return !known
}

func withRole(v value.Value, role string) value.Value {
	fields := append([]value.Field{{Key: "role", Value: value.OfString(role)}}, v.Fields()...)
	return value.OfObject(fields...)
}

var roleKeys = [...]string{"role", "_role", "type", "__class__"}

// roleOf returns whose message an object is, by its role, LangChain type or class name.
func roleOf(v value.Value) (observation.Speaker, bool) {
	for _, key := range roleKeys {
		if speaker, known := speakerOf(v.Get(key).Text()); known {
			return speaker, true
		}
	}
	return observation.User, false
}
