package dialect

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// What random messages are made of: first what plain ones have, then what makes a message no plain one.
var (
	messageNames = []string{
		"role", "role", "role", "parts", "parts", "content", "tool_calls", "tool_call_id", "name", "finish_reason", "type",
		"text", "id", "refusal", "additional_kwargs",
	}
	partNames = []string{
		"type", "type", "type", "content", "text", "id", "toolCallId", "name", "toolName", "arguments", "input", "response",
		"result", "output", "thought", "call_id", "is_error", "message_content", "status",
	}
	partTypes = []string{
		"text", "reasoning", "tool_call", "tool-call", "tool_call_response", "tool-result", "tool_use", "text", "image", "",
	}
	messageTexts = []string{
		"", "Hi", "unknown", "<elided>", "[object Object]", "user", "assistant", "tool", "Tool", "function", "weather",
		"error-text", `{"a":"1"}`, `[{"type":"summary_text","text":"So."}]`, `{"reasoningContent":{"text":"So."}}`,
		`ResponseFunctionToolCall(arguments='{}', name='w', call_id='c1')`, "content='7' name='add' tool_call_id='c1'",
	}
	messageRoles = []string{"user", "assistant", "tool", "system", "model", "function", "Tool", "weather"}
)

// rolled makes messages of random numbers.
type rolled struct{ *rand.Rand }

func (r rolled) of(list []string) string { return list[r.IntN(len(list))] }

// mostly is one of the first n of a list nine times out of ten.
func (r rolled) mostly(n int, list []string) string {
	if r.IntN(10) == 0 {
		return r.of(list)
	}
	return r.of(list[:n])
}

func (r rolled) leaf() value.Value {
	switch r.IntN(8) {
	case 0:
		return value.OfNull()
	case 1:
		return value.OfNumber("12")
	case 2:
		return value.OfObject(value.Field{Key: "type", Value: value.OfString(r.of([]string{"error-text", "json", "text"}))},
			value.Field{Key: "value", Value: value.OfString(r.of(messageTexts))})
	case 3:
		return value.OfObject(value.Field{Key: "name", Value: value.OfString("w")}, value.Field{Key: "text", Value: value.OfBool(true)})
	default:
		return value.OfString(r.of(messageTexts))
	}
}

func (r rolled) part() value.Value {
	var fields []value.Field
	for range 1 + r.IntN(4) {
		key, v := r.mostly(14, partNames), r.leaf()
		if key == "type" {
			v = value.OfString(r.mostly(6, partTypes))
		}
		fields = append(fields, value.Field{Key: key, Value: v})
	}
	return value.OfObject(fields...)
}

func (r rolled) list() value.Value {
	items := make([]value.Value, r.IntN(4))
	for i := range items {
		if items[i] = r.part(); r.IntN(16) == 0 {
			items[i] = r.leaf()
		}
	}
	return value.OfList(items...)
}

func (r rolled) message() value.Value {
	var fields []value.Field
	for range 1 + r.IntN(4) {
		key, v := r.mostly(10, messageNames), r.leaf()
		switch {
		case key == "role":
			v = value.OfString(r.mostly(5, messageRoles))
		case key == "parts" || key == "tool_calls" || key == "content" && r.IntN(2) == 0:
			v = r.list()
		}
		fields = append(fields, value.Field{Key: key, Value: v})
	}
	return value.OfObject(fields...)
}

// TestPlainMessagesAreReadAsAnyOther reads random messages as those that may have any form are read.
func TestPlainMessagesAreReadAsAnyOther(t *testing.T) {
	r, plain := rolled{rand.New(rand.NewPCG(1, 2))}, 0
	for range 200_000 {
		v := r.message()
		m, ok := plainMessage(nil, v.Fields())
		if !ok {
			continue
		}
		plain++
		want, is := anyMessage(v, observation.User)
		require.True(t, is, "%s", v.AppendCompact(nil))
		require.Equal(t, want, m, "%s", v.AppendCompact(nil))
	}
	assert.Greater(t, plain, 5_000)
}

// FuzzPlainMessages is the same for messages that come as JSON.
func FuzzPlainMessages(f *testing.F) {
	for _, message := range plainMessages {
		f.Add(message)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v := value.Decode(text)
		if m, ok := plainMessage(nil, v.Fields()); ok {
			want, is := anyMessage(v, observation.User)
			assert.True(t, is)
			assert.Equal(t, want, m)
		}
	})
}

var plainMessages = []string{
	`{"role":"user","parts":[{"type":"text","content":"a"},{"type":"text","text":"b"}]}`,
	`{"role":"assistant","parts":[{"type":"reasoning","content":"a"},{"type":"tool_call","id":"1","name":"w","arguments":{"a":1}}],"finish_reason":"stop"}`,
	`{"role":"assistant","content":[{"type":"tool-call","toolCallId":"1","toolName":"w","input":"{\"a\":1}"}]}`,
	`{"role":"tool","parts":[{"type":"tool_call_response","id":"1","response":"{\"a\":[]}"}]}`,
	`{"role":"tool","content":[{"type":"tool-result","toolCallId":"1","toolName":"w","output":{"type":"error-json","value":[1]}}]}`,
	`{"role":"assistant","content":"a","tool_calls":[{"id":"1","function":{"name":"w","arguments":"{}"}}]}`,
	`{"role":"tool","content":"7","tool_call_id":"1","name":"w"}`,
	`{"role":"system","content":""}`,
}

func TestPlainMessages(t *testing.T) {
	for _, message := range plainMessages {
		_, ok := plainMessage(nil, value.Decode(message).Fields())
		assert.True(t, ok, message)
	}
	for _, other := range otherMessages {
		_, ok := plainMessage(nil, value.Decode(other).Fields())
		assert.False(t, ok, other)
	}
}

var otherMessages = []string{
	`{"content":"a"}`, `{"role":"weather","content":"a"}`, `{"role":"user","content":"a","parts":[]}`, `{"role":"user"}`,
	`{"role":"user","content":"<elided>"}`, `{"role":"user","content":"a","tool_call_id":"1"}`, `{"role":"user","content":{}}`,
	`{"role":"tool","content":[]}`, `{"role":"user","content":["a"]}`, `{"role":"user","content":[{"type":"text","text":1}]}`,
	`{"role":"user","content":[{"type":"text","text":"a","thought":true}]}`, `{"role":"user","content":[{"type":"image"}]}`,
	`{"role":"user","content":[{"type":"text","text":"a","content":"b"}]}`, `{"role":"user","content":"a","refusal":"b"}`,
}
