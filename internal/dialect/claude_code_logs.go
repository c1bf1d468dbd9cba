package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// claudeCodeRecords read the log records of Claude Code that hold texts. All of a prompt carry the span id of its
// interaction; request_id and tool_use_id tell which request or call they are about.
var claudeCodeRecords = map[string]func(*span.Log, *observation.Observation){
	"user_prompt":        readUserPrompt,
	"assistant_response": readAssistantResponse,
	"api_response_body":  readResponseBody,
	"tool_result":        readToolRecord,
}

// claudeCodeLog reads one log record. Those of requests by which Claude Code helps itself say nothing about the run.
func claudeCodeLog(l *span.Log, o *observation.Observation) bool {
	if l.Scope != "com.anthropic.claude_code.events" && !hasEventPrefix(l, claudeCodePrefix) {
		return false
	}
	for _, name := range eventNames(l) {
		read, known := claudeCodeRecords[strings.TrimPrefix(name, claudeCodePrefix)]
		if !known || isHelper(l.Attrs) {
			continue
		}
		o.Session, _ = l.Attrs.Text("session.id")
		read(l, o)
		return len(o.Records) > 0 || !o.Request.IsAbsent() || !o.Result.IsAbsent() || o.Failed
	}
	return false
}

// hasEventPrefix reports whether a record's name begins so, wherever it stands.
func hasEventPrefix(l *span.Log, prefix string) bool {
	for _, name := range append(eventNames(l), l.Body.Text()) {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

func readUserPrompt(l *span.Log, o *observation.Observation) {
	o.Request = requestValue(said("user")(l.Attrs.Get("prompt")))
}

// readAssistantResponse reads a model's text. One without the id of its request, which gateways may not give, is only known
// to be said in the run: the newest of them is the run's answer.
func readAssistantResponse(l *span.Log, o *observation.Observation) {
	text := textValue(l.Attrs.Get("response").Text())
	if o.Join = joinKey("request_id", l.Attrs); o.Join != "" || text.IsAbsent() {
		o.Result = text
		return
	}
	o.Records = []observation.Record{{
		Time: l.Time, Observed: l.Observed, Output: true,
		Message: observation.Message{Speaker: observation.Assistant, Text: text.Text(), HasText: true},
	}}
}

// readResponseBody reads the API's response. One that arrived cut tells nothing: the answer's text has a record too.
func readResponseBody(l *span.Log, o *observation.Observation) {
	o.Join = joinKey("request_id", l.Attrs)
	body := parsed(l.Attrs.Get("body"))
	list, _ := Messages(body, observation.Assistant)
	if body.Kind() != value.Object {
		return
	}
	for i := range list {
		o.Records = append(o.Records, observation.Record{
			Time: l.Time, Observed: l.Observed, Output: true, Message: list[i], FinishReason: body.Get("stop_reason").Text(),
		})
	}
}

func readToolRecord(l *span.Log, o *observation.Observation) {
	o.Join = joinKey("tool_use_id", l.Attrs)
	o.CallID = knownID(l.Attrs.Get("tool_use_id").Text())
	o.Request = argumentsValue(l.Attrs.Get("tool_input"))
	if success := l.Attrs.Get("success"); success.Text() == "false" || success.Kind() == value.Bool && !success.Truth() {
		text, _ := l.Attrs.Text("error")
		noteFailure(text, o)
	}
}
