"""How much of the captures comes out right: the exporter's own replay, asked for each case's result."""

from __future__ import annotations

import json
import os
import re
import subprocess

from .capture import CASES
from .scenarios import HERE

RESULTS = HERE / "results"


def known(name: str) -> dict | None:
    """The result of a capture's last run: the scenarios that came out right, and those that didn't."""
    path = RESULTS / f"{name}.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else None


def keep(name: str, right: list[str], wrong: list[str]) -> None:
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps({"right": right, "wrong": wrong}, indent=1) + "\n", "utf-8")


def played(faults: dict[str, list[str]], case: str) -> list[str]:
    """The faults of a recording, which is the second of its name where testdata/cases has one that was kept."""
    return faults.get(case + "#01", faults.get(case, ["not played"]))


def play(names: list[str]) -> dict[str, dict[str, list[str]]]:
    """Plays the captures; gives the faults of each scenario of each capture, none where all is right."""
    names = [n for n in names if (CASES / n).exists()]
    if not names:
        return {}
    folders = os.pathsep.join(str(CASES / n) for n in names)
    command = ["go", "test", "./internal/replay", "-run", f"^TestCases$/^({'|'.join(names)})$", "-json", "-count=1"]
    done = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True, env=os.environ | {"AGENTDELTA_CASES": folders, "GOFLAGS": "-buildvcs=false"})
    faults: dict[str, list[str]] = {}
    for line in done.stdout.splitlines():
        event = json.loads(line)
        test = event.get("Test", "").removeprefix("TestCases/")
        if event["Action"] == "output" and re.match(r"\s+(cases_test|\S+)\.go:\d+: ", event["Output"]):
            faults.setdefault(test, []).append(event["Output"].strip())
        elif event["Action"] == "output" and test in faults and not event["Output"].lstrip().startswith("---"):
            faults[test].append(event["Output"].rstrip())
        elif event["Action"] in ("pass", "fail"):
            faults.setdefault(test, []) if event["Action"] == "fail" else faults.update({test: []})
    if len(faults) < 2:
        raise RuntimeError("go test ./internal/replay: " + (done.stderr or done.stdout)[-800:])
    return {name: {s.parent.name: played(faults, f"{name}/{s.parent.name}")
                   for s in sorted((CASES / name).glob("*/expected.json"))} for name in names}
