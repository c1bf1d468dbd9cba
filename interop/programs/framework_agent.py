"""Microsoft Agent Framework."""

from agent_framework import Agent, Message
from agent_framework.openai import OpenAIChatClient, OpenAIChatCompletionClient

from . import run, tools
from .boat import Boat


def client():
    kind = OpenAIChatClient if "responses" in run.VARIANTS else OpenAIChatCompletionClient
    return kind(model="gpt-4o-mini", base_url=run.MODEL_ADDRESS + "/v1", api_key="none")


async def agent() -> str:
    offered, options = list(run.TOOLS), {}
    if run.BASE == "subagent":
        offered.append(Agent(client(), name="local_guide", tools=[tools.sights]).as_tool())
    if run.SCRIPT.get("structured"):
        options["options"] = {"response_format": Boat}
    given = [Message(m["role"], [m["content"]]) for m in run.HISTORY]
    return (await Agent(client(), name="skipper", tools=offered).run([*given, run.QUESTION], **options)).text


run.go(agent)
