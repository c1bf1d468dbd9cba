package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// langWatch is what the SDKs of LangWatch record of functions that are traced, and what their handler of LangChain does.
// An input and an output are JSON of a value and its type, which may hold others. Calls of models that other
// instrumentations record have no type of LangWatch's, but for those of the AI SDK, whose own keys say more.
var langWatch = Dialect{
	Name: "langwatch",
	About: About{
		Title:    "LangWatch SDKs for Python and TypeScript, their LangChain handler",
		Versions: "TypeScript: langwatch 0.16.1, recorded; Python: sources of August 2026",
		Switch:   "texts are recorded unless dataCapture or capture_input and capture_output turn them off",
		Gaps:     "tools carry no call id; the LangChain handler records no calls that a model asked for, and no ids of results",
		Links: []string{
			"langwatch/langwatch:typescript-sdk/src/observability-sdk/span/implementation.ts",
			"langwatch/langwatch:typescript-sdk/src/observability-sdk/instrumentation/langchain/index.ts",
			"langwatch/langwatch:python-sdk/src/langwatch/attributes.py",
		},
	},
	Match: Match{Keys: []string{langWatchType}},
	Role:  langWatchRole,
	Common: Common{
		AgentName: []string{"gen_ai.agent.name", "langwatch.langgraph.lc_agent_name"},
		Session:   []string{"langwatch.thread.id"},
	},
	Agent: AgentFields{
		Request:    []Source{attr(langWatchInput).opened(langWatchRequest)},
		Result:     []Source{attr(langWatchOutput).opened(langWatchResult)},
		Structured: []Source{attr(langWatchOutput).opened(langWatchStructured)},
	},
	LLM: LLMFields{
		Model:  []string{"gen_ai.response.model", "gen_ai.request.model"},
		Finish: []string{"gen_ai.response.finish_reasons"},
		Input:  []Source{attr(langWatchInput).opened(langWatchMessages)},
		Output: []Source{attr(langWatchOutput).opened(langWatchAnswer)},
		Usage: []UsageKey{
			{Name: "input", Keys: []string{"gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"}},
			{Name: "output", Keys: []string{"gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"}},
		},
	},
	Tool: ToolFields{
		Name:      []string{"gen_ai.tool.name"},
		CallID:    []string{"gen_ai.tool.call.id"},
		Arguments: []Source{attr(langWatchInput).opened(langWatchValue)},
		Result:    []Source{attr(langWatchOutput).opened(langWatchValue)},
	},
	Adjust: func(s *span.Span, o *observation.Observation) {
		if o.Role != observation.Tool {
			return
		}
		if o.Tool == "" {
			o.Tool = s.Name
		}
		if o.CallID == "" {
			o.CallID = answeredID(langWatchValue(s.Attrs.Get(langWatchOutput)))
		}
	},
}

const (
	langWatchType   = "langwatch.span.type"
	langWatchInput  = "langwatch.input"
	langWatchOutput = "langwatch.output"
)

// langWatchRoles are the types of spans. The others are links: what is retrieved, guarded, evaluated, and the ends of a
// request.
//
// Source: langwatch/langwatch:typescript-sdk/src/observability-sdk/span/types.ts (spanTypes).
var langWatchRoles = map[string]observation.Role{
	"llm": observation.LLM, "tool": observation.Tool,
	"agent": observation.Agent, "workflow": observation.Agent, "chain": observation.Agent, "component": observation.Agent,
	"module": observation.Agent, "task": observation.Agent, "span": observation.Agent,
}

// langWatchRole goes by the type. The default type is no opinion: it decides only where no other convention does.
func langWatchRole(s *span.Span) (observation.Role, bool) {
	kind, _ := s.Attrs.Text(langWatchType)
	return langWatchRoles[lower(kind)], lower(kind) != "span" || !knownElsewhere(s)
}

// langWatchValue takes a value, and those that it lists, out of what tells their types.
//
//	{"type": "text", "value": "Hi"}
//	{"type": "chat_messages", "value": [messages]}
//	{"type": "list", "value": [{"type": "text", "value": "Hi"}]}
func langWatchValue(v value.Value) value.Value { return untyped(parsed(v), maxState) }

// langWatchKinds are the types of values.
//
// Source: langwatch/langwatch:typescript-sdk/src/observability-sdk/span/types.ts (INPUT_OUTPUT_TYPES).
var langWatchKinds = map[string]bool{
	"text": true, "raw": true, "chat_messages": true, "list": true, "json": true, "guardrail_result": true, "evaluation_result": true,
}

func untyped(v value.Value, depth int) value.Value {
	kind, inner := v.Get("type").Text(), v.Get("value")
	if v.Len() != 2 || !langWatchKinds[kind] || inner.IsAbsent() || depth == 0 {
		return v
	}
	if kind != "list" || inner.Kind() != value.List {
		return untyped(inner, depth-1)
	}
	items := make([]value.Value, 0, inner.Len())
	for _, item := range inner.Items() {
		items = append(items, untyped(item, depth-1))
	}
	return value.OfList(items...)
}

// langWatchSaid is the value of a conversation: what stands alone in a list, as a model's answers of one prompt do, is
// taken out of it.
func langWatchSaid(v value.Value) value.Value {
	v = langWatchValue(v)
	if inner := v.At(0); v.Len() == 1 && (inner.Kind() == value.List || inner.Kind() == value.String) {
		return inner
	}
	return v
}

func langWatchRequest(v value.Value) value.Value { return said("user")(langWatchSaid(v)) }

func langWatchResult(v value.Value) value.Value {
	return concluded(said("assistant")(langWatchSaid(v)))
}

func langWatchStructured(v value.Value) value.Value { return structuredResponse(langWatchValue(v)) }

func langWatchMessages(v value.Value) value.Value { return requested(langWatchRequest(v)) }

func langWatchAnswer(v value.Value) value.Value { return answerIn(langWatchSaid(v)) }
