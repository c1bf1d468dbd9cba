"""BeeAI's tool calling agent."""

from beeai_framework.adapters.openai import OpenAIChatModel
from beeai_framework.agents.tool_calling import ToolCallingAgent
from beeai_framework.errors import FrameworkError
from beeai_framework.tools import tool

from . import run


async def agent() -> str:
    model = OpenAIChatModel("gpt-4o-mini", base_url=run.MODEL_ADDRESS + "/v1", api_key="none")
    skipper = ToolCallingAgent(llm=model, tools=[tool(f) for f in run.TOOLS], final_answer_as_tool=False)
    try:
        reply = await skipper.run(run.QUESTION)
    except FrameworkError as error:
        raise RuntimeError(error.explain()) from error
    return reply.last_message.text


run.go(agent)
