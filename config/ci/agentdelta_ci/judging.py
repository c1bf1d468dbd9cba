"""What agentdelta says of a pair of files, and what it doesn't say."""

from recordings import Broken, short


class Verdict:
    """What agentdelta says of a pair: a score, and the first step that differs, if one does."""

    def __init__(self, score, passed, forked, difference):
        self.score, self.passed, self.forked, self.difference = score, passed, forked, difference


class Judge:
    """agentdelta, with its model loaded once."""

    def __init__(self, options):
        self.options = options
        try:
            import agentdelta
        except ImportError as error:
            raise Broken("the package agentdelta is missing (pip install agentdelta): %s" % error) from error
        self.agentdelta = agentdelta

    def compare(self, baseline, candidate):
        load = self.agentdelta.AgentTrace.load
        try:
            result = self.agentdelta.diff_traces(
                load(baseline), load(candidate),
                fork_threshold=self.options.fork_threshold, match_threshold=self.options.match_threshold)
        except Exception as error:  # such as a model that can't be fetched: nothing is known then
            raise Broken("agentdelta can't compare %s and %s: %s" % (baseline, candidate, error)) from error
        score = self.agentdelta.compute_score(result)
        passed = score.verdict == "PASS" and score.overall >= self.options.minimum_score
        first = first_difference(result.steps)
        return Verdict(score.overall, passed, result.fork_point is not None or first is not None, first)


def first_difference(steps):
    """The first step that isn't the same in both runs. A step that differs too much to be the same step is one that is
    gone and one that is new: agentdelta calls that no fork."""
    differing = [(s.step_a, s.step_b) for s in steps if s.status != "match"]
    if not differing:
        return None
    before, after = min(differing, key=number)
    if after is None:
        after = next((b for a, b in differing if a is None and b.step == before.step), None)
    elif before is None:
        before = next((a for a, b in differing if b is None and a.step == after.step), None)
    return "step %d: %s" % (number((before, after)), change(told(before), told(after)))


def number(pair):
    before, after = pair
    return (after if before is None else before).step


def told(step):
    if step is None:
        return None
    kind = getattr(step.node_type, "value", step.node_type)
    return "%s %s" % (kind, short(step.content))


def change(before, after):
    if before is None:
        return "new: " + after
    if after is None:
        return "gone: " + before
    return "%s -> %s" % (before, after)


MOST_NOTES = 5


def notes(baseline, candidate):
    """What may be well and may not: other arguments of the same tools, and tools that fail now. A model of language may
    find either alike."""
    found = []
    for (before, a), (after, b) in zip(baseline.tools(), candidate.tools()):
        if before == after and a["content"] != b["content"]:
            found.append("other arguments at step %d: %s" % (b["step"], change(short(a["content"]), short(b["content"]))))
    failed = candidate.failed()
    if len(failed) > len(baseline.failed()):
        found += ["%s failed at step %d" % (n["metadata"].get("tool", "a tool"), n["step"]) for n in failed]
    if len(found) > MOST_NOTES:
        found[MOST_NOTES:] = ["%d more like these" % (len(found) - MOST_NOTES)]
    return found


def tool_change(baseline, candidate):
    """The first tool that differs, by name: a model of language may find two tools alike."""
    before, after = baseline.tools(), candidate.tools()
    for at in range(max(len(before), len(after))):
        a = before[at] if at < len(before) else (None, None)
        b = after[at] if at < len(after) else (None, None)
        if a[0] != b[0]:
            step = (b[1] or a[1])["step"]
            return "tool at step %d: %s" % (step, change(a[0], b[0]))
    return None
