"""Judging what was recorded, and docs/compatibility.md, made from the results."""

from __future__ import annotations

from . import capture, consumer_page, matrix, score, venvs
from .capture import CASES
from .scenarios import HERE

PAGE = HERE.parent / "docs" / "compatibility.md"


def judge(entries: list[dict], verbose: bool) -> int:
    """Plays what was recorded, keeps the results, and gives the number of cases that are wrong."""
    for entry in entries:
        for case in sorted((CASES / entry["name"]).glob("*/events.json")):
            capture.expect(entry, case.parent.name)
    wrong = 0
    for name, cases in score.play([e["name"] for e in entries]).items():
        bad = {scenario: faults for scenario, faults in cases.items() if faults}
        wrong += len(bad)
        score.keep(name, sorted(set(cases) - set(bad)), sorted(bad))
        print(f"{name}: {len(cases) - len(bad)} of {len(cases)} right" + "".join(f"\n  wrong: {s}" for s in bad))
        if verbose:
            for scenario, faults in bad.items():
                print(f"--- {name}/{scenario}", *faults, sep="\n")
    return wrong


HEAD = """\
# Compatibility

<!-- Made by interop/run.py; don't edit. `python3 interop/run.py --report` makes it anew from interop/results,
`python3 interop/run.py` records and judges everything anew first. -->

Agents in Python, Go and Java, each instrumented by a library of today, ran scripted scenarios against a scripted model. What arrived at
the collector was played into the exporter and compared with the true steps, which come from the script and the tools' own log.
*Right* counts the scenarios whose every step came out as it was; what a library doesn't record is no step's fault and is said
beside it. JavaScript is recorded too, in `testdata/cases`; how is said in [interop](../interop/README.md).

| capture | versions | right | not recorded, and what helps |
|---|---|---|---|
"""


def write() -> None:
    """Writes the page from the results of the last run of each capture."""
    results = [(e, found) for e in matrix.CAPTURES if "not_run" not in e and (found := score.known(e["name"]))]
    rows = [row(entry, found) for entry, found in results]
    right = sum(len(found["right"]) for _, found in results)
    total = right + sum(len(found["wrong"]) for _, found in results)
    text = HEAD + "\n".join(rows) + f"\n\n{right} of {total} scenarios in {len(rows)} captures.\n" + not_run() + consumer_page.section()
    PAGE.write_text(text, "utf-8")


def row(entry: dict, found: dict) -> str:
    count = f"{len(found['right'])} of {len(found['right']) + len(found['wrong'])}"
    notes = list(dict.fromkeys(u["note"] for u in entry.get("unrecorded", []) if "note" in u))
    if found["wrong"]:
        notes.append("wrong: " + ", ".join(f"`{w}`" for w in found["wrong"]))
    return f"| `{entry['name']}` | {venvs.versions(entry)} | {count} | {'; '.join(notes)} |"


def not_run() -> str:
    """What couldn't be run, and why."""
    rows = [f"| `{e['name']}` | {venvs.versions(e)} | {e['not_run']} |" for e in matrix.CAPTURES if "not_run" in e]
    return "\n## Not run\n\n| capture | versions | why |\n|---|---|---|\n" + "\n".join(rows) + "\n" if rows else ""
