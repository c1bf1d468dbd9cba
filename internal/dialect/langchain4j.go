package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// langChain4j is LangChain4j's own observation, and the Quarkus extension around LangChain4j, which records more:
//
//	span                                 what it is
//	langchain4j.aiservices.Class.method  the service that an application calls: an agent
//	completion model                     a model's call: gen_ai.prompt, gen_ai.completion
//	langchain4j.tools.name               a tool; older ones have no attributes at all
//
// A prompt is the texts of all messages, one below the other, without roles; it and the completion are plain texts.
var langChain4j = following(Dialect{
	Name: "langchain4j",
	About: About{
		Title:    "LangChain4j and Quarkus LangChain4j",
		Versions: "langchain4j-observation of August 2026; quarkus-langchain4j, also before it gave its tools attributes",
		Also:     "`gen_ai.operation.name` is there, and the span is called `completion ...` or has an `outcome`",
		Switch: "Quarkus: quarkus.langchain4j.tracing.include-prompt, include-completion, include-tool-arguments and include-tool-result; " +
			"LangChain4j itself records no texts",
		Gaps: "who said which text of a prompt; calls of models; tools of MCP servers have a name alone",
		Links: []string{
			"langchain4j/langchain4j:langchain4j-observation/src/main/java/dev/langchain4j/observation",
			"quarkiverse/quarkus-langchain4j:core/runtime/src/main/java/io/quarkiverse/langchain4j/runtime/listeners",
			"quarkiverse/quarkus-langchain4j:core/runtime/src/main/java/io/quarkiverse/langchain4j/runtime/tool/ToolSpanWrapper.java",
			"quarkiverse/quarkus-langchain4j:core/runtime/src/main/java/io/quarkiverse/langchain4j/runtime/aiservice/SpanWrapper.java",
		},
	},
	Match: Match{NamePrefixes: []string{quarkusService, quarkusTool}, Also: isLangChain4j, AlsoKeys: []string{"gen_ai.operation.name"}},
	Role:  langChain4jRole,
	LLM: LLMFields{
		Input:  []Source{attr("gen_ai.prompt").opened(said("user"))},
		Output: []Source{attr("gen_ai.completion").opened(said("assistant"))},
	},
	Adjust: adjustLangChain4j,
})

const (
	quarkusService = "langchain4j.aiservices."
	quarkusTool    = "langchain4j.tools."
	quarkusModel   = "completion "
)

// isLangChain4j recognises spans of models by their names, and those of the plain library by the outcome that it alone
// adds to what it says about a model.
func isLangChain4j(s *span.Span) bool {
	return s.Attrs.Has("gen_ai.operation.name") && (strings.HasPrefix(s.Name, quarkusModel) || s.Attrs.Has("outcome"))
}

func langChain4jRole(s *span.Span) (observation.Role, bool) {
	switch {
	case strings.HasPrefix(s.Name, quarkusService):
		return observation.Agent, true
	case strings.HasPrefix(s.Name, quarkusTool):
		return observation.Tool, true
	}
	return observation.Other, false
}

// adjustLangChain4j takes a tool's name out of the span's, and drops the word that stands for a model that isn't known.
func adjustLangChain4j(s *span.Span, o *observation.Observation) {
	if name, found := strings.CutPrefix(s.Name, quarkusTool); found && o.Tool == "" {
		o.Tool = name
	}
	if o.Model == "unknown" {
		o.Model = ""
	}
}
