"""The part of docs/compatibility.md that says what agentdelta makes of the files."""

from __future__ import annotations

import json

from .consumer import RESULT

HEAD = """
## The files in agentdelta

`python3 interop/run.py --consumer` sends every case of `testdata/cases` to the built collector: as it is, then once more with
other ids and times, in another order and some of it twice, then with another tool in the place of one. The files go to
agentdelta {version} from PyPI, with all-MiniLM-L6-v2 for the diffs. {gates}

| what must hold | runs |
|---|---|
"""

GATES = {
    True: "Its own gates say what pairs and what failed.",
    False: "That release has no gates yet (`gate_tool_calls`, `gate_error_lifecycle`): the same is checked by the same keys of `metadata`.",
}

SWITCHED = """
**Another tool.** Five names took the place of a tool's, from near (`get_weather_history`) to far (`send_invoice`). agentdelta pairs
steps by the similarity of their texts alone: from 0.85 on it sees a match, from 0.70 a fork, below that a step that is gone and
one that is new. config/ci compares the tools' names too. What the diff said of the {total} runs:

| agentdelta's diff | runs |
|---|---|
"""

LOST = """
**What is lost.** No loss leaves the diff clean or the score at 100. The score's own threshold (80) is another matter, for it weighs
one step among many: [config/ci](../config/ci) fails on forks, other tools, steps that are gone and texts that weren't recorded.

| lost | runs | score still 80 or more | passes config/ci |
|---|---|---|---|
"""

SCENARIOS = """
**One scenario, many frameworks.** Recorded runs that were asked the same, each compared with the file that most of them have. Where
they differ, the true steps differ too: an agent in the place of a span, more or fewer turns in one trace, a text that a library
doesn't record, a result as the tool gave it or as the model was told it, an error in the framework's own words. Nothing else does.

| asked | runs | alike | differ, and why |
|---|---|---|---|
"""


def section() -> str:
    """The section, from the last check's result; nothing before the first."""
    if not RESULT.exists():
        return ""
    found = json.loads(RESULT.read_text("utf-8"))
    text = HEAD.format(version=found["agentdelta"], gates=GATES[found["gates"]])
    text += rows((check, f"{right} of {total}") for check, (right, total) in found["checks"].items())
    text += SWITCHED.format(total=sum(found["switched"].values())) + rows(found["switched"].items())
    text += LOST + rows((what, *counts) for what, counts in found["lost"].items())
    return text + SCENARIOS + rows(map(scenario, found["scenarios"]))


def rows(lines) -> str:
    return "".join(f"| {' | '.join(str(cell) for cell in line)} |\n" for line in lines)


def scenario(found: dict) -> tuple:
    why = [f"{cause}: {', '.join(f'`{case}`' for case in dict.fromkeys(c for c, _ in cases))}" for cause, cases in found["differ"].items()]
    return found["question"], found["runs"], found["alike"], "; ".join(why)
