"""What config/ci, the gate that the exporter comes with, makes of two runs."""

from __future__ import annotations

import pathlib
import sys
import tempfile
from types import SimpleNamespace

from agentdelta import AgentTrace

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "config" / "ci" / "agentdelta_ci"))

from comparing import Case, compare_pair  # noqa: E402
from judging import Judge  # noqa: E402

from .run import Run  # noqa: E402

JUDGE = Judge(SimpleNamespace(fork_threshold=0.70, match_threshold=0.85, minimum_score=80.0))


def problems(baseline: pathlib.Path, candidate: pathlib.Path) -> list[str]:
    """Why the pair doesn't pass."""
    case = Case(candidate.stem)
    compare_pair(case, baseline, candidate, JUDGE)
    return case.problems


def problems_of(run: Run, other: AgentTrace) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / run.written.name
        other.save(path)
        return problems(run.written, path)


def recorded_twice(run: Run) -> list[str]:
    """The same run passes. One whose texts were not recorded says so, for both files, and nothing else."""
    return [p for p in problems(run.written, run.again) if "steps without texts" not in p]


def switch_is_named(run: Run) -> list[str]:
    """A run with another tool doesn't pass, however near the names, and both are named with the step."""
    faults = []
    for other in run.switched:
        step = next(n.step for n in run.trace.nodes if n.metadata.get("tool") == other["from"])
        if f"tool at step {step}: {other['from']} -> {other['to']}" not in problems(run.written, pathlib.Path(other["file"])):
            faults.append(f"{other['to']} for {other['from']}: isn't named at step {step}")
    return faults
