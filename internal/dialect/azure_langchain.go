package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// azureLangChain is what the tracers of langchain-azure-ai write of LangChain's and LangGraph's runs.
//
//	version          operations            texts
//	up to 0.1.4      the kinds of runs     inputs and outputs, as JSON
//	0.1.5 to 1.0.1   GenAI's               GenAI's keys, at first with prints of what has no JSON
//	later            GenAI's               GenAI's, under another scope
var azureLangChain = following(Dialect{
	Name: "langchain_azure_ai",
	About: About{
		Title:    "LangChain and LangGraph through AzureAIInferenceTracer or AzureAIOpenTelemetryTracer",
		Versions: "langchain-azure-ai 0.1.0 to 1.0.1",
		Switch:   "`AZURE_TRACING_GEN_AI_CONTENT_RECORDING_ENABLED=true`, or `enable_content_recording=True`",
		Gaps:     "up to 0.1.4 nothing is written of runs that fail, but by what is around them, and in requests no message says which call it answers",
		Links: []string{
			"langchain-ai/langchain-azure:libs/azure-ai/langchain_azure_ai/callbacks/tracers/inference_tracing.py",
			"langchain-ai/langchain-azure:libs/azure-ai/langchain_azure_ai/utils/utils.py",
		},
	},
	Match:  Match{Scopes: []string{"langchain_azure_ai.callbacks.tracers.inference_tracing"}},
	Role:   azureLangChainRole,
	Common: Common{AgentName: []string{"gen_ai.agent.name"}},
	Agent: AgentFields{
		Request:    []Source{attr("inputs")},
		Result:     []Source{attr("outputs"), attr("gen_ai.output.messages").opened(printedAnswer)},
		Structured: []Source{attr("outputs").opened(structuredResponse)},
	},
	LLM: LLMFields{
		Model:  []string{"gen_ai.response.model", "gen_ai.request.model"},
		Input:  []Source{attr("inputs").opened(azureMessages)},
		Output: []Source{attr("outputs").opened(azureAnswer)},
		Usage: []UsageKey{
			{Name: "input", Keys: []string{"gen_ai.usage.input_tokens"}},
			{Name: "output", Keys: []string{"gen_ai.usage.output_tokens"}},
		},
	},
	Tool: ToolFields{
		Arguments: []Source{attr("inputs").opened(azureArguments)},
		Result:    []Source{attr("outputs").opened(azureOutput)},
	},
	Adjust: adjustAzureLangChain,
})

// azureLangChainRoles are the kinds of LangChain's runs.
var azureLangChainRoles = map[string]observation.Role{
	"chain": observation.Agent, "chat_model": observation.LLM, "llm": observation.LLM, "tool": observation.Tool,
	"prompt": observation.Other, "parser": observation.Other,
}

// azureLangChainRole has no opinion on what follows GenAI.
func azureLangChainRole(s *span.Span) (observation.Role, bool) {
	kind, _ := s.Attrs.Text("gen_ai.operation.name")
	role, known := azureLangChainRoles[lower(kind)]
	return role, known
}

// azureMessages is what a model was asked. The roles of LangChain that the tracer doesn't know are tools'.
func azureMessages(v value.Value) value.Value {
	messages := parsed(v).Get("messages")
	if messages.Kind() != value.List {
		return requested(v)
	}
	read := make([]value.Value, 0, messages.Len())
	for _, m := range messages.Items() {
		if m.Get("role").Text() == "unknown" {
			m = withField(m, "role", value.OfString("tool"), "role")
		}
		read = append(read, m)
	}
	return listOf(read)
}

// azureAnswer is the message of the first generation, or its text.
func azureAnswer(v value.Value) value.Value {
	first := azureGeneration(v)
	if message := first.Get("message"); !message.IsAbsent() {
		return withRole(constructed(message), "assistant")
	}
	return said("assistant")(first.Get("text"))
}

// azureGeneration is the first generation of a list of lists, whose objects are written as their constructors or as they are.
func azureGeneration(v value.Value) value.Value {
	return constructed(parsed(v).At(0).At(0))
}

// azureArguments are what a tool was called with, and failing that the text of it.
func azureArguments(v value.Value) value.Value {
	if inputs := parsed(v).Get("inputs"); inputs.Kind() == value.Object {
		return inputs
	}
	return parsed(v).Get("input_str")
}

func azureOutput(v value.Value) value.Value { return parsed(v).Get("output") }

// printedAnswer is the last text among messages that are prints.
func printedAnswer(v value.Value) value.Value {
	if first, isText := parsed(v).At(0).Str(); isText && strings.HasPrefix(first, printedContent) {
		return printedResult(v)
	}
	return value.Value{}
}

func adjustAzureLangChain(s *span.Span, o *observation.Observation) {
	if _, first := azureLangChainRole(s); !first {
		return
	}
	output := s.Attrs.Get("outputs")
	switch o.Role {
	case observation.Tool:
		o.Tool = s.Name
		o.CallID = answeredID(parsed(output))
	case observation.LLM:
		o.FinishReason = bodyFinish(azureGeneration(output))
	}
}
