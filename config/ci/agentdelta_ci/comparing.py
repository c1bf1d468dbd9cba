"""Compares the files of two runs, by their names."""

from pathlib import Path

from judging import Judge, notes, tool_change
from recordings import Broken, Trace, files, is_trace_id, short


class Case:
    """One file of either run, and what is wrong with it."""

    def __init__(self, name):
        self.name, self.score, self.problems, self.notes = name, None, [], []

    def line(self):
        word = "FAIL" if self.problems else "ok"
        score = "" if self.score is None else "  score %.1f" % self.score
        return "%-4s  %s%s" % (word, self.name, score)


class Report:
    """All that was found."""

    def __init__(self, baseline, candidate):
        self.baseline, self.candidate = str(baseline), str(candidate)
        self.cases, self.problems, self.pairs = [], [], 0

    def failed(self):
        return bool(self.problems) or any(case.problems for case in self.cases)

    def as_json(self):
        return {
            "baseline": self.baseline, "candidate": self.candidate, "failed": self.failed(), "pairs": self.pairs,
            "problems": self.problems,
            "cases": [{"case": c.name, "score": c.score, "problems": c.problems, "notes": c.notes} for c in self.cases],
        }


def compare(baseline, candidate, options, judge=None):
    """Compares two folders of files; judge is made when there is a pair to judge."""
    report = Report(baseline, candidate)
    must_stand(baseline, "baseline")
    must_stand(candidate, "candidate")
    old, new = files(baseline), files(candidate)
    for name in sorted(set(old) | set(new)):
        case = Case(name)
        report.cases.append(case)
        if name in old and name in new:
            report.pairs += 1
            judge = judge or Judge(options)
            compare_pair(case, old[name], new[name], judge)
        else:
            partnerless(case, name in old, options)
            inspect(case, Trace(old.get(name) or new[name]), "baseline" if name in old else "candidate")
    if report.pairs == 0:
        report.problems.append(no_pairs(old, new, baseline, candidate))
    return report


def must_stand(folder, what):
    if not Path(folder).is_dir():
        raise Broken("the %s %s is no folder; a run without --baseline records one" % (what, folder))


def no_pairs(old, new, baseline, candidate):
    if not new:
        return "no pairs: the candidate %s has no files; did the agent's spans reach the collector?" % candidate
    if not old:
        return "no pairs: the baseline %s has no files; record one first" % baseline
    return "no pairs: no case of the candidate has the name of one of the baseline"


def partnerless(case, in_baseline, options):
    problem = "is in the baseline alone: it didn't run, or was written under another name" if in_baseline else \
        "is in the candidate alone: a new case needs a baseline"
    if is_trace_id(case.name):
        problem = "is named by its trace id and pairs with nothing: set test.case.name, as OTEL_RESOURCE_ATTRIBUTES does"
    elif not in_baseline and options.allow_new:
        case.notes.append(problem)
        return
    case.problems.append(problem)


def compare_pair(case, old_path, new_path, judge):
    old, new = Trace(old_path), Trace(new_path)
    inspect(case, old, "baseline")
    inspect(case, new, "candidate")
    tools = tool_change(old, new)
    if tools:
        case.problems.append(tools)
    case.notes += notes(old, new)
    verdict = judge.compare(old_path, new_path)
    case.score = verdict.score
    if verdict.forked:
        case.problems.append("forks at " + (verdict.difference or "a step"))
    if not verdict.passed:
        case.problems.append("scores %.1f, below the minimum" % verdict.score)


def inspect(case, trace, which):
    """What a single file says about itself."""
    if not trace.nodes:
        case.problems.append("has no steps in the %s" % which)
    missing = trace.textless()
    if missing:
        case.problems.append("has %d steps without texts in the %s, from step %d on (%s): what runs without texts do can't "
                             "be compared" % (len(missing), which, missing[0]["step"], short(missing[0]["content"])))
    for state in ("redacted", "truncated"):
        count = trace.texts(state)
        if count:
            case.notes.append("has %d steps with %s texts in the %s" % (count, state, which))
    if trace.meta.get("complete") is False:
        case.notes.append("is incomplete in the %s: its root span didn't come" % which)
