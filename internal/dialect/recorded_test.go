package dialect

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// reading is a span and what is read of it, as say writes it.
type reading struct {
	span *span.Span
	want string
}

func checkReadings(t *testing.T, cases map[string]reading) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, say(Read(c.span)))
		})
	}
}

// spanOf is a span of a scope with the attributes of keys and values in turn.
func spanOf(scope, name string, pairs ...any) *span.Span {
	return &span.Span{Name: name, Scope: scope, Attrs: span.AttrsOf(pairs...)}
}

// raised is a span with an exception event and another status than an error.
func raised(s *span.Span, message string) *span.Span {
	s.Status = span.OK
	s.Events = append(s.Events, span.Event{Name: "exception", Attrs: span.AttrsOf("exception.message", message)})
	return s
}

func TestAnswered(t *testing.T) {
	for name, c := range map[string]struct{ recorded, want string }{
		"a text is the answer":                            {"Hello", `assistant "Hello"`},
		"a text that is empty was recorded":               {"", `assistant ""`},
		"JSON that is no message is the model's own text": {`{"tide": "low", "at": 9}`, `assistant "{\"tide\": \"low\", \"at\": 9}"`},
		"a message":                                         {`{"role":"assistant","content":"Hello"}`, `assistant "Hello"`},
		"a message without a role":                          {`{"content":"Hello","refusal":null}`, `assistant "Hello"`},
		"calls without a role":                              {`{"tool_calls":[{"id":"c1","type":"function","function":{"name":"sum","arguments":"{\"a\":1}"}}]}`, `assistant call c1 sum {"a": 1}`},
		"an older call without a role":                      {`{"function_call":{"name":"sum","arguments":"{\"a\":1}"}}`, `assistant call sum {"a": 1}`},
		"a bare item":                                       {`{"type":"function_call","call_id":"c1","name":"sum","arguments":"{\"a\":1}"}`, `assistant call c1 sum {"a": 1}`},
		"items of a response all count":                     {`[{"type":"reasoning","summary":[{"type":"summary_text","text":"add"}]},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"2"}]}]`, `assistant thinks "add" | assistant "2"`},
		"of choices the first":                              {`{"choices":[{"message":{"role":"assistant","content":"one"}},{"message":{"role":"assistant","content":"two"}}]}`, `assistant "one"`},
		"of generations the first":                          {`{"generations":[[{"text":"one"},{"text":"two"}]]}`, `assistant "one"`},
		"Anthropic's blocks":                                {`{"type":"message","role":"assistant","content":[{"type":"thinking","thinking":"add"},{"type":"text","text":"2"},{"type":"tool_use","id":"c1","name":"sum","input":{"a":1}}]}`, `assistant "2" thinks "add" call c1 sum {"a": 1}`},
		"Gemini's candidates":                               {`{"candidates":[{"content":{"role":"model","parts":[{"text":"hm","thought":true},{"text":"2"}]}}]}`, `assistant "2" thinks "hm"`},
		"an empty object is no answer":                      {`{}`, ``},
		"an answer that arrived cut is kept and said to be": {`{"role":"assistant","content":"It is 2`, `assistant "{\"role\":\"assistant\",\"content\":\"It is 2" truncated`},
	} {
		t.Run(name, func(t *testing.T) {
			o := observation.Observation{Role: observation.LLM}
			s := spanOf("", "", "answer", c.recorded)
			o.Output = firstMessages(s, []Source{attr("answer").opened(answered)}, observation.Assistant, &o)
			var said []string
			for i := range o.Output {
				said = append(said, sayMessage(&o.Output[i]))
			}
			got := strings.Join(said, " | ")
			if o.Content&observation.Truncated != 0 {
				got += " truncated"
			}
			assert.Equal(t, c.want, got)
		})
	}
}

func TestAnswerInADecodedValueIsToTheLetter(t *testing.T) {
	text := `{"role":"assistant","content":"I only quote"}`
	messages, ok := Messages(answerIn(value.OfString(text)), observation.Assistant)
	assert.True(t, ok)
	assert.Equal(t, text, messages[0].Text)
}

func TestConcluded(t *testing.T) {
	for name, c := range map[string]struct{ recorded, want string }{
		"a completion's first choice":       {`{"choices":[{"message":{"role":"assistant","content":"Low at nine."}}]}`, `"Low at nine."`},
		"a response's last message":         {`{"output":[{"type":"function_call","name":"tide","arguments":"{}"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Low at nine."}]}]}`, `"Low at nine."`},
		"a state is opened as ever":         {`{"messages":[{"role":"user","content":"When?"},{"role":"assistant","content":"Nine."}]}`, `"Nine."`},
		"an object that is nothing of that": {`{"tide":"low","at":9}`, `"{\"tide\":\"low\",\"at\":9}"`},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, sayValue(resultValue(concluded(value.OfString(c.recorded)))))
		})
	}
}
