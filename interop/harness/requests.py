"""Requests to a model, read into one form whatever the API: turns, offered tools, whether JSON is wanted.

A turn is {"role": "user" | "assistant" | "tool", "text": ..., "calls": [{"id", "name", "args"}], "id": ..., "name": ...}.
"""

from __future__ import annotations

import ast
import json
import re
import urllib.parse


def text_of(content) -> str:
    """The text of a message's content: a string, a list of parts, or nothing."""
    if content is None or isinstance(content, str):
        return content or ""
    if isinstance(content, dict):
        return content.get("text") or json.dumps(content)
    return "".join(p if isinstance(p, str) else p.get("text") or text_of(p.get("content")) for p in content)


def loose(text):
    try:
        return json.loads(text)
    except (TypeError, ValueError):
        return text


def chat(body: dict, _path: str) -> dict:
    turns = []
    for message in body.get("messages", []):
        role, text = message["role"], text_of(message.get("content"))
        if role == "assistant":
            calls = [{"id": c["id"], "name": c["function"]["name"], "args": loose(c["function"]["arguments"])}
                     for c in message.get("tool_calls") or []]
            turns.append({"role": role, "text": text, "calls": calls})
        elif role in ("tool", "function"):
            turns.append({"role": "tool", "id": message.get("tool_call_id"), "text": text})
        elif role == "user":
            turns.append({"role": role, "text": text})
    tools = [t.get("function", t) for t in body.get("tools") or []]
    choice = body.get("tool_choice")
    kind = (body.get("response_format") or {}).get("type", "text")
    return {"turns": turns, "tools": [(t.get("name"), t.get("parameters")) for t in tools], "json": kind != "text",
            "forced": choice["function"]["name"] if isinstance(choice, dict) else None,
            "stream": bool(body.get("stream")), "model": body.get("model")}


def responses(body: dict, _path: str) -> dict:
    given = body.get("input") or []
    turns: list[dict] = []
    for item in [{"role": "user", "content": given}] if isinstance(given, str) else given:
        kind = item.get("type") or "message"
        if kind == "function_call":
            call = {"id": item["call_id"], "name": item["name"], "args": loose(item["arguments"])}
            assistant(turns)["calls"].append(call)
        elif kind == "function_call_output":
            turns.append({"role": "tool", "id": item["call_id"], "text": text_of(item["output"])})
        elif kind == "message" and item["role"] == "assistant":
            assistant(turns)["text"] += text_of(item.get("content"))
        elif kind == "message" and item["role"] == "user":
            turns.append({"role": "user", "text": text_of(item.get("content"))})
    choice = body.get("tool_choice")
    form = ((body.get("text") or {}).get("format") or {}).get("type", "text")
    return {"turns": turns, "tools": [(t.get("name"), t.get("parameters")) for t in body.get("tools") or []],
            "json": form != "text", "follows": body.get("previous_response_id"), "forced": choice.get("name") if isinstance(choice, dict) else None,
            "stream": bool(body.get("stream")), "model": body.get("model")}


def assistant(turns: list[dict]) -> dict:
    """The assistant turn that is being read, or a new one."""
    if not turns or turns[-1]["role"] != "assistant":
        turns.append({"role": "assistant", "text": "", "calls": []})
    return turns[-1]


# What Claude Code adds to texts for its model.
REMINDER = re.compile(r"\s*<system-reminder>.*?</system-reminder>", re.S)


def anthropic(body: dict, _path: str) -> dict:
    turns = []
    for message in body.get("messages", []):
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        text = "".join(b["text"] for b in blocks if b["type"] == "text")
        if message["role"] == "assistant":
            calls = [{"id": b["id"], "name": b["name"], "args": b["input"]} for b in blocks if b["type"] == "tool_use"]
            turns.append({"role": "assistant", "text": text, "calls": calls})
            continue
        turns += [{"role": "tool", "id": b["tool_use_id"], "text": REMINDER.sub("", text_of(b.get("content")))}
                  for b in blocks if b["type"] == "tool_result"]
        if text:
            turns.append({"role": "user", "text": text})
    choice = body.get("tool_choice") or {}
    wants = body.get("output_format") or (body.get("output_config") or {}).get("format")
    return {"turns": turns, "tools": [(t.get("name"), t.get("input_schema")) for t in body.get("tools") or []],
            "json": bool(wants), "forced": choice.get("name"), "stream": bool(body.get("stream")), "model": body.get("model")}


