"""A trace of a case: what is true of it, the files that came of it, and the steps that agentdelta loads from them."""

from __future__ import annotations

import functools
import pathlib

from agentdelta import AgentTrace, NodeType


class Run:
    def __init__(self, plan: dict) -> None:
        self.case: str = plan["case"]
        self.library: str = plan["library"]
        self.scripted: bool = plan["scripted"]  # a capture of a framework that played a script
        self.steps: list[dict] | None = plan["steps"]  # the true ones, as the case says them; None where it says only how many files
        self.golden = pathlib.Path(plan["golden"])
        self.written = pathlib.Path(plan["written"])
        self.again = pathlib.Path(plan["again"])
        self.switched: list[dict] = plan["switched"]

    @property
    def name(self) -> str:
        return f"{self.case} {self.golden.stem[:8]}"

    @functools.cached_property
    def trace(self) -> AgentTrace:
        return load(self.written)

    def tools(self) -> list[int]:
        """The steps that are calls."""
        return [n.step for n in self.trace.nodes if n.node_type is NodeType.TOOL_CALL]

    def texts(self) -> set[str]:
        """Every text that a diff of this run asks an embedding for."""
        files = [self.again, *(s["file"] for s in self.switched)]
        return {n.content for t in [self.trace, *map(load, files)] for n in t.nodes}


@functools.cache
def load(path: pathlib.Path | str) -> AgentTrace:
    return AgentTrace.load(path)


def contents(trace: AgentTrace) -> list[tuple[str, str]]:
    """What agentdelta compares of a run."""
    return [(n.node_type.value, n.content) for n in trace.nodes]
