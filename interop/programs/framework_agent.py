"""Microsoft Agent Framework."""

from agent_framework import Agent
from agent_framework.openai import OpenAIChatClient, OpenAIChatCompletionClient

from . import run


async def agent() -> str:
    kind = OpenAIChatClient if "responses" in run.VARIANTS else OpenAIChatCompletionClient
    skipper = Agent(kind(model="gpt-4o-mini", base_url=run.MODEL_ADDRESS + "/v1", api_key="none"), name="skipper", tools=list(run.TOOLS))
    return (await skipper.run(run.QUESTION)).text


run.go(agent)
