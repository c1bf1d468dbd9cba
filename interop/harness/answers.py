"""A turn of the script in the words of each API: whole, and as server-sent events.

A turn is {"text", "reasoning", "calls": [{"id", "name", "args"}]}. Usage numbers are made from its length.
"""

from __future__ import annotations

import json
import struct
import zlib

CREATED = 1_760_000_000


def pieces(text: str, count: int = 3) -> list[str]:
    size = max(1, -(-len(text) // count))
    return [text[i:i + size] for i in range(0, len(text), size)]


def tokens(turn: dict) -> tuple[int, int]:
    return 20, 5 + len(turn["text"]) // 4 + 9 * len(turn["calls"])


def dumped(args) -> str:
    return json.dumps(args, ensure_ascii=False)


def chat(turn: dict, key: str, model: str) -> dict:
    message = {"role": "assistant", "content": turn["text"] or None, "refusal": None}
    if turn["reasoning"]:
        message["reasoning_content"] = turn["reasoning"]
    if turn["calls"]:
        message["tool_calls"] = [{"id": c["id"], "type": "function", "function": {"name": c["name"], "arguments": dumped(c["args"])}}
                                 for c in turn["calls"]]
    finish = "tool_calls" if turn["calls"] else "stop"
    given, made = tokens(turn)
    return {"id": f"chatcmpl-{key}", "object": "chat.completion", "created": CREATED, "model": model,
            "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": finish}],
            "usage": {"prompt_tokens": given, "completion_tokens": made, "total_tokens": given + made}}


