package dialect

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// workflowEvents begin the texts that are LlamaIndex's events, as Python prints them, and cut after a while.
//
// Source: run-llama/llama_index:llama-index-core/llama_index/core/agent/workflow/workflow_events.py.
var workflowEvents = []string{"StopEvent(", "AgentWorkflowStartEvent(", "AgentInput(", "AgentSetup(", "AgentOutput(", "AgentStream(", "ToolCall(", "ToolCallResult("}

// isWorkflow reports whether what a step of LlamaIndex's workflows took or gave is of the workflow's making: its state or
// an event. The generations tell the question and the answer better.
//
// Source: Arize-ai/openinference:python/instrumentation/openinference-instrumentation-llama-index (_handler.py).
func isWorkflow(s *span.Span, v value.Value) bool {
	if !hasWord(s.Scope, "llama_index") {
		return false
	}
	begins := func(prefix string) bool { return strings.HasPrefix(v.Text(), prefix) }
	if slices.ContainsFunc(workflowEvents, begins) && value.DecodeAny(v.Text()).Kind() == value.String {
		return true // cut
	}
	state := decoded(v)
	return !state.Get("init_state").IsAbsent() || !state.Get("ctx").IsAbsent() && !state.Get("ev").IsAbsent()
}

// isPreparation reports whether a span that is called a generation only prepares one's arguments.
func isPreparation(s *span.Span) bool { return strings.HasSuffix(s.Name, "._prepare_chat_with_tools") }
