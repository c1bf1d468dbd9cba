"""The OpenAI SDK with a loop of one's own, under a span of the application."""

import json

from opentelemetry import trace

from . import run, tools

if run.INSTRUMENT.startswith("langfuse"):
    from langfuse.openai import OpenAI
else:
    from openai import OpenAI

MODEL = "gpt-4o-mini"
client = OpenAI(max_retries=run.RETRIES)


def offered() -> list[dict]:
    return [{"name": f.__name__, "description": tools.description(f), "parameters": tools.schema(f)} for f in run.TOOLS]


def execute(name: str, arguments: str) -> str:
    try:
        result = tools.ALL[name](**json.loads(arguments))
    except RuntimeError as error:
        return f"Error: {error}"
    return result if isinstance(result, str) else json.dumps(result)


def chat() -> str:
    messages = [*run.HISTORY, {"role": "user", "content": run.QUESTION}]
    options: dict = {"tools": [{"type": "function", "function": f} for f in offered()]} if run.TOOLS else {}
    if run.SCRIPT.get("structured"):
        options["response_format"] = {"type": "json_schema", "json_schema": {"name": "boat", "schema": run.BOAT, "strict": True}}
    while True:
        message = streamed(messages, options) if run.STREAM else whole(messages, options)
        if not message.get("tool_calls"):
            return message["content"]
        messages.append(message)
        for call in message["tool_calls"]:
            text = execute(call["function"]["name"], call["function"]["arguments"])
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": text})


def whole(messages: list, options: dict) -> dict:
    reply = client.chat.completions.create(model=MODEL, messages=messages, **options)
    return reply.choices[0].message.model_dump(exclude_none=True)


def streamed(messages: list, options: dict) -> dict:
    text, calls = "", {}
    stream = client.chat.completions.create(model=MODEL, messages=messages, stream=True,
                                            stream_options={"include_usage": True}, **options)
    for chunk in stream:
        for choice in chunk.choices:
            text += choice.delta.content or ""
            for part in choice.delta.tool_calls or []:
                call = calls.setdefault(part.index, {"id": part.id, "type": "function",
                                                     "function": {"name": part.function.name, "arguments": ""}})
                call["function"]["arguments"] += part.function.arguments or ""
    return {"role": "assistant", "content": text or None, **({"tool_calls": list(calls.values())} if calls else {})}


def responses() -> str:
    items = [*run.HISTORY, {"role": "user", "content": run.QUESTION}]
    options: dict = {"tools": [{"type": "function", "strict": True, **f} for f in offered()]} if run.TOOLS else {}
    if run.SCRIPT.get("structured"):
        options["text"] = {"format": {"type": "json_schema", "name": "boat", "schema": run.BOAT, "strict": True}}
    while True:
        reply = client.responses.create(model=MODEL, input=items, **options)
        calls = [i for i in reply.output if i.type == "function_call"]
        if not calls:
            return reply.output_text
        items += [i.model_dump(exclude_none=True) for i in reply.output]
        items += [{"type": "function_call_output", "call_id": c.call_id, "output": execute(c.name, c.arguments)} for c in calls]


def answer() -> str:
    return responses() if "responses" in run.VARIANTS else chat()


def agent() -> str:
    if run.INSTRUMENT.startswith("langfuse"):
        from langfuse import observe

        return observe(answer, as_type="agent")()
    if run.INSTRUMENT.startswith("mlflow"):
        import mlflow

        return mlflow.trace(answer, span_type="AGENT")()
    with trace.get_tracer("app").start_as_current_span("answer"):
        return answer()


run.go(agent)
