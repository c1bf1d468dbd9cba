"""Semantic Kernel's chat completion agent."""

from openai import AsyncOpenAI
from semantic_kernel.agents import ChatCompletionAgent, ChatHistoryAgentThread
from semantic_kernel.connectors.ai.open_ai import OpenAIChatCompletion, OpenAIChatPromptExecutionSettings
from semantic_kernel.contents import ChatHistory
from semantic_kernel.functions import KernelArguments, kernel_function

from . import run, tools
from .boat import Boat


def plugin(functions: list) -> object:
    """Tools as a plugin, which is a class."""
    class Harbour:
        pass

    for function in functions:
        setattr(Harbour, function.__name__, staticmethod(kernel_function(function)))
    return Harbour()


async def agent() -> str:
    service = OpenAIChatCompletion("gpt-4o-mini", async_client=AsyncOpenAI(max_retries=run.RETRIES))
    plugins, options = [plugin(run.TOOLS)], {}
    if run.BASE == "subagent":
        plugins = [ChatCompletionAgent(service=service, name="local_guide", description="Knows Tavira.", plugins=[plugin([tools.sights])])]
    if run.SCRIPT.get("structured"):
        options["arguments"] = KernelArguments(OpenAIChatPromptExecutionSettings(response_format=Boat))
    skipper = ChatCompletionAgent(service=service, name="skipper", plugins=plugins, **options)
    history = ChatHistory()
    for message in run.HISTORY:
        history.add_message(message)
    if run.STREAM:
        return "".join([str(part.message) async for part in skipper.invoke_stream(messages=run.QUESTION)])
    return str(await skipper.get_response(messages=run.QUESTION, thread=ChatHistoryAgentThread(history) if run.HISTORY else None))


run.go(agent)
