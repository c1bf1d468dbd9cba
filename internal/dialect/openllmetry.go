package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// openLLMetry is what the instrumentations and SDKs of Traceloop record in Python, JavaScript and Go.
//
//	generation   where a generation's texts stand                since
//	0            llm.prompts.N.*, llm.completions.N.*            the beginning; the Go SDK to this day
//	1            gen_ai.prompt.N.*, gen_ai.completion.N.*        Python 0.17, JavaScript 0.11
//	2            log records of the GenAI conventions            by choice, in place of attributes
//	3            gen_ai.input.messages, gen_ai.output.messages   Python 0.54 to 0.62 by package, JavaScript 0.22
//
// One process can mix them, so each span is read by what it has, newest first. What the decorators and frameworks
// record stands in traceloop.entity.input and traceloop.entity.output, in an envelope of each producer's own.
var openLLMetry = Dialect{
	Name: "openllmetry",
	About: About{
		Title: "OpenLLMetry by Traceloop",
		Versions: "@traceloop/node-server-sdk 0.11 and 0.27; opentelemetry-instrumentation-* of traceloop/openllmetry 0.16 to 0.62; " +
			"go-openllmetry",
		Switch: "texts are recorded unless TRACELOOP_TRACE_CONTENT=false",
		Gaps: "JavaScript: decorators and clients whose function throws never end their spans; LangChain gives the class of a tool " +
			"in place of its name and loses calls; LlamaIndex and the Responses API lose calls. Tools carry no call id",
		Links: []string{
			"traceloop/openllmetry:packages/opentelemetry-semantic-conventions-ai/opentelemetry/semconv_ai/__init__.py",
			"traceloop/openllmetry:packages/traceloop-sdk/traceloop/sdk/decorators/base.py",
			"traceloop/openllmetry-js:packages/ai-semantic-conventions/src/SemanticAttributes.ts",
			"traceloop/openllmetry-js:packages/traceloop-sdk/src/lib/tracing/decorators.ts",
			"traceloop/go-openllmetry:semconv-ai/attributes.go",
		},
	},
	// traceloop.workflow.name, traceloop.association.properties.* and gen_ai.agent.name are stamped on every span of a
	// process, whoever made it, and tell nothing.
	Match: Match{
		Keys:          []string{"traceloop.span.kind", "llm.request.type", "llm.vendor", "crewai.crew.result", "crewai.crew.tasks"},
		KeyPrefixes:   []string{"gen_ai.prompt.0.", "gen_ai.completion.0.", "llm.prompts.", "llm.completions.", "traceloop.entity."},
		Scopes:        []string{"traceloop.tracer"},
		ScopePrefixes: []string{"@traceloop/instrumentation-"},
	},
	Role: traceloopRole,
	Common: Common{
		AgentName: []string{"gen_ai.agent.name"},
		// The application chooses the names of its association properties; these are the ones that are usual.
		Session: []string{
			"traceloop.association.properties.session_id", "traceloop.association.properties.sessionId",
			"traceloop.association.properties.thread_id", "traceloop.association.properties.threadId",
			"traceloop.association.properties.conversation_id", "traceloop.association.properties.conversationId",
			"traceloop.association.properties.chat_id", "traceloop.association.properties.chatId",
			"gen_ai.conversation.id", "session.id",
		},
	},
	Agent: AgentFields{
		Request: []Source{
			{Place: "traceloop.entity.input", From: traceloopRequest("traceloop.entity.input")},
			{Place: "gen_ai.task.input", From: traceloopRequest("gen_ai.task.input")},
			attr("crewai.crew.tasks").opened(crewTask),
		},
		Result: []Source{
			attr("traceloop.entity.output").opened(traceloopAnswer),
			attr("gen_ai.task.output").opened(traceloopAnswer),
			attr("crewai.crew.result").opened(said("assistant")),
		},
		Structured: opened(attrs("traceloop.entity.output", "gen_ai.task.output"), traceloopStructured),
	},
	LLM: LLMFields{
		Model:  []string{"gen_ai.response.model", "llm.response.model", "gen_ai.request.model", "llm.request.model"},
		Finish: []string{"gen_ai.response.finish_reasons", "gen_ai.completion.0.finish_reason", "llm.completions.0.finish_reason"},
		Input:  []Source{attr("gen_ai.input.messages"), flatPrompts("gen_ai.prompt"), flatPrompts("llm.prompts")},
		Output: []Source{attr("gen_ai.output.messages").opened(printedBlocks), flatCompletions("gen_ai.completion"), flatCompletions("llm.completions")},
		Usage: []UsageKey{
			{Name: "cached", Keys: []string{"gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_read_input_tokens"}},
			{Name: "input", Keys: []string{"gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.usage.prompt_tokens"}},
			{Name: "output", Keys: []string{"gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens", "llm.usage.completion_tokens"}},
			{Name: "reasoning", Keys: []string{"gen_ai.usage.reasoning_tokens", "llm.usage.reasoning_tokens"}},
		},
	},
	Tool: ToolFields{
		Name:   []string{"gen_ai.tool.name", "tool.name"},
		CallID: []string{"gen_ai.tool.call.id"},
		Arguments: []Source{
			attr("tool.arguments"),
			{Place: "gen_ai.tool.call.arguments", From: traceloopArguments("gen_ai.tool.call.arguments")},
			{Place: "traceloop.entity.input", From: traceloopArguments("traceloop.entity.input")},
		},
		Result: []Source{
			{Place: "gen_ai.tool.call.result", From: traceloopResult("gen_ai.tool.call.result")},
			{Place: "traceloop.entity.output", From: traceloopResult("traceloop.entity.output")},
			attr("mcp.response.value"),
		},
	},
	Adjust: adjustTraceloop,
}

// adjustTraceloop corrects what only the span as a whole tells.
func adjustTraceloop(s *span.Span, o *observation.Observation) {
	switch o.Role {
	case observation.Agent:
		adjustTraceloopAgent(s, o)
		if s.Scope == haystackTraceloop {
			adjustTraceloopPipeline(s, o)
		}
	case observation.LLM:
		if s.Scope == haystackTraceloop {
			forgetOutputNames(o)
		}
		adjustTraceloopModel(s, o)
	case observation.Tool:
		adjustTraceloopTool(s, o)
	}
}
