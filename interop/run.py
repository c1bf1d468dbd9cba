#!/usr/bin/env python3
"""Runs real agents against a scripted model and judges what the exporter makes of them.

    python3 interop/run.py                  all captures
    python3 interop/run.py openai           the captures whose name matches
    python3 interop/run.py openai --scenario single_tool --verbose

What arrives is kept under interop/.work/cases; see README.md for what can be asked for besides.
"""

from __future__ import annotations

import argparse
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
OWN = HERE / ".work" / "venvs" / "harness"


def bootstrap() -> None:
    """Goes on in the harness's own environment, making it first."""
    python, pins = OWN / "bin" / "python", HERE / "requirements" / "harness.txt"
    if pathlib.Path(sys.prefix) == OWN:
        return
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(OWN)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", "--requirement", str(pins)], check=True)
    sys.exit(subprocess.run([str(python), str(HERE / "run.py"), *sys.argv[1:]]).returncode)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("captures", nargs="*", help="regular expressions on the names of captures")
    parser.add_argument("--scenario", help="a regular expression on the names of scenarios")
    parser.add_argument("--port", type=int, default=18080, help="the loopback port of the model and the receiver")
    parser.add_argument("--jobs", type=int, default=2, help="how many captures at a time")
    parser.add_argument("--pin", action="store_true", help="resolve the environments' packages anew first")
    parser.add_argument("--replay", action="store_true", help="run no agent; judge what was recorded before")
    parser.add_argument("--report", action="store_true", help="run and judge nothing; write docs/compatibility.md from results/")
    parser.add_argument("--keep", action="store_true", help="copy the cases that show a new shape of span to testdata/cases")
    parser.add_argument("--consumer", action="store_true", help="run no agent; give what the collector writes of testdata/cases to the agentdelta package")
    parser.add_argument("--verbose", action="store_true", help="show the faults")
    options = parser.parse_args()

    from harness import consumer, keep, matrix, record, report
    if options.report:
        report.write()
        return 0
    if options.consumer:
        wrong = consumer.check(options.port)
        report.write()
        return 1 if wrong else 0
    entries = matrix.captures(options.captures)
    if not options.replay:
        record.all_of(entries, options)
    wrong = report.judge(entries, options.verbose)
    if options.keep:
        keep.all_of(entries)
    report.write()
    return 1 if wrong else 0


if __name__ == "__main__":
    bootstrap()
    sys.exit(main())
