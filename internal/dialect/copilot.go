package dialect

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// copilot reads what GitHub Copilot records, in Visual Studio Code and as a command. Both follow the GenAI conventions;
// what is their own is the reasoning beside the answer, and the date before the user's words.
var copilot = Dialect{
	Name: "copilot",
	About: About{
		Title:    "GitHub Copilot: Copilot Chat in Visual Studio Code, Copilot CLI",
		Versions: "vscode-copilot-chat of March 2026; @github/copilot 1.0.102",
		Switch: "COPILOT_OTEL_ENABLED=true with COPILOT_OTEL_CAPTURE_CONTENT=true or the settings github.copilot.chat.otel; " +
			"the command takes OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true",
		Gaps: "requests for titles and the like are traces of their own; results in requests have lost their ids; " +
			"a later request of the command holds the new messages alone",
		Links: []string{
			"microsoft/vscode-copilot-chat:docs/monitoring/agent_monitoring.md",
			"microsoft/vscode-copilot-chat:src/platform/otel/common",
			"microsoft/vscode-copilot-chat:src/extension/intents/node/toolCallingLoop.ts",
		},
	},
	Match: Match{KeyPrefixes: []string{"copilot_chat."}, Scopes: []string{"copilot-chat", "github.copilot"}},
	Role:  genAIRole,
	Common: Common{
		AgentName: []string{"gen_ai.agent.name"},
		Session:   []string{"copilot_chat.chat_session_id", "copilot_chat.session_id", "gen_ai.conversation.id"},
	},
	Agent: AgentFields{
		Request: append(slices.Clip(genAIAgent.Request),
			event("user_message", "content").opened(said("user"))),
		Result: genAIAgent.Result,
	},
	LLM: LLMFields{
		Model:  genAIModel.Model,
		Finish: genAIModel.Finish,
		Input: append(slices.Clip(genAIModel.Input),
			attr("copilot_chat.user_request").opened(said("user"))),
		Output: genAIModel.Output,
		Usage:  genAIModel.Usage,
	},
	Tool: ToolFields{
		Name:      []string{"gen_ai.tool.name"},
		CallID:    []string{"gen_ai.tool.call.id"},
		Arguments: genAIArguments,
		Result:    genAIResult,
	},
	Adjust: adjustCopilot,
}

func adjustCopilot(s *span.Span, o *observation.Observation) {
	adjustGenAI(s, o)
	for i := range o.Input {
		if m := &o.Input[i]; m.Speaker == observation.User {
			m.Text = withoutDate(m.Text)
		}
	}
	switch o.Role {
	case observation.Agent:
		if text, ok := o.Request.Str(); ok {
			o.Request = value.OfString(withoutDate(text))
		}
	case observation.LLM:
		if reasoning, ok := s.Attrs.Text("copilot_chat.reasoning_content"); ok {
			o.Output = withReasoning(o.Output, reasoning)
		}
	case observation.Tool:
		if text, _ := o.Result.Str(); strings.HasPrefix(text, "ERROR: ") {
			o.Failed = true
		}
	}
}

// withoutDate is a user's text without the date that the command puts before it.
func withoutDate(text string) string {
	const start, end = "<current_datetime>", "</current_datetime>"
	if !strings.HasPrefix(text, start) {
		return text
	}
	_, rest, closed := strings.Cut(text, end)
	if !closed {
		return text
	}
	return strings.TrimLeft(rest, "\r\n")
}

// withReasoning is an answer with the reasoning that was recorded beside it.
func withReasoning(answer []observation.Message, reasoning string) []observation.Message {
	if len(answer) == 0 {
		return []observation.Message{{Speaker: observation.Assistant, Reasoning: reasoning}}
	}
	if answer[0].Reasoning == "" {
		answer[0].Reasoning = reasoning
	}
	return answer
}
