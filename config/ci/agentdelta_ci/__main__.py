#!/usr/bin/env python3
"""Runs an agent's tests and compares what the agent did with a baseline, for continuous integration.

    python3 config/ci/agentdelta_ci run --collector build/otelcol-agentdelta --baseline traces/baseline -- pytest tests
    python3 config/ci/agentdelta_ci compare traces/baseline traces/candidate

`run` starts a collector with the agentdelta exporter, runs the command with OpenTelemetry pointed at it, stops the
collector, which writes every trace, and compares. Without --baseline it only records.

A comparison fails when a pair of files forks or scores below the minimum, when a case has no partner, when there are no
pairs at all, when texts were not recorded, and when tools differ: agentdelta by itself passes the last four.

Exit codes: 0 all is well, 1 something differs or is missing, 2 it could not be found out.

Needs Python 3.8 or later, and the package agentdelta for comparing.
"""

import argparse
import re
import sys
from pathlib import Path

from comparing import Case, Report, compare, inspect, must_stand, no_pairs
from judging import Judge
from recordings import Broken, Trace, files, is_trace_id
from running import record
from telling import tell

WELL, FAILED, BROKEN = 0, 1, 2

CONFIG = Path(__file__).resolve().parent.parent.parent / "collector" / "ci.yaml"


def run(options):
    judge = None
    if options.baseline:  # what would fail after the tests had better fail before them
        must_stand(options.baseline, "baseline")
        judge = Judge(options)
    before = files(options.directory)
    folder, code = record(options)
    unnamed = [name for name in files(options.directory) if "/" not in name and name not in before]
    found = files(folder) if folder.exists() else {}
    print("%d files in %s; the command ended with code %d" % (len(found), folder, code))
    problems = []
    if code != 0:
        problems.append("the command ended with code %d" % code)
    if unnamed:
        problems.append("%d files in %s belong to no run: does the agent's SDK read OTEL_RESOURCE_ATTRIBUTES?"
                        % (len(unnamed), options.directory))
    if not options.baseline:
        report = alone(folder, found)
    elif not folder.exists():
        report = Report(options.baseline, folder)
        report.problems.append(no_pairs({}, {}, options.baseline, folder))
    else:
        report = compare(options.baseline, folder, options, judge)
    report.problems += problems
    return report


def alone(folder, found):
    """A report of a run that is compared with none: its files must be there, and hold texts."""
    report = Report("", folder)
    for name, path in found.items():
        case = Case(name)
        inspect(case, Trace(path), "run")
        if is_trace_id(name):
            case.problems.append("is named by its trace id and will pair with nothing: set test.case.name")
        report.cases.append(case)
    if not found:
        report.problems.append("%s has no files; did the agent's spans reach the collector?" % folder)
    return report


def parse(arguments):
    parser = argparse.ArgumentParser(prog="agentdelta_ci", description=__doc__.split("\n\n")[0],
                                     formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    running = verbs.add_parser("run", help="run the agent's tests and compare", formatter_class=parser.formatter_class)
    running.add_argument("--collector", required=True, help="the collector's binary")
    running.add_argument("--config", type=Path, default=CONFIG, help="the collector's configuration")
    running.add_argument("--endpoint", default="http://127.0.0.1:4318", help="its OTLP/HTTP receiver")
    running.add_argument("--directory", type=Path, default=Path("agentdelta-traces"), help="where runs go, each in a folder")
    running.add_argument("--run", default="candidate", help="the name of this run, and of its folder")
    running.add_argument("--baseline", type=Path, help="the folder of the run to compare with; none only records")
    running.add_argument("--start-timeout", type=float, default=60, help="seconds that the collector may take to start")
    running.add_argument("--stop-timeout", type=float, default=120, help="seconds that it may take to write everything")
    running.add_argument("command", nargs="+", help="what runs the agent's tests, after --")
    comparing = verbs.add_parser("compare", help="compare two folders", formatter_class=parser.formatter_class)
    comparing.add_argument("baseline", type=Path)
    comparing.add_argument("candidate", type=Path)
    for verb in (running, comparing):
        verb.add_argument("--minimum-score", type=float, default=80, help="the least score of a pair that passes")
        verb.add_argument("--fork-threshold", type=float, default=0.70, help="agentdelta's: below it steps aren't the same")
        verb.add_argument("--match-threshold", type=float, default=0.85, help="agentdelta's: below it a step forks")
        verb.add_argument("--allow-new", action="store_true", help="let cases pass that have no baseline yet")
        verb.add_argument("--report", help="a file for the result as JSON")
    options = parser.parse_args(arguments)
    if options.verb == "run" and not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", options.run):
        parser.error("--run %r: must be letters, digits and . _ -, for it names a folder" % options.run)
    return options


def main(arguments=None):
    options = parse(arguments)
    try:
        report = run(options) if options.verb == "run" else compare(options.baseline, options.candidate, options)
    except Broken as error:
        print("agentdelta_ci: %s" % error, file=sys.stderr)
        return BROKEN
    tell(report, options)
    return FAILED if report.failed() else WELL


if __name__ == "__main__":
    sys.exit(main())
