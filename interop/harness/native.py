"""Agents' programs in other languages than Python: each built once, then one process a scenario.

The file of such an environment names its folder: "go": a folder of go/.
"""

from __future__ import annotations

import re
import subprocess

from . import matrix
from .capture import WORK
from .scenarios import HERE

PROGRAMS = WORK / "programs"
TIMEOUT = 60


def make(venv: str) -> None:
    """Builds the program."""
    PROGRAMS.mkdir(parents=True, exist_ok=True)
    command = ["go", "build", "-o", str(PROGRAMS / venv), "."]
    done = subprocess.run(command, cwd=folder(venv), capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"go build: {done.stderr.strip()[-600:]}")


def run(venv: str, job: dict) -> None:
    """Plays one scenario."""
    with open(job["log"], "w", encoding="utf-8") as log:
        command = [str(PROGRAMS / venv)]
        try:
            subprocess.run(command, cwd=HERE, env=job["environment"], stdout=log, stderr=log, timeout=TIMEOUT, check=False)
        except subprocess.TimeoutExpired:
            print("took too long", file=log)


def folder(venv: str):
    return HERE / "go" / matrix.FILES[venv]["go"]


def versions(venv: str, packages: list[str]) -> str:
    """The packages with the versions that the module requires."""
    required = dict(re.findall(r"^\s*(?:require )?(\S+) v(\S+)", (folder(venv) / "go.mod").read_text("utf-8"), re.MULTILINE))
    return ", ".join(f"{p} {required[p]}" for p in packages)
