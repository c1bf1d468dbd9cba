"""The Google Gen AI SDK, which calls the tools by itself."""

from google import genai
from google.genai import types
from opentelemetry import trace

from . import run

client = genai.Client(http_options=types.HttpOptions(base_url=run.MODEL_ADDRESS))


def agent() -> str:
    config = {"tools": list(run.TOOLS)} if run.TOOLS else {}
    if run.SCRIPT.get("structured"):
        config = {"response_mime_type": "application/json", "response_json_schema": run.BOAT}
    given = [types.Content(role="model" if m["role"] == "assistant" else "user", parts=[types.Part(text=m["content"])])
             for m in [*run.HISTORY, {"role": "user", "content": run.QUESTION}]]
    with trace.get_tracer("app").start_as_current_span("answer"):
        ask = client.models.generate_content_stream if run.STREAM else client.models.generate_content
        reply = ask(model="gemini-2.5-flash", contents=given, config=config)
        return "".join(part.text or "" for part in reply) if run.STREAM else reply.text


run.go(agent)
