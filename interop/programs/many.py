"""Runs an agent's program once for each environment on standard input, each in a fork of a process that has imported
what the program imports: importing a framework takes longer than running it.

    python -m programs.many <agent> <<< '[{"name": ..., "log": ..., "environment": {...}}, ...]'
"""

import ast
import importlib
import json
import os
import pathlib
import runpy
import signal
import sys
import traceback

TIMEOUT = 60


def preload(agent: str, instrument: str) -> None:
    """Imports what the program and its instrumentation import, without the program itself."""
    tree = ast.parse((pathlib.Path(__file__).parent / f"{agent}.py").read_text())
    names = [f"{n.module}" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and not n.level]
    names += [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
    names += ["opentelemetry.sdk.trace.export", "opentelemetry.exporter.otlp.proto.http.trace_exporter", instrument.split("-")[0]]
    for name in names:
        try:
            importlib.import_module(name)
        except Exception as error:  # the program will say so itself
            print(f"not imported: {name}: {error}", file=sys.stderr)


def child(agent: str, job: dict) -> None:
    os.environ.update(job["environment"])
    out = os.open(job["log"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(out, 1)
    os.dup2(out, 2)
    signal.alarm(TIMEOUT)
    sys.tracebacklimit = 0  # recorded stack traces would tell where this machine keeps its files
    try:
        runpy.run_module(f"programs.{agent}", run_name="__main__")
    except BaseException:
        sys.tracebacklimit = 50
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def main() -> None:
    agent, jobs = sys.argv[1], json.load(sys.stdin)
    os.environ["HOME"] = jobs[0]["environment"]["HOME"]
    preload(agent, jobs[0]["environment"]["INTEROP_INSTRUMENT"])
    for job in jobs:
        pid = os.fork()
        if not pid:
            child(agent, job)
        os.waitpid(pid, 0)
        print(job["name"], flush=True)


if __name__ == "__main__":
    main()