def gemini(body: dict, path: str) -> dict:
    turns: list[dict] = []
    for content in body.get("contents", []):
        parts = content.get("parts") or []
        text = "".join(p["text"] for p in parts if p.get("text") and not p.get("thought"))
        if content.get("role") == "model":
            turn = assistant(turns)
            turn["text"] += text
            turn["calls"] += [{"id": p["functionCall"].get("id"), "name": p["functionCall"]["name"],
                               "args": p["functionCall"].get("args") or {}} for p in parts if "functionCall" in p]
            continue
        turns += [{"role": "tool", "id": p["functionResponse"].get("id"), "name": p["functionResponse"]["name"],
                   "text": json.dumps(p["functionResponse"]["response"], ensure_ascii=False)}
                  for p in parts if "functionResponse" in p]
        if text:
            turns.append(told(text) or {"role": "user", "text": text})
    declared = [d for t in body.get("tools") or [] for d in t.get("functionDeclarations") or []]
    config = body.get("generationConfig") or {}
    return {"turns": turns, "tools": [(d["name"], d.get("parameters") or d.get("parametersJsonSchema")) for d in declared],
            "json": config.get("responseMimeType") == "application/json", "forced": None,
            "stream": "stream" in path, "model": re.search(r"models/([^:]+):", path)[1]}


def written(text: str) -> str:
    """A Python literal as JSON."""
    try:
        return json.dumps(ast.literal_eval(text.strip()))
    except (SyntaxError, ValueError):
        return text


def bedrock(body: dict, path: str) -> dict:
    turns: list[dict] = []
    for message in body.get("messages", []):
        blocks = message["content"]
        text = "".join(b.get("text", "") for b in blocks)
        if message["role"] == "assistant":
            uses = [b["toolUse"] for b in blocks if "toolUse" in b]
            turns.append({"role": "assistant", "text": text, "calls": [{"id": u["toolUseId"], "name": u["name"], "args": u["input"]} for u in uses]})
            continue
        for result in (b["toolResult"] for b in blocks if "toolResult" in b):
            parts = [p["text"] if "text" in p else json.dumps(p.get("json"), ensure_ascii=False) for p in result["content"]]
            turns.append({"role": "tool", "id": result["toolUseId"], "text": "".join(parts)})
        if text:
            turns.append({"role": "user", "text": text})
    specs = [t["toolSpec"] for t in (body.get("toolConfig") or {}).get("tools") or [] if "toolSpec" in t]
    return {"turns": turns, "tools": [(s["name"], s["inputSchema"].get("json")) for s in specs], "json": False, "forced": None,
            "stream": "stream" in path, "model": urllib.parse.unquote(re.search(r"model/([^/]+)/", path)[1])}


def told(text: str) -> dict | None:
    """What Google ADK tells one agent about another's calls, as the turn that it was."""
    if not text.startswith("For context:"):
        return None
    text = re.sub(r"<<<(?:BEGIN|END)_QUOTED_AGENT_CONTENT>>>\n?", "", text)
    call = re.search(r"\[.*?\] called tool `([^`]+)` with parameters:\s*(.*)", text, re.S)
    if call:
        return {"role": "assistant", "text": "", "calls": [{"id": None, "name": call[1], "args": loose(call[2])}]}
    back = re.search(r"\[.*?\] `([^`]+)` tool returned result:\s*(.*)", text, re.S)
    return {"role": "tool", "id": None, "name": back[1], "text": written(back[2])} if back else None


# The APIs: the end of a request's path, its name, its reader.
APIS = [
    (re.compile(r"chat/completions$"), "chat", chat),
    (re.compile(r"responses$"), "responses", responses),
    (re.compile(r"messages$"), "anthropic", anthropic),
    (re.compile(r"model/[^/]+/converse(-stream)?$"), "bedrock", bedrock),
    (re.compile(r":(stream)?generateContent$", re.I), "gemini", gemini),
]


def read(path: str, body: dict) -> tuple[str, dict] | None:
    """The API's name and the conversation of a request, or None for another path."""
    for pattern, name, reader in APIS:
        if pattern.search(path):
            return name, reader(body, path)
    return None
