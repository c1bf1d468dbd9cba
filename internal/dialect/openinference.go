package dialect

import (
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/value"
)

// openInference reads what the instrumentations of the OpenInference project write, and what its processors add to the
// spans of others. A span's kind is in openinference.span.kind; a request and a response stand twice, flattened into
// llm.input_messages.* and llm.output_messages.*, and whole, as the provider or framework had them, in input.value and
// output.value. What those two hold differs by instrumentation:
//
//	producer           agent input.value    tool input.value         tool output.value
//	LangChain          state or text        text, dict or its repr   text, ToolMessage or Command in several forms
//	LlamaIndex         bound arguments      {"kwargs": {...}}        ToolOutput
//	smolagents         {"task": ...}        {"args": [], "kwargs"}   any value
//	CrewAI             inputs or nothing    keyword arguments        text
//	agno               text                 arguments                text
//	Google ADK         {"new_message": ..}  arguments                {"id", "name", "response"}
//	AutoGen AgentChat  {"task": ...}        arguments                text
//	AG2                {"message": ...}     {"name", "arguments"}    [true, {"content": ...}]
//	Claude Agent SDK   text                 arguments                text, value or content blocks, as JSON
//	DSPy               bound arguments      {"kwargs": {...}}        value as JSON
//	BeeAI              value                {"input": {...}}         text
//	core decorators    one argument or all  one argument or all      value
var openInference = Dialect{
	Name: "openinference",
	About: About{
		Title:    "OpenInference instrumentations for Python, JavaScript, Java and Go",
		Versions: "JavaScript: langchain 3.4 and 4.1, openai 4.2, anthropic 0.2, claude-agent-sdk 0.3, vercel 2.8, core 2.7; Python, Java, Go: sources of August 2026",
		Switch:   "texts are recorded unless OPENINFERENCE_HIDE_INPUTS, OPENINFERENCE_HIDE_OUTPUTS or a narrower setting masks them",
		Gaps:     "no call ids on tool spans of LangChain (but for its ToolMessage), LlamaIndex, DSPy, CrewAI and the OpenAI Agents SDK; no generations from the Claude Agent SDK for JavaScript",
		Links: []string{
			"Arize-ai/openinference:spec/semantic_conventions.md",
			"Arize-ai/openinference:spec/configuration.md",
			"Arize-ai/openinference:python/instrumentation",
			"Arize-ai/openinference:js/packages",
			"future-agi/traceAI:python/fi_instrumentation/fi_types.py",
		},
	},
	Match:  Match{Keys: []string{kindKey, copiedKindKey}, ScopePrefixes: []string{"traceai_", "@traceai/"}},
	Role:   openInferenceRole,
	Common: Common{AgentName: []string{"agent.name"}, Session: []string{"session.id"}},
	Agent: AgentFields{
		Request: []Source{
			task("smolagents.task"),
			task("task_description"),
			{Place: inputKey, From: stateOf(inputKey, "user")},
			attr("crew_tasks").opened(firstTask),
		},
		Result:     []Source{{Place: outputKey, From: stateOf(outputKey, "assistant")}},
		Structured: []Source{attr(outputKey).opened(structuredResponse)},
	},
	LLM: openInferenceLLM,
	Tool: ToolFields{
		Name:   []string{"tool.name", "tool_call.function.name", "gen_ai.tool.name"},
		CallID: []string{"tool.id", "tool_call.id", "tool.call_id", "tanstack.ai.tool.call.id"},
		Arguments: []Source{
			attr(inputKey).opened(callInput),
			attr("tool.parameters").opened(callParameters),
			attr("tool_call.function.arguments"),
			flat("llm.input_messages.0.message.tool_calls").opened(firstCallArguments),
			attr("tool.kwargs"),
			attr("tool.args"),
		},
		Result: []Source{
			{Place: outputKey, From: toolOutput},
			attr("tool.result"),
		},
	},
	Adjust: adjustOpenInference,
}

// The attributes that more than one table reads.
const (
	kindKey       = "openinference.span.kind"
	copiedKindKey = "fi.span.kind"
	inputKey      = "input.value"
	outputKey     = "output.value"
)

// openInferenceLLM are the fields of a generation. Agents that hold their generations read their turns with it.
//
// Source: Arize-ai/openinference:spec/semantic_conventions.md.
var openInferenceLLM = LLMFields{
	Model:  []string{"llm.response.model_name", "llm.model_name", "llm.request.model_name"},
	Finish: []string{"llm.finish_reason"},
	Input: []Source{
		{Place: "llm.input_messages.N.*", From: indexedMessages("llm.input_messages")},
		attr("llm.input_messages").opened(packedMessages),
		attr("llm.prompts").opened(firstPrompt),
		flat("llm.prompts").opened(firstPrompt),
		attr(inputKey).opened(requestBody),
	},
	Output: []Source{
		{Place: "llm.output_messages.N.*", From: answerMessages},
		attr("llm.output_messages").opened(packedMessages),
		flat("llm.choices").opened(firstChoice),
		attr("llm.choices").opened(firstChoice),
		attr("llm.function_call").opened(functionCall),
		{Place: outputKey, From: answerBody},
	},
	Usage: []UsageKey{
		{"input", []string{"llm.token_count.prompt"}},
		{"output", []string{"llm.token_count.completion"}},
		{"cached", []string{"llm.token_count.prompt_details.cache_read", "llm.token_count.prompt_details.cache_input"}},
		{"reasoning", []string{"llm.token_count.completion_details.reasoning"}},
	},
}

// isExplained reports whether the output of a span explains its failure: the BeeAI instrumentation writes the error there.
//
// Source: Arize-ai/openinference:python/instrumentation/openinference-instrumentation-beeai (processors/base.py).
func isExplained(s *span.Span) bool {
	return s.Status == span.Error && hasWord(s.Scope, "beeai")
}

// adjustOpenInference reads what stands inside other values: ids, agent names and messages in JSON.
func adjustOpenInference(s *span.Span, o *observation.Observation) {
	adjustOrigin(s, o)
	if isExplained(s) && o.Role != observation.Tool {
		text, _ := s.Attrs.Text(outputKey)
		o.Result, o.Output, o.Error = value.Value{}, nil, errorText(text)
	}
	switch o.Role {
	case observation.Agent:
		adjustTurns(s, o)
	case observation.LLM:
		completeMessages(s, o)
		nameHosted(o.Input)
		nameHosted(o.Output)
		switch {
		case hasWord(s.Scope, "smolagents"):
			asGiven(o.Input)
		case s.Scope == pydanticScope:
			o.Structured = pydanticAnswer(s, o.Output)
		}
	case observation.Tool:
		adjustToolSpan(s, o)
	}
}
