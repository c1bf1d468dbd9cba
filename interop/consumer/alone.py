"""What must hold of each file by itself: bytes, pairs of calls and returns, failures where the script has them."""

from __future__ import annotations

import hashlib
import pathlib
import tempfile
from typing import NamedTuple

import agentdelta
from agentdelta import AgentTrace, NodeType, TraceNode

from .run import Run


class Hygiene(NamedTuple):
    """What a run's tools came to: calls without a return, and steps that failed."""

    orphans: set[str]
    failed: set[int]


def documented(node: TraceNode) -> str:
    """The id as agentdelta's documentation gives it. Under Python 3.11 and newer the package hashes another text."""
    return hashlib.sha256(f"{node.node_type.value}:{node.content}".encode()).hexdigest()[:16]


def saved_again(path: pathlib.Path) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        copied = pathlib.Path(folder) / path.name
        AgentTrace.load(path).save(copied)
        return copied.read_bytes()


def bytes_stay(run: Run) -> list[str]:
    """Loaded and saved again, both the file that lies beside the case and the one that the collector wrote are the same."""
    return [f"{path.name}: saved again, its bytes differ" for path in (run.golden, run.written, run.again)
            if saved_again(path) != path.read_bytes()]


def collector_writes_the_same(run: Run) -> list[str]:
    """The built collector's files hold the records of the case's golden file, but for the first, which names the run."""
    golden = run.golden.read_bytes().splitlines()[1:]
    return [f"{path.name}: other records than {run.golden.name}" for path in (run.written, run.again)
            if path.read_bytes().splitlines()[1:] != golden]


def calls_pair(run: Run) -> list[str]:
    """Every return has its call before it, with the same call_id and tool, and no call two returns."""
    faults, calls = [], {}
    for node in run.trace.nodes:
        key = node.metadata.get("call_id")
        if node.node_type is NodeType.TOOL_CALL:
            faults += [f"step {node.step}: call_id {key!r} is no new one"] if key in calls or not key else []
            calls[key] = node
        elif node.node_type is NodeType.TOOL_RETURN:
            call = calls.pop(key, None)
            if call is None or call.metadata.get("tool") != node.metadata.get("tool"):
                faults.append(f"step {node.step}: a return without its call")
    lost = len(hygiene(run.trace).orphans)
    if run.steps is not None and lost != missing(run.steps):
        faults.append(f"{lost} calls without a return, true are {missing(run.steps)}")
    return faults


def missing(steps: list[dict]) -> int:
    """How many calls of the true steps have no return."""
    kinds = [s["node_type"] for s in steps]
    return kinds.count("tool_call") - kinds.count("tool_return")


def failures_are_true(run: Run) -> list[str]:
    """The steps that failed in the script failed in the file, and no others.

    Where a library doesn't mark a tool's failure, the package may still take it from the text. Where nothing but the kind
    of a step is known to be recorded, both are right.
    """
    if run.steps is None:
        return []
    true = {i for i, s in enumerate(run.steps, 1) if s.get("metadata", {}).get("status") == "error"}
    found = hygiene(run.trace).failed
    unknown = {i for i, s in enumerate(run.steps, 1) if s.keys() == {"node_type"}}
    told = {n.step for n in run.trace.nodes if n.node_type is NodeType.TOOL_RETURN and n.content.startswith("Error: ")}
    return [f"step {s}: failed, and isn't so in the file" for s in sorted(true - found)] + [
        f"step {s}: failed in the file, and didn't" for s in sorted(found - true - told - unknown)]


def by_the_package(trace: AgentTrace) -> Hygiene:
    """As agentdelta's gates see it, from the release that has them."""
    tools, life = agentdelta.analyze_tool_calls(trace), agentdelta.analyze_error_lifecycle(trace)
    returns = {n.metadata.get("call_id"): n.step for n in trace.nodes if n.node_type is NodeType.TOOL_RETURN}
    return Hygiene(set(tools.orphan_call_ids), {returns[i] for i in tools.failed_result_ids} | set(life.error_steps))


def by_metadata(trace: AgentTrace) -> Hygiene:
    """As those gates would see it: by the same keys."""
    returned = {n.metadata.get("call_id") for n in trace.nodes if n.node_type is NodeType.TOOL_RETURN}
    called = {n.metadata.get("call_id") for n in trace.nodes if n.node_type is NodeType.TOOL_CALL}
    failed = {n.step for n in trace.nodes if n.metadata.get("status") == "error" or n.metadata.get("error")}
    return Hygiene(called - returned, failed)


HAS_GATES = hasattr(agentdelta, "gate_tool_calls")
hygiene = by_the_package if HAS_GATES else by_metadata
