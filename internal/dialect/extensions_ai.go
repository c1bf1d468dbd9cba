package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// extensionsAI is Microsoft.Extensions.AI, and the Agent Framework for .NET that is built on it. Both follow the
// conventions, with lists as JSON texts, and results of tools as JSON, so that a text has quotes. Releases before
// 9.9 wrote log records whose bodies are JSON texts.
//
// The name of the source is the user's to choose: spans under another name are read as the conventions', which they
// follow.
var extensionsAI = following(Dialect{
	Name: "extensions_ai",
	About: About{
		Title:    "Microsoft.Extensions.AI and Microsoft Agent Framework for .NET",
		Versions: "sources of August 2026; Microsoft.Extensions.AI also before 9.9",
		Switch:   "EnableSensitiveData = true, or OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true",
		Gaps: "realtime sessions; where telemetry stands outside of the client that invokes functions, the turns of a run are one span, " +
			"and only their order tells when tools ran",
		Links: []string{
			"dotnet/extensions:src/Libraries/Microsoft.Extensions.AI/ChatCompletion/OpenTelemetryChatClient.cs",
			"dotnet/extensions:src/Libraries/Microsoft.Extensions.AI/ChatCompletion/FunctionInvokingChatClient.cs",
			"microsoft/agent-framework:dotnet/src/Microsoft.Agents.AI/OpenTelemetryAgent.cs",
			"microsoft/agent-framework:dotnet/src/Microsoft.Agents.AI.Workflows/Observability",
		},
	},
	Match: Match{ScopePrefixes: []string{"Experimental.Microsoft.Extensions.AI", "Experimental.Microsoft.Agents.AI"}},
	Role:  extensionsRole,
})

// extensionsRole knows the span around a loop of model and tools, which has the usage of all turns and no operation, and
// the spans of workflows.
func extensionsRole(s *span.Span) (observation.Role, bool) {
	switch s.Name {
	case "orchestrate_tools", "workflow_invoke", "workflow.session", "workflow.build", "executor.process", "edge_group.process", "message.send":
		return observation.Other, true
	}
	return observation.Other, false
}
