package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// vercel is what the AI SDK of Vercel records by itself: the ai.* spans of versions 3 to 6, and of version 7 through
// its LegacyOpenTelemetry integration. What version 7 records otherwise follows the GenAI conventions.
//
// OpenLLMetry and Sentry rewrite these spans in the process that records them. They leave ai.operationId, or put it
// under vercel., and move texts to gen_ai.* keys, which stand behind the SDK's own below.
var vercel = Dialect{
	Name: "vercel_ai",
	About: About{
		Title:    "Vercel AI SDK",
		Versions: "ai 3.4.33, 4.3.19, 5.0.277, 6.0.326, 7.0.173 (LegacyOpenTelemetry)",
		Switch:   "experimental_telemetry: { isEnabled: true }; texts are recorded unless recordInputs or recordOutputs is false",
		Gaps: "tools without an execute function have no span; reasoning is recorded from version 6 on; " +
			"a tool's arguments count as outputs",
		Links: []string{
			"vercel/ai:packages/otel/src/legacy-open-telemetry.ts",
			"vercel/ai:content/docs/03-ai-sdk-core/60-telemetry.mdx",
			"traceloop/openllmetry-js:packages/traceloop-sdk/src/lib/tracing/ai-sdk-transformations.ts",
			"getsentry/sentry-javascript:packages/core/src/tracing/vercel-ai",
		},
	},
	Match: Match{Keys: vercelKeys("ai.operationId")},
	Role:  vercelRole,
	Common: Common{
		AgentName: vercelKeys("ai.telemetry.functionId"),
		// The application chooses the names of its metadata; these are the ones that the SDK's and the backends' guides use.
		Session: append(vercelKeys(
			"ai.telemetry.metadata.sessionId", "ai.telemetry.metadata.session_id", "ai.telemetry.metadata.threadId",
			"ai.telemetry.metadata.conversationId", "ai.telemetry.metadata.chatId",
			"ai.settings.context.sessionId", "ai.settings.context.session_id", "ai.settings.context.threadId",
			"ai.settings.context.conversationId", "ai.settings.context.chatId",
		), "gen_ai.conversation.id"),
	},
	Agent: AgentFields{
		Request: append(opened(attrs(vercelKeys("ai.prompt")...), vercelPrompt), attr("gen_ai.input.messages")),
		Result: append(opened(attrs(vercelKeys("ai.response.text", "ai.result.text", "ai.response.object", "ai.result.object")...),
			said("assistant")), attr("gen_ai.output.messages")),
	},
	LLM: LLMFields{
		Model:  append(vercelKeys("ai.response.model"), "gen_ai.response.model", "ai.model.id", "vercel.ai.model.id", "gen_ai.request.model"),
		Finish: append(vercelKeys("ai.response.finishReason", "ai.finishReason"), "gen_ai.response.finish_reasons"),
		Input:  append(attrs(vercelKeys("ai.prompt.messages")...), attr("gen_ai.input.messages")),
		Output: []Source{
			{Place: "ai.response.*, ai.result.*", From: vercelAnswer},
			attr("gen_ai.output.messages"),
		},
		Usage: []UsageKey{
			{Name: "cached", Keys: []string{"ai.usage.cachedInputTokens", "ai.usage.inputTokenDetails.cacheReadTokens"}},
			{Name: "input", Keys: []string{"gen_ai.usage.input_tokens", "ai.usage.inputTokens", "ai.usage.promptTokens", "gen_ai.usage.prompt_tokens"}},
			{Name: "output", Keys: []string{"gen_ai.usage.output_tokens", "ai.usage.outputTokens", "ai.usage.completionTokens", "gen_ai.usage.completion_tokens"}},
			{Name: "reasoning", Keys: []string{"ai.usage.reasoningTokens", "ai.usage.outputTokenDetails.reasoningTokens"}},
		},
	},
	Tool: ToolFields{
		Name:      append(vercelKeys("ai.toolCall.name"), "gen_ai.tool.name"),
		CallID:    append(vercelKeys("ai.toolCall.id"), "gen_ai.tool.call.id"),
		Arguments: attrs(append(vercelKeys("ai.toolCall.args", "ai.toolCall.input"), "gen_ai.tool.call.arguments")...),
		Result:    attrs(append(vercelKeys("ai.toolCall.result", "ai.toolCall.output"), "gen_ai.tool.call.result")...),
	},
	Adjust: vercelAdjust,
}

