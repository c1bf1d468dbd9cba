"""What is made of runs that lost something."""

from __future__ import annotations

import functools
from typing import NamedTuple

from agentdelta import diff_traces

from . import ci, diffs
from .run import Run


class Loss(NamedTuple):
    what: str
    verdict: diffs.Verdict
    problems: list[str]  # of config/ci

    @property
    def unseen(self) -> bool:
        return self.verdict.clean or self.verdict.score == 100 or not self.problems


@functools.cache
def of(run: Run) -> list[Loss]:
    return [Loss(what, diffs.verdict(diff_traces(run.trace, other)), ci.problems_of(run, other)) for what, other in diffs.losses(run)]


def faults(run: Run) -> list[str]:
    return [f"{loss.what}: {loss.verdict}, {loss.problems}" for loss in of(run) if loss.unseen]


def counted(runs: list[Run]) -> dict[str, list[int]]:
    """How often each was lost, how often the score alone passes, and how often config/ci lets it pass."""
    found: dict[str, list[int]] = {}
    for loss in (loss for run in runs for loss in of(run)):
        count = found.setdefault(loss.what, [0, 0, 0])
        for i, true in enumerate((True, loss.verdict.passes, not loss.problems)):
            count[i] += true
    return found
