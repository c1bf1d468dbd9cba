"""python -m consumer <runs.json> <result.json>: all checks of all runs."""

from __future__ import annotations

import json
import pathlib
import sys
from collections import Counter

import agentdelta

from . import across, alone, ci, diffs, losses, model
from .run import Run

CHECKS = {
    "the built collector writes the golden file's records, in any order and with any ids": alone.collector_writes_the_same,
    "loaded and saved again, the bytes stay": alone.bytes_stay,
    "calls and returns pair": alone.calls_pair,
    "failures are where the script has them, and nowhere else": alone.failures_are_true,
    "a run recorded twice: no fork, score 100": diffs.recorded_twice,
    "a run with another tool: its file differs at the calls of that tool, and nowhere else": diffs.switch_is_written,
    "a run with another tool: the diff isn't clean, unless the package takes the calls' texts for alike": diffs.switch_is_seen,
    "in config/ci, a run recorded twice passes": ci.recorded_twice,
    "in config/ci, a run with another tool doesn't: both names are said, with the step": ci.switch_is_named,
    "a run that lost a tool or a text, or all of them: the diff isn't clean, the score not full; config/ci doesn't let it pass": losses.faults,
}


def main(plan: str, result: str) -> int:
    agentdelta.TraceNode.id = property(alone.documented)
    runs = [Run(r) for r in json.loads(pathlib.Path(plan).read_text("utf-8"))]
    model.use().learn(set().union(*(r.texts() for r in runs)))
    checks, wrong = {}, set()
    for name, check in CHECKS.items():
        faults = {r.name: found for r in runs if (found := check(r))}
        wrong |= faults.keys()
        checks[name] = [len(runs) - len(faults), len(runs)]
        print(f"{len(runs) - len(faults)} of {len(runs)}: {name}", flush=True)
        for run, found in faults.items():
            print(*(f"  {run}: {fault}" for fault in found), sep="\n")
    seen = Counter(diffs.said_of_switch(r, other) for r in runs for other in r.switched)
    groups = across.groups(runs)
    for group in groups:
        wrong |= set(group["unexplained"])
        for fault in group.pop("unexplained"):
            print(f"  {fault}")
    found = {"agentdelta": agentdelta.__version__, "gates": alone.HAS_GATES, "checks": checks, "switched": dict(sorted(seen.items())),
             "lost": losses.counted(runs),
             "scenarios": groups}
    pathlib.Path(result).write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(f"agentdelta {agentdelta.__version__}: {len(runs) - len(wrong)} of {len(runs)} runs as they must be")
    return min(len(wrong), 100)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
