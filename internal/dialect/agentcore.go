package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// agentCore is what the AWS distribution of OpenTelemetry makes of agents on Amazon Bedrock AgentCore: it takes the texts
// out of the spans of whatever instrumentation runs, and puts those of one span in one log record:
//
//	{"input": {"messages": [{"role", "content"}]}, "output": {"messages": [{"role", "content"}]}}
//
// The spans stay those of their own conventions, so this dialect reads log records alone.
var agentCore = Dialect{
	Name: "agentcore",
	About: About{
		Title:    "Amazon Bedrock AgentCore: the AWS Distro for OpenTelemetry (ADOT)",
		Versions: "aws-opentelemetry-distro, sources of August 2026",
		Logs:     "one for each span, with `input.messages` and `output.messages` in its body",
		Switch: "AGENT_OBSERVABILITY_ENABLED=true, and the switch of the instrumentation that runs; the texts are in log records, " +
			"so a logs pipeline is needed",
		Gaps: "a record holds texts: calls and their ids are those that the spans keep",
		Links: []string{
			"aws-observability/aws-otel-python-instrumentation:aws-opentelemetry-distro/src/amazon/opentelemetry/distro/llo_handler.py",
			"aws/bedrock-agentcore-sdk-python:src/bedrock_agentcore/evaluation/integrations",
		},
	},
	Role: func(*span.Span) (observation.Role, bool) { return observation.Other, false },
	Log:  agentCoreLog,
}

// agentCoreLog reads a record with the texts of a span.
func agentCoreLog(l *span.Log, o *observation.Observation) bool {
	body := l.Body.Decode()
	input, output := body.Path("input", "messages"), body.Path("output", "messages")
	if input.Kind() != value.List && output.Kind() != value.List {
		return false
	}
	o.Session, _ = l.Attrs.Text("session.id")
	readRecords(l, o, agentCoreMessages(input), false)
	readRecords(l, o, agentCoreMessages(output), true)
	o.Request, o.Result = requestValue(lastContent(input)), resultValue(lastContent(output))
	return len(o.Records) > 0
}

// lastContent is the content of the last message, where it is a text: of an agent it may be a state.
func lastContent(messages value.Value) value.Value {
	content := messages.At(messages.Len() - 1).Get("content")
	if content.Kind() == value.String {
		return content
	}
	return value.Value{}
}

// agentCoreMessages is messages whose contents are taken out of what an event's attributes left around them: blocks in
// JSON under content, or an answer under message, with its finish reason.
func agentCoreMessages(messages value.Value) value.Value {
	list := make([]value.Value, 0, messages.Len())
	for _, m := range messages.Items() {
		list = append(list, agentCoreMessage(m))
	}
	return value.OfList(list...)
}

func agentCoreMessage(m value.Value) value.Value {
	content := m.Get("content")
	if content.Kind() == value.Object {
		m = withField(m, "finish_reason", content.Get("finish_reason"), "")
		content = firstPresent(content.First("message", "content"), content)
	}
	if speaker, known := roleOf(constructed(listOrObject(content))); known && speaker == observation.ToolResult {
		m = withField(m, "role", value.OfString("tool"), "") // the output of a tool's span
	}
	return withField(m, "content", blocksIn(content), "")
}
