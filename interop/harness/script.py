"""Which turn of a scenario answers a request."""

from __future__ import annotations

import re

from . import fields

# What smolagents tells its model instead of the answer that asked for a tool which failed.
RETRY = "Now let's retry"

# Tools by which a framework has its model give the final answer, and which it runs like any other.
ANSWERING = {"final_answer": ("answer", "response")}

# What such a tool returns, by the argument that it takes; the others return their argument.
# Source: i-am-bee/beeai-framework:python/beeai_framework/agents/tool_calling (FinalAnswerTool).
ANSWERED = {"response": "Message has been sent"}


def plan(scenario: dict, conversation: dict) -> tuple[str, dict, int]:
    """The script's part ("main", "sub" or "other"), the script and the turn's index for a conversation.

    The newest user message that holds a question of the script decides; the turn is the number of answers since.
    """
    scripts = [("sub", scenario["sub"])] if "sub" in scenario else []
    scripts.append(("main", scenario))
    turns = conversation["turns"]
    for i in range(len(turns) - 1, -1, -1):
        for part, script in scripts:
            if turns[i]["role"] == "user" and script["question"] in turns[i]["text"]:
                if fields.asked(conversation):
                    return part, script, fields.plan(script, conversation)
                answered = sum(t["role"] == "assistant" for t in turns[i + 1:]) + sum(t["text"].count(RETRY) for t in turns[i:])
                return part, script, min(answered, len(script["turns"]) - 1)
    return "other", {"turns": [{"text": "OK"}], "tools": []}, 0


def answer(scenario: dict, script: dict, index: int, conversation: dict, number) -> dict:
    """The turn as {"text", "reasoning", "calls", "answers"}; its calls name tools that the request offers."""
    if names := fields.asked(conversation):
        return fields.answer(script, index, names, number)
    turn, tools = script["turns"][index], conversation["tools"]
    made = {"text": turn.get("text", ""), "reasoning": turn.get("reasoning", ""), "calls": [], "answers": False}
    for name, args in turn.get("calls", []):
        made["calls"].append(call(name, args, tools, number))
    answering, schema = next(((n, s) for n, s in tools if n in ANSWERING), (None, None))
    if scenario.get("structured") and not conversation["json"] and tools:
        name = conversation["forced"] or tools[0][0]
        made |= {"text": "", "calls": [{"id": f"call_{number()}", "name": name, "args": turn["json"]}], "answers": True}
    elif answering and not made["calls"]:
        offered_keys = (schema or {}).get("properties") or {}
        key = next((k for k in ANSWERING[answering] if k in offered_keys), ANSWERING[answering][0])
        args = {key: made["text"]}
        made |= {"text": "", "calls": [{"id": f"call_{number()}", "name": answering, "args": args, "back": ANSWERED.get(key, args[key])}]}
    return made


def call(name: str, args: dict, tools: list, number) -> dict:
    """A call of the offered tool that the script means."""
    found, schema = offered(name, tools)
    if name.startswith("transfer_to_"):
        agent = name.removeprefix("transfer_to_")
        args = {key: agent for key in ((schema or {}).get("properties") or {"agent_name": {}} if found != name else {}) if "agent" in key}
        args |= dict.fromkeys((k for k in (schema or {}).get("required", []) if k not in args), "Bills.")
    if "$text" in args:
        properties = list(((schema or {}).get("properties") or {"input": {}}))
        key = next((k for k in ("task", "prompt", "input", "query", "request", "question") if k in properties), properties[0])
        args = {key: args["$text"]}
    return {"id": f"call_{number()}", "name": found, "args": args}


def offered(name: str, tools: list) -> tuple[str, dict | None]:
    plain = lambda text: re.sub(r"[^a-z0-9]", "", text.lower())  # noqa: E731
    by_rule = [
        lambda n: n == name,
        lambda n: plain(n).endswith(plain(name)),
        lambda n: name.startswith("transfer_to_") and n in ("transfer_to_agent", "handoff", "handoff_to_agent"),
    ]
    for rule in by_rule:
        for tool, schema in tools:
            if tool and rule(tool):
                return tool, schema
    return name, None
