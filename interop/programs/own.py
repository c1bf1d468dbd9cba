"""Instrumentations that set themselves up: frameworks' own, and products with an init of their own."""

import os

from . import instrument

OWN = {}


def named(name: str):
    def keep(function):
        OWN[name] = function
        return function
    return keep


@named("langsmith-langchain")
def langsmith(scenario: str):
    provider = instrument.tracing(scenario)

    def finish() -> None:
        from langchain_core.tracers.langchain import wait_for_all_tracers

        wait_for_all_tracers()
        instrument.flush(provider)

    return finish


def logfire(what: str):
    def setup(scenario: str):
        import logfire as product

        exporter = instrument.BatchSpanProcessor(instrument.OTLPSpanExporter(endpoint=instrument.OTLP + "/v1/traces"), schedule_delay_millis=60)
        product.configure(send_to_logfire=False, console=False, service_name="interop", service_version="1.0.0",
                          inspect_arguments=False, additional_span_processors=[exporter])
        getattr(product, "instrument_" + what)()
        return lambda: product.force_flush()
    return setup


OWN["logfire-pydantic_ai-mcp"] = logfire("pydantic_ai")  # version 2 of the SDK of MCP makes its own spans
for what in ("openai", "openai_agents", "anthropic", "pydantic_ai", "mcp"):
    OWN["logfire-" + what] = logfire(what)


@named("pydantic-ai")
def pydantic_ai(scenario: str):
    from pydantic_ai import Agent
    from pydantic_ai.models.instrumented import InstrumentationSettings

    provider = instrument.tracing(scenario)
    Agent.instrument_all(InstrumentationSettings(tracer_provider=provider, include_content="off" not in scenario))
    return lambda: instrument.flush(provider)


@named("openinference-pydantic-ai")
def pydantic_openinference(scenario: str):
    from openinference.instrumentation.pydantic_ai import OpenInferenceSpanProcessor
    from pydantic_ai import Agent
    from pydantic_ai.models.instrumented import InstrumentationSettings

    provider = instrument.tracing(scenario, OpenInferenceSpanProcessor())
    Agent.instrument_all(InstrumentationSettings(tracer_provider=provider))
    return lambda: instrument.flush(provider)


@named("google-adk")
def google_adk(scenario: str):
    provider, logs = instrument.tracing(scenario), instrument.logging("google-adk")
    return lambda: instrument.flush(provider, logs)


@named("strands")
def strands(scenario: str):
    provider = instrument.tracing(scenario)
    return lambda: instrument.flush(provider)


OWN["strands-semconv"] = OWN["autogen"] = strands


@named("agent-framework")
def agent_framework(scenario: str):
    from agent_framework.observability import enable_instrumentation

    enable_instrumentation(enable_sensitive_data="off" not in scenario)
    return strands(scenario)


@named("semantic-kernel")
def semantic_kernel(scenario: str):
    import logging

    from opentelemetry.sdk._logs import LoggingHandler

    class Handler(LoggingHandler):
        """Without where this machine keeps the library."""

        @staticmethod
        def _get_attributes(record):
            return {k: v for k, v in LoggingHandler._get_attributes(record).items() if not k.startswith("code.")}

    provider, logs = instrument.tracing(scenario), instrument.logging("semantic-kernel")
    for name in ("model_diagnostics", "agent_diagnostics"):
        logger = logging.getLogger(f"semantic_kernel.utils.telemetry.{name}.decorators")
        logger.setLevel(logging.INFO)
        logger.addHandler(Handler(logger_provider=logs))
    return lambda: instrument.flush(provider, logs)


@named("haystack")
def haystack(scenario: str):
    finish = strands(scenario)
    from haystack import tracing
    from haystack_integrations.tracing.opentelemetry import OpenTelemetryTracer
    from opentelemetry import trace

    tracing.enable_tracing(OpenTelemetryTracer(trace.get_tracer("haystack")))
    return finish


@named("openinference-crewai-listener")
def crewai_listener(scenario: str):
    from openinference.instrumentation.crewai import CrewAIInstrumentor

    provider = instrument.tracing(scenario)
    CrewAIInstrumentor().instrument(tracer_provider=provider, use_event_listener=True)

    def finish() -> None:
        from crewai.events import crewai_event_bus

        crewai_event_bus.flush()
        instrument.flush(provider)

    return finish


@named("litellm")
@named("litellm-spans")
def litellm(scenario: str):
    finish = strands(scenario)
    import litellm as library

    library.callbacks = ["otel"]

    def wait() -> None:
        from litellm.litellm_core_utils.thread_pool_executor import executor  # in which its callbacks run

        executor.shutdown(wait=True)
        finish()

    return wait


@named("openlit")
def openlit(scenario: str):
    finish = strands(scenario)
    import openlit as product

    product.init(environment="test", application_name="interop", disable_metrics=True, capture_message_content="off" not in scenario)
    return finish


def langfuse(scenario: str):
    """The SDK sends OTLP below any address; a collector's receiver has `traces_url_path` for its path."""
    from langfuse import Langfuse

    provider = instrument.TracerProvider(resource=instrument.RESOURCE)
    Langfuse(public_key="pk", secret_key="sk", base_url=instrument.OTLP, tracer_provider=provider)
    return lambda: instrument.flush(provider)


OWN["langfuse-openai"] = OWN["langfuse-langchain"] = langfuse


def mlflow(what: str):
    def setup(scenario: str):
        os.environ.pop("OTEL_EXPORTER_OTLP_ENDPOINT")  # with it metrics are sent too, for which the tracing package lacks parts
        os.environ.update(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=instrument.OTLP + "/v1/traces", OTEL_EXPORTER_OTLP_TRACES_PROTOCOL="http/protobuf")
        import mlflow as product

        getattr(product, what).autolog()

        def finish() -> None:
            from mlflow.tracing.provider import provider

            instrument.flush(provider.get())

        return finish
    return setup


for what in ("openai", "langchain", "dspy"):
    OWN["mlflow-" + what] = mlflow(what)
