package observation

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// Each limit differs, so that a text tells which one was taken.
var limits = Limits{LLM: 20, Tool: 5, Text: 10}

func long() string { return strings.Repeat("é", 100) }

func object(text string) value.Value {
	return value.OfObject(value.Field{Key: "k", Value: value.OfString(text)})
}

func TestClipTexts(t *testing.T) {
	for _, tt := range []struct {
		name    string
		limits  Limits
		message Message
		want    int
	}{
		{"of a system message are dropped", limits, Message{Speaker: System, HasText: true}, 0},
		{"of a user's message are texts", limits, Message{Speaker: User, HasText: true}, 10},
		{"of an assistant's message are a model's", limits, Message{Speaker: Assistant}, 20},
		{"of an assistant's message may end the run", Limits{LLM: 5, Tool: 3, Text: 10}, Message{Speaker: Assistant}, 10},
		{"of a tool's message are a tool's", limits, Message{Speaker: ToolResult}, 5},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := tt.message
			m.Text, m.Reasoning = long(), long()
			o := Observation{
				Role: LLM, Input: []Message{m}, Output: []Message{m},
				Records: []Record{{Message: m}, {Message: m, Output: true}},
			}
			Clip(&o, tt.limits)

			m.Text, m.Reasoning = strings.Repeat("é", tt.want), strings.Repeat("é", tt.want)
			for _, got := range []Message{o.Input[0], o.Output[0], o.Records[0].Message, o.Records[1].Message} {
				assert.Equal(t, m, got)
			}
		})
	}
}

func TestClipALogRecord(t *testing.T) {
	answer := Observation{Role: Event, Request: value.OfString(long()), Result: value.OfString(long())}
	Clip(&answer, limits)
	assert.Equal(t, strings.Repeat("é", 10), answer.Request.Text(), "what was asked")
	assert.Equal(t, strings.Repeat("é", 20), answer.Result.Text(), "it may be a model's answer")

	call := Observation{Role: Event, CallID: "c1", Request: object(long()), Result: value.OfString(long())}
	Clip(&call, limits)
	assert.Equal(t, object(long()), call.Request, "arguments of a tool stay whole")
	assert.Equal(t, strings.Repeat("é", 5), call.Result.Text(), "a tool's output")
}

func TestClipAnAgent(t *testing.T) {
	o := Observation{
		Role: Agent, Request: value.OfString(long()), Result: object(long()), Structured: object(long()), Error: long(),
	}
	Clip(&o, limits)
	assert.Equal(t, value.OfString(strings.Repeat("é", 10)), o.Request)
	assert.Equal(t, value.Clip(object(long()), 10), o.Result)
	assert.Equal(t, value.Clip(object(long()), 10), o.Structured)
	assert.Equal(t, strings.Repeat("é", 10), o.Error, "it may end the run")
}

func TestClipATool(t *testing.T) {
	o := Observation{Role: Tool, Request: object(long()), Result: value.OfString(long()), Error: long()}
	Clip(&o, Limits{LLM: 1, Tool: 5, Text: 2})
	assert.Equal(t, object(long()), o.Request, "arguments stay whole")
	assert.Equal(t, value.OfString(strings.Repeat("é", 5)), o.Result)
	assert.Equal(t, strings.Repeat("é", 5), o.Error)
}

func TestClipArguments(t *testing.T) {
	call := Message{Speaker: Assistant, Calls: []Call{{ID: "1", Arguments: object(long())}}}
	result := Message{Speaker: ToolResult, Results: []Result{{ID: "1", Output: object(long())}}}
	cut := value.Clip(object(long()), 5)
	request := func() []Message { return clone(call, result, call, call, result, Message{Speaker: User}) }
	want := []bool{true, false, false, false, false, false} // whose calls are cut: those before the last turn

	o := Observation{Role: LLM, Input: request(), Output: clone(call)}
	event := Observation{Role: Event, Records: []Record{{Output: true, Message: clone(call)[0]}}}
	for _, m := range request() {
		event.Records = append(event.Records, Record{Message: m})
	}
	Clip(&o, limits)
	Clip(&event, limits)

	for i, m := range request() {
		for range m.Calls {
			arguments := object(long())
			if want[i] {
				arguments = cut
			}
			assert.Equal(t, arguments, o.Input[i].Calls[0].Arguments, "message %d", i)
			assert.Equal(t, arguments, event.Records[i+1].Message.Calls[0].Arguments, "record %d", i)
		}
		for range m.Results {
			assert.Equal(t, value.OfString(`{"k":`), o.Input[i].Results[0].Output, "message %d", i)
		}
	}
	assert.Equal(t, object(long()), o.Output[0].Calls[0].Arguments, "of a response")
	assert.Equal(t, object(long()), event.Records[0].Message.Calls[0].Arguments, "of a recorded response")
}

