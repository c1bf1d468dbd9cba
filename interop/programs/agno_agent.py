"""Agno."""

from agno.agent import Agent, Message
from agno.models.openai import OpenAIChat
from agno.run.base import RunStatus

from . import run
from .boat import Boat


def agent() -> str:
    model = OpenAIChat(id="gpt-4o-mini", max_retries=run.RETRIES)
    options = {"output_schema": Boat} if run.SCRIPT.get("structured") else {}
    skipper = Agent(name="skipper", model=model, tools=list(run.TOOLS), telemetry=False, **options)
    given = [Message(**m) for m in [*run.HISTORY, {"role": "user", "content": run.QUESTION}]] if run.HISTORY else run.QUESTION
    reply = skipper.run(given)
    if reply.status == RunStatus.error:
        raise RuntimeError(reply.content)
    return reply.content if isinstance(reply.content, str) else reply.content.model_dump_json()


run.go(agent)
