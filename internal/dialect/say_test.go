package dialect

import (
	"fmt"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// say is an observation in one line, as the tables of tests write what they want:
//
//	agent name | model m | request "Hi" | result "Hello"
//	llm | model m | finish stop | in user "Hi" | out assistant "" call c1 add {"a": 1}
//	tool add c1 | request {"a": 1} | result 2 | failed "boom"
//
// Parts that say nothing are left out.
func say(o observation.Observation) string {
	parts := []string{join(o.Role.String(), o.AgentName, o.Tool, o.CallID)}
	add := func(name string, v ...string) {
		if rest := join(v...); rest != "" {
			parts = append(parts, name+" "+rest)
		}
	}
	add("session", o.Session)
	add("model", o.Model)
	add("finish", o.FinishReason)
	add("request", sayValue(o.Request))
	add("result", sayValue(o.Result))
	add("structured", sayValue(o.Structured))
	for i := range o.Input {
		add("in", sayMessage(&o.Input[i]))
	}
	for i := range o.Output {
		add("out", sayMessage(&o.Output[i]))
	}
	for _, flag := range []struct {
		name string
		set  bool
	}{
		{"class", o.ToolClass},
		{"joined", o.JoinedResult},
		{"interrupted", o.Interrupted},
		{"abandoned", o.Abandoned},
		{"redacted", o.Content&observation.Redacted != 0},
		{"truncated", o.Content&observation.Truncated != 0},
	} {
		if flag.set {
			parts = append(parts, flag.name)
		}
	}
	if o.Failed {
		parts = append(parts, fmt.Sprintf("failed %q", o.Error))
	}
	return strings.Join(parts, " | ")
}

// join puts blanks between the words that aren't empty.
func join(words ...string) string {
	kept := words[:0:0]
	for _, word := range words {
		if word != "" {
			kept = append(kept, word)
		}
	}
	return strings.Join(kept, " ")
}

func sayValue(v value.Value) string {
	if v.IsAbsent() {
		return ""
	}
	return string(v.AppendJSON(nil, false))
}

var speakerNames = [...]string{
	observation.System: "system", observation.User: "user", observation.Assistant: "assistant", observation.ToolResult: "tool",
}

func sayMessage(m *observation.Message) string {
	words := []string{speakerNames[m.Speaker]}
	if m.HasText {
		words = append(words, fmt.Sprintf("%q", m.Text))
	}
	if m.Reasoning != "" {
		words = append(words, fmt.Sprintf("thinks %q", m.Reasoning))
	}
	for _, call := range m.Calls {
		words = append(words, join("call", call.ID, call.Name, sayValue(call.Arguments)))
	}
	for _, result := range m.Results {
		words = append(words, join("result", result.ID, result.Name, sayValue(result.Output)))
		if result.Failed {
			words = append(words, "failed")
		}
	}
	return join(words...)
}

// with is a span with one more event, whose attributes are keys and values in turn.
func with(s *span.Span, event string, pairs ...any) *span.Span {
	s.Events = append(s.Events, span.Event{Name: event, Attrs: span.AttrsOf(pairs...)})
	return s
}
