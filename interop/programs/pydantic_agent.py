"""Pydantic AI."""

import json

from pydantic import BaseModel
from pydantic_ai import Agent, DeferredToolRequests, Tool

from . import run, tools

MODELS = {"anthropic": "anthropic:claude-sonnet-4-5", "responses": "openai-responses:gpt-4o-mini"}


class Boat(BaseModel):
    name: str
    built: int
    rig: str


OUTPUTS = {"structured_output": Boat, "approval": [str, DeferredToolRequests]}


def history() -> list:
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

    return [ModelRequest([UserPromptPart(m["content"])]) if m["role"] == "user" else ModelResponse([TextPart(m["content"])])
            for m in run.HISTORY]


def toolset():
    from fastmcp.client.transports import StdioTransport
    from pydantic_ai.mcp import MCPToolset

    from .mcp_server import COMMAND

    return MCPToolset(StdioTransport(**COMMAND), init_timeout=50)


def agent() -> str:
    chosen = next((MODELS[v] for v in run.VARIANTS if v in MODELS), "openai-chat:gpt-4o-mini")
    offered = {"toolsets": [toolset()]} if "mcp" in run.INSTRUMENT else {"tools": [Tool(f, requires_approval=run.APPROVAL) for f in run.TOOLS]}
    skipper = Agent(chosen, name="skipper", output_type=OUTPUTS.get(run.BASE, str), **offered)
    if run.BASE == "subagent":
        guide = Agent(chosen, name="local_guide", tools=[tools.sights])

        @skipper.tool_plain
        async def local_guide(task: str) -> str:
            """Ask the local guide."""
            return (await guide.run(task)).output

    if run.STREAM:
        return skipper.run_stream_sync(run.QUESTION).get_output()
    output = skipper.run_sync(run.QUESTION, message_history=history() or None).output
    if isinstance(output, DeferredToolRequests):
        return run.Paused(ended=True)
    return output if isinstance(output, str) else json.dumps(output.model_dump())


run.go(agent)
