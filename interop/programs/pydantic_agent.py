"""Pydantic AI."""

import json

import pydantic_ai
from pydantic import BaseModel
from pydantic_ai import Agent

from . import run, tools

OPENAI = "openai:gpt-4o-mini" if pydantic_ai.__version__ < "1" else "openai-chat:gpt-4o-mini"
MODELS = {"anthropic": "anthropic:claude-sonnet-4-5", "responses": "openai-responses:gpt-4o-mini"}


class Boat(BaseModel):
    name: str
    built: int
    rig: str


OUTPUTS = {"structured_output": Boat}


def history() -> list:
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

    return [ModelRequest([UserPromptPart(m["content"])]) if m["role"] == "user" else ModelResponse([TextPart(m["content"])])
            for m in run.HISTORY]


def asking(chosen: str):
    """A run that waits for a person to approve of a call, and may go on, within one span of the application."""
    from opentelemetry import trace
    from pydantic_ai import DeferredToolRequests, DeferredToolResults, Tool

    skipper = Agent(chosen, name="skipper", tools=[Tool(f, requires_approval=True) for f in run.TOOLS], output_type=[str, DeferredToolRequests])
    if run.APPROVAL:
        assert isinstance(skipper.run_sync(run.QUESTION).output, DeferredToolRequests), "the run went on"
        return run.Paused(ended=True)
    with trace.get_tracer("app").start_as_current_span("answer"):
        paused = skipper.run_sync(run.QUESTION)
        consent = DeferredToolResults(approvals={call.tool_call_id: True for call in paused.output.approvals})
        return skipper.run_sync(message_history=paused.all_messages(), deferred_tool_results=consent).output


def toolset():
    from fastmcp.client.transports import StdioTransport
    from pydantic_ai.mcp import MCPToolset

    from .mcp_server import COMMAND

    return MCPToolset(StdioTransport(**COMMAND), init_timeout=50)


def agent() -> str:
    chosen = next((MODELS[v] for v in run.VARIANTS if v in MODELS), OPENAI)
    offered = {"toolsets": [toolset()]} if "mcp" in run.INSTRUMENT else {"tools": run.TOOLS}
    if run.APPROVAL or run.BASE == "consent":
        return asking(chosen)
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
    return output if isinstance(output, str) else json.dumps(output.model_dump())


run.go(agent)
