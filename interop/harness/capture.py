"""The runs of a capture: an agent's program as a child process, what it sent, and its cases."""

from __future__ import annotations

import json
import os
import re
import subprocess

from programs import switches

from . import matrix, otlp, scenarios, truth, venvs
from .scenarios import HERE

WORK = HERE / ".work"
CASES = WORK / "cases"

# Nothing of the machine's environment reaches an agent: captures must not hold names, keys or paths.
KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "LANGSMITH_API_KEY")


def environment(entry: dict, name: str, server) -> dict[str, str]:
    model = server.address("r", entry["name"], name)
    sink = server.address("o", entry["name"], name)
    home = WORK / "home"
    home.mkdir(parents=True, exist_ok=True)
    return {
        "PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8", "TZ": "UTC", "PYTHONWARNINGS": "ignore",
        "PYTHONPATH": str(HERE),
        "INTEROP_SCENARIO": name, "INTEROP_INSTRUMENT": entry["instrument"], "INTEROP_MODEL": model,
        "INTEROP_EVENTS": server.address("t", entry["name"], name), "INTEROP_OTLP": sink,
        "OPENAI_BASE_URL": model + "/v1", "ANTHROPIC_BASE_URL": model, "GOOGLE_GEMINI_BASE_URL": model,
        "OTEL_EXPORTER_OTLP_ENDPOINT": sink, "OTEL_METRICS_EXPORTER": "none", "OTEL_SERVICE_NAME": "interop",
        "OTEL_RESOURCE_ATTRIBUTES": "service.version=1.0.0", "OTEL_EXPERIMENTAL_RESOURCE_DETECTORS": "otel",
        **dict.fromkeys(KEYS, "none"), **switches.of(entry["instrument"], name), **entry.get("environment", {}),
    }


def record(entry: dict, names: list[str], server):
    """Runs scenarios one after the other, in one process that forks for each of those whose switches are the same;
    yields what came of each."""
    alike: dict[str, list[str]] = {}
    for name in names:
        alike.setdefault(str(switches.of(entry["instrument"], name)), []).append(name)
    for group in alike.values():
        yield from record_alike(entry, group, server)


def record_alike(entry: dict, names: list[str], server):
    logs = WORK / "logs" / entry["name"]
    logs.mkdir(parents=True, exist_ok=True)
    for name in names:
        server.runs.pop((entry["name"], name), None)
    jobs = [{"name": n, "log": str(logs / f"{n}.log"), "environment": environment(entry, n, server)} for n in names]
    for name in played(entry, jobs, logs):
        yield f"{entry['name']}/{name}: {outcome(entry, name, server)}"


def played(entry: dict, jobs: list[dict], logs):
    """Yields the name of each job when it has run."""
    if matrix.native(entry["venv"]):
        from . import native

        for job in jobs:
            native.run(entry["venv"], job)
            yield job["name"]
        return
    command = [str(venvs.python(entry["venv"])), "-m", "programs.many", entry["agent"]]
    with open(logs / "many.log", "a", encoding="utf-8") as errors:
        child = subprocess.Popen(command, cwd=HERE, env=jobs[0]["environment"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                 stderr=errors, text=True)
        child.stdin.write(json.dumps(jobs))
        child.stdin.close()
        for line in child.stdout:
            yield line.strip()
        child.wait()


def outcome(entry: dict, name: str, server) -> str:
    run = server.run(entry["name"], name)
    if not any(e["event"] in ("run_end", "run_error", "run_paused") for e in run.events):
        output = (WORK / "logs" / entry["name"] / f"{name}.log").read_text("utf-8", "replace")
        return "did not run: " + (output.strip().splitlines() or ["no output"])[-1][:200]
    return write(entry, name, run)


def write(entry: dict, name: str, run) -> str:
    if not otlp.trace_ids(run.requests["traces"]):
        return "recorded nothing"
    folder = CASES / entry["name"] / name
    folder.mkdir(parents=True, exist_ok=True)
    for signal in ("traces", "logs"):
        path = folder / f"{signal}.jsonl"
        path.unlink(missing_ok=True)
        if run.requests[signal]:
            path.write_text("".join(line + "\n" for line in run.requests[signal]), "utf-8")
    (folder / "events.json").write_text(json.dumps(run.events, ensure_ascii=False, indent=1), "utf-8")
    expect(entry, name)
    return f"{sum(1 for _ in otlp.spans(run.requests['traces']))} spans"


def expect(entry: dict, name: str) -> None:
    """Writes a case's expected.json from its events, with what the matrix says can't be expected of the library."""
    folder = CASES / entry["name"] / name
    if not (folder / "events.json").exists():
        return
    scenario, variants = scenarios.of(name)
    made = truth.steps(scenario, json.loads((folder / "events.json").read_text("utf-8")))
    lines = (folder / "traces.jsonl").read_text("utf-8").splitlines()
    case = expected(entry, name, variants, made, biggest(lines))
    (folder / "expected.json").write_text(json.dumps(case, ensure_ascii=False, indent=1) + "\n", "utf-8")


def expected(entry: dict, name: str, variants: list[str], made: list[dict], trace: str) -> dict:
    """The true steps of a trace, less what the library doesn't record."""
    lost = [u for u in entry.get("unrecorded", []) if re.fullmatch(u.get("scenarios", ".*"), name)]
    if "off" in variants and not any(u.get("what") == "texts" for u in lost):
        lost.append({"what": "texts"})
    if entry.get("answers_by_tool"):
        made = truth.answers_by_tool(made)
    for item in lost:
        made = truth.UNRECORDED[item["what"]](made) if "what" in item else made
    made = truth.known(made)
    case = {"library": venvs.versions(entry), "scenario": name}
    notes = "; ".join(dict.fromkeys(u["note"] for u in lost if "note" in u))
    if notes:
        case["note"] = notes
    case["traces"] = {trace: {"steps": made}}
    return case


def biggest(lines: list[str]) -> str:
    """The trace with the most spans, of several the longest: the agent's, where a library makes small ones beside it."""
    found: dict[str, list[dict]] = {}
    for span in otlp.spans(lines):
        found.setdefault(span["traceId"].lower(), []).append(span)

    def size(trace: str) -> tuple[int, int]:
        spans = found[trace]
        return len(spans), max(int(s["endTimeUnixNano"]) for s in spans) - min(int(s["startTimeUnixNano"]) for s in spans)

    return max(found, key=size)
