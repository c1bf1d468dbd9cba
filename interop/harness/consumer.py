"""The real consumer: what the collector writes of every case is given to the agentdelta package.

The collector gets each recorded case as it is, then once more with other ids and times in another order, then with a tool
in the place of another. The package looks at the files in an environment of its own, where consumer/ runs.
"""

from __future__ import annotations

import json
import pathlib
import re
import subprocess

from . import again, matrix, venvs
from .capture import WORK
from .collector import Collector
from .scenarios import HERE
from .score import RESULTS

VENV = "agentdelta"
CASES = HERE.parent / "testdata" / "cases"
FILES = WORK / "consumer" / "files"
RESULT = RESULTS / f"{VENV}.json"

# The names that a tool gets in the place of its own, from near to far: how near a call's text is to another decides
# whether agentdelta sees a fork, or a step that is gone and one that is new.
OTHERS = ("{}_history", "archived_{}", "list_{}_years", "cancel_all_{}", "send_invoice")


def check(port: int) -> int:
    """Gives the number of runs with which the package isn't content."""
    if not venvs.pinned(VENV):
        venvs.pin(VENV, matrix.FILES[VENV]["packages"])
    venvs.make(VENV)
    runs = record(port)
    plan = WORK / "consumer" / "runs.json"
    plan.write_text(json.dumps(runs, ensure_ascii=False, indent=1), "utf-8")
    command = [str(venvs.python(VENV)), "-m", "consumer", str(plan), str(RESULT)]
    return subprocess.run(command, cwd=HERE, check=False).returncode


def record(port: int) -> list[dict]:
    """Sends all cases to the collector; says which file came of what."""
    runs = []
    with Collector(FILES, port) as collector:
        for folder in sorted(path.parent for path in CASES.glob("*/*/expected.json")):
            recording = again.Recording(folder)
            for signal, request in recording.requests:
                collector.post(signal, request)
            runs += [run(collector, recording, golden) for golden in sorted(folder.glob("*.jsonl")) if len(golden.stem) == 32]
            send(collector, recording, again_salt(folder))
    return runs


def send(collector: Collector, recording: again.Recording, salt: str, renamed: tuple[str, str] | None = None) -> None:
    for signal, request in recording.again(salt, renamed):
        collector.post(signal, request)


def again_salt(folder: pathlib.Path) -> str:
    return f"{folder.parent.name}/{folder.name}"


def run(collector: Collector, recording: again.Recording, golden: pathlib.Path) -> dict:
    """One trace of a case, with the files that are to come of it."""
    folder, trace = golden.parent, golden.stem
    case = json.loads((folder / "expected.json").read_text("utf-8"))
    truth = {k.lower(): v for k, v in case.get("traces", {}).items()}.get(trace)
    made = {"case": again_salt(folder), "library": folder.parent.name, "scripted": recorded(case),
            "golden": str(golden), "steps": truth and truth["steps"],
            "written": file_of(trace), "again": file_of(again.other(trace, again_salt(folder))), "switched": []}
    if tool := switchable(golden):
        own = bare(tool)
        for name in OTHERS:
            salt, to = f"{trace}:{name}", name.format(own)
            send(collector, recording, salt, (own, to))
            made["switched"].append({"from": tool, "to": tool.removesuffix(own) + to, "file": file_of(again.other(trace, salt))})
    return made


def recorded(case: dict) -> bool:
    """Whether a case is a run of a script, and not built from sources or reports."""
    return "scenario" in case and "not recorded" not in f"{case.get('why')} {case.get('note')}"


def file_of(trace: str) -> str:
    return str(FILES / f"{trace}.jsonl")


def switchable(golden: pathlib.Path) -> str | None:
    """The first tool of a run whose name stands in no text but that of its calls."""
    records = [json.loads(line) for line in golden.read_text("utf-8").splitlines()]
    nodes = [r for r in records if r["type"] == "node"]
    texts = "\n".join(n["content"] for n in nodes if n["node_type"] != "tool_call")
    tools = [n["metadata"]["tool"] for n in nodes if n["node_type"] == "tool_call" and n["metadata"].get("tool")]
    return next((t for t in tools if not re.search(rf"\b{re.escape(bare(t))}\b", texts)), None)


def bare(tool: str) -> str:
    """A tool's name without the MCP server before it: the server itself knows no other."""
    return tool.split("__", 2)[2] if tool.startswith("mcp__") else tool
