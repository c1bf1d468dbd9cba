package dialect

import "strings"

// Place says where the texts of an instrumentation come.
type Place uint8

// The places.
const (
	InSpans  Place = iota
	InLogs         // in log records: without a logs pipeline there are none
	InEither       // as the setting's value or the instrumentation's version has it
)

var placeNames = [...]string{"spans", "log records", "spans or log records"}

// String returns the place in words.
func (p Place) String() string { return placeNames[p] }

// Setting is what makes an instrumentation record texts.
type Setting struct {
	Dialect string
	Scopes  []string // scopes that it is for, or their beginnings up to a dot or a dash; none: all others of the dialect
	Title   string   // what its users call the instrumentation; empty: the dialect's title
	Set     string   // what to set; empty: texts are recorded whatever is set
	Default bool     // texts are recorded unless something else is set
	Place   Place
}

// settings has one row or more for each dialect, those with scopes first. The sources are those of the dialects.
var settings = []Setting{
	{Dialect: "ag2", Set: "AG2_OTEL_RECORD_CONTENT=1 and capture_messages=True; version 1: capture_content=True"},
	{Dialect: "agent_framework", Set: "ENABLE_SENSITIVE_DATA=true"},
	{Dialect: "agentcore", Set: "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true", Place: InLogs},
	{Dialect: "agentops", Default: true},
	{Dialect: "autogen", Set: "an instrumentation of the model's client besides, for AutoGen itself records no texts"},
	{Dialect: "azure_ai", Set: "AZURE_TRACING_GEN_AI_CONTENT_RECORDING_ENABLED=true; azure-ai-projects 2: " +
		"OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true"},
	{Dialect: "braintrust", Default: true},
	{
		Dialect: "claude_code", Place: InLogs,
		Set: "OTEL_LOGS_EXPORTER=otlp, OTEL_LOG_USER_PROMPTS=1, OTEL_LOG_ASSISTANT_RESPONSES=1, OTEL_LOG_TOOL_DETAILS=1 and " +
			"OTEL_LOG_TOOL_CONTENT=1",
	},
	{Dialect: "cloudflare_agents", Set: "storeMessages: true and storeTools: true"},
	{Dialect: "codex", Set: "log_user_prompt = true under [otel] in config.toml", Place: InLogs},
	{Dialect: "copilot", Set: "COPILOT_OTEL_CAPTURE_CONTENT=true; Copilot CLI: OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true"},
	{Dialect: "dify", Default: true},
	{Dialect: "eino", Default: true},
	{Dialect: "extensions_ai", Set: "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true, or EnableSensitiveData = true in code"},
	{Dialect: "flue", Set: "createOpenTelemetryObserver({ sanitize: (event) => event })"},
	{Dialect: "gemini_cli", Set: "GEMINI_TELEMETRY_LOG_PROMPTS=true", Default: true, Place: InEither},
	{
		Dialect: "genai", Scopes: []string{"com.anthropic.sdk."}, Title: "Anthropic's SDKs",
		Set: "ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content",
	},
	{
		Dialect: "genai", Scopes: []string{"gen_ai"}, Title: "Vercel AI SDK from version 7 on",
		Set: "recordInputs: true and recordOutputs: true", Default: true,
	},
	{
		Dialect: "genai", Scopes: []string{"@opentelemetry/instrumentation-"}, Title: "OpenTelemetry's instrumentations for JavaScript",
		Set: "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true", Place: InLogs,
	},
	{
		Dialect: "genai", Title: "OpenTelemetry's GenAI instrumentations for Python",
		Scopes: []string{"opentelemetry.instrumentation.openai_v2", "opentelemetry.instrumentation.vertexai", "opentelemetry.instrumentation.botocore."},
		Set: setSpanOnly + "; versions that don't know it: OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true, which records " +
			"them in log records", Place: InEither,
	},
	{
		Dialect: "genai", Scopes: []string{"opentelemetry.instrumentation."}, Title: "OpenLLMetry by Traceloop",
		Set: "TRACELOOP_TRACE_CONTENT=true", Default: true,
	},
	{
		Dialect: "genai", Title: "an instrumentation by OpenTelemetry's GenAI conventions",
		Set: "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true or, where that changes nothing, " + setSpanOnly, Place: InEither,
	},
	{Dialect: "generic", Set: "what its documentation says", Place: InEither},
	{Dialect: "genkit", Default: true},
	{
		Dialect: "google_adk", Set: "ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS=true; Go from 0.6 on: " +
			"OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true, which records them in log records", Place: InEither,
	},
	{
		Dialect: "google_genai", Set: setSpanOnly + ", or OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true alone, which " +
			"records them in log records", Place: InEither,
	},
	{Dialect: "goose", Set: "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true"},
	{Dialect: "haystack", Set: "HAYSTACK_CONTENT_TRACING_ENABLED=true"},
	{Dialect: "koog", Set: "setVerbose(true)"},
	{Dialect: "laminar", Set: "no ignore_input and no ignore_output", Default: true},
	{Dialect: "langchain_azure_ai", Set: "AZURE_TRACING_GEN_AI_CONTENT_RECORDING_ENABLED=true"},
	{Dialect: "langchain4j", Set: "quarkus.langchain4j.tracing.include-prompt, include-completion, include-tool-arguments and " +
		"include-tool-result = true; LangChain4j without Quarkus records no texts"},
	{Dialect: "langfuse", Set: "no mask function", Default: true},
	{Dialect: "langsmith", Set: "LANGSMITH_HIDE_INPUTS=false and LANGSMITH_HIDE_OUTPUTS=false", Default: true},
	{Dialect: "langwatch", Set: "dataCapture: \"all\", or capture_input=True and capture_output=True", Default: true},
	{Dialect: "litellm", Set: "turn_off_message_logging: false; with LITELLM_OTEL_V2=true OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=span_only", Default: true},
	{Dialect: "livekit", Set: "LIVEKIT_TELEMETRY_ALLOW_PII=1", Place: InEither},
	{Dialect: "logfire", Default: true},
	{Dialect: "mastra", Set: "no output processor that removes texts", Default: true},
	{Dialect: "mlflow", Default: true},
	{Dialect: "openai_agents", Set: "OTEL_INSTRUMENTATION_OPENAI_AGENTS_CAPTURE_CONTENT=span_and_event, or true before it knew that", Default: true},
	{Dialect: "openclaw", Set: "diagnostics.otel.captureContent: true"},
	{Dialect: "openinference", Set: "OPENINFERENCE_HIDE_INPUTS=false and OPENINFERENCE_HIDE_OUTPUTS=false", Default: true},
	{Dialect: "openlit", Set: "capture_message_content=True", Default: true},
	{Dialect: "openllmetry", Set: "TRACELOOP_TRACE_CONTENT=true", Default: true},
	{Dialect: "openrouter", Set: "privacy mode off for the Broadcast destination", Default: true},
	{Dialect: "pipecat", Default: true},
	{Dialect: "promptflow", Default: true},
	{Dialect: "pydantic_ai", Set: "include_content=True in InstrumentationSettings", Default: true},
	{Dialect: "qwen_code", Set: "QWEN_TELEMETRY_INCLUDE_SENSITIVE_SPAN_ATTRIBUTES=true"},
	{Dialect: "rig", Set: "record_telemetry_content(true) on the agent"},
	{Dialect: "semantic_kernel", Set: "SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE=true"},
	{Dialect: "sentry", Set: "sendDefaultPii: true, or recordInputs: true and recordOutputs: true of the integration"},
	{
		Dialect: "spring_ai", Place: InLogs,
		Set: "spring.ai.chat.observations.log-prompt=true, spring.ai.chat.observations.log-completion=true and " +
			"spring.ai.tools.observations.include-content=true",
	},
	{Dialect: "strands", Default: true},
	{Dialect: "util_genai", Set: setSpanOnly},
	{Dialect: "vercel_ai", Set: "recordInputs: true and recordOutputs: true in experimental_telemetry", Default: true},
	{Dialect: "voltagent", Default: true},
	{Dialect: "weave", Default: true},
}

