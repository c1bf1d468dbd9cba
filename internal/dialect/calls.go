package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// addCalls adds the calls that stand beside a message's content, unless the content listed them already.
func addCalls(m *observation.Message, v value.Value) {
	calls := v.First("tool_calls", "toolCalls")
	if calls.IsEmpty() {
		calls = v.Path("additional_kwargs", "tool_calls")
	}
	if calls = calls.DecodeAny(); calls.Len() > 0 {
		(*room)(nil).addNewCalls(m, calls.Items())
	}
	if legacy := v.First("function_call", "functionCall"); legacy.Kind() == value.Object && len(m.Calls) == 0 {
		if call := callOf(legacy, &partForms[0]); isCall(call) {
			m.Calls = append(m.Calls, call)
		}
	}
}

// addNewCalls adds calls but for those that the content told, each of which is told once more.
func (r *room) addNewCalls(m *observation.Message, items []value.Value) {
	told, added := callSet{}, callSet{}
	for i := range m.Calls {
		told[callKey(&m.Calls[i])]++
	}
	for _, item := range items {
		call := callIn(item.Decode())
		switch {
		case !isCall(call):
		case told.take(&call):
		case call.ID == "" || len(items) == 1 || added.isNew(&call):
			r.addCall(m, &call)
		}
	}
}

// callSet counts calls.
type callSet map[string]int

// take takes one of the calls that are equal to a call off the set, and reports whether there was one.
func (s callSet) take(call *observation.Call) bool {
	if len(s) == 0 {
		return false
	}
	key := callKey(call)
	if s[key] == 0 {
		return false
	}
	s[key]--
	return true
}

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

// callIn is callOf of what callObject gives, without making it.
func callIn(v value.Value) observation.Call {
	if inner := v.Get("tool_call"); inner.Kind() == value.Object {
		v = inner
	}
	function := v.Get("function")
	if function.Kind() != value.Object {
		return callOf(v, &partForms[0])
	}
	return observation.Call{
		ID: knownID(v.First("call_id", "id").Text()), Name: function.Get("name").Text(),
		Arguments: argumentsValue(function.Get("arguments")),
	}
}

func callOf(part value.Value, f *partForm) observation.Call {
	return observation.Call{
		ID: knownID(part.First(f.id...).Text()), Name: part.First(f.name...).Text(),
		Arguments: argumentsValue(part.First(f.body...)),
	}
}

// isCall reports whether a call says which tool it asks for. Flattened messages have parts that only say they are calls.
func isCall(call observation.Call) bool { return call.Name != "" || call.ID != "" }
