package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// langSmith is what the SDKs of LangSmith write when they send OpenTelemetry spans: LangChain's and LangGraph's runs,
// traceable functions, and wrapped clients. gen_ai.prompt and gen_ai.completion hold a run's inputs and outputs as JSON
// of an object; what is no object stands alone in one:
//
//	{"input": x}, {"output": x}   what LangChain calls a text; what a Python function returned
//	{"input": x}, {"outputs": x}  what a JavaScript function took and returned
//	{"args": [x, y]}              the arguments of a JavaScript function that takes several
//	{"generations": [[...]]}      LangChain's answer of a model
//	anything else                 the object itself: an API's body, a graph's state
//
// The SDK for Python sends these two attributes as bytes. The operation's name is derived from the kind of the run, and
// is chat for prompt templates and embeddings for retrievers.
var langSmith = Dialect{
	Name: "langsmith",
	About: About{
		Title:    "LangSmith SDKs for Python and JavaScript, and LangChain and LangGraph through them",
		Versions: "langsmith 0.10 and 0.12 for JavaScript; for Python sources of August 2026",
		Switch:   "LANGSMITH_TRACING=true with LANGSMITH_OTEL_ENABLED=true or LANGSMITH_TRACING_MODE=otel; texts are recorded unless LANGSMITH_HIDE_INPUTS or LANGSMITH_HIDE_OUTPUTS is true",
		Gaps: "JavaScript: runs of LangChain and of the OpenAI Agents SDK have no spans of their own and overwrite the attributes of the " +
			"one around them, and the status of failed runs is OK. Tools carry no call id but in LangChain's ToolMessage",
		Links: []string{
			"langchain-ai/langsmith-sdk:python/langsmith/_internal/otel/_otel_exporter.py",
			"langchain-ai/langsmith-sdk:js/src/experimental/otel/translator.ts",
			"langchain-ai/langsmith-sdk:js/src/traceable.ts",
			"langchain-ai/langchain:libs/core/langchain_core/tracers",
		},
	},
	Match: Match{Keys: []string{"langsmith.span.kind"}},
	Role: byAttr("langsmith.span.kind", map[string]observation.Role{
		"llm": observation.LLM, "tool": observation.Tool, "retriever": observation.Tool, "chain": observation.Agent,
		"prompt": observation.Other, "parser": observation.Other, "embedding": observation.Other,
	}),
	Common: Common{
		AgentName: []string{"langsmith.metadata.lc_agent_name"},
		// langsmith.trace.session_id and session_name are the project's.
		Session: []string{
			"langsmith.metadata.thread_id", "langsmith.metadata.session_id", "langsmith.metadata.conversation_id",
		},
	},
	Agent: AgentFields{
		Request:    []Source{attr("gen_ai.prompt").opened(langSmithRequest)},
		Result:     []Source{attr("gen_ai.completion").opened(langSmithResult)},
		Structured: []Source{attr("gen_ai.completion").opened(langSmithStructured)},
	},
	LLM: LLMFields{
		Model:  []string{"gen_ai.response.model", "gen_ai.request.model", "langsmith.metadata.ls_model_name"},
		Finish: []string{"gen_ai.response.finish_reasons"},
		Input:  []Source{attr("gen_ai.prompt").opened(langSmithMessages)},
		Output: []Source{attr("gen_ai.completion").opened(langSmithAnswer)},
		Usage: []UsageKey{
			{Name: "input", Keys: []string{"gen_ai.usage.input_tokens"}},
			{Name: "output", Keys: []string{"gen_ai.usage.output_tokens"}},
		},
	},
	Tool: ToolFields{
		Name:      []string{"gen_ai.tool.name"},
		Arguments: []Source{attr("gen_ai.prompt").opened(langSmithArguments)},
		Result:    []Source{attr("gen_ai.completion").opened(langSmithOutput)},
	},
	Adjust: adjustLangSmith,
}

// langSmithRequest is what a run was asked. Of several arguments a text that stands first is the question.
func langSmithRequest(v value.Value) value.Value {
	if inner, boxed := unboxed(v); boxed {
		return said("user")(inner)
	}
	if first := argumentList(v).At(0); first.Kind() == value.String {
		return said("user")(first)
	}
	return v
}

// langSmithResult is what a run gave; a text is to the letter.
func langSmithResult(v value.Value) value.Value {
	inner, boxed := unboxed(v)
	if boxed {
		inner = said("assistant")(inner)
	}
	return concluded(inner)
}

func langSmithStructured(v value.Value) value.Value {
	inner, _ := unboxed(v)
	return structuredResponse(inner)
}

func langSmithMessages(v value.Value) value.Value {
	inner, _ := unboxed(v)
	return requested(inner)
}

func langSmithAnswer(v value.Value) value.Value {
	inner, boxed := unboxed(v)
	if boxed {
		return answerIn(inner)
	}
	return answered(v)
}

func langSmithOutput(v value.Value) value.Value {
	inner, _ := unboxed(v)
	return inner
}

// argumentList is the list of arguments that the inputs of a JavaScript function with several are, or absent.
func argumentList(v value.Value) value.Value {
	if input := listOrObject(v); hasOnly(input, "args") && input.Get("args").Kind() == value.List {
		return input.Get("args")
	}
	return value.Value{}
}

// langSmithArguments are what a tool was called with. Of an AI SDK's tool the second argument is what the SDK tells
// about the call.
func langSmithArguments(v value.Value) value.Value {
	if args := argumentList(v); args.Len() == 1 || args.Len() == 2 && isCallContext(args.At(1)) {
		return args.At(0)
	}
	inner, _ := unboxed(v)
	return inner
}

// isCallContext reports whether a value is what the AI SDK hands to a tool beside its input.
//
// Source: vercel/ai:packages/provider-utils/src/types/tool.ts (ToolCallOptions).
func isCallContext(v value.Value) bool {
	return v.Kind() == value.Object && !v.First("toolCallId", "messages").IsAbsent()
}

// adjustLangSmith reads what stands inside the inputs and outputs.
func adjustLangSmith(s *span.Span, o *observation.Observation) {
	output := parsed(s.Attrs.Get("gen_ai.completion"))
	switch o.Role {
	case observation.Tool:
		o.Tool = firstOf(o.Tool, s.Name)
		context := argumentList(s.Attrs.Get("gen_ai.prompt")).At(1)
		o.CallID = firstOf(knownID(context.Get("toolCallId").Text()), answeredID(output))
	case observation.LLM:
		o.FinishReason, _, _ = strings.Cut(o.FinishReason, ", ") // one for each choice
		o.FinishReason = firstOf(o.FinishReason, bodyFinish(output))
	}
}
