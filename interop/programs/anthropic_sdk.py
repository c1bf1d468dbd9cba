"""The Anthropic SDK with a loop of one's own, under a span of the application."""

import json

from anthropic import Anthropic
from opentelemetry import trace

from . import run, tools

client = Anthropic(max_retries=run.RETRIES)


def execute(name: str, arguments: dict) -> dict:
    try:
        result = tools.ALL[name](**arguments)
    except RuntimeError as error:
        return {"content": f"Error: {error}", "is_error": True}
    return {"content": result if isinstance(result, str) else json.dumps(result)}


def ask(messages: list):
    options: dict = {"model": "claude-sonnet-4-5", "max_tokens": 1000, "messages": messages}
    if run.TOOLS:
        options["tools"] = [{"name": f.__name__, "description": tools.description(f), "input_schema": tools.schema(f)} for f in run.TOOLS]
    if run.STREAM:
        with client.messages.stream(**options) as stream:
            return stream.get_final_message()
    return client.messages.create(**options)


def agent() -> str:
    messages = [*run.HISTORY, {"role": "user", "content": run.QUESTION}]
    with trace.get_tracer("app").start_as_current_span("answer"):
        while True:
            reply = ask(messages)
            calls = [b for b in reply.content if b.type == "tool_use"]
            if not calls:
                return "".join(b.text for b in reply.content if b.type == "text")
            messages.append({"role": "assistant", "content": [b.model_dump(exclude_none=True) for b in reply.content]})
            results = [{"type": "tool_result", "tool_use_id": c.id, **execute(c.name, c.input)} for c in calls]
            messages.append({"role": "user", "content": results})


run.go(agent)
