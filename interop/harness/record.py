"""Recording: every scenario of the captures, a few captures at a time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from . import capture, matrix, native, venvs
from .server import Server


def all_of(entries: list[dict], options) -> None:
    server = Server(options.port)
    entries = [e for e in entries if matrix.runs_here(e)]
    ready = {venv: prepare(venv, options.pin) for venv in dict.fromkeys(e["venv"] for e in entries)}
    def play(entry: dict) -> None:
        for said in capture.record(entry, matrix.scenarios(entry, options.scenario), server):
            print(said, flush=True)

    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(play, [e for e in entries if ready[e["venv"]] and matrix.scenarios(e, options.scenario)]))


def prepare(venv: str, pin: bool) -> bool:
    """Makes an environment; says so when it can't be made, and the others go on."""
    try:
        if matrix.native(venv):
            native.make(venv)
            return True
        if pin or not venvs.pinned(venv):
            venvs.pin(venv, matrix.packages(venv))
        venvs.make(venv)
    except (RuntimeError, OSError) as error:
        print(f"{venv}: no environment: {error}", flush=True)
        return False
    return True
