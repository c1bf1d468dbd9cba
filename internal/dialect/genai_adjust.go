package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// adjustGenAI corrects what only the span as a whole tells.
func adjustGenAI(s *span.Span, o *observation.Observation) {
	if s.Attrs.Get("anthropic.content.truncated").Truth() {
		o.Content |= observation.Truncated
	}
	switch o.Role {
	case observation.Agent:
		adjustAgent(s, o)
	case observation.LLM:
		adjustModel(s, o)
	case observation.Tool:
		adjustTool(s, o)
	}
}

// relativeRoles are the operations whose output is a whole conversation in which the roles are those that one of the
// agents sees: who said the last word can't be told from it.
//
// Source: ag2ai/ag2:autogen/opentelemetry/instrumentators.
var relativeRoles = map[string]bool{"conversation": true, "multi_conversation": true}

func adjustAgent(s *span.Span, o *observation.Observation) {
	operation, _ := s.Attrs.Text("gen_ai.operation.name")
	if relativeRoles[lower(operation)] {
		o.Result = value.Value{}
	}
	if o.AgentName == "" {
		id, _ := s.Attrs.Text("gen_ai.agent.id")
		// The AI SDK puts the model after the operation; .NET an agent's id, which is another in each run, after its name.
		if name := playedBy(s.Name, observation.Agent); name != o.Model && name != id {
			o.AgentName = strings.TrimSuffix(name, "("+id+")")
		}
	}
	if isRemote(s) {
		o.Turns = observation.LonelyTurns
		genAIModel.fill(s, o)
		adjustModel(s, o)
	}
}

// remoteProviders run the model inside the agent that they serve: the client's span of the agent is the model's call,
// unless spans of the model lie below it.
//
// Source: Azure/azure-sdk-for-python:sdk/ai/azure-ai-projects/azure/ai/projects/telemetry/_responses_instrumentor.py,
// sdk/ai/azure-ai-agents/azure/ai/agents/telemetry/_ai_agents_instrumentor.py.
var remoteProviders = map[string]bool{
	"microsoft.foundry": true, "az.ai.agents": true, "azure.ai.agents": true, "az.ai.inference": true,
}

func isRemote(s *span.Span) bool {
	provider, _ := s.Attrs.Text("gen_ai.provider.name")
	system, _ := s.Attrs.Text("gen_ai.system")
	namespace, _ := s.Attrs.Text("az.namespace")
	return remoteProviders[provider] || remoteProviders[system] || namespace == "Microsoft.CognitiveServices"
}

func adjustModel(s *span.Span, o *observation.Observation) {
	if n, ok := tokens(s.Attrs.Get("gen_ai.request.choice.count")); ok && n > 1 && len(o.Output) > 1 {
		o.Output = o.Output[:1] // the others are alternatives; without a count they are items of one answer
	}
	if o.FinishReason == "" {
		o.FinishReason = recordedFinish(s)
	}
	forgetItemIDs(o.Input)
	forgetItemIDs(o.Output)
	if isConverse(s.Attrs) {
		openConverse(o.Input)
	}
}

// recordedFinish is the finish reason inside a response: of its first message, or of its choice.
func recordedFinish(s *span.Span) string {
	for _, list := range []value.Value{s.Attrs.Get("gen_ai.output.messages"), details("gen_ai.output.messages")(s)} {
		if reason := finishOf(list); reason != "" {
			return reason
		}
	}
	for i := range s.Events {
		if s.Events[i].Name != choiceEvent {
			continue
		}
		if body, ok := spanEventBody(s.Events[i].Attrs); ok && body.Get("finish_reason").Text() != "" {
			return body.Get("finish_reason").Text()
		}
	}
	return ""
}

// finishOf is the first finish reason in a list of messages, or in a single one.
func finishOf(messages value.Value) string {
	messages = messages.Decode()
	for _, m := range messages.Items() {
		if reason := m.Get("finish_reason").Text(); reason != "" {
			return reason
		}
	}
	return messages.Get("finish_reason").Text()
}

// toolFailures are marks of a failed tool besides the span's status.
//
// Sources: strands-agents/sdk-python:src/strands/telemetry/tracer.py (gen_ai.tool.status, tool.status);
// mastra-ai/mastra (gen_ai.tool.success); 0xPlaygrounds/rig:crates/rig-agent/src/agent/runner.rs
// (gen_ai.tool.call.outcome).
var toolFailures = []struct {
	key   string
	words map[string]bool
}{
	{"gen_ai.tool.status", map[string]bool{"error": true}},
	{"tool.status", map[string]bool{"error": true}},
	{"gen_ai.tool.call.outcome", map[string]bool{"error": true, "failed": true, "failure": true, "skipped": true, "denied": true}},
}

func adjustTool(s *span.Span, o *observation.Observation) {
	if o.Tool == "" {
		o.Tool = playedBy(s.Name, observation.Tool)
	}
	setText(&o.Tool, s, []string{"code.function.name"})
	for i := range toolFailures {
		if text, ok := s.Attrs.Text(toolFailures[i].key); ok && toolFailures[i].words[lower(text)] {
			o.Failed = true
		}
	}
	if success := s.Attrs.Get("gen_ai.tool.success"); success.Kind() == value.Bool && !success.Truth() || success.Text() == "false" {
		o.Failed = true
	}
	if s.Attrs.Has("mcp.method.name") || s.Attrs.Has("mcp.method") {
		o.Request = mcpArguments(o.Request)
	}
}

// playedBy is what follows a known beginning of a span's name: the agent or tool.
func playedBy(name string, role observation.Role) string {
	for i := range namedRoles {
		if rest, found := strings.CutPrefix(name, namedRoles[i].prefix); found && namedRoles[i].role == role {
			return strings.TrimSpace(rest)
		}
	}
	return ""
}
