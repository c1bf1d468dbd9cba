"""Amazon Bedrock's converse API with a loop of one's own, under a span of the application."""

import functools
import json

import boto3
from botocore.config import Config
from opentelemetry import trace

from . import run, tools

CONFIG = Config(retries={"total_max_attempts": run.RETRIES + 1, "mode": "standard"})


@functools.cache
def client():
    """The client, made when the instrumentation is there."""
    return boto3.client("bedrock-runtime", region_name="us-east-1", endpoint_url=run.MODEL_ADDRESS, config=CONFIG,
                        aws_access_key_id="none", aws_secret_access_key="none")


def execute(use: dict) -> dict:
    try:
        result, status = tools.ALL[use["name"]](**use["input"]), "success"
    except RuntimeError as error:
        result, status = f"Error: {error}", "error"
    content = {"json": result} if isinstance(result, dict) else {"text": result if isinstance(result, str) else json.dumps(result)}
    return {"toolResult": {"toolUseId": use["toolUseId"], "content": [content], "status": status}}


def ask(messages: list) -> dict:
    given = {"modelId": "anthropic.claude-3-haiku-20240307-v1:0", "messages": messages}
    if run.TOOLS:
        specs = [{"name": f.__name__, "description": tools.description(f), "inputSchema": {"json": tools.schema(f)}} for f in run.TOOLS]
        given["toolConfig"] = {"tools": [{"toolSpec": s} for s in specs]}
    return streamed(given) if run.STREAM else client().converse(**given)["output"]["message"]


def streamed(given: dict) -> dict:
    blocks: dict[int, dict] = {}
    for event in client().converse_stream(**given)["stream"]:
        if start := event.get("contentBlockStart"):
            blocks[start["contentBlockIndex"]] = {"toolUse": {**start["start"]["toolUse"], "input": ""}}
        if delta := event.get("contentBlockDelta"):
            block = blocks.setdefault(delta["contentBlockIndex"], {"text": ""})
            if "toolUse" in block:
                block["toolUse"]["input"] += delta["delta"]["toolUse"]["input"]
            else:
                block["text"] += delta["delta"]["text"]
    for block in blocks.values():
        if "toolUse" in block:
            block["toolUse"]["input"] = json.loads(block["toolUse"]["input"])
    return {"role": "assistant", "content": list(blocks.values())}


def agent() -> str:
    messages = [{"role": m["role"], "content": [{"text": m["content"]}]} for m in [*run.HISTORY, {"role": "user", "content": run.QUESTION}]]
    with trace.get_tracer("app").start_as_current_span("answer"):
        while True:
            message = ask(messages)
            uses = [b["toolUse"] for b in message["content"] if "toolUse" in b]
            if not uses:
                return "".join(b.get("text", "") for b in message["content"])
            messages += [message, {"role": "user", "content": [execute(u) for u in uses]}]


run.go(agent)
