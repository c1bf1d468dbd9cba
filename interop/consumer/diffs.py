"""What agentdelta's diff must say: nothing of a run recorded twice, and something where a run went another way."""

from __future__ import annotations

import copy
from typing import NamedTuple

from agentdelta import AgentTrace, DiffResult, NodeType, compute_score, diff_traces

from .run import Run, contents, load


class Verdict(NamedTuple):
    score: float
    passes: bool  # at the package's own threshold
    clean: bool   # no fork, no step changed, gone or new


def verdict(diff: DiffResult) -> Verdict:
    score = compute_score(diff)
    clean = diff.fork_point is None and all(s.status == "match" for s in diff.steps)
    return Verdict(score.overall, score.verdict == "PASS", clean)


def recorded_twice(run: Run) -> list[str]:
    """The same run with other ids and times, its requests in another order and some of them twice: no fork, score 100."""
    found = verdict(diff_traces(run.trace, load(run.again)))
    return [] if found.clean and found.score == 100 else [f"recorded twice: {found}"]


# What the diff may say of a tool in the place of another.
FORK = "a fork that names both"
GONE_AND_NEW = "one step gone, one new"
PAIRED = "the call is paired with another text"  # alignment is by similarity alone, whatever the kinds of steps
MATCH = "a match: the texts are too alike"


def said_of_switch(run: Run, other: dict) -> str:
    """What the package makes of a run that called another tool."""
    diff = diff_traces(run.trace, load(other["file"]))
    where = step_of(run, other)
    fork = diff.fork_point
    if fork and fork.step_a == where and fork.description == f"Tool selection changed: '{other['from']}' → '{other['to']}'":
        return FORK
    mine = next(s for s in diff.steps if s.step_a and s.step_a.step == where)
    if mine.step_b and mine.step_b.step == where:
        return MATCH
    return PAIRED if mine.step_b else GONE_AND_NEW


def step_of(run: Run, other: dict) -> int:
    """The first call of the tool that is switched."""
    return next(n.step for n in run.trace.nodes if n.metadata.get("tool") == other["from"])


def switch_is_written(run: Run) -> list[str]:
    """A run with another tool has a file that differs at the calls of that tool, and nowhere else."""
    faults = []
    for other in run.switched:
        calls = {n.step for n in run.trace.nodes if n.node_type is NodeType.TOOL_CALL and n.metadata.get("tool") == other["from"]}
        mine, theirs = contents(run.trace), contents(load(other["file"]))
        changed = {i for i, pair in enumerate(zip(mine, theirs, strict=False), 1) if pair[0] != pair[1]}
        if len(mine) != len(theirs) or changed != calls:
            faults.append(f"{other['to']} for {other['from']}: differs at {sorted(changed)}, not at {sorted(calls)}")
    return faults


def switch_is_seen(run: Run) -> list[str]:
    """The package sees it: a fork at that step that names both tools, or that call gone and the other new, or at least
    no clean diff. What it takes for a match, it would take for one in any file."""
    faults = []
    for other in run.switched:
        diff = diff_traces(run.trace, load(other["file"]))
        names = [s.step_b.content for s in diff.steps if s.step_b and s.status != "match"]
        new = any(text.startswith(f"{other['to']}(") for text in names)
        if said_of_switch(run, other) != MATCH and (verdict(diff).clean or not new):
            faults.append(f"{other['to']} for {other['from']}: isn't seen")
    return faults


def without_a_tool(run: Run):
    """Yields each call with its return gone: what is lost, and the run without it."""
    for call in run.tools():
        other = copy.copy(run.trace)
        lost = run.trace.nodes[call - 1].metadata.get("call_id")
        other.nodes = [n for n in run.trace.nodes if n.metadata.get("call_id") != lost]
        yield "a call with its return", other


def without_a_text(run: Run):
    """Yields the text of each step gone, as the exporter writes it when a library records no content."""
    for node in run.trace.nodes:
        empty = "[not recorded: chat]" if node.node_type is NodeType.LLM else ""
        if node.content and not node.content.startswith("[not recorded") and node.node_type is not NodeType.TOOL_CALL:
            yield "a step's text", with_text(run.trace, node.step, empty)


def without_everything(run: Run):
    """Yields the run without its tools, and the run with the tools' names alone, as the exporter writes it without content."""
    if run.tools():
        other = copy.copy(run.trace)
        other.nodes = [n for n in run.trace.nodes if n.node_type not in (NodeType.TOOL_CALL, NodeType.TOOL_RETURN)]
        yield "all calls with their returns", other
    other = copy.copy(run.trace)
    other.nodes = [copy.copy(n) for n in run.trace.nodes]
    for node in (n for n in other.nodes if not n.content.startswith("[not recorded")):
        node.content = NAMES.get(node.node_type, "").format(node.metadata.get("tool"))
    if contents(other) != contents(run.trace):
        yield "all texts", other


NAMES = {NodeType.LLM: "[not recorded: chat]", NodeType.TOOL_CALL: "{}()"}


def losses(run: Run):
    yield from without_a_tool(run)
    yield from without_a_text(run)
    yield from without_everything(run)


def with_text(trace: AgentTrace, step: int, text: str) -> AgentTrace:
    other = copy.copy(trace)
    other.nodes = [copy.copy(n) for n in trace.nodes]
    other.nodes[step - 1].content = text
    return other
