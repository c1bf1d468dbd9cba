"""The switches of instrumentations, as environment: what a library reads when it is imported must be there before."""

SEMCONV = {"OTEL_SEMCONV_STABILITY_OPT_IN": "gen_ai_latest_experimental"}
CONTENT = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
KERNEL = "SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS"

# An instrumentation, else its family (the name up to the first hyphen) -> environment with content on, and with content off.
SWITCHES = {
    "otel": ({CONTENT: "true"}, {}),
    "semconv": (SEMCONV | {CONTENT: "SPAN_AND_EVENT"}, SEMCONV),
    "openinference": ({}, {"OPENINFERENCE_HIDE_INPUTS": "true", "OPENINFERENCE_HIDE_OUTPUTS": "true"}),
    "openllmetry": ({}, {"TRACELOOP_TRACE_CONTENT": "false"}),
    "google-adk": ({CONTENT: "SPAN_AND_EVENT"}, {"ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS": "false"}),
    "adk-go": ({CONTENT: "true"}, {}),
    "haystack": ({"HAYSTACK_CONTENT_TRACING_ENABLED": "true"}, {}),
    "litellm-spans": ({"USE_OTEL_LITELLM_REQUEST_SPAN": "true"}, {"USE_OTEL_LITELLM_REQUEST_SPAN": "true"}),
    "langsmith-langchain": ({"LANGSMITH_OTEL_ENABLED": "true", "LANGSMITH_TRACING": "true", "LANGSMITH_OTEL_ONLY": "true"}, {}),
    "semantic-kernel": ({KERNEL: "true", KERNEL + "_SENSITIVE": "true"}, {KERNEL: "true"}),
    "strands-semconv": (SEMCONV, SEMCONV),
}


def of(instrument: str, scenario: str) -> dict[str, str]:
    """The environment of a scenario's run with an instrumentation, or with several that are joined by a plus."""
    found: dict[str, str] = {}
    for part in instrument.split("+"):
        on, off = SWITCHES.get(part) or SWITCHES.get(part.split("-")[0], ({}, {}))
        found |= off if "off" in scenario.split("__") else on
    return found
