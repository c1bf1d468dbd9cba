"""Judging what was recorded, and docs/compatibility.md, made from the results."""

from __future__ import annotations

import json

from . import capture, matrix, score, venvs
from .capture import CASES
from .scenarios import HERE

PAGE = HERE.parent / "docs" / "compatibility.md"


def judge(entries: list[dict], verbose: bool) -> int:
    """Plays what was recorded, keeps the results, and gives the number of cases that are wrong."""
    for entry in entries:
        for case in sorted((CASES / entry["name"]).glob("*/events.json")):
            capture.expect(entry, case.parent.name)
    results, wrong = known(), 0
    for name, cases in score.play([e["name"] for e in entries]).items():
        bad = {scenario: faults for scenario, faults in cases.items() if faults}
        wrong += len(bad)
        results[name] = {"right": sorted(set(cases) - set(bad)), "wrong": sorted(bad)}
        print(f"{name}: {len(cases) - len(bad)} of {len(cases)} right" + "".join(f"\n  wrong: {s}" for s in bad))
        if verbose:
            for scenario, faults in bad.items():
                print(f"--- {name}/{scenario}", *faults, sep="\n")
    score.RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n", "utf-8")
    return wrong


def known() -> dict[str, dict]:
    return json.loads(score.RESULTS.read_text("utf-8")) if score.RESULTS.exists() else {}


HEAD = """\
# Compatibility

<!-- Made by interop/run.py; don't edit. `python3 interop/run.py --replay` makes it anew from what was recorded,
`python3 interop/run.py` records everything anew first. -->

Agents in Python, each instrumented by a library of today, ran scripted scenarios against a scripted model. What arrived at
the collector was played into the exporter and compared with the true steps, which come from the script and the tools' own log.
*Right* counts the scenarios whose every step came out as it was; what a library doesn't record is no step's fault and is said
beside it. JavaScript, Java and Go are recorded too, in `testdata/cases`; how is said in [interop](../interop/README.md).

| capture | versions | right | not recorded, and what helps |
|---|---|---|---|
"""


def write() -> None:
    """Writes the page from the results of the last run of each capture."""
    results, rows = known(), []
    for entry in matrix.MATRIX["captures"]:
        found = results.get(entry["name"])
        if found and (found["right"] or found["wrong"]):
            rows.append(row(entry, found))
    right = sum(len(r["right"]) for r in results.values())
    total = right + sum(len(r["wrong"]) for r in results.values())
    text = HEAD + "\n".join(rows) + f"\n\n{right} of {total} scenarios in {len(rows)} captures.\n" + absent()
    PAGE.write_text(text, "utf-8")


def row(entry: dict, found: dict) -> str:
    count = f"{len(found['right'])} of {len(found['right']) + len(found['wrong'])}"
    notes = list(dict.fromkeys(u["note"] for u in entry.get("unrecorded", []) if "note" in u))
    if found["wrong"]:
        notes.append("wrong: " + ", ".join(f"`{w}`" for w in found["wrong"]))
    return f"| `{entry['name']}` | {venvs.versions(entry)} | {count} | {'; '.join(notes)} |"


def absent() -> str:
    """What couldn't be run, and why."""
    rows = [f"| {a['name']} | {a['why']} |" for a in matrix.MATRIX.get("absent", [])]
    return "\n## Not run\n\n| what | why |\n|---|---|\n" + "\n".join(rows) + "\n" if rows else ""