// vercelKeys is keys, and behind each its spelling in spans that Sentry sends.
func vercelKeys(keys ...string) []string {
	list := make([]string, 0, 2*len(keys))
	for _, key := range keys {
		list = append(list, key, "vercel."+key)
	}
	return list
}

// vercelText is the text of a key in either spelling.
func vercelText(s *span.Span, key string) (string, bool) {
	if text, ok := s.Attrs.Text(key); ok {
		return text, true
	}
	return s.Attrs.Text("vercel." + key)
}

// vercelRoles are the operations that are more than links. Embeddings and rerankings are links.
var vercelRoles = map[string]observation.Role{
	"ai.generateText": observation.Agent, "ai.streamText": observation.Agent,
	"ai.generateObject": observation.Agent, "ai.streamObject": observation.Agent,
	"ai.toolCall": observation.Tool,
}

// vercelRole goes by ai.operationId alone: operation.name also holds the function's id, and span names are rewritten.
func vercelRole(s *span.Span) (observation.Role, bool) {
	id, ok := vercelText(s, "ai.operationId")
	if !ok {
		return observation.Other, false
	}
	if strings.HasSuffix(id, ".doGenerate") || strings.HasSuffix(id, ".doStream") {
		return observation.LLM, true
	}
	return vercelRoles[id], true
}

// vercelPrompt is the conversation that ai.prompt holds: {"system", "prompt"} with a text or a message list, or
// {"system", "messages"}. A prompt is taken to the letter.
func vercelPrompt(v value.Value) value.Value {
	prompt := decoded(v)
	if messages := prompt.Get("messages"); !messages.IsEmpty() {
		return messages
	}
	if text := prompt.Get("prompt"); text.Kind() == value.String {
		return said("user")(text)
	}
	return prompt.Get("prompt")
}

// vercelAnswers are the parts of an answer, by the keys that they stand under.
var vercelAnswers = []struct {
	name string
	keys []string
}{
	{"content", vercelKeys("ai.response.text", "ai.result.text", "ai.response.object", "ai.result.object")},
	{"reasoning", vercelKeys("ai.response.reasoning")},
	{"tool_calls", vercelKeys("ai.response.toolCalls", "ai.result.toolCalls")},
}

// vercelAnswer is the one message of a response, whose text, object, reasoning and calls stand under keys of their own.
// Version 3 wrote all of them twice.
func vercelAnswer(s *span.Span) value.Value {
	made := s.Attrs.Maker()
	fields := made.Fields(1 + len(vercelAnswers))[:1]
	fields[0] = value.Field{Key: "role", Value: value.OfString("assistant")}
	for _, part := range vercelAnswers {
		for _, key := range part.keys {
			if v := s.Attrs.Get(key); !v.IsAbsent() {
				fields = append(fields, value.Field{Key: part.name, Value: v})
				break
			}
		}
	}
	if len(fields) == 1 {
		return value.Value{}
	}
	return made.ObjectOf(fields)
}

// vercelAdjust finds the name of a tool whose span was renamed and emptied, and marks the answers that join the texts of
// all turns. Version 4 of streamText gave them; it is known by its names of token counts.
func vercelAdjust(s *span.Span, o *observation.Observation) {
	if o.Role == observation.Tool && o.Tool == "" {
		o.Tool = playedBy(s.Name, observation.Tool)
	}
	if id, _ := vercelText(s, "ai.operationId"); id != "ai.streamText" {
		return
	}
	counts := false
	for _, key := range vercelKeys("ai.usage.inputTokens", "ai.usage.totalTokens") {
		counts = counts || s.Attrs.Has(key)
	}
	o.JoinedResult = !counts
}
