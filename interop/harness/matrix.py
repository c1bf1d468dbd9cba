"""What is run: the captures of matrix.json, each a framework with an instrumentation."""

from __future__ import annotations

import json
import re

from .scenarios import HERE

MATRIX = json.loads((HERE / "matrix.json").read_text("utf-8"))


def captures(wanted: list[str]) -> list[dict]:
    """The captures whose name, environment or agent is asked for; all without a wish."""
    found = [c for c in MATRIX["captures"] if not wanted or any(re.search(w, c["name"]) for w in wanted)]
    if not found:
        names = ", ".join(c["name"] for c in MATRIX["captures"])
        raise SystemExit(f"no capture matches {' '.join(wanted)}; there are: {names}")
    return found


def scenarios(entry: dict, only: str | None = None) -> list[str]:
    names = [*MATRIX["scenarios"], *entry.get("more", [])]
    return [n for n in names if n not in entry.get("less", []) and (not only or re.fullmatch(only, n))]


def packages(venv: str) -> list[str]:
    return [*MATRIX["venvs"][venv], *MATRIX["common"]]
