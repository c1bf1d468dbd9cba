"""LlamaIndex's function agent."""

import json

from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent
from llama_index.core.llms import ChatMessage
from llama_index.llms.openai import OpenAI

from . import run, tools
from .boat import Boat


def function_agent(name: str, offered: list, **options) -> FunctionAgent:
    model = OpenAI("gpt-4o-mini", max_retries=run.RETRIES, api_base=run.MODEL_ADDRESS + "/v1")
    return FunctionAgent(name=name, tools=offered, llm=model, streaming=run.STREAM, **options)


async def local_guide(task: str) -> str:
    """Ask the local guide."""
    return str(await function_agent("local_guide", [tools.sights]).run(task))


async def agent() -> str:
    offered = [*run.TOOLS, local_guide] if run.BASE == "subagent" else list(run.TOOLS)
    skipper = function_agent("skipper", offered, output_cls=Boat if run.SCRIPT.get("structured") else None)
    if run.BASE == "handoff":
        office = function_agent("harbour_office", [tools.mooring_bill], description="Knows bills.", can_handoff_to=[])
        skipper = AgentWorkflow(agents=[function_agent("skipper", [], description="Knows boats.", can_handoff_to=["harbour_office"]), office], root_agent="skipper")
    history = [ChatMessage(role=m["role"], content=m["content"]) for m in run.HISTORY]
    output = await skipper.run(run.QUESTION, chat_history=history)
    return json.dumps(output.structured_response) if output.structured_response else str(output)


run.go(agent)
