"""What is run: the captures of matrix/, each a framework with an instrumentation; a file is an environment and its captures.

A capture with "not_run" is only told of, with that reason. One whose file has neither packages nor a program to build (native.py)
is recorded elsewhere than here; its "versions" say with what.
"""

from __future__ import annotations

import json
import re

from .scenarios import HERE

# What every capture plays, unless it says "less".
SCENARIOS = ["single_tool", "parallel_tools", "parallel_same_tool", "sequential_tools", "tool_error", "no_tools", "no_arg_tool", "retry_429",
             "error_500", "error_midrun", "structured_output", "unicode_long", "reasoning", "multi_turn"]

# What every environment has besides its packages.
COMMON = ["opentelemetry-sdk", "opentelemetry-exporter-otlp-proto-http"]

FILES = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((HERE / "matrix").glob("*.json"))}

CAPTURES = [{"venv": name, **entry} for name, file in FILES.items() for entry in file["captures"]]


def captures(wanted: list[str]) -> list[dict]:
    """The captures whose name is asked for; all without a wish."""
    found = [c for c in CAPTURES if not wanted or any(re.search(w, c["name"]) for w in wanted)]
    if not found:
        names = ", ".join(c["name"] for c in CAPTURES)
        raise SystemExit(f"no capture matches {' '.join(wanted)}; there are: {names}")
    return found


def runs_here(entry: dict) -> bool:
    return "not_run" not in entry and ("packages" in FILES[entry["venv"]] or native(entry["venv"]))


def native(venv: str) -> bool:
    """Whether the environment is no Python, but a program that is built."""
    return "go" in FILES[venv] or "java" in FILES[venv]


def scenarios(entry: dict, only: str | None = None) -> list[str]:
    names = [*SCENARIOS, *entry.get("more", [])]
    return [n for n in names if n not in entry.get("less", []) and (not only or re.fullmatch(only, n))]


def packages(venv: str) -> list[str]:
    return [*FILES[venv]["packages"], *COMMON]
