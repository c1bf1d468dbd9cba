"""Agno."""

from agno.agent import Agent, Message
from agno.models.openai import OpenAIChat
from agno.run.base import RunStatus
from agno.tools import tool

from . import run, tools
from .boat import Boat


def local_guide(task: str) -> str:
    """Ask the local guide.

    Args:
        task: What to ask.
    """
    return Agent(name="local_guide", model=OpenAIChat(id="gpt-4o-mini"), tools=[tools.sights], telemetry=False).run(task).content


def agent() -> str:
    model = OpenAIChat(id="gpt-4o-mini", max_retries=run.RETRIES)
    options = {"output_schema": Boat} if run.SCRIPT.get("structured") else {}
    offered = [tool(requires_confirmation=True)(f) for f in run.TOOLS] if run.APPROVAL else list(run.TOOLS)
    if run.BASE == "subagent":
        offered.append(local_guide)
    skipper = Agent(name="skipper", model=model, tools=offered, telemetry=False, **options)
    given = [Message(**m) for m in [*run.HISTORY, {"role": "user", "content": run.QUESTION}]] if run.HISTORY else run.QUESTION
    if run.STREAM:
        return "".join(event.content for event in skipper.run(given, stream=True) if event.event == "RunContent" and event.content)
    reply = skipper.run(given)
    if reply.status == RunStatus.error:
        raise RuntimeError(reply.content)
    if reply.is_paused:
        return run.Paused(ended=True)
    return reply.content if isinstance(reply.content, str) else reply.content.model_dump_json()


run.go(agent)
