"""Microsoft Agent Framework."""

from agent_framework import Agent, Message, tool
from agent_framework.openai import OpenAIChatClient, OpenAIChatCompletionClient

from . import run, tools
from .boat import Boat


def client():
    kind = OpenAIChatClient if "responses" in run.VARIANTS else OpenAIChatCompletionClient
    return kind(model="gpt-4o-mini", base_url=run.MODEL_ADDRESS + "/v1", api_key="none")


async def agent() -> str:
    offered, options = list(run.TOOLS), {}
    if run.APPROVAL:
        offered = [tool(f, approval_mode="always_require") for f in run.TOOLS]
    if run.BASE == "subagent":
        offered.append(Agent(client(), name="local_guide", tools=[tools.sights]).as_tool())
    if run.SCRIPT.get("structured"):
        options["options"] = {"response_format": Boat}
    given = [Message(m["role"], [m["content"]]) for m in run.HISTORY]
    skipper = Agent(client(), name="skipper", tools=offered)
    if run.STREAM:
        return "".join([update.text async for update in skipper.run([*given, run.QUESTION], stream=True)])
    reply = await skipper.run([*given, run.QUESTION], **options)
    return run.Paused(ended=True) if reply.user_input_requests else reply.text


run.go(agent)
