"""Answers to a request that asks for marked fields, as DSPy's chat adapter does: its tools are asked for in such fields too, one a turn.

Source: stanfordnlp/dspy:dspy/adapters/chat_adapter.py (the marks) and dspy/predict/react.py (the fields of a turn with tools).
"""

from __future__ import annotations

import json
import re

ASKED = re.compile(r"^Respond with the corresponding output fields, starting with .*", re.M)
MARK = re.compile(r"\[\[ ## (\w+) ## \]\]")
SEEN = re.compile(r"^\[\[ ## observation_\d+ ## \]\]", re.M)

# DSPy's own tool, which it runs like any other, and what that returns.
FINISH, FINISHED = "finish", "Completed."


def asked(conversation: dict) -> list[str]:
    """The fields that the request's last message asks for; none of another request."""
    last = conversation["turns"][-1] if conversation["turns"] else {"role": "", "text": ""}
    lines = ASKED.findall(last["text"]) if last["role"] == "user" else []
    return [name for name in MARK.findall(lines[-1]) if name != "completed"] if lines else []


def plan(script: dict, conversation: dict) -> int:
    """The turn of the script made single, by what the request shows of the tools that ran."""
    ran = len(SEEN.findall(conversation["turns"][-1]["text"]))
    return min(ran, len(single(script)) - 1)


def single(script: dict) -> list[dict]:
    """The script's turns with one call each."""
    made = []
    for turn in script["turns"]:
        made += [turn | {"calls": [c]} for c in turn.get("calls", [])] or [turn]
    return made


def answer(script: dict, index: int, names: list[str], number) -> dict:
    """The turn as script.answer has it, its text the fields."""
    turn = single(script)[index]
    thought = turn.get("text") or turn.get("reasoning", "")
    call = {"id": f"call_{number()}", "name": FINISH, "args": {}, "back": FINISHED}
    if calls := turn.get("calls"):
        call = {"id": call["id"], "name": calls[0][0], "args": calls[0][1]}
    told = json.dumps(turn["json"]) if "json" in turn else turn.get("text", "")
    values = {"next_thought": thought if calls else "", "next_tool_name": call["name"], "next_tool_args": json.dumps(call["args"], ensure_ascii=False),
              "reasoning": turn.get("reasoning", "")}
    text = "".join(f"[[ ## {name} ## ]]\n{values.get(name, told)}\n\n" for name in names) + "[[ ## completed ## ]]"
    return {"text": text, "reasoning": "", "calls": [call] if "next_tool_name" in names else [], "answers": False}