// clone copies messages deeply enough for Clip, which changes what their slices hold.
func clone(messages ...Message) []Message {
	for i := range messages {
		messages[i].Calls = append([]Call(nil), messages[i].Calls...)
		messages[i].Results = append([]Result(nil), messages[i].Results...)
	}
	return messages
}

func TestClipLeavesWhatFits(t *testing.T) {
	o, want := llmSpan(), llmSpan()
	Clip(&o, Limits{LLM: 2000, Tool: 500, Text: 500})
	assert.Equal(t, want, o)
}

func TestClipBoundsWhatIsStored(t *testing.T) {
	o := Observation{Role: LLM}
	for range 50 {
		o.Input = append(o.Input, clone(
			Message{Speaker: Assistant, Text: long(), Calls: []Call{{Name: "f", Arguments: object(strings.Repeat("x", 10_000))}}},
			Message{Speaker: ToolResult, Results: []Result{{Output: object(strings.Repeat("x", 10_000))}}})...)
	}
	Clip(&o, limits)
	assert.Less(t, len(Append(nil, &o)), 50*100+10_000, "one turn's arguments are whole")
}

// The outputs whose text isn't a prefix of their source: JSON in texts, blocks, JSON in blocks.
func TestClipKeepsTheTextOfOutputs(t *testing.T) {
	block := func(text string) value.Value {
		return value.OfObject(
			value.Field{Key: "type", Value: value.OfString("text")}, value.Field{Key: "text", Value: value.OfString(text)})
	}
	for name, output := range map[string]value.Value{
		"absent":                      {},
		"null":                        value.OfNull(),
		"a text":                      value.OfString("plain and long enough"),
		"compact JSON in a text":      value.OfString(`{"a":[1,2,3],"b":{"c":null}}`),
		"a literal in a text":         value.OfString(`"é\n\"quoted\" and long"`),
		"a literal that holds JSON":   value.OfString(`"{\"a\":[1,2,3]}"`),
		"lines of JSON":               value.OfString("{\"a\":1}\n{\"b\":2}\n"),
		"JSON before blanks and text": value.OfString("[1]        \n\n x"),
		"an object":                   object("long enough to be cut"),
		"a long text after a quote":   value.Decode(`["\"quoted\"` + strings.Repeat(`\nand long`, 200) + `"]`).At(0),
		"blocks":                      value.OfList(block("one"), block("two"), block("three")),
		"compact JSON in a block":     value.OfList(block(`{"a":[1,2,3],"b":{"c":null}}`)),
		"a block beside a large image": value.OfList(block("one"), value.OfObject(
			value.Field{Key: "type", Value: value.OfString("image")},
			value.Field{Key: "data", Value: value.OfString(strings.Repeat("A", 1000))})),
	} {
		t.Run(name, func(t *testing.T) {
			for n := range 40 {
				checkOutput(t, output, n)
			}
			assert.Less(t, len(Append(nil, &Observation{Role: Tool, Result: clipOutput(output, 8)})), 130)
		})
	}
}

func checkOutput(t *testing.T, output value.Value, n int) {
	t.Helper()
	want := value.Runes(agentdelta.OutputText(output), n)
	clipped := clipOutput(output, n)
	require.Equal(t, want, value.Runes(agentdelta.OutputText(clipped), n), "cut to %d", n)
	require.Equal(t, output.IsAbsent(), clipped.IsAbsent())
}

func FuzzClipOutput(f *testing.F) {
	f.Add(uint64(1), uint64(2), "text", 3)
	f.Add(uint64(3), uint64(4), `{"type":"text","text":"\"[1]\" "}`, 9)
	f.Fuzz(func(t *testing.T, seed, more uint64, text string, n int) {
		checkOutput(t, value.OfString(text), n)
		checkOutput(t, anyValue(rand.New(rand.NewPCG(seed, more)), text, 0), n)
	})
}

// What was sent once, as the name of a service, and stands at each of its spans, must not be kept whole each time.
func TestLongNamesAreCut(t *testing.T) {
	long, cut := strings.Repeat("é", 5000), strings.Repeat("é", longestName)
	o := Observation{
		Role: LLM, Name: long, Scope: long, Service: long, ServiceVersion: long, AgentName: long, Session: long, Model: long,
		FinishReason: long, Tool: long, CallID: long,
		Output: []Message{{Speaker: Assistant, Calls: []Call{{Name: long}}, Results: []Result{{Name: long}}}},
	}
	Clip(&o, agentdelta.DefaultLimits())
	for _, name := range []string{
		o.Name, o.Scope, o.Service, o.ServiceVersion, o.AgentName, o.Session, o.Model, o.FinishReason, o.Tool,
		o.Output[0].Calls[0].Name, o.Output[0].Results[0].Name,
	} {
		assert.Equal(t, cut, name)
	}
	assert.Equal(t, long, o.CallID, "what finds another stays whole")
	short := Observation{Role: Agent, AgentName: "tides"}
	Clip(&short, agentdelta.DefaultLimits())
	assert.Equal(t, "tides", short.AgentName)
}
