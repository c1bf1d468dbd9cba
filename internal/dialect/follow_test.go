package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// TestFollowersAreRecognised names one span of each producer that follows the GenAI conventions.
func TestFollowersAreRecognised(t *testing.T) {
	const op = "gen_ai.operation.name"
	for want, s := range map[string]*span.Span{
		"pydantic_ai":     spanOf("pydantic-ai", "chat m", op, "chat"),
		"logfire":         spanOf("logfire.claude_agent_sdk", "invoke_agent", op, "invoke_agent"),
		"ag2":             spanOf("", "chat m", "ag2.span.type", "llm"),
		"langchain4j":     spanOf("org.springframework.boot", "chat m", op, "chat", "outcome", "SUCCESS"),
		"spring_ai":       spanOf("org.springframework.boot", "chat m", op, "chat"),
		"agent_framework": spanOf("agent_framework", "chat m", op, "chat"),
		"extensions_ai":   spanOf("Experimental.Microsoft.Extensions.AI", "chat m", op, "chat"),
		"semantic_kernel": spanOf("Microsoft.SemanticKernel.Diagnostics", "chat m", op, "chat"),
		"azure_ai":        spanOf("azure.ai", "chat m", op, "chat", "az.namespace", "Microsoft.CognitiveServices"),
		"autogen":         spanOf("", "invoke_agent a", op, "invoke_agent", "gen_ai.system", "autogen"),
		"litellm":         spanOf("litellm", "chat m", op, "chat"),
		"haystack":        spanOf("app", "haystack.agent.run"),
		"eino":            spanOf("", "chat", "gen_ai.system", "eino", "gen_ai.span.kind", "chatmodel"),
		"koog":            spanOf("", "chat m", op, "chat", "koog.event.id", "e"),
		"openai_agents":   spanOf("opentelemetry.instrumentation.openai_agents", "chat m", op, "chat"),
		"util_genai":      spanOf("opentelemetry.instrumentation.genai.openai", "chat m", op, "chat"),
		"genai":           spanOf("app", "chat m", op, "chat"),
	} {
		t.Run(want, func(t *testing.T) {
			assert.Equal(t, want, Read(s).Dialect)
		})
	}
}

func TestFollowing(t *testing.T) {
	d := following(Dialect{
		Name: "own",
		LLM: LLMFields{
			Output: []Source{attr("own.answer"), attr("gen_ai.output.messages").opened(nullIsAbsent)},
			Usage:  []UsageKey{{Name: "output", Keys: []string{"own.tokens"}}},
		},
	})
	t.Run("its places come first, and stand for the same place of the conventions", func(t *testing.T) {
		var places []string
		for _, source := range d.LLM.Output {
			places = append(places, source.Place)
		}
		assert.Equal(t, []string{"own.answer", "gen_ai.output.messages"}, places[:2])
		assert.NotContains(t, places[2:], "gen_ai.output.messages")
		assert.Len(t, places, len(genAI.LLM.Output)+1)
	})
	t.Run("a count of tokens has one row", func(t *testing.T) {
		assert.Len(t, d.LLM.Usage, len(genAI.LLM.Usage))
	})
	t.Run("the conventions' tables are as they were", func(t *testing.T) {
		for _, row := range genAI.LLM.Usage {
			assert.NotContains(t, row.Keys, "own.tokens")
		}
	})
}

func TestFollowersCountTokens(t *testing.T) {
	const op = "gen_ai.operation.name"
	t.Run("G-T69: an agent's tokens are those of its models, and counted there", func(t *testing.T) {
		assert.Empty(t, Read(spanOf("pydantic-ai", "invoke_agent a", op, "invoke_agent", "gen_ai.usage.input_tokens", 9)).Usage)
		assert.Empty(t, Read(spanOf("agent_framework", "invoke_agent a", op, "invoke_agent", "gen_ai.usage.input_tokens", 9)).Usage)
	})
	t.Run("a producer's own names for tokens", func(t *testing.T) {
		o := Read(spanOf("pydantic-ai", "chat m", op, "chat", "gen_ai.usage.output_tokens", 9, "gen_ai.usage.details.reasoning_tokens", 4))
		assert.Equal(t, []observation.Count{{Name: "output", Tokens: 9}, {Name: "reasoning", Tokens: 4}}, o.Usage)
	})
	t.Run("G-T24: numbers that are texts", func(t *testing.T) {
		o := Read(spanOf("org.springframework.boot", "chat m", op, "chat", "gen_ai.usage.input_tokens", "12"))
		assert.Equal(t, []observation.Count{{Name: "input", Tokens: 12}}, o.Usage)
	})
}

