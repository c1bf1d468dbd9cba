"""AutoGen's assistant agent."""

from autogen_agentchat.agents import AssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient

from . import run


async def agent() -> str:
    client = OpenAIChatCompletionClient(model="gpt-4o-mini", max_retries=run.RETRIES, base_url=run.MODEL_ADDRESS + "/v1")
    skipper = AssistantAgent("skipper", client, tools=list(run.TOOLS), system_message=None, max_tool_iterations=5)
    return (await skipper.run(task=run.QUESTION)).messages[-1].content


run.go(agent)
