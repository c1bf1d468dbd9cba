package dialect

import (
	"slices"
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// operations is what each gen_ai.operation.name is to a run. The names that no version of the conventions defines are
// those of instrumentations which needed more.
//
// Sources: open-telemetry/semantic-conventions-genai:model/gen-ai/registry.yaml; vercel/ai:packages/otel/src
// (agent_step); microsoft/semantic-kernel (text_completions); spring-projects/spring-ai (framework);
// ag2ai/ag2:autogen/opentelemetry (conversation); google-gemini/gemini-cli:packages/core/src/telemetry/constants.ts
// (llm_call and others); strands-agents/sdk-python:src/strands/telemetry/tracer.py (invoke_swarm and others);
// 0xPlaygrounds/rig:crates/rig-core/src/telemetry/mod.rs (chat_streaming, interactions);
// Azure/azure-sdk-for-python:sdk/ai (the verbs of threads); openlit/openlit:sdk/python/src/openlit/semcov.
var operations = map[string]observation.Role{
	"chat": observation.LLM, "text_completion": observation.LLM, "text_completions": observation.LLM,
	"generate_content": observation.LLM, "completion": observation.LLM, "responses": observation.LLM,
	"llm_call": observation.LLM, "call_llm": observation.LLM, "message": observation.LLM, "model_request": observation.LLM,
	"chat_streaming": observation.LLM, "interactions": observation.LLM, "interactions_streaming": observation.LLM,

	"execute_tool": observation.Tool, "tool_call": observation.Tool, "tool.execute": observation.Tool,

	"invoke_agent": observation.Agent, "invoke_workflow": observation.Agent, "agent_step": observation.Agent,
	"agent": observation.Agent, "agent.run": observation.Agent, "agent_call": observation.Agent,
	"workflow": observation.Agent, "chain": observation.Agent, "framework": observation.Agent,
	"conversation": observation.Agent, "multi_conversation": observation.Agent,
	"invoke_swarm": observation.Agent, "invoke_graph": observation.Agent,
	"user_prompt": observation.Agent, "system_prompt": observation.Agent,
	"start_thread_run": observation.Agent, "process_thread_run": observation.Agent, "submit_tool_outputs": observation.Agent,

	"agent_handoff": observation.Other, "await_human_input": observation.Other, "compact_events": observation.Other,
	"content_event": observation.Other, "create_agent": observation.Other, "create_conversation": observation.Other,
	"create_message": observation.Other, "create_thread": observation.Other, "embeddings": observation.Other,
	"execute_event_loop_cycle": observation.Other, "execute_hook": observation.Other, "execute_task": observation.Other,
	"get_thread_run": observation.Other, "guardrail_check": observation.Other, "image_generation": observation.Other,
	"invoke_node": observation.Other, "list_conversation_items": observation.Other, "list_messages": observation.Other,
	"list_run_steps": observation.Other, "orchestrate_tools": observation.Other, "plan": observation.Other,
	"rerank": observation.Other, "retrieval": observation.Other, "schedule_tool_calls": observation.Other,
	"search_memory": observation.Other, "speech_generation": observation.Other, "transcription": observation.Other,
}

// springKinds come before operations, for Spring gives its tools the operation name framework.
//
// Source: spring-projects/spring-ai:spring-ai-model/…/ai/tool/observation/DefaultToolCallingObservationConvention.java.
var springKinds = map[string]observation.Role{
	"chat_client": observation.Agent, "advisor": observation.Agent, "tool_call": observation.Tool,
}

// namedRoles are read from how a span's name begins when no operation name tells more. What follows is what the role
// is played by.
//
// Source: open-telemetry/semantic-conventions-genai:model/gen-ai/spans.yaml, "Span name".
var namedRoles = []struct {
	prefix string
	role   observation.Role
}{
	{"execute_tool ", observation.Tool},
	{"tools/call ", observation.Tool},
	{"tool_call ", observation.Tool},
	{"invoke_agent ", observation.Agent},
	{"invoke_workflow ", observation.Agent},
}

// noTools are names under which instrumentations record what is no execution of a tool.
//
// Sources: google/adk-python:src/google/adk/telemetry/tracing.py (the sum of parallel tools);
// openlit/openlit:sdk/python/src/openlit/instrumentation/openai_agents.
var noTools = map[string]bool{"(merged tools)": true, "mcp_list_tools": true}

// genAIRole classifies by the operation, and where none is known by the name and what was recorded.
func genAIRole(s *span.Span) (observation.Role, bool) {
	role, known := operationRole(s)
	if name, _ := s.Attrs.Text("gen_ai.tool.name"); role == observation.Tool && noTools[name] {
		return observation.Other, true
	}
	return role, known
}

func operationRole(s *span.Span) (observation.Role, bool) {
	if role, known := mcpRole(s); known {
		return role, true
	}
	kind, _ := s.Attrs.Text("spring.ai.kind")
	if role, known := springKinds[lower(kind)]; known {
		return role, true
	}
	operation, _ := s.Attrs.Text("gen_ai.operation.name")
	if role, known := operations[lower(operation)]; known {
		return role, true
	}
	for i := range namedRoles {
		if strings.HasPrefix(s.Name, namedRoles[i].prefix) {
			return namedRoles[i].role, true
		}
	}
	return recordedRole(s)
}

// The keys of which one must be there besides a tool's name, or a model's, for a span without a known operation to be
// an execution or a generation. Wrappers carry a model's name too, and the tools' definitions tell nothing.
var (
	executionKeys = []string{
		"gen_ai.tool.call.arguments", "gen_ai.tool.call.result", "gen_ai.tool.input", "gen_ai.tool.output",
		"gen_ai.tool.args", "gen_ai.tool.call.id", "gen_ai.tool.call_id", "anthropic.tool_result.content",
	}
	generationKeys = []string{
		"gen_ai.output.messages", "gen_ai.completion", "gen_ai.completion.0.role", "gen_ai.completion.0.content",
		"gen_ai.response.text", "gen_ai.response.tool_calls", "gen_ai.input.messages",
		"gen_ai.prompt", "gen_ai.prompt.0.role", "gen_ai.prompt.0.content", "gen_ai.request.messages",
		"gen_ai.response.finish_reasons",
	}
)

// recordedRole classifies a span without a known operation by what was recorded on it.
func recordedRole(s *span.Span) (observation.Role, bool) {
	switch {
	case hasAny(s, "gen_ai.request.model", "gen_ai.response.model"):
		if s.Name != "orchestrate_tools" && (hasAny(s, generationKeys...) || hasAnyUsage(s) || hasContentEvent(s)) {
			return observation.LLM, true
		}
	case s.Attrs.Has("gen_ai.tool.name") && hasAny(s, executionKeys...):
		return observation.Tool, true
	}
	return observation.Other, false
}

func hasAny(s *span.Span, keys ...string) bool {
	return slices.ContainsFunc(keys, s.Attrs.Has)
}

func hasAnyUsage(s *span.Span) bool {
	return hasAny(s, "gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens")
}

// hasContentEvent reports whether an event of the conventions carries a response, as they all did before 1.37.
func hasContentEvent(s *span.Span) bool {
	for i := range s.Events {
		switch s.Events[i].Name {
		case choiceEvent, "gen_ai.content.completion", detailsEvent:
			return true
		}
	}
	return false
}
