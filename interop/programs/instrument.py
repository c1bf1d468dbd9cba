"""Instrumentations by name. Each sets up what its library's own page tells a user to set up."""

import importlib
import os

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor

OTLP = os.environ["INTEROP_OTLP"]
RESOURCE = Resource({"service.name": "interop", "service.version": "1.0.0"})

# Instrumentors: name -> module and class. Called with a tracer provider, and a logger provider where they take one.
INSTRUMENTORS = {
    "otel-openai": "opentelemetry.instrumentation.openai_v2:OpenAIInstrumentor",
    "otel-genai-openai": "opentelemetry.instrumentation.genai.openai:OpenAIInstrumentor",
    "otel-genai-anthropic": "opentelemetry.instrumentation.genai.anthropic:AnthropicInstrumentor",
    "otel-genai-langchain": "opentelemetry.instrumentation.genai.langchain:LangChainInstrumentor",
    "otel-genai-openai-agents": "opentelemetry.instrumentation.genai.openai_agents:OpenAIAgentsInstrumentor",
    "otel-google-genai": "opentelemetry.instrumentation.google_genai:GoogleGenAiSdkInstrumentor",
    "openinference-openai": "openinference.instrumentation.openai:OpenAIInstrumentor",
    "openinference-langchain": "openinference.instrumentation.langchain:LangChainInstrumentor",
    "openinference-openai-agents": "openinference.instrumentation.openai_agents:OpenAIAgentsInstrumentor",
    "openinference-anthropic": "openinference.instrumentation.anthropic:AnthropicInstrumentor",
    "openinference-google-genai": "openinference.instrumentation.google_genai:GoogleGenAIInstrumentor",
    "openinference-google-adk": "openinference.instrumentation.google_adk:GoogleADKInstrumentor",
    "openinference-llama-index": "openinference.instrumentation.llama_index:LlamaIndexInstrumentor",
    "openinference-smolagents": "openinference.instrumentation.smolagents:SmolagentsInstrumentor",
    "openinference-agno": "openinference.instrumentation.agno:AgnoInstrumentor",
    "openinference-autogen": "openinference.instrumentation.autogen_agentchat:AutogenAgentChatInstrumentor",
    "openinference-ag2": "openinference.instrumentation.ag2:AG2Instrumentor",
    "openinference-haystack": "openinference.instrumentation.haystack:HaystackInstrumentor",
    "openinference-litellm": "openinference.instrumentation.litellm:LiteLLMInstrumentor",
    "openinference-crewai": "openinference.instrumentation.crewai:CrewAIInstrumentor",
    "openinference-dspy": "openinference.instrumentation.dspy:DSPyInstrumentor",
    "openinference-beeai": "openinference.instrumentation.beeai:BeeAIInstrumentor",
    "openllmetry-openai": "opentelemetry.instrumentation.openai:OpenAIInstrumentor",
    "openllmetry-langchain": "opentelemetry.instrumentation.langchain:LangchainInstrumentor",
    "openllmetry-openai-agents": "opentelemetry.instrumentation.openai_agents:OpenAIAgentsInstrumentor",
    "openllmetry-anthropic": "opentelemetry.instrumentation.anthropic:AnthropicInstrumentor",
    "openllmetry-llama-index": "opentelemetry.instrumentation.llamaindex:LlamaIndexInstrumentor",
    "openinference-mcp": "openinference.instrumentation.mcp:MCPInstrumentor",
    "otel-botocore": "opentelemetry.instrumentation.botocore:BotocoreInstrumentor",
    "openinference-bedrock": "openinference.instrumentation.bedrock:BedrockInstrumentor",
    "openllmetry-bedrock": "opentelemetry.instrumentation.bedrock:BedrockInstrumentor",
    "openinference-claude-agent-sdk": "openinference.instrumentation.claude_agent_sdk:ClaudeAgentSDKInstrumentor",
    "openllmetry-mcp": "opentelemetry.instrumentation.mcp:McpInstrumentor",
    "openllmetry-crewai": "opentelemetry.instrumentation.crewai:CrewAIInstrumentor",
}


def start(name: str, scenario: str):
    """Sets the instrumentation up; gives what flushes it."""
    from .own import OWN

    if name in OWN:
        return OWN[name](scenario)
    provider = tracing(scenario)
    logs = logging(name)
    for part in name.split("+"):
        part = part.replace("semconv-", "otel-")
        if part in INSTRUMENTORS:
            module, _, kind = INSTRUMENTORS[part].partition(":")
            extra = {"logger_provider": logs} if logs else {}
            getattr(importlib.import_module(module), kind)().instrument(tracer_provider=provider, **extra)
    return lambda: flush(provider, logs)


def flush(*providers) -> None:
    for provider in providers:
        if provider:
            provider.force_flush()
            provider.shutdown()


def tracing(scenario: str, *processors) -> TracerProvider:
    """A tracer provider that sends to the harness: spans one by one in some scenarios, in batches in the others."""
    provider = TracerProvider(resource=RESOURCE)
    for processor in processors:
        provider.add_span_processor(processor)
    exporter = OTLPSpanExporter(endpoint=OTLP + "/v1/traces")
    single = scenario.split("__")[0] in ("no_tools", "subagent", "error_500")
    provider.add_span_processor(SimpleSpanProcessor(exporter) if single else BatchSpanProcessor(exporter, schedule_delay_millis=60))
    trace.set_tracer_provider(provider)
    return provider


def logging(name: str):
    """A logger provider, for instrumentations that record content as log events."""
    if not name.startswith(("otel", "semconv", "google-adk", "semantic-kernel")):
        return None
    from opentelemetry._logs import set_logger_provider
    from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
    from opentelemetry.sdk._logs import LoggerProvider
    from opentelemetry.sdk._logs.export import BatchLogRecordProcessor

    provider = LoggerProvider(resource=RESOURCE)
    provider.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter(endpoint=OTLP + "/v1/logs"), schedule_delay_millis=100))
    set_logger_provider(provider)
    return provider