def chat_events(turn: dict, key: str, model: str):
    whole = chat(turn, key, model)
    head = {k: whole[k] for k in ("id", "created", "model")} | {"object": "chat.completion.chunk"}

    def chunk(delta: dict, finish: str | None = None) -> tuple[None, dict]:
        return None, head | {"choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}]}

    yield chunk({"role": "assistant", "content": "" if turn["text"] else None})
    for piece in pieces(turn["reasoning"]):
        yield chunk({"reasoning_content": piece})
    for piece in pieces(turn["text"]):
        yield chunk({"content": piece})
    for i, call in enumerate(turn["calls"]):
        function = {"name": call["name"], "arguments": ""}
        yield chunk({"tool_calls": [{"index": i, "id": call["id"], "type": "function", "function": function}]})
        for piece in pieces(dumped(call["args"])):
            yield chunk({"tool_calls": [{"index": i, "function": {"arguments": piece}}]})
    yield chunk({}, whole["choices"][0]["finish_reason"])
    yield None, head | {"choices": [], "usage": whole["usage"]}
    yield None, "[DONE]"


def responses(turn: dict, key: str, model: str) -> dict:
    output = []
    if turn["reasoning"]:
        output.append({"id": f"rs_{key}", "type": "reasoning", "summary": [{"type": "summary_text", "text": turn["reasoning"]}]})
    if turn["text"]:
        part = {"type": "output_text", "text": turn["text"], "annotations": []}
        output.append({"id": f"msg_{key}", "type": "message", "status": "completed", "role": "assistant", "content": [part]})
    output += [{"id": f"fc_{key}_{i}", "type": "function_call", "status": "completed", "call_id": c["id"], "name": c["name"],
                "arguments": dumped(c["args"])} for i, c in enumerate(turn["calls"])]
    given, made = tokens(turn)
    return {"id": f"resp_{key}", "object": "response", "created_at": CREATED, "status": "completed", "model": model,
            "error": None, "incomplete_details": None, "instructions": None, "metadata": {}, "output": output,
            "parallel_tool_calls": True, "temperature": 1.0, "tool_choice": "auto", "tools": [], "top_p": 1.0,
            "usage": {"input_tokens": given, "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0}, "output_tokens": made,
                      "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": given + made}}


def responses_events(turn: dict, key: str, model: str):
    whole = responses(turn, key, model)
    sent = iter(range(1000))

    def event(kind: str, **fields) -> tuple[str, dict]:
        return kind, {"type": kind, "sequence_number": next(sent), **fields}

    yield event("response.created", response=whole | {"status": "in_progress", "output": [], "usage": None})
    for i, item in enumerate(whole["output"]):
        place = {"item_id": item["id"], "output_index": i}
        if item["type"] == "message":
            yield event("response.output_item.added", output_index=i, item=item | {"status": "in_progress", "content": []})
            part = item["content"][0]
            yield event("response.content_part.added", **place, content_index=0, part=part | {"text": ""})
            for piece in pieces(part["text"]):
                yield event("response.output_text.delta", **place, content_index=0, delta=piece, logprobs=[])
            yield event("response.output_text.done", **place, content_index=0, text=part["text"], logprobs=[])
            yield event("response.content_part.done", **place, content_index=0, part=part)
        elif item["type"] == "function_call":
            yield event("response.output_item.added", output_index=i, item=item | {"status": "in_progress", "arguments": ""})
            for piece in pieces(item["arguments"]):
                yield event("response.function_call_arguments.delta", **place, delta=piece)
            yield event("response.function_call_arguments.done", **place, arguments=item["arguments"], name=item["name"])
        else:
            yield event("response.output_item.added", output_index=i, item=item | {"summary": []})
        yield event("response.output_item.done", output_index=i, item=item)
    yield event("response.completed", response=whole)


def anthropic(turn: dict, key: str, model: str) -> dict:
    content = []
    if turn["reasoning"]:
        content.append({"type": "thinking", "thinking": turn["reasoning"], "signature": "c2lnbmVk"})
    if turn["text"]:
        content.append({"type": "text", "text": turn["text"]})
    content += [{"type": "tool_use", "id": c["id"], "name": c["name"], "input": c["args"]} for c in turn["calls"]]
    given, made = tokens(turn)
    return {"id": f"msg_{key}", "type": "message", "role": "assistant", "model": model, "content": content,
            "stop_reason": "tool_use" if turn["calls"] else "end_turn", "stop_sequence": None,
            "usage": {"input_tokens": given, "output_tokens": made}}


def anthropic_events(turn: dict, key: str, model: str):
    whole = anthropic(turn, key, model)

    def event(kind: str, **fields) -> tuple[str, dict]:
        return kind, {"type": kind, **fields}

    yield event("message_start", message=whole | {"content": [], "stop_reason": None})
    for i, block in enumerate(whole["content"]):
        if block["type"] == "text":
            empty, deltas = block | {"text": ""}, [{"type": "text_delta", "text": p} for p in pieces(block["text"])]
        elif block["type"] == "thinking":
            empty = {"type": "thinking", "thinking": "", "signature": ""}
            deltas = [{"type": "thinking_delta", "thinking": p} for p in pieces(block["thinking"])]
            deltas.append({"type": "signature_delta", "signature": block["signature"]})
        else:
            empty = block | {"input": {}}
            deltas = [{"type": "input_json_delta", "partial_json": p} for p in pieces(dumped(block["input"]))]
        yield event("content_block_start", index=i, content_block=empty)
        for delta in deltas:
            yield event("content_block_delta", index=i, delta=delta)
        yield event("content_block_stop", index=i)
    yield event("message_delta", delta={"stop_reason": whole["stop_reason"], "stop_sequence": None}, usage=whole["usage"])
    yield event("message_stop")


def gemini_parts(turn: dict) -> list[dict]:
    parts = []
    if turn["reasoning"]:
        parts.append({"text": turn["reasoning"], "thought": True})
    if turn["text"]:
        parts.append({"text": turn["text"]})
    return parts + [{"functionCall": {"id": c["id"], "name": c["name"], "args": c["args"]}} for c in turn["calls"]]


def gemini(turn: dict, key: str, model: str, parts: list[dict] | None = None, last: bool = True) -> dict:
    given, made = tokens(turn)
    candidate = {"content": {"role": "model", "parts": gemini_parts(turn) if parts is None else parts}, "index": 0}
    if last:
        candidate["finishReason"] = "STOP"
    usage = {"promptTokenCount": given, "candidatesTokenCount": made, "totalTokenCount": given + made}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": model, "responseId": key}


def gemini_events(turn: dict, key: str, model: str):
    parts = []
    for part in gemini_parts(turn):
        plain = "text" in part and not part.get("thought")
        parts += [{"text": p} for p in pieces(part["text"])] if plain else [part]
    for i, part in enumerate(parts):
        yield None, gemini(turn, key, model, [part], i == len(parts) - 1)


def bedrock(turn: dict, key: str, model: str) -> dict:
    content = []
    if turn["reasoning"]:
        content.append({"reasoningContent": {"reasoningText": {"text": turn["reasoning"], "signature": "c2lnbmVk"}}})
    if turn["text"]:
        content.append({"text": turn["text"]})
    content += [{"toolUse": {"toolUseId": c["id"], "name": c["name"], "input": c["args"]}} for c in turn["calls"]]
    given, made = tokens(turn)
    return {"output": {"message": {"role": "assistant", "content": content}}, "stopReason": "tool_use" if turn["calls"] else "end_turn",
            "usage": {"inputTokens": given, "outputTokens": made, "totalTokens": given + made}, "metrics": {"latencyMs": 10}}


def bedrock_events(turn: dict, key: str, model: str):
    whole = bedrock(turn, key, model)
    yield "messageStart", {"role": "assistant"}
    for i, block in enumerate(whole["output"]["message"]["content"]):
        if "text" in block:
            deltas = [{"text": p} for p in pieces(block["text"])]
        elif "toolUse" in block:
            use = block["toolUse"]
            start = {"toolUse": {"toolUseId": use["toolUseId"], "name": use["name"]}}
            yield "contentBlockStart", {"contentBlockIndex": i, "start": start}
            deltas = [{"toolUse": {"input": p}} for p in pieces(dumped(use["input"]))]
        else:
            reasoning = block["reasoningContent"]["reasoningText"]
            deltas = [{"reasoningContent": {"text": p}} for p in pieces(reasoning["text"])]
            deltas.append({"reasoningContent": {"signature": reasoning["signature"]}})
        for delta in deltas:
            yield "contentBlockDelta", {"contentBlockIndex": i, "delta": delta}
        yield "contentBlockStop", {"contentBlockIndex": i}
    yield "messageStop", {"stopReason": whole["stopReason"]}
    yield "metadata", {"usage": whole["usage"], "metrics": whole["metrics"]}


def line(name: str | None, data) -> bytes:
    """A server-sent event."""
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {text}\n\n".encode()


def frame(name: str, data: dict) -> bytes:
    """An event in the binary form of AWS's event streams: lengths, their checksum, headers, body, checksum of all."""
    fields = {":event-type": name, ":content-type": "application/json", ":message-type": "event"}
    headers = b"".join(struct.pack("!B", len(k)) + k.encode() + struct.pack("!BH", 7, len(v)) + v.encode() for k, v in fields.items())
    body = json.dumps(data, ensure_ascii=False).encode()
    prelude = struct.pack("!II", 16 + len(headers) + len(body), len(headers))
    text = prelude + struct.pack("!I", zlib.crc32(prelude)) + headers + body
    return text + struct.pack("!I", zlib.crc32(text))


def error(api: str, status: int) -> dict:
    """The body of a failed request."""
    message = "Too many requests, try again." if status == 429 else "The model is out at sea."
    if api == "anthropic":
        return {"type": "error", "error": {"type": "rate_limit_error" if status == 429 else "api_error", "message": message}}
    if api == "gemini":
        return {"error": {"code": status, "message": message, "status": "RESOURCE_EXHAUSTED" if status == 429 else "INTERNAL"}}
    if api == "bedrock":
        return {"__type": "ThrottlingException" if status == 429 else "InternalServerException", "message": message}
    kind = "rate_limit_exceeded" if status == 429 else "server_error"
    return {"error": {"message": message, "type": kind, "code": kind, "param": None}}


WHOLE = {"chat": chat, "responses": responses, "anthropic": anthropic, "gemini": gemini, "bedrock": bedrock}
EVENTS = {"chat": chat_events, "responses": responses_events, "anthropic": anthropic_events, "gemini": gemini_events,
          "bedrock": bedrock_events}
