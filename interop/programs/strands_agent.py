"""Strands Agents."""

from strands import Agent, tool
from strands.models.openai import OpenAIModel

from . import run, tools
from .boat import Boat


def model() -> OpenAIModel:
    return OpenAIModel(model_id="gpt-4o-mini", client_args={"max_retries": run.RETRIES})


def agent() -> str:
    offered = [tool(f) for f in run.TOOLS]
    if run.BASE == "subagent":
        guide = Agent(name="local_guide", model=model(), tools=[tool(tools.sights)], callback_handler=None)

        @tool
        def local_guide(task: str) -> str:
            """Ask the local guide."""
            return str(guide(task)).strip()

        offered.append(local_guide)
    history = [{"role": m["role"], "content": [{"text": m["content"]}]} for m in run.HISTORY]
    skipper = Agent(name="skipper", model=model(), tools=offered, messages=history, callback_handler=None)
    if run.SCRIPT.get("structured"):
        return skipper(run.QUESTION, structured_output_model=Boat).structured_output.model_dump_json()
    return str(skipper(run.QUESTION)).strip()


run.go(agent)
