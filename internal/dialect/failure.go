package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// pauses are the exceptions by which a run stops to wait for a person.
//
// Sources: langchain-ai/langgraph:libs/langgraph/langgraph/errors.py; firebase/genkit:js/ai/src/tool.ts, go/ai/tools.go.
var pauses = []string{"GraphInterrupt", "NodeInterrupt", "ToolInterruptError", "toolInterruptError"}

// controls are the exceptions by which a framework changes its course; they are no failures.
//
// Source: langchain-ai/langgraph:libs/langgraph/langgraph/errors.py.
var controls = []string{"ParentCommand"}

// stackStarts are where a stack trace begins inside an error's text.
var stackStarts = []string{"\n    at ", "\n at ", pythonStack}

const pythonStack = "Traceback (most recent call last)"

// readFailure reads the error marks of a span: its status, error.type and exception events.
//
// Source: OpenTelemetry semantic conventions, "Recording errors" and "Semantic conventions for exceptions on spans".
func readFailure(s *span.Span, o *observation.Observation) {
	if isPause(s) {
		o.Interrupted = true
		return
	}
	kind, message := exception(s)
	errorType, _ := s.Attrs.Text("error.type")
	errorMessage, _ := s.Attrs.Text("error.message")
	if names(kind, controls) || names(message, controls) || names(s.StatusMessage, controls) {
		return
	}
	o.Failed = s.Status == span.Error || errorType != "" || kind != "" || message != ""
	if o.Failed {
		o.Error = errorText(firstOf(message, sentence(errorType), s.StatusMessage, errorMessage, errorType, kind))
	}
}

// sentence is a text of several words, or nothing: some producers write an error's message where its type belongs, and a
// word of their own for every failure into the status.
//
// Source: openlit/openlit:sdk/python/src/openlit/instrumentation/agno (utils.py).
func sentence(text string) string {
	if strings.Contains(text, " ") && !strings.HasPrefix(text, "<class ") {
		return text
	}
	return ""
}

// overlookLater takes back the failure of a generation that finished and closed with the status OK: a client that writes
// on the application's own span leaves the exceptions of what came after there, too.
//
// Source: BerriAI/litellm:litellm/integrations/opentelemetry.py (set_attributes on the parent span).
func overlookLater(s *span.Span, o *observation.Observation) {
	if o.Role == observation.LLM && s.Status == span.OK && o.FinishReason != "" && o.FinishReason != "error" {
		o.Failed, o.Error = false, ""
	}
}

// isPause reports whether a span ended because the run stopped to wait for a person.
func isPause(s *span.Span) bool {
	kind, message := exception(s)
	return names(kind, pauses) || names(message, pauses) || names(s.StatusMessage, pauses)
}

// silentTools are the words of scopes whose tools have a span also when they wait for a person's approval, with nothing
// that says so: only that they gave nothing.
//
// Source: openai/openai-agents-python:src/agents/run_internal/tool_execution.py.
var silentTools = []string{"openai_agents"}

// noteSilence takes a tool that gave nothing for one that didn't run. Where a later request holds its result, it did.
func noteSilence(o *observation.Observation) {
	if o.Role != observation.Tool || o.Failed || o.Request.IsAbsent() {
		return
	}
	for _, word := range silentTools {
		if hasWord(o.Scope, word) {
			o.Abandoned = o.Result.IsAbsent()
		}
	}
}

// isFailed reports whether a span's status or an exception event marks it as failed.
func isFailed(s *span.Span) bool {
	kind, message := exception(s)
	return s.Status == span.Error || kind != "" || message != ""
}

// exception returns the type and message of the last exception event of a span.
func exception(s *span.Span) (kind, message string) {
	for i := range s.Events {
		if s.Events[i].Name == "exception" {
			kind, _ = s.Events[i].Attrs.Text("exception.type")
			message, _ = s.Events[i].Attrs.Text("exception.message")
		}
	}
	return kind, message
}

// names reports whether a type's name or a line of an error's text, before its stack, is or begins with the construction
// of one of the classes.
func names(text string, classes []string) bool {
	if text == "" {
		return false
	}
	for line := range strings.SplitSeq(beforeStack(text), "\n") {
		if constructs(line, classes) {
			return true
		}
	}
	return false
}

func constructs(line string, classes []string) bool {
	for _, class := range classes {
		rest, found := strings.CutPrefix(line[strings.LastIndexByte(untilParen(line), '.')+1:], class)
		if found && (rest == "" || rest[0] == '(' || rest[0] == ':') {
			return true
		}
	}
	return false
}

func untilParen(text string) string {
	head, _, _ := strings.Cut(text, "(")
	return head
}

// errorText cuts an error's text before its first stack line and drops a line that repeats the one before it with the
// error's type in front.
// An error that is all stack is told by its last line, as Python writes it.
func errorText(text string) string {
	whole := strings.TrimRight(text, " \t\r\n")
	text = strings.TrimRight(beforeStack(text), " \t\r\n")
	if text == "" && strings.HasPrefix(strings.TrimLeft(whole, " \t\r\n"), pythonStack) {
		return whole[strings.LastIndexByte(whole, '\n')+1:]
	}
	lines := strings.Split(text, "\n")
	if last := len(lines) - 1; last > 0 && repeats(lines[last], strings.TrimRight(strings.Join(lines[:last], "\n"), " \t\r\n")) {
		text = strings.TrimRight(strings.Join(lines[:last], "\n"), " \t\r\n")
	}
	return text
}

// beforeStack is an error's text before its first stack line.
func beforeStack(text string) string {
	for _, start := range stackStarts {
		if at := strings.Index(text, start); at >= 0 {
			text = text[:at]
		}
	}
	return text
}

// repeats reports whether line is "Type: message" for the same message.
func repeats(line, message string) bool {
	_, rest, found := strings.Cut(line, ": ")
	return found && rest == message
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}
