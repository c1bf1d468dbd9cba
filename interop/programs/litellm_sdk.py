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
    with trace.get_tracer("app").start_as_current_span("answer"):
        while True:
            reply = litellm.completion(model="openai/gpt-4o-mini", messages=messages, api_base=run.MODEL_ADDRESS + "/v1", api_key="none",
                                       max_retries=run.RETRIES, **options)
            message = reply.choices[0].message
            if not message.tool_calls:
                return message.content
            messages.append(message.model_dump(exclude_none=True))
            for call in message.tool_calls:
                result = tools.ALL[call.function.name](**json.loads(call.function.arguments))
                text = result if isinstance(result, str) else json.dumps(result)
                messages.append({"role": "tool", "tool_call_id": call.id, "content": text})


run.go(agent)
