"""Virtual environments of the agents: one a framework, from pinned requirements."""

from __future__ import annotations

import pathlib
import subprocess
import sys

from . import matrix
from .scenarios import HERE

ROOT = HERE / ".work" / "venvs"
PINS = HERE / "requirements"


def python(name: str) -> pathlib.Path:
    return ROOT / name / "bin" / "python"


def pinned(name: str) -> bool:
    return (PINS / f"{name}.txt").exists()


def uv(*arguments: str) -> str:
    done = subprocess.run([sys.executable, "-m", "uv", *arguments], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"uv {' '.join(arguments[:3])}: {done.stderr.strip()[-600:]}")
    return done.stdout


def make(name: str) -> None:
    """Makes the environment, unless it is there with these pins."""
    pins = PINS / f"{name}.txt"
    stamp = ROOT / name / "pins"
    if stamp.exists() and stamp.read_text() == pins.read_text():
        return
    uv("venv", "--quiet", "--clear", "--python", "3.11", str(ROOT / name))
    uv("pip", "install", "--quiet", "--python", str(python(name)), "--requirement", str(pins))
    stamp.write_text(pins.read_text())


def pin(name: str, wanted: list[str]) -> None:
    """Resolves the wanted packages to their newest versions and writes the pins."""
    source = ROOT / f"{name}.in"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text("\n".join(wanted) + "\n")
    pins = uv("pip", "compile", "--quiet", "--no-header", "--no-annotate", "--python-version", "3.11", str(source))
    (PINS / f"{name}.txt").write_text(pins)


def versions(entry: dict) -> str:
    """The framework and the instrumentation with their versions, as in "openai 3.57.0, openlit 1.45.0"."""
    if "versions" in entry:
        return entry["versions"]
    if matrix.native(entry["venv"]):
        from . import native

        return native.versions(entry["venv"], entry["packages"])
    if not pinned(entry["venv"]):
        return ", ".join(entry.get("packages", []))
    found = dict(line.split("==") for line in (PINS / f"{entry['venv']}.txt").read_text().split() if "==" in line)
    return ", ".join(f"{p} {found[p]}" if p in found else p for p in entry["packages"])
