package dialect

import (
	"strings"

	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// openInferenceKinds are the kinds of the specification. Hand-written code uses others; they are wrappers.
//
// Source: Arize-ai/openinference:spec/semantic_conventions.md ("Span Kinds").
var openInferenceKinds = map[string]observation.Role{
	"llm": observation.LLM, "tool": observation.Tool, "agent": observation.Agent, "chain": observation.Agent,
	"embedding": observation.Other, "retriever": observation.Other, "reranker": observation.Other,
	"guardrail": observation.Other, "evaluator": observation.Other, "prompt": observation.Other,
}

// operationRoles are the operations that beat the kind: processors that add a kind to the spans of other conventions
// take every span with a tool's name for a tool, and the steps of the Vercel AI SDK 7 for generations.
//
// Sources: Arize-ai/openinference:python/instrumentation/openinference-instrumentation-openlit (_span_processor.py);
// …/js/packages/openinference-vercel/src (constants.ts).
var operationRoles = map[string]observation.Role{
	"chat": observation.LLM, "text_completion": observation.LLM, "generate_content": observation.LLM,
	"model_request": observation.LLM, "agent_step": observation.Agent,
}

// noGenerations are the operations of spans that a processor took for generations. To it every span of the GenAI
// conventions is one that it doesn't know better; beside an older package of their names it knows none.
//
// Source: Arize-ai/openinference:js/packages/openinference-genai/src/attributes.ts (mapSpanKind).
var noGenerations = map[string]observation.Role{"execute_tool": observation.Tool, "invoke_agent": observation.Agent}

// openInferenceRole classifies a span by its kind, and corrects the kinds that don't say what a span is.
func openInferenceRole(s *span.Span) (observation.Role, bool) {
	kind, own := s.Attrs.Text(kindKey)
	if !own {
		return copiedRole(s)
	}
	role, known := openInferenceKinds[lower(strings.TrimSpace(kind))]
	operation, _ := s.Attrs.Text("gen_ai.operation.name")
	better, beats := operationRoles[operation]
	if other := noGenerations[operation]; role == observation.LLM && other != observation.Other {
		role = other
	}
	switch {
	case !known:
		return observation.Agent, operation == "" // another convention may know better
	case beats && role != observation.Other:
		return better, true
	case isEventChild(s), isPreparation(s), role == observation.Agent && isRequestOfHTTP(s):
		return observation.Other, true
	case role == observation.Tool:
		return toolRole(s), true
	case role == observation.Agent:
		return roleByName(s), true
	}
	return role, true
}

// copiedRole classifies a span of Future AGI's instrumentations, which are OpenInference's with the kinds under keys of
// their own; from some version on it is one that others have too.
//
// Source: future-agi/traceAI:python/fi_instrumentation/fi_types.py.
func copiedRole(s *span.Span) (observation.Role, bool) {
	kind, ok := s.Attrs.Text(copiedKindKey)
	if !ok {
		kind, _ = s.Attrs.Text("gen_ai.span.kind")
	}
	role, known := openInferenceKinds[lower(strings.TrimSpace(kind))]
	if !known {
		return observation.Other, false
	}
	if role == observation.Tool {
		role = toolRole(s)
	}
	return role, true
}

// isRequestOfHTTP reports whether a span is that of an HTTP client or server and says nothing else: there are processors that
// give a kind to each span of a process.
//
// Source: Arize-ai/openinference:python/instrumentation/openinference-instrumentation-openlit (_span_processor.py).
func isRequestOfHTTP(s *span.Span) bool {
	return hasAny(s, "http.request.method", "http.method") && !hasAny(s, inputKey, outputKey)
}

// roleByName corrects the kind agent: the LangChain instrumentation for Python gives it to every run whose name holds
// the word, be it a tool or a model. Of the agents that it writes only tools have a tool.name.
//
// Source: Arize-ai/openinference:python/instrumentation/openinference-instrumentation-langchain (_tracer.py,
// _update_span).
func roleByName(s *span.Span) observation.Role {
	switch {
	case !strings.Contains(lower(s.Name), "agent"):
		return observation.Agent
	case s.Attrs.Has("tool.name"):
		return observation.Tool
	case !hasWord(s.Scope, "langchain"):
		return observation.Agent
	case s.Attrs.Has("llm.invocation_parameters"):
		return observation.LLM
	case s.Attrs.Has("llm.model_name") && hasPrefix(s, "llm.output_messages."):
		return observation.LLM
	}
	return observation.Agent
}

// fakeTool is a span of kind tool that is no call of a tool.
type fakeTool struct {
	name, prefix, suffix string // of the span's name
	except               string // a name that has the suffix and is a call
	scope                string // the instrumentation scope's name holds this word
	toolName             string // "" without one, "*" whatever it is, else how it begins
	role                 observation.Role
}

// fakeTools lists them.
//
// Sources, below Arize-ai/openinference: python/instrumentation/openinference-instrumentation-openai-agents
// (_processor.py), js/packages/openinference-instrumentation-openai-agents/src/processor.ts (handoffs, mcp_tools);
// python/instrumentation/openinference-instrumentation-instructor; google/adk-python:src/google/adk/flows (merged);
// python/instrumentation/openinference-instrumentation-openllmetry/…/_span_processor.py (tasks become tools).
var fakeTools = []fakeTool{
	{prefix: "handoff to ", role: observation.Other},
	{prefix: "handoff", scope: "openai_agents", toolName: "handoff_to_", role: observation.Other},
	{name: "mcp_tools", role: observation.Other},
	{name: "instructor.patch", role: observation.Other},
	{name: "handle_response_model", role: observation.Other},
	{name: "execute_tool (merged)", toolName: "*", role: observation.Other},
	{prefix: "execute_task ", toolName: "*", role: observation.Agent},
	{suffix: ".task", except: "call_tool.task", toolName: "*", role: observation.Agent},
}

func toolRole(s *span.Span) observation.Role {
	name, _ := s.Attrs.Text("tool.name")
	for i := range fakeTools {
		if fakeTools[i].is(s, name) {
			return fakeTools[i].role
		}
	}
	if name == "" && hasPrefix(s, "retrieval.documents.") {
		return observation.Other // a knowledge base of Amazon Bedrock
	}
	return observation.Tool
}

func (t *fakeTool) is(s *span.Span, toolName string) bool {
	switch t.toolName {
	case "":
		if toolName != "" {
			return false
		}
	case "*":
	default:
		if !strings.HasPrefix(toolName, t.toolName) {
			return false
		}
	}
	return (t.name == "" || s.Name == t.name) && s.Name != t.except &&
		strings.HasPrefix(s.Name, t.prefix) && strings.HasSuffix(s.Name, t.suffix) && hasWord(s.Scope, t.scope)
}

// isEventChild reports whether a span is an event that the BeeAI instrumentation writes as a span without duration
// below another, whose kind it takes over. One that tells of an error has the error's text for its output.
//
// Source: Arize-ai/openinference:python/instrumentation/openinference-instrumentation-beeai (_span.py, child).
func isEventChild(s *span.Span) bool {
	return hasWord(s.Scope, "beeai") && s.End <= s.Start && !s.Attrs.Has("tool.name") && (!s.Attrs.Has(outputKey) || s.Status == span.Error) &&
		!hasPrefix(s, "llm.input_messages.") && !hasPrefix(s, "llm.output_messages.")
}

// hasWord reports whether a scope's name holds a word, written with dots, hyphens or underscores.
func hasWord(scope, word string) bool {
	return strings.Contains(strings.ReplaceAll(lower(scope), "-", "_"), word)
}

func hasPrefix(s *span.Span, prefix string) bool {
	for range s.Attrs.Prefix(prefix) {
		return true
	}
	return false
}
