package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// openRouter is what OpenRouter's gateway broadcasts: one span for each request, with {"messages": ...} as the prompt and
// {"completion": ..., "rawRequest": ...} as the completion.
var openRouter = Dialect{
	Name: "openrouter",
	About: About{
		Title:    "OpenRouter Broadcast",
		Versions: "its documentation of August 2026",
		Switch:   "an OpenTelemetry collector as a Broadcast destination; texts are recorded unless its privacy mode is on",
		Gaps:     "one span a request, each a trace of its own unless the request names its trace; neither agents nor tools",
		Links:    []string{"https://openrouter.ai/docs/guides/features/broadcast"},
	},
	Match:  Match{Scopes: []string{"openrouter"}, Keys: []string{"openrouter.source"}},
	Role:   openRouterRole,
	Common: Common{Session: []string{"session.id", "gen_ai.conversation.id"}},
	LLM: LLMFields{
		Model:  []string{"gen_ai.response.model", "gen_ai.request.model"},
		Finish: []string{"gen_ai.response.finish_reasons", "gen_ai.response.finish_reason"},
		Input:  []Source{attr("gen_ai.prompt").opened(requested)},
		Output: []Source{attr("gen_ai.completion").opened(openRouterAnswer)},
		Usage:  genAIModel.Usage,
	},
	Adjust: adjustOpenRouter,
}

// openRouterRole takes each request for a generation. A span that only groups requests has no model.
func openRouterRole(s *span.Span) (observation.Role, bool) {
	if hasAny(s, "gen_ai.request.model", "gen_ai.response.model", "gen_ai.prompt", "gen_ai.completion") {
		return observation.LLM, true
	}
	return observation.Other, true
}

// openRouterAnswer is what a model answered. The raw request beside it is none.
func openRouterAnswer(v value.Value) value.Value {
	body := listOrObject(v)
	if body.Kind() != value.Object || body.Get("completion").IsAbsent() {
		return answered(v)
	}
	text := body.Get("completion")
	if text.Kind() != value.String && !text.IsNull() {
		return answered(text)
	}
	return object(
		value.Field{Key: "role", Value: value.OfString("assistant")},
		value.Field{Key: "content", Value: text},
		value.Field{Key: "tool_calls", Value: body.Get("tool_calls")},
		value.Field{Key: "reasoning", Value: body.Get("reasoning")})
}

// adjustOpenRouter tells a request that failed: it has a completion that is null.
func adjustOpenRouter(s *span.Span, o *observation.Observation) {
	body := listOrObject(s.Attrs.Get("gen_ai.completion"))
	if body.Get("completion").Kind() == value.Null && body.First("tool_calls", "reasoning").IsEmpty() {
		o.Failed = true
	}
}
