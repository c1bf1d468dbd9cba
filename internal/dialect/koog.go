package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// koog is JetBrains' Koog. A span that creates the agent encloses the run; between the agent and its models and tools
// lie spans of strategies, subgraphs and nodes, whose inputs and outputs are internal.
//
//	version      texts
//	0.3 to 0.5   span events gen_ai.*.message and gen_ai.choice: body. An answer's text is a gen_ai.assistant.message at
//	             the end of the span, its calls are gen_ai.choice
//	since        gen_ai.input.messages, gen_ai.output.messages
//
// Results of tools are JSON, so that a text has quotes. An agent's output is its whole history, the answer last.
var koog = following(Dialect{
	Name: "koog",
	About: About{
		Title:    "JetBrains Koog",
		Versions: "koog-agents 0.3 to 0.5, and sources of 2026",
		Switch:   "setVerbose(true); without it the text HIDDEN:non-empty stands for each",
		Gaps:     "finish reasons, since texts are attributes",
		Links: []string{
			"JetBrains/koog:agents/agents-features/agents-features-opentelemetry/src/jvmMain/kotlin/ai/koog/agents/features/opentelemetry/span",
			"JetBrains/koog:agents/agents-features/agents-features-opentelemetry/src/jvmMain/kotlin/ai/koog/agents/features/opentelemetry/attribute/GenAIAttributes.kt",
			"JetBrains/koog:docs/docs/opentelemetry-support.md",
		},
	},
	Match: Match{KeyPrefixes: []string{"koog."}},
	LLM: LLMFields{
		Input:  []Source{{Place: "events up to the last that no assistant said: body", From: koogEvents(false)}},
		Output: []Source{{Place: "events behind the last that no assistant said: body", From: koogEvents(true)}},
	},
	Adjust: func(_ *span.Span, o *observation.Observation) {
		o.Session = "" // gen_ai.conversation.id is the run's own id
	},
})

// koogEvents is the messages of a request, or those of its response: a history has choices too, so that the response is
// what stands behind everything that no assistant said.
func koogEvents(response bool) func(*span.Span) value.Value {
	return func(s *span.Span) value.Value {
		messages, cut := eventMessages(s), 0
		for i := range messages {
			if !isAssistant(messages[i]) {
				cut = i + 1
			}
		}
		if response {
			return listOf(messages[cut:])
		}
		return listOf(messages[:cut])
	}
}
