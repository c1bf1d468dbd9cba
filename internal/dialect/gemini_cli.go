package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

const geminiCLIScope = "gemini-cli"

// geminiCLI reads what Gemini CLI records. Its keys are those of GenAI, and what stands under them is not: the contents of
// Gemini's API, chunk by chunk for streams, and on tools the records of its scheduler.
//
//	user_prompt > llm_call, schedule_tool_calls > tool_call; after tools a span system_prompt, in a trace of its own
//
// Without a terminal each llm_call and each schedule_tool_calls is a trace.
var geminiCLI = Dialect{
	Name: "gemini_cli",
	About: About{
		Title:    "Gemini CLI",
		Versions: "0.61 and its neighbours",
		Also:     "the span is called as its `gen_ai.operation.name`, one that only Gemini CLI has",
		Logs:     "`gen_ai.client.inference.operation.details`",
		Switch: "GEMINI_TELEMETRY_ENABLED=true with GEMINI_TELEMETRY_TRACES_ENABLED=true; texts are recorded unless " +
			"GEMINI_TELEMETRY_LOG_PROMPTS=false",
		Gaps: "values above 10 000 characters are cut; a run is several traces, which only gen_ai.conversation.id joins; the " +
			"prompt's own span has no text",
		Links: []string{
			"google-gemini/gemini-cli:packages/core/src/telemetry/trace.ts",
			"google-gemini/gemini-cli:packages/core/src/core/loggingContentGenerator.ts",
			"google-gemini/gemini-cli:packages/core/src/scheduler/tool-executor.ts",
			"google-gemini/gemini-cli:packages/core/src/telemetry/semantic.ts",
		},
	},
	Match: Match{Scopes: []string{geminiCLIScope}, Also: func(s *span.Span) bool {
		operation, _ := s.Attrs.Text("gen_ai.operation.name")
		return geminiCLIOperations[operation] && s.Name == operation
	}, AlsoKeys: []string{"gen_ai.operation.name"}},
	Role:   geminiCLIRole,
	Common: Common{AgentName: []string{"gen_ai.agent.name"}, Session: []string{"gen_ai.conversation.id"}},
	Agent: AgentFields{
		Request: []Source{attr("gen_ai.input.messages").opened(geminiContents)},
		Result:  []Source{attr("gen_ai.output.messages").opened(subagentAnswer)},
	},
	LLM: LLMFields{
		Model:  genAIModel.Model,
		Input:  []Source{attr("gen_ai.input.messages").opened(geminiContents)},
		Output: []Source{attr("gen_ai.output.messages").opened(joinPieces)},
		Usage:  genAIModel.Usage,
	},
	Tool: ToolFields{
		Name:      []string{"gen_ai.tool.name"},
		CallID:    []string{"gen_ai.tool.call_id", "gen_ai.tool.call.id"},
		Arguments: []Source{attr("gen_ai.input.messages").opened(scheduledArguments)},
		Result:    []Source{attr("gen_ai.output.messages").opened(scheduledResponse)},
	},
	Adjust: adjustGeminiCLI,
	Log:    geminiCLILog,
}

// geminiCLIOperations are the operations that nobody else records. A span's name is its operation.
var geminiCLIOperations = map[string]bool{
	"llm_call": true, "tool_call": true, "user_prompt": true, "system_prompt": true, "schedule_tool_calls": true, "agent_call": true,
}

// geminiCLIRole calls embeddings links, which have the operation of generations.
func geminiCLIRole(s *span.Span) (observation.Role, bool) {
	if embeddings := s.Attrs.Get("gen_ai.output.messages").Decode().Get("embeddings"); !embeddings.IsAbsent() {
		return observation.Other, true
	}
	return genAIRole(s)
}

// geminiContents is a request without the parts that only set the session up.
func geminiContents(v value.Value) value.Value {
	list := v.Decode()
	if list.Kind() != value.List {
		return v
	}
	contents := make([]value.Value, 0, list.Len())
	for _, content := range list.Items() {
		if parts := content.Get("parts"); parts.Kind() == value.List {
			content = message(content.Fields(), withoutContext(parts), value.Value{})
		}
		contents = append(contents, content)
	}
	return value.OfList(contents...)
}