const setSpanOnly = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY and OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental"

// SettingOf returns what makes texts recorded in spans of a dialect and a scope.
func SettingOf(dialect, scope string) Setting {
	for _, s := range settings {
		if s.Dialect == dialect && s.isFor(scope) {
			if s.Title == "" {
				s.Title = titleOf(dialect)
			}
			return s
		}
	}
	return Setting{Dialect: dialect, Title: dialect, Set: "what its documentation says", Place: InEither}
}

func (s *Setting) isFor(scope string) bool {
	for _, known := range s.Scopes {
		begins := strings.HasSuffix(known, ".") || strings.HasSuffix(known, "-")
		if scope == known || begins && strings.HasPrefix(scope, known) {
			return true
		}
	}
	return len(s.Scopes) == 0
}

func titleOf(name string) string {
	for _, d := range registry {
		if d.Name == name {
			return d.About.Title
		}
	}
	return name
}

// Advice says in words what to do where a dialect's spans hold no texts.
func (s *Setting) Advice() string {
	var advice string
	switch {
	case s.Set == "":
		advice = "it always records them: look for what removes them on their way, such as a processor or a limit of attributes"
	case s.Default:
		advice = "it records them unless told otherwise: set " + s.Set
	default:
		advice = "it records them only when asked to: set " + s.Set
	}
	switch s.Place {
	case InLogs:
		advice += "; they come in log records, so the exporter must be in a logs pipeline too"
	case InEither:
		advice += "; they may come in log records, for which the exporter must be in a logs pipeline too"
	}
	return advice
}
