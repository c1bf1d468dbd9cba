"""The Google Gen AI SDK with a loop of one's own, under a span of the application."""

from google import genai
from google.genai import types
from opentelemetry import trace

from . import run, tools

RETRIES = types.HttpRetryOptions(attempts=run.RETRIES + 1, initial_delay=0.05)
client = genai.Client(http_options=types.HttpOptions(base_url=run.MODEL_ADDRESS, retry_options=RETRIES))


def configuration() -> dict:
    if run.SCRIPT.get("structured"):
        return {"response_mime_type": "application/json", "response_json_schema": run.BOAT}
    declared = [types.FunctionDeclaration(name=f.__name__, description=tools.description(f), parameters_json_schema=tools.schema(f))
                for f in run.TOOLS]
    return {"tools": [types.Tool(function_declarations=declared)]} if declared else {}


def ask(contents: list) -> list:
    """The parts of the model's answer."""
    given = {"model": "gemini-2.5-flash", "contents": contents, "config": configuration()}
    if run.STREAM:
        return [p for chunk in client.models.generate_content_stream(**given) for p in chunk.candidates[0].content.parts]
    return client.models.generate_content(**given).candidates[0].content.parts


def execute(call) -> types.Part:
    try:
        response = {"result": tools.ALL[call.name](**(call.args or {}))}
    except RuntimeError as error:
        response = {"error": str(error)}
    return types.Part(function_response=types.FunctionResponse(id=call.id, name=call.name, response=response))


def agent() -> str:
    contents = [types.Content(role="model" if m["role"] == "assistant" else "user", parts=[types.Part(text=m["content"])])
                for m in [*run.HISTORY, {"role": "user", "content": run.QUESTION}]]
    with trace.get_tracer("app").start_as_current_span("answer"):
        while True:
            parts = ask(contents)
            calls = [p.function_call for p in parts if p.function_call]
            if not calls:
                return "".join(p.text or "" for p in parts if not p.thought)
            contents.append(types.Content(role="model", parts=parts))
            contents.append(types.Content(role="user", parts=[execute(c) for c in calls]))


run.go(agent)
