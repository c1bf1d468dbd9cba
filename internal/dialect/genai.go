package dialect

// genAI reads the OpenTelemetry GenAI conventions of every version, and the keys with which their followers deviate.
//
//	version        where the texts stand
//	up to 1.27     span events gen_ai.content.prompt and gen_ai.content.completion
//	1.28 to 1.36   one log record for each message: gen_ai.user.message, …, gen_ai.choice; some producers make the
//	               same events span events
//	1.37 and later span attributes gen_ai.input.messages and gen_ai.output.messages, or the log record or span event
//	               gen_ai.client.inference.operation.details
//
// What is read depends on what is there, never on the schema URL: producers send one version's and write another's.
var genAI = Dialect{
	Name: "genai",
	About: About{
		Title: "OpenTelemetry GenAI semantic conventions: OpenTelemetry's own instrumentations, the AI SDK 7, " +
			"Anthropic's SDKs, OpenLIT and others",
		Versions: "conventions 1.26 to 1.44 and semantic-conventions-genai; @ai-sdk/otel 1.0; @anthropic-ai/sdk 1.14; " +
			"@opentelemetry/instrumentation-openai 0.21; openlit 1.15",
		Logs: "one for each message (`gen_ai.user.message`, `gen_ai.choice` and others), `gen_ai.client.inference.operation.details`, `gen_ai.content.prompt` and `gen_ai.content.completion`, `gen_ai.client.operation.exception`",
		Switch: "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true, in Python with " +
			"OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental SPAN_ONLY or SPAN_AND_EVENT; " +
			"ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content",
		Gaps: "log records need a logs pipeline; clients instrumented alone record neither an agent nor tools",
		Links: []string{
			"open-telemetry/semantic-conventions:docs/gen-ai",
			"open-telemetry/semantic-conventions-genai:docs/gen-ai",
			"open-telemetry/opentelemetry-python-contrib:instrumentation-genai",
			"open-telemetry/opentelemetry-python-genai:instrumentation",
			"open-telemetry/opentelemetry-js-contrib:packages/instrumentation-openai",
			"vercel/ai:packages/otel/src",
			"https://platform.claude.com/docs/en/api/opentelemetry/spans",
			"openlit/openlit:sdk/python/src/openlit/semcov/__init__.py",
		},
	},
	Match:  Match{Keys: []string{"gen_ai.operation.name"}, KeyPrefixes: []string{"gen_ai.", "mcp.", "spring.ai."}},
	Role:   genAIRole,
	Common: genAICommon,
	Agent:  genAIAgent,
	LLM:    genAIModel,
	Tool: ToolFields{
		Name: []string{
			"gen_ai.tool.name", "spring.ai.tool.definition.name", "mcp.tool.name",
		},
		CallID: []string{
			"gen_ai.tool.call.id", "gen_ai.tool.call_id", "spring.ai.tool.call.id", "tool_use_id",
			"tool.call_id", "tool.call.id", "call_id",
		},
		Arguments: genAIArguments,
		Result:    genAIResult,
	},
	Adjust: adjustGenAI,
	Log:    genAILog,
}

var genAICommon = Common{
	AgentName: []string{"gen_ai.agent.name", "agent_name", "gen_ai.workflow.name"},
	Session: []string{
		"gen_ai.conversation.id", "session.id", "gen_ai.session.id", "anthropic.session.id",
		"spring.ai.chat.client.conversation.id", "gen_ai.thread.id", "mcp.session.id",
	},
}

var genAIAgent = AgentFields{
	Request: append([]Source{attr("gen_ai.input.messages").opened(newestText("user"))},
		genAIInput(attr("gen_ai.workflow.input"), attr("gen_ai.input"))...),
	Result: append([]Source{attr("gen_ai.output.messages").opened(newestText("assistant"))},
		genAIOutput(attr("gen_ai.workflow.output"), attr("gen_ai.output"))...),
}

// genAIModel is where a generation stands; agents that stand for a model's call have it too.
var genAIModel = LLMFields{
	Model:  []string{"gen_ai.response.model", "gen_ai.request.model"},
	Finish: []string{"gen_ai.response.finish_reasons", "gen_ai.response.finish_reason", "anthropic.message.stop_reason"},
	Input:  genAIInput(attr("gen_ai.request.messages"), flat("gen_ai.prompt"), attr("input")),
	Output: genAIOutput(
		Source{Place: "gen_ai.response.text, gen_ai.response.tool_calls", From: responseText}, flat("gen_ai.completion"),
		attr("gen_ai.output").opened(textOrCalls), attr("output"),
	),
	Usage: []UsageKey{
		{Name: "cached", Keys: []string{
			"gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_read_input_tokens",
			"gen_ai.usage.input_tokens.cached", "gen_ai.usage.input_cached_tokens",
		}},
		{Name: "input", Keys: []string{"gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "input_tokens"}},
		{Name: "output", Keys: []string{"gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens", "output_tokens"}},
		{Name: "reasoning", Keys: []string{
			"gen_ai.usage.reasoning.output_tokens", "gen_ai.usage.reasoning_output_tokens", "gen_ai.usage.reasoning_tokens",
			"gen_ai.usage.output_tokens.reasoning", "gen_ai.usage.thinking_tokens",
		}},
	},
}

var (
	genAIArguments = append([]Source{
		attr("gen_ai.tool.call.arguments").opened(noneIsNull),
	}, append(attrs("gen_ai.tool.input", "gen_ai.tool.args", "spring.ai.tool.call.arguments",
		"mcp.tool.arguments", "tool.arguments", "tool_arguments", "tool.parameters"),
		event("gen_ai.tool.input", "gen_ai.tool.call.arguments"),
		attr("gen_ai.input.messages").opened(firstCall),
		detailsSource("gen_ai.input.messages").opened(firstCall),
		Source{Place: "code.function.parameters.*.value", From: functionParameters},
	)...)

	genAIResult = append(attrs("gen_ai.tool.call.result", "anthropic.tool_result.content", "gen_ai.tool.output",
		"spring.ai.tool.call.result", "mcp.tool.result.content", "mcp.tool.result", "mcp.result",
		"tool.result", "tool_response", "gen_ai.output"),
		event("gen_ai.tool.output", "gen_ai.tool.call.result"),
		attr("gen_ai.output.messages").opened(firstResult),
		detailsSource("gen_ai.output.messages").opened(firstResult),
		attr("code.function.return.value"),
	)
)

// genAIInput are the places of a request, newest convention first, with a role's own before the oldest.
func genAIInput(own ...Source) []Source {
	return append(append([]Source{
		attr("gen_ai.input.messages"),
		detailsSource("gen_ai.input.messages"),
		{Place: "events gen_ai.*.message", From: messageEvents(false)},
		event("gen_ai.input.messages", "gen_ai.event.content"),
	}, own...),
		attr("gen_ai.prompt").opened(spokenLines),
		event("gen_ai.content.prompt", "gen_ai.prompt").opened(spokenLines),
	)
}

// genAIOutput are the places of a response, likewise.
func genAIOutput(own ...Source) []Source {
	return append(append([]Source{
		attr("gen_ai.output.messages"),
		detailsSource("gen_ai.output.messages"),
		{Place: "events gen_ai.choice", From: messageEvents(true)},
		event("gen_ai.output.messages", "gen_ai.event.content"),
	}, own...),
		attr("gen_ai.completion").opened(unescapedList),
		event("gen_ai.content.completion", "gen_ai.completion").opened(callsAsContent),
	)
}