// FuzzReadFollowers reads any texts as spans of each producer that follows the GenAI conventions: whatever they hold,
// what is read doesn't depend on anything else.
func FuzzReadFollowers(f *testing.F) {
	for _, text := range []string{
		"Hi", "null", `{}`, `[]`, `{"a":1}`, `["He said "hi"", "ok"]`, `{"message":{"role":"assistant","content":"Hello"}}`,
		`[{"role":"user","parts":[{"type":"text","content":"Hi"},null,{"kind":"thinking","text":"hm"}]}]`,
		`[{"event.name":"gen_ai.choice","index":0,"message":{"role":"assistant","content":"Hello"}}]`,
		`{"replies":[{"_role":"assistant","_content":[{"tool_call_result":{"result":"1","origin":{"id":"c1"},"error":false}}]}]}`,
		`{"ArgumentsInJSON":"{\"a\":1}"}`, `{"method":"tools/call","params":{"name":"w","arguments":{"a":1}}}`, `[{"role":"assistant"`, "{\"\xc9\"",
	} {
		f.Add("chat", text)
		f.Add("execute_tool", text)
		f.Add("invoke_agent", text)
	}
	f.Fuzz(func(t *testing.T, operation, text string) {
		for _, s := range followerSpans(operation, text) {
			first, again := Read(s), Read(s)
			assert.Equal(t, first, again, s.Name)
		}
	})
}

// followerSpans are spans of all families that have a text in each of their places.
func followerSpans(operation, text string) []*span.Span {
	event := span.Event{Name: "gen_ai.choice", Attrs: span.AttrsOf("gen_ai.event.content", text)}
	keys := []any{"gen_ai.operation.name", operation}
	for _, key := range []string{
		allMessagesKey, "all_messages_events", "final_result", "events", "tool_arguments", "tool_response", "gen_ai.tool.call.arguments",
		"gen_ai.tool.call.result", "gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.prompt", "gen_ai.completion",
		"request_data", "response_data", "raw_input", "response", "input", "output", "request", "error",
		"gen_ai.prompt.0.content", "gen_ai.completion.0.content", "gen_ai.completion.0.function_call.arguments", "gen_ai.input", "gen_ai.output",
		"haystack.agent.input", "haystack.agent.output", "haystack.component.input", "haystack.component.output",
		"haystack.agent.step.llm.input", "haystack.agent.step.llm.output", "haystack.agent.step.tool.input", "haystack.agent.step.tool.output",
		"haystack.pipeline.input_data", "haystack.pipeline.output_data", "pydantic_ai.new_message_index",
	} {
		keys = append(keys, key, text)
	}
	var spans []*span.Span
	for _, who := range [][2]string{
		{"pydantic-ai", "running tool"},
		{"pydantic-ai", "chat m"},
		{"pydantic-ai", "agent run"},
		{"pydantic-ai", "running output function"},
		{"logfire.openai", streamTemplate},
		{"logfire.openai", "Responses API with {x}"},
		{"logfire.anthropic", "Message with {x}"},
		{"logfire.openai_agents", "Function: {name}"},
		{"logfire.mcp", "MCP request: tools/call w"},
		{"agent_framework", "w"},
		{"Experimental.Microsoft.Extensions.AI", "w"},
		{"Microsoft.SemanticKernel", "w"},
		{"autogen-core", "w"},
		{"opentelemetry.instrumentation.ag2", "w"},
		{"org.springframework.boot", "w"},
		{"", "langchain4j.tools.w"},
		{"", "completion m"},
		{"litellm", "litellm_request"},
		{"", "haystack.agent.step.llm"},
		{"", "haystack.agent.step.tool"},
		{"", "haystack.pipeline.run"},
		{"github.com/cloudwego/eino-ext/callbacks/apmplus", "w"},
		{"opentelemetry.instrumentation.openai_agents", "w"},
		{"opentelemetry.util.genai.handler", "w"},
	} {
		s := spanOf(who[0], who[1], append(keys[:len(keys):len(keys)], "ag2.span.type", operation, "gen_ai.span.kind", operation)...)
		s.Events = []span.Event{event}
		spans = append(spans, s)
	}
	spans = append(spans, spanOf("azure.ai", "run", append(keys[:len(keys):len(keys)], "az.namespace", "Microsoft.CognitiveServices")...))
	return append(spans, spanOf("", "run", append(keys[:len(keys):len(keys)], "koog.event.id", "e")...))
}
