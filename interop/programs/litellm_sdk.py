"""LiteLLM with a loop of one's own, under a span of the application."""

import json

import litellm
from opentelemetry import trace

from . import run, tools


def agent() -> str:
    messages = [*run.HISTORY, {"role": "user", "content": run.QUESTION}]
    offered = [{"type": "function", "function": {"name": f.__name__, "description": tools.description(f), "parameters": tools.schema(f)}}
               for f in run.TOOLS]
    options = {"tools": offered} if offered else {}
    if run.SCRIPT.get("structured"):
        options["response_format"] = {"type": "json_schema", "json_schema": {"name": "boat", "strict": True, "schema": run.BOAT}}
    with trace.get_tracer("app").start_as_current_span("answer"):
        while True:
            reply = complete(model="openai/gpt-4o-mini", messages=messages, api_base=run.MODEL_ADDRESS + "/v1", api_key="none",
                             max_retries=run.RETRIES, **options)
            message = reply.choices[0].message
            if not message.tool_calls:
                return message.content
            messages.append(message.model_dump(exclude_none=True))
            for call in message.tool_calls:
                messages.append({"role": "tool", "tool_call_id": call.id, "content": executed(call.function)})


def complete(messages: list, **options):
    if not run.STREAM:
        return litellm.completion(messages=messages, **options)
    return litellm.stream_chunk_builder(list(litellm.completion(messages=messages, stream=True, **options)), messages=messages)


def executed(call) -> str:
    try:
        result = tools.ALL[call.name](**json.loads(call.arguments))
    except RuntimeError as error:
        return f"Error: {error}"
    return result if isinstance(result, str) else json.dumps(result)


run.go(agent)
