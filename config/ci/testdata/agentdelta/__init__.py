"""A stand-in for the package agentdelta, with as much of its interface as the recipe uses and texts in place of a model:
two steps are alike as far as their letters are."""

import difflib
import json
from types import SimpleNamespace


class AgentTrace:
    def __init__(self, nodes):
        self.nodes = nodes

    @classmethod
    def load(cls, path):
        with open(path, encoding="utf-8") as lines:
            records = [json.loads(line) for line in lines]
        return cls([SimpleNamespace(step=r["step"], node_type=r["node_type"], content=r["content"])
                    for r in records if r["type"] == "node"])


def likeness(a, b):
    return difflib.SequenceMatcher(None, a.content, b.content).ratio() if a.content or b.content else 1.0


def diff_traces(trace_a, trace_b, fork_threshold, match_threshold):
    steps, left = [], list(trace_b.nodes)
    for a in trace_a.nodes:
        b = max(left, key=lambda b: likeness(a, b), default=None)
        if b is None or likeness(a, b) < fork_threshold:
            steps.append(SimpleNamespace(step_a=a, step_b=None, status="removed"))
            continue
        left.remove(b)
        status = "match" if likeness(a, b) >= match_threshold else "changed"
        steps.append(SimpleNamespace(step_a=a, step_b=b, status=status))
    steps += [SimpleNamespace(step_a=None, step_b=b, status="added") for b in left]
    fork = next((s for s in steps if s.status == "changed"), None)
    return SimpleNamespace(steps=steps, fork_point=fork)


def compute_score(result):
    matched = sum(s.status == "match" for s in result.steps)
    overall = 100.0 * matched / len(result.steps) if result.steps else 100.0
    return SimpleNamespace(overall=overall, verdict="PASS" if overall >= 80 else "WARN" if overall >= 60 else "FAIL")
