"""Semantic Kernel's chat completion agent."""

from openai import AsyncOpenAI
from semantic_kernel.agents import ChatCompletionAgent
from semantic_kernel.connectors.ai.open_ai import OpenAIChatCompletion
from semantic_kernel.functions import kernel_function

from . import run


async def agent() -> str:
    service = OpenAIChatCompletion("gpt-4o-mini", async_client=AsyncOpenAI(max_retries=run.RETRIES))
    skipper = ChatCompletionAgent(service=service, name="skipper", plugins=[Harbour()])
    return str(await skipper.get_response(messages=run.QUESTION))


class Harbour:
    """The scenario's tools, as a plugin."""


for function in run.TOOLS:
    setattr(Harbour, function.__name__, staticmethod(kernel_function(function)))

run.go(agent)
