"""The OpenAI Agents SDK."""

import json

import agents as sdk
from pydantic import BaseModel

from . import run, tools


class Boat(BaseModel):
    name: str
    built: int
    rig: str


def model():
    from openai import AsyncOpenAI

    client = AsyncOpenAI(max_retries=run.RETRIES)
    kind = sdk.OpenAIChatCompletionsModel if "chat" in run.VARIANTS else sdk.OpenAIResponsesModel
    return kind("gpt-4o-mini", client)


async def agent() -> str:
    if "mcp" not in run.INSTRUMENT:
        asking = {"needs_approval": True} if run.APPROVAL or run.BASE == "consent" else {}
        offered = [sdk.function_tool(f, **asking) for f in run.TOOLS]
        return await answer(offered) if run.BASE != "consent" else await consented(offered)
    from agents.mcp import MCPServerStdio

    from .mcp_server import COMMAND

    async with MCPServerStdio(COMMAND, client_session_timeout_seconds=30) as server:
        return await answer([], mcp_servers=[server])


async def consented(offered: list) -> str:
    """A run that pauses before its tool and goes on with a person's consent, within one trace."""
    skipper = sdk.Agent("skipper", model=model(), tools=offered)
    with sdk.trace("Agent workflow"):
        result = await sdk.Runner.run(skipper, run.QUESTION)
        state = result.to_state()
        for asked in result.interruptions:
            state.approve(asked)
        return (await sdk.Runner.run(skipper, state)).final_output


async def answer(offered: list, **options) -> str:
    chosen = model()
    if run.SCRIPT.get("structured"):
        options["output_type"] = Boat
    if run.BASE == "subagent":
        guide = sdk.Agent("local_guide", model=chosen, tools=[sdk.function_tool(tools.sights)])
        offered.append(guide.as_tool("local_guide", "Ask the local guide."))
    if run.BASE == "handoff":
        options["handoffs"] = [sdk.Agent("harbour_office", model=chosen, tools=[sdk.function_tool(tools.mooring_bill)])]
    skipper = sdk.Agent("skipper", model=chosen, tools=offered, **options)
    given = [*run.HISTORY, {"role": "user", "content": run.QUESTION}] if run.HISTORY else run.QUESTION
    if run.STREAM:
        result = sdk.Runner.run_streamed(skipper, given)
        async for _ in result.stream_events():
            pass
    else:
        result = await sdk.Runner.run(skipper, given)
    if getattr(result, "interruptions", None):  # older versions have none
        return run.Paused(ended=True)
    return json.dumps(result.final_output.model_dump()) if options.get("output_type") else result.final_output


run.go(agent)
