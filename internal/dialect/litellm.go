package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// liteLLM is what LiteLLM's own logger records, in the SDK and in the proxy.
//
//	logger  spans                                       texts
//	1       litellm_request, or the caller's span;      gen_ai.prompt.N, gen_ai.completion.N; then gen_ai.*.messages with
//	                                                    parts for texts, and calls beside them as OpenAI has them
//	        raw_gen_ai_request below: the same call     llm.<provider>.*, the bodies as Python prints them
//	2       chat <model>                                gen_ai.*.messages as OpenAI has them
//
// Where the application has a span of its own around its calls, LiteLLM writes them all onto that one: the last stands, or
// the first if that span has ended since. Only the raw spans then tell of each.
//
// A proxy sees one call at a time: unless its client passes the trace on, a run is as many traces as it has calls.
var liteLLM = following(Dialect{
	Name: "litellm",
	About: About{
		Title:    "LiteLLM SDK and proxy, callback otel",
		Versions: "1.110 in Python; the logger before and since it writes gen_ai.input.messages, and LITELLM_OTEL_V2; sources of 2026",
		Switch: "texts are recorded unless turn_off_message_logging is set; USE_OTEL_LITELLM_REQUEST_SPAN=true gives each call a span " +
			"also where the application has one; LITELLM_OTEL_V2: capture_message_content, with the values of " +
			"OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT",
		Gaps: "agents, and tools but those of MCP; failed calls of the proxy may stand on its span alone",
		Links: []string{
			"BerriAI/litellm:litellm/integrations/opentelemetry.py",
			"BerriAI/litellm:litellm/integrations/otel",
		},
	},
	Match: Match{Scopes: []string{"litellm"}, NamePrefixes: []string{litellmRequest, litellmRaw}},
	Role:  litellmRole,
	LLM: LLMFields{
		Input: []Source{attr("gen_ai.input.messages"), {Place: "llm.<provider>.* of a request", From: rawRequest}},
		Output: []Source{
			{Place: "gen_ai.output.messages, gen_ai.completion.N.function_call", From: litellmAnswer},
			flat("gen_ai.completion").opened(joinCalls),
			{Place: "llm.<provider>.* of a response", From: rawAnswer},
		},
	},
	Adjust: adjustRaw,
})

const (
	litellmRequest = "litellm_request"
	litellmRaw     = "raw_gen_ai_request"
)

// litellmRole takes the kind of a call for an operation. The span that repeats a call as the provider saw it is one if it
// tells what was answered.
func litellmRole(s *span.Span) (observation.Role, bool) {
	if s.Name == litellmRaw {
		if rawAnswer(s).IsAbsent() {
			return observation.Other, true
		}
		return observation.LLM, true
	}
	for _, key := range []string{"gen_ai.operation.name", "llm.request.type"} {
		kind, _ := s.Attrs.Text(key)
		for _, name := range []string{lower(kind), strings.TrimPrefix(lower(kind), "a")} {
			if role, known := litellmCalls[name]; known {
				return role, true
			}
		}
	}
	return observation.LLM, s.Name == litellmRequest
}

// litellmCalls is what each kind of call is to a run, without the letter before those that are asynchronous. What isn't
// listed is left to the conventions' operations.
//
// Source: BerriAI/litellm:litellm/types/utils.py (CallTypes).
var litellmCalls = map[string]observation.Role{
	"completion": observation.LLM, "text_completion": observation.LLM, "responses": observation.LLM, "generate_content": observation.LLM,
	"generate_content_stream": observation.LLM, "anthropic_messages": observation.LLM, "call_mcp_tool": observation.Tool,
	"embedding": observation.Other, "image_generation": observation.Other, "image_edit": observation.Other, "moderation": observation.Other,
	"transcription": observation.Other, "speech": observation.Other, "rerank": observation.Other, "search": observation.Other,
}

// joinCalls joins the calls of one answer, of which each has an index of its own as if it were another answer.
func joinCalls(v value.Value) value.Value {
	var calls []value.Value
	for _, item := range v.Items() {
		if call := item.Get("function_call"); call.Kind() == value.Object {
			calls = append(calls, call)
		}
	}
	if calls == nil {
		return v
	}
	return asked(value.OfList(calls...), v.At(0).Get("content"))
}

// litellmAnswer is the messages of an answer with the calls that stand beside them in attributes.
func litellmAnswer(s *span.Span) value.Value {
	messages := decoded(s.Attrs.Get("gen_ai.output.messages"))
	calls := joinCalls(span.Flat(s.Attrs, "gen_ai.completion")).Get("tool_calls")
	message := messages.At(0)
	if messages.Len() != 1 || calls.Len() == 0 || !message.Get("tool_calls").IsAbsent() {
		return messages
	}
	for _, part := range message.Get("parts").Items() {
		if part.Get("type").Text() == "tool_call" {
			return messages
		}
	}
	return value.OfList(value.OfObject(append(message.Fields(), value.Field{Key: "tool_calls", Value: calls})...))
}
