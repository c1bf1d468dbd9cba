"""Which recorded cases go to testdata/cases: those that show what no other case of their capture shows."""

from __future__ import annotations

import re
import shutil

from . import matrix, otlp, score
from .capture import CASES
from .scenarios import HERE

GOLDEN = HERE.parent / "testdata" / "cases"
MOST = 2  # cases of a capture, besides those that the matrix names
LARGEST = 40_000  # bytes of a case's requests; a larger one teaches nothing more and is heavy

# What is looked at first: a case that shows a shape early is kept instead of a later, rarer one.
ORDER = ["sequential_tools", "parallel_same_tool", "tool_error", "error_midrun", "subagent", "handoff"]

# What must not be in a case: where the machine or its owner shows.
PRIVATE = re.compile(r"/root|/tmp/|/home/|\.work/|site-packages|sk-[a-zA-Z0-9]{8}")


def all_of(entries: list[dict]) -> None:
    for entry in entries:
        if entry.get("foreign"):  # the framework adds texts of its own: scored, not kept
            continue
        for name in chosen(entry, (score.known(entry["name"]) or {}).get("right", [])):
            target = GOLDEN / entry["name"] / name
            shutil.copytree(CASES / entry["name"] / name, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("events.json"))
            print(f"kept {entry['name']}/{name}")


def chosen(entry: dict, right: list[str]) -> list[str]:
    names = [n for n in matrix.scenarios(entry) if n in right and fits(entry, n)]
    wanted = entry.get("keep", [])
    names.sort(key=lambda n: -1 if n in wanted else ORDER.index(n) if n in ORDER else len(ORDER))
    seen: set[tuple] = set()
    kept = []
    for name in names:
        shapes = shapes_of(entry, name)
        if name in wanted or len(kept) < MOST and shapes - seen:
            kept.append(name)
            seen |= shapes
    return kept


def fits(entry: dict, name: str) -> bool:
    text = "".join(p.read_text("utf-8") for p in (CASES / entry["name"] / name).glob("*s.jsonl"))
    found = PRIVATE.search(text)
    if found:
        print(f"not kept, private: {entry['name']}/{name}: {text[max(0, found.start() - 40):found.end() + 20]!r}")
    return not found and len(text) <= LARGEST


def shapes_of(entry: dict, name: str) -> set[tuple]:
    """What a case's spans are made of: scopes with the names of attributes, numbers aside, of events, and with statuses."""
    path = CASES / entry["name"] / name / "traces.jsonl"
    shapes = set()
    for span in otlp.spans(path.read_text("utf-8").splitlines()):
        scope = span["scope"].get("name")
        shapes.add((scope, "status", span.get("status", {}).get("code", 0)))
        shapes |= {(scope, "event", e["name"]) for e in span.get("events", [])}
        shapes |= {(scope, re.sub(r"\d+", "N", a["key"])) for a in span.get("attributes", [])
                   if not re.search(r"tokens?|usage|parameters|schema|tools\b", a["key"])}
    return shapes
