"""The real consumer: every golden file is given to the agentdelta package, in an environment of its own."""

from __future__ import annotations

import subprocess

from . import venvs
from .scenarios import HERE

VENV = "agentdelta"


def check() -> int:
    """Gives the number of files with which the package isn't content."""
    venvs.make(VENV)
    command = [str(venvs.python(VENV)), str(HERE / "consumer.py"), str(HERE.parent / "testdata" / "cases")]
    return subprocess.run(command, check=False).returncode
