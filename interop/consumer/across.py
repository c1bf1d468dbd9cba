"""One scenario by several frameworks: their files differ only where the frameworks really do.

Runs of captures that were asked the same are compared with the file that most of them have. What differs is explained by the true
steps of both: other steps or texts, a text that a library doesn't record, a result that may be written in several forms
(as the tool gave it, or as the model was told it), an error in the framework's own words. What nothing explains is a fault.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict

from agentdelta import diff_traces

from .diffs import verdict
from .run import Run, contents

FEWEST = 4  # runs of a scenario, from which on they are compared

OTHER_STEPS = "other steps"
OTHER_TEXT = "another text, call or result"
UNRECORDED = "a text that one of them doesn't record"
WORDS = "an error in other words"
FORM = "a result in another form"
UNEXPLAINED = "unexplained"


def groups(runs: list[Run]) -> list[dict]:
    asked = defaultdict(list)
    for run in runs:
        if run.scripted and run.steps and run.steps[0].get("content"):
            asked[run.steps[0]["content"]].append(run)
    found = [group(question, same) for question, same in asked.items() if len(same) >= FEWEST and len({r.library for r in same}) > 1]
    return sorted(found, key=lambda g: (-g["runs"], g["question"]))


def group(question: str, runs: list[Run]) -> dict:
    common = Counter(str(contents(r.trace)) for r in runs).most_common(1)[0][0]
    like = next(r for r in runs if str(contents(r.trace)) == common)
    causes, faults = defaultdict(list), []
    for run in runs:
        found, cause = verdict(diff_traces(like.trace, run.trace)), why(like, run)
        if cause == UNEXPLAINED:
            faults.append(f"{run.name}: differs from {like.name}, and should not: {found}")
        if cause:
            causes[cause].append([run.case, found.score])
    return {"question": question, "runs": len(runs), "libraries": len({r.library for r in runs}), "like": like.case,
            "alike": len(runs) - sum(map(len, causes.values())), "differ": dict(sorted(causes.items())), "unexplained": faults}


def why(one: Run, other: Run) -> str | None:
    """What makes two runs differ; None where their contents are equal."""
    mine, theirs = contents(one.trace), contents(other.trace)
    if mine == theirs:
        return None
    if [kind for kind, _ in mine] != [kind for kind, _ in theirs]:
        return OTHER_STEPS if kinds(one) != kinds(other) or optional(one, other) else UNEXPLAINED
    causes = {cause(one.steps[i], other.steps[i], a[1], b[1]) for i, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b}
    return next(c for c in (UNEXPLAINED, OTHER_TEXT, UNRECORDED, WORDS, FORM) if c in causes)


def kinds(run: Run) -> list[str]:
    return [step["node_type"] for step in run.steps]


def optional(one: Run, other: Run) -> bool:
    return any(step.get("optional") for step in (*one.steps, *other.steps))


def cause(one: dict, other: dict, content: str, another: str) -> str:
    """Why the contents of two steps differ."""
    mine, theirs = texts(one), texts(other)
    if same_json(content, another):
        return FORM
    if not mine or not theirs:
        return UNRECORDED
    if "contains" in one or "contains" in other:
        return WORDS
    if not mine & theirs:
        return OTHER_TEXT
    return FORM if len(mine | theirs) > 1 else UNEXPLAINED


def same_json(one: str, other: str) -> bool:
    """Whether two texts are one object or list, written with other blanks."""
    try:
        return one[:1] in ("{", "[") and json.loads(one) == json.loads(other)
    except ValueError:
        return False


def texts(step: dict) -> set[str]:
    """The contents that a true step may have; none where any will do, for the library doesn't record it."""
    if "call" in step:
        return {f"{step['call']['name']}{sorted(step['call'].get('arguments', {}).items())}"}
    if "content" in step:
        return {step["content"]}
    return set(step.get("any") or step.get("contains", ()))