// withoutContext lists the parts that are no text about the session.
//
// Source: google-gemini/gemini-cli:packages/core/src/utils/environmentContext.ts.
func withoutContext(parts value.Value) []value.Value {
	var kept []value.Value
	for _, part := range parts.Items() {
		if !strings.HasPrefix(strings.TrimLeft(part.First("text", "content").Text(), " \t\r\n"), "<session_context>") {
			kept = append(kept, part)
		}
	}
	return kept
}

// scheduledArguments is what a tool was called with, out of the scheduler's request.
func scheduledArguments(v value.Value) value.Value {
	if args := recordedJSON(v).Get("args"); !args.IsAbsent() {
		return args
	}
	return v
}

// scheduledResponse is what a tool returned, out of the scheduler's record: what the model is told, else what the user
// sees.
func scheduledResponse(v value.Value) value.Value {
	record := recordedJSON(v)
	if record.Kind() != value.Object {
		return v
	}
	response := record.Get("response")
	for _, part := range response.Get("responseParts").Items() {
		if answer := part.Path("functionResponse", "response"); !answer.IsEmpty() {
			return answer
		}
	}
	return response.Get("resultDisplay")
}

// subagentAnswer is what a subagent returned, out of the result that its tool makes of it.
func subagentAnswer(v value.Value) value.Value {
	content := recordedJSON(v).Get("llmContent")
	if content.IsAbsent() {
		return v
	}
	return value.OfString(partText(content))
}

func adjustGeminiCLI(s *span.Span, o *observation.Observation) {
	openGemini(o, answerOutput)
	if o.Role != observation.Tool {
		return
	}
	switch recordedJSON(s.Attrs.Get("gen_ai.output.messages")).Get("status").Text() {
	case "error", "cancelled":
		o.Failed = true
	}
}

// geminiCLILog reads the record of an inference. Its messages are those of GenAI, but for the model's role, which it calls
// system, and for arguments and results, which are JSON in texts.
func geminiCLILog(l *span.Log, o *observation.Observation) bool {
	if l.Scope != geminiCLIScope {
		return false
	}
	for _, name := range eventNames(l) {
		if name != detailsEvent {
			continue
		}
		readRecords(l, o, geminiContents(modelSpeaks(l.Attrs.Get("gen_ai.input.messages"))), false)
		readRecords(l, o, oneAnswer(modelSpeaks(l.Attrs.Get("gen_ai.output.messages"))), true)
		messages := make([]*observation.Message, len(o.Records))
		for i := range o.Records {
			messages[i] = &o.Records[i].Message
		}
		openAnswers(messages, answerOutput)
		return len(o.Records) > 0
	}
	return false
}

// modelSpeaks gives the model its role back.
func modelSpeaks(v value.Value) value.Value {
	list := v.Decode()
	if list.Kind() != value.List {
		return v
	}
	messages := make([]value.Value, 0, list.Len())
	for _, m := range list.Items() {
		if m.Get("role").Text() == "system" {
			m = object(
				value.Field{Key: "role", Value: value.OfString("assistant")},
				value.Field{Key: "parts", Value: m.Get("parts")},
				value.Field{Key: "finish_reason", Value: m.Get("finish_reason")})
		}
		messages = append(messages, m)
	}
	return value.OfList(messages...)
}

// oneAnswer joins the messages of an answer, of which there is one for each chunk, and each says that the answer ended.
func oneAnswer(v value.Value) value.Value {
	list := v.Decode()
	if list.Kind() != value.List || list.Len() == 0 {
		return v
	}
	var parts []value.Value
	for _, m := range list.Items() {
		parts = append(parts, m.Get("parts").Items()...)
	}
	last := list.At(list.Len() - 1)
	return value.OfList(message(last.Fields(), parts, last.Get("finish_reason")))
}
