package dialect

import (
	"slices"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// azureAI is what Azure's AI clients for Python record. The model runs at the service, inside the agent: the client's
// span of a run or of an agent is the model's call.
//
//	client               span of the model                       texts
//	azure-ai-agents      start_thread_run, process_thread_run    span events gen_ai.*.message: gen_ai.event.content
//	azure-ai-projects    invoke_agent, chat (once responses)     gen_ai.input.messages, gen_ai.output.messages, once span events
//	azure-ai-inference   chat                                    span events gen_ai.*.message, gen_ai.choice: gen_ai.event.content
//
// A thread's question stands on the span that adds it to the thread, before the run. Spans that list what a thread
// already holds are history.
var azureAI = following(Dialect{
	Name: "azure_ai",
	About: About{
		Title:    "Azure AI clients for Python: azure-ai-agents, azure-ai-projects, azure-ai-inference",
		Versions: "azure-ai-agents 1, azure-ai-projects 1 and 2, azure-ai-inference 1, in sources of 2025 and 2026",
		Also:     "`gen_ai.provider.name` or `gen_ai.system` is `microsoft.foundry`, `az.ai.agents`, `azure.ai.agents` or `az.ai.inference`, or `az.namespace` is `Microsoft.CognitiveServices`",
		Switch: "AZURE_TRACING_GEN_AI_CONTENT_RECORDING_ENABLED=true; azure-ai-projects 2: " +
			"OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true",
		Gaps: "azure-ai-agents: a run that is polled and not streamed records no texts but where they are listed, and the results of " +
			"tools of such a run; without texts calls have no name; azure-ai-projects: tools have no spans",
		Links: []string{
			"Azure/azure-sdk-for-python:sdk/ai/azure-ai-agents/azure/ai/agents/telemetry/_ai_agents_instrumentor.py",
			"Azure/azure-sdk-for-python:sdk/ai/azure-ai-projects/azure/ai/projects/telemetry/_responses_instrumentor.py",
			"Azure/azure-sdk-for-python:sdk/ai/azure-ai-inference/azure/ai/inference/tracing.py",
		},
	},
	Match:  Match{Also: isRemote, AlsoKeys: []string{"gen_ai.provider.name", "gen_ai.system", "az.namespace"}},
	Role:   azureRole,
	LLM:    azureRun,
	Adjust: adjustAzure,
})

// azureRun is where the turns of a thread's run stand.
var azureRun = LLMFields{
	Input:  []Source{{Place: "events gen_ai.*.message before the first answer of a run", From: runEvents(false)}},
	Output: []Source{{Place: "events gen_ai.*.message from the first answer of a run on", From: runEvents(true)}},
}

// azureRole takes a span that puts a question to a thread for what asks the run that follows.
func azureRole(s *span.Span) (observation.Role, bool) {
	switch operation, _ := s.Attrs.Text("gen_ai.operation.name"); operation {
	case "create_message", "create_thread":
		if !requestValue(messageEvents(false)(s)).IsAbsent() {
			return observation.Agent, true
		}
	}
	return observation.Other, false
}

// runOperations are the spans of a thread's run. What the tools returned is written to the same span when the run is
// streamed, so that all of its turns stand there in order.
var runOperations = map[string]bool{"start_thread_run": true, "process_thread_run": true}

// runEvents is what the events of a run tell: the messages up to the first of the assistant, or those from it on.
func runEvents(response bool) func(*span.Span) value.Value {
	return func(s *span.Span) value.Value {
		if operation, _ := s.Attrs.Text("gen_ai.operation.name"); !runOperations[operation] {
			return value.Value{}
		}
		messages := eventMessages(s)
		cut := slices.IndexFunc(messages, isAssistant)
		if cut < 0 {
			cut = len(messages)
		}
		if response {
			return listOf(messages[cut:])
		}
		return listOf(messages[:cut])
	}
}

// adjustAzure reads all turns of a run, and none from spans that only pass on what somebody said.
func adjustAzure(s *span.Span, o *observation.Observation) {
	if o.Role != observation.Agent {
		return
	}
	switch operation, _ := s.Attrs.Text("gen_ai.operation.name"); {
	case operation == "create_message", operation == "create_thread", operation == "submit_tool_outputs":
		o.Turns, o.Input, o.Output, o.Result = observation.NoTurns, nil, nil, value.Value{}
	case runOperations[operation]:
		o.Input, o.Output = nil, nil
		azureRun.fill(s, o)
	}
}
