"""Agents' programs in other languages than Python: each built once, then one process a scenario.

The file of such an environment names its folder: "go": a folder of go/, "java": a folder of java/.
"""

from __future__ import annotations

import re
import subprocess

from . import matrix
from .capture import WORK
from .scenarios import HERE

PROGRAMS = WORK / "programs"
TIMEOUT = 180


def make(venv: str) -> None:
    """Builds the program."""
    PROGRAMS.mkdir(parents=True, exist_ok=True)
    if "go" in matrix.FILES[venv]:
        build = ["go", "build", "-o", str(PROGRAMS / venv), "."]
    else:
        build = ["mvn", "--quiet", "--batch-mode", "--file", "..", "--projects", folder(venv).name, "--also-make", "package"]
    done = subprocess.run(build, cwd=folder(venv), capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{build[0]}: {(done.stderr + done.stdout).strip()[-600:]}")


def command(venv: str) -> list[str]:
    if "go" in matrix.FILES[venv]:
        return [str(PROGRAMS / venv)]
    built = folder(venv) / "target"
    return ["java", "-Dfile.encoding=UTF-8", "-classpath", f"{built / 'classes'}:{built / 'lib'}/*", "interop.Main"]


def run(venv: str, job: dict) -> None:
    """Plays one scenario."""
    with open(job["log"], "w", encoding="utf-8") as log:
        try:
            subprocess.run(command(venv), cwd=HERE, env=job["environment"], stdout=log, stderr=log, timeout=TIMEOUT, check=False)
        except subprocess.TimeoutExpired:
            print("took too long", file=log)


def folder(venv: str):
    file = matrix.FILES[venv]
    return HERE / "go" / file["go"] if "go" in file else HERE / "java" / file["java"]


def versions(venv: str, packages: list[str]) -> str:
    """The packages with the versions that the module requires."""
    if "go" in matrix.FILES[venv]:
        required = dict(re.findall(r"^\s*(?:require )?(\S+) v(\S+)", (folder(venv) / "go.mod").read_text("utf-8"), re.MULTILINE))
    else:
        text = (folder(venv) / "pom.xml").read_text("utf-8")
        text = re.sub(r"\$\{([^}]+)\}", lambda m: (re.search(rf"<{re.escape(m[1])}>([^<]+)<", text) or [m[0], m[0]])[1], text)
        required = dict(re.findall(r"<artifactId>([^<]+)</artifactId>\s*<version>([^<]+)</version>", text))
    return ", ".join(f"{p} {required[p]}" for p in packages)
