"""What every agent's program shares: its scenario, its instrumentation, and telling how the run ended."""

from __future__ import annotations

import asyncio
import dataclasses
import inspect
import os

from harness import scenarios

from . import instrument, tools

SCENARIO = os.environ["INTEROP_SCENARIO"]
INSTRUMENT = os.environ["INTEROP_INSTRUMENT"]
BASE = SCENARIO.split("__")[0]
SCRIPT, VARIANTS = scenarios.of(SCENARIO)
QUESTION = SCRIPT["question"]
HISTORY = [{"role": role, "content": text} for role, text in SCRIPT.get("history", [])]
APPROVAL = "approval" in SCRIPT
TOOLS = [tools.ALL[name] for name in SCRIPT["tools"] if name in tools.ALL]
MODEL_ADDRESS = os.environ["INTEROP_MODEL"]
STREAM = "stream" in VARIANTS
RETRIES = 2 if BASE == "retry_429" else 0

BOAT = {"type": "object", "properties": {"name": {"type": "string"}, "built": {"type": "integer"}, "rig": {"type": "string"}},
        "required": ["name", "built", "rig"], "additionalProperties": False}


@dataclasses.dataclass
class Paused:
    """What an agent returns when it waits for a person: whether its run ended with that, as far as it is concerned."""

    ended: bool


def go(agent) -> None:
    """Runs the agent and tells the harness its output or its error."""
    finish = instrument.start(INSTRUMENT, SCENARIO)
    try:
        output = asyncio.run(agent()) if inspect.iscoroutinefunction(agent) else agent()
        if isinstance(output, Paused):
            tools.tell(event="run_paused", ended=output.ended)
        else:
            tools.tell(event="run_end", output=output)
        print("output:", str(output)[:200])
    except Exception as error:  # the scenario may ask for it
        tools.tell(event="run_error", error=f"{type(error).__name__}: {error}")
        print("error:", repr(error)[:2000])
        if "DEBUG" in os.environ:
            raise
    finally:
        finish()
