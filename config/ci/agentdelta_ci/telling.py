"""Prints a report where a person looks, and where GitHub does."""

import json
import os
from pathlib import Path


def tell(report, options):
    """Prints a report, where a person and where GitHub looks."""
    for case in report.cases:
        print(case.line())
        for text in case.problems + ["note: " + note for note in case.notes]:
            print("      " + text)
        for problem in case.problems:
            annotate("%s %s" % (case.name, problem))
    for problem in report.problems:
        print("FAIL  " + problem)
        annotate(problem)
    print(conclusion(report))
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        with open(summary, "a", encoding="utf-8") as page:
            page.write(markdown(report))
    if options.report:
        Path(options.report).write_text(json.dumps(report.as_json(), indent=2) + "\n", encoding="utf-8")


def conclusion(report):
    troubled = sum(bool(case.problems) for case in report.cases)
    if not report.baseline:
        return "%s: %d cases, %d with problems" % ("FAILED" if report.failed() else "recorded", len(report.cases), troubled)
    return "%s: %d pairs, %d cases with problems" % ("FAILED" if report.failed() else "passed", report.pairs, troubled)


def annotate(text):
    """An error as GitHub shows it (docs.github.com, workflow commands)."""
    if os.environ.get("GITHUB_ACTIONS") == "true":
        escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
        print("::error title=agentdelta::" + escaped)


def markdown(report):
    rows = ["| case | score | |", "|---|--:|---|"]
    for case in report.cases:
        score = "" if case.score is None else "%.1f" % case.score
        words = "; ".join(case.problems + ["note: " + note for note in case.notes]) or "ok"
        rows.append("| %s | %s | %s |" % (cell(case.name), score, cell(words)))
    head = "## agentdelta: %s\n\n" % ("failed" if report.failed() else "passed")
    problems = "".join("* %s\n" % cell(p) for p in report.problems)
    return head + problems + ("\n" if problems else "") + "\n".join(rows) + "\n"


def cell(text):
    for plain, safe in (("\\", "\\\\"), ("|", "\\|"), ("<", "&lt;"), ("`", "\\`"), ("\n", " ")):
        text = text.replace(plain, safe)
    return text
