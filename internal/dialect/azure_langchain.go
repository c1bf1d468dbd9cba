package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// azureLangChain is what the first tracer of langchain-azure-ai wrote of LangChain's and LangGraph's runs: their inputs and
// outputs as JSON, with the kind of run as GenAI's operation. Later ones follow GenAI under another scope.
var azureLangChain = Dialect{
	Name: "langchain_azure_ai",
	About: About{
		Title:    "LangChain and LangGraph through AzureAIInferenceTracer",
		Versions: "langchain-azure-ai 0.1.5",
		Switch:   "`AZURE_TRACING_GEN_AI_CONTENT_RECORDING_ENABLED=true`, or `enable_content_recording=True`",
		Gaps:     "nothing is written of runs that fail, but by what is around them; in requests no message says which call it answers",
		Links: []string{
			"langchain-ai/langchain-azure:libs/azure-ai/langchain_azure_ai/callbacks/tracers/inference_tracing.py",
			"langchain-ai/langchain-azure:libs/azure-ai/langchain_azure_ai/utils/utils.py",
		},
	},
	Match: Match{Scopes: []string{"langchain_azure_ai.callbacks.tracers.inference_tracing"}},
	Role: byAttr("gen_ai.operation.name", map[string]observation.Role{
		"chain": observation.Agent, "chat_model": observation.LLM, "llm": observation.LLM, "tool": observation.Tool,
		"prompt": observation.Other, "parser": observation.Other,
	}),
	Common: Common{AgentName: []string{"gen_ai.agent.name"}},
	Agent: AgentFields{
		Request:    []Source{attr("inputs")},
		Result:     []Source{attr("outputs")},
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

func adjustAzureLangChain(s *span.Span, o *observation.Observation) {
	output := s.Attrs.Get("outputs")
	switch o.Role {
	case observation.Tool:
		o.Tool = s.Name
		o.CallID = answeredID(parsed(output))
	case observation.LLM:
		o.FinishReason = bodyFinish(azureGeneration(output))
	}
}
