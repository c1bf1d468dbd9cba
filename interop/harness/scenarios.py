"""The scenarios, as data: what the user asks, what the model answers turn by turn."""

from __future__ import annotations

import functools
import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent.parent

LONG_ANSWER = "要約 📝:\n" + "\n".join(
    f"{n}. ✅ 風は強まった — naïve café 😀 “項目 {n}” <b>&amp;</b> C:\\log\\{n}" for n in range(1, 41)
) + "\n<END 🏁>"


@functools.cache
def load() -> dict[str, dict]:
    """All scenarios by name, each turn's text filled in."""
    scenarios = json.loads((HERE / "scenarios.json").read_text("utf-8"))
    for scenario in scenarios.values():
        for script in filter(None, (scenario, scenario.get("sub"))):
            for turn in script["turns"]:
                fill(turn)
    return scenarios


def fill(turn: dict) -> None:
    if turn.get("text") == "$long_answer":
        turn["text"] = LONG_ANSWER
    if "json" in turn:
        turn["text"] = json.dumps(turn["json"])


def of(name: str) -> tuple[dict, list[str]]:
    """The scenario of a name such as single_tool__stream, and its variants."""
    base, *variants = name.split("__")
    return load()[base], variants
