package agentdelta

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// weather is the full example of the format.
func weather(tb testing.TB) *Trace {
	tb.Helper()
	node := func(step int, kind NodeType, content, metadata string) Node {
		return Node{Step: step, Type: kind, Content: content, Metadata: parse(tb, metadata).Fields()}
	}
	args := value.OfString(`{"location": "Tokyo"}`)
	return &Trace{
		Meta: Meta{
			RunID:  "weather/東京",
			Fields: parse(tb, `{"trace_id": "5ee0000000000000000000000000a001", "complete": true}`).Fields(),
		},
		Nodes: []Node{
			node(1, NodeStart, "What is the weather in Tokyo?", `{"agent": "weather"}`),
			node(2, NodeLLM, "I should look up the current weather.", `{"model": "gpt-4o", "tool_calls": ["get_weather"]}`),
			node(3, NodeToolCall, CallContent("get_weather", args, 500),
				`{"tool": "get_weather", "call_id": "call_1", "arguments": {"location": "Tokyo"}}`),
			node(4, NodeToolReturn, OutputText(value.OfString(`{"temp":22,"condition":"sunny"}`)),
				`{"tool": "get_weather", "call_id": "call_1", "status": "ok"}`),
			node(5, NodeEnd, "Tokyo: 22°C, sunny.", `{"status": "ok"}`),
		},
		Edges: []Edge{
			{Source: 1, Target: 2, Type: EdgeSequence},
			{Source: 2, Target: 3, Type: EdgeLLMDecision},
			{Source: 3, Target: 4, Type: EdgeToolCall, Label: "get_weather"},
			{Source: 4, Target: 5, Type: EdgeToolReturn, Label: LabelToolOutput},
		},
	}
}

func TestAppendToWritesWhatPythonWrites(t *testing.T) {
	for file, ascii := range map[string]bool{"testdata/weather.jsonl": true, "testdata/weather.utf8.jsonl": false} {
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(weather(t).AppendTo(nil, ascii)), file)
	}
}

func TestWeatherIDs(t *testing.T) {
	var ids []string
	for _, node := range weather(t).Nodes {
		ids = append(ids, node.ID())
	}
	assert.Equal(t, []string{
		"9c74090b45115ab6", "84f66197bc16244e", "c59232237508ac6a", "214833ca7461c231", "983afefbb8b7dc00",
	}, ids)
}

func TestAppendToKeepsWhatIsThere(t *testing.T) {
	got := (&Trace{Meta: Meta{RunID: "r"}}).AppendTo([]byte("before\n"), true)
	assert.Equal(t, "before\n{\"type\": \"trace_meta\", \"run_id\": \"r\"}\n", string(got))
}

func TestMetadataSpelling(t *testing.T) {
	tests := []struct {
		name string
		in   Metadata
		want string
	}{
		{"nothing", nil, `{}`},
		{"an absent value is left out", Metadata{{Key: "a"}, {Key: "b", Value: value.OfNull()}}, `{"b": null}`},
		{"numbers as spelled", Metadata{{Key: "n", Value: value.OfNumber("1.50E+2")}}, `{"n": 1.50E+2}`},
		{"NaN is null", Metadata{{Key: "n", Value: value.OfNumber("NaN")}}, `{"n": null}`},
		{"infinity deep inside is null", Metadata{{Key: "arguments", Value: value.OfObject(
			value.Field{Key: "a", Value: value.OfList(value.OfNumber("-Infinity"), value.OfNumber("1"))},
			value.Field{Key: "b", Value: value.OfString("NaN")},
		)}}, `{"arguments": {"a": [null, 1], "b": "NaN"}}`},
		{"a number of Python alone is a text", Metadata{{Key: "n", Value: value.OfNumber("1j")}}, `{"n": "1j"}`},
		{"no HTML escaping", Metadata{{Key: "a<", Value: value.OfString("<&>")}}, `{"a<": "<&>"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, string(tt.in.appendTo(nil, true)))
		})
	}
}

func TestMetaFieldsCanNotReplaceTheRecordsOwn(t *testing.T) {
	meta := Meta{RunID: "r", Fields: Metadata{
		{Key: "type", Value: value.OfString("node")},
		{Key: "run_id", Value: value.OfString("other")},
		{Key: KeyComplete, Value: value.OfBool(false)},
	}}
	want := `{"type": "trace_meta", "run_id": "r", "complete": false}` + "\n"
	assert.Equal(t, want, string(meta.appendTo(nil, true)))
}

func TestTheIDIsThatOfTheContentAsWritten(t *testing.T) {
	trace := Trace{Nodes: []Node{{Step: 1, Type: NodeLLM, Content: "a\xff\xfe🚀"}}}
	for _, ascii := range []bool{true, false} {
		line := strings.Split(string(trace.AppendTo(nil, ascii)), "\n")[1]
		var written struct{ ID, Content string }
		require.NoError(t, json.Unmarshal([]byte(line), &written))
		assert.Equal(t, "a\ufffd\ufffd🚀", written.Content)
		assert.Equal(t, NodeID(NodeLLM, written.Content), written.ID)
	}
}

func TestAppendToMakesNoGarbage(t *testing.T) {
	trace, dst := weather(t), make([]byte, 0, 4096)
	assert.Zero(t, testing.AllocsPerRun(100, func() { dst = trace.AppendTo(dst[:0], true) }))
}

func BenchmarkAppendTo(b *testing.B) {
	trace := weather(b)
	trace.Nodes[1].Content = strings.Repeat("温度 22°C ", 200)
	dst := trace.AppendTo(nil, true)
	b.SetBytes(int64(len(dst)))
	b.ReportAllocs()
	for b.Loop() {
		dst = trace.AppendTo(dst[:0], true)
	}
}
