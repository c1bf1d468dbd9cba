package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// traceloopKinds is what each traceloop.span.kind is to a run, in lower case. Handoffs, and the sessions and servers of
// MCP, are kinds that no enumeration names.
//
// Sources: traceloop/openllmetry:packages/opentelemetry-semantic-conventions-ai/opentelemetry/semconv_ai/__init__.py,
// …/opentelemetry-instrumentation-openai-agents (handoff), …/opentelemetry-instrumentation-mcp (session, server).
var traceloopKinds = map[string]observation.Role{
	"workflow": observation.Agent, "agent": observation.Agent, "tool": observation.Tool,
	"task": observation.Other, "handoff": observation.Other, "session": observation.Other, "server": observation.Other,
	"unknown": observation.Other,
}

// requestTypes is what each llm.request.type is to a run.
//
// Source: traceloop/openllmetry:packages/opentelemetry-semantic-conventions-ai/opentelemetry/semconv_ai/__init__.py.
var requestTypes = map[string]observation.Role{
	"chat": observation.LLM, "completion": observation.LLM, "response": observation.LLM, "responses": observation.LLM,
	"realtime": observation.LLM, "embedding": observation.Other, "rerank": observation.Other,
}

// traceloopRole classifies by the kind, but for two roles that are recorded as tasks: the tools of some frameworks, and
// the models that LlamaIndex calls. Spans without a kind are mostly those of models.
func traceloopRole(s *span.Span) (observation.Role, bool) {
	text, hasKind := s.Attrs.Text("traceloop.span.kind")
	kind, plain := lower(text), !hasKind
	if kind == "task" || kind == "unknown" {
		plain = true
		if isTraceloopTool(s) {
			return observation.Tool, true
		}
		if isPause(s) {
			return observation.Agent, true // for links say nothing
		}
	}
	if plain {
		if role, known := traceloopCall(s); known && (role == observation.LLM || !hasKind) {
			return role, true
		}
	}
	if hasKind {
		return traceloopKinds[kind], true
	}
	if hasAny(s, "crewai.crew.result", "crewai.crew.tasks") || s.Name == "crewai.workflow" {
		return observation.Agent, true
	}
	if s.Name == converseName && s.Attrs.Has("gen_ai.request.model") {
		return observation.LLM, true
	}
	return observation.Other, strings.HasPrefix(s.Scope, "@traceloop/instrumentation-") || strings.HasSuffix(s.Name, ".mcp")
}

// converseName is the name of a span whose request to Bedrock has no body of a model's own, as those of the Converse API
// have none: there is nothing else on it.
//
// Source: traceloop/openllmetry-js:packages/instrumentation-bedrock/src/instrumentation.ts (_startSpan).
const converseName = "bedrock.completion"

// traceloopCall classifies a span without a kind by its request type, its operation, or its texts.
func traceloopCall(s *span.Span) (observation.Role, bool) {
	text, _ := s.Attrs.Text("llm.request.type")
	if role, known := requestTypes[lower(text)]; known {
		return role, true
	}
	operation, _ := s.Attrs.Text("gen_ai.operation.name")
	if role, known := operations[lower(operation)]; known {
		return role, true
	}
	for _, prefix := range []string{"gen_ai.completion.0.", "llm.completions.", "gen_ai.prompt.0.", "llm.prompts."} {
		for rest := range s.Attrs.Prefix(prefix) {
			// OpenInference has keys of the same beginning: llm.prompts.0.prompt.text.
			if strings.HasSuffix(rest, "role") || strings.HasSuffix(rest, "content") || strings.HasSuffix(rest, "finish_reason") {
				return observation.LLM, true
			}
		}
	}
	return observation.Other, false
}

// toolTasks are the names under which LlamaIndex runs a tool, by the method and by its class; the tool's own span lies
// below, unless the tool failed.
var toolTasks = map[string]bool{"call_tool.task": true, "BaseWorkflowAgent.task": true}

// isTraceloopTool reports whether a task is an execution of a tool.
//
// Sources: traceloop/openllmetry-js:packages/instrumentation-langchain/src/callback_handler.ts (execute_tool);
// traceloop/openllmetry:packages/opentelemetry-instrumentation-llamaindex/…/dispatcher_wrapper.py.
func isTraceloopTool(s *span.Span) bool {
	operation, _ := s.Attrs.Text("gen_ai.operation.name")
	return lower(operation) == "execute_tool" || toolTasks[s.Name] && s.Attrs.Has("tool.name") || isLlamaTool(s)
}

// isLlamaTool reports whether a task is LlamaIndex's span of a tool's class, such as FunctionTool.task.
func isLlamaTool(s *span.Span) bool {
	return strings.HasSuffix(s.Name, "Tool.task") && strings.HasPrefix(s.Scope, "opentelemetry.instrumentation.llamaindex")
}

// isItems reports whether a response of several messages is a list of items, as the OpenAI responses API gives it, and
// not one of alternatives.
func isItems(s *span.Span) bool {
	kind, _ := s.Attrs.Text("llm.request.type")
	return lower(kind) == "response" || lower(kind) == "responses" || strings.HasSuffix(lower(s.Name), "response") ||
		strings.HasPrefix(s.Scope, "opentelemetry.instrumentation.openai_agents")
}
