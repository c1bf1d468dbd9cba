"""LlamaIndex's function agent."""

import json

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.llms import ChatMessage
from llama_index.llms.openai import OpenAI

from . import run
from .boat import Boat


async def agent() -> str:
    skipper = FunctionAgent(name="skipper", tools=list(run.TOOLS), llm=OpenAI("gpt-4o-mini", max_retries=run.RETRIES, api_base=run.MODEL_ADDRESS + "/v1"),
                            streaming=run.STREAM, output_cls=Boat if run.SCRIPT.get("structured") else None)
    history = [ChatMessage(role=m["role"], content=m["content"]) for m in run.HISTORY]
    output = await skipper.run(run.QUESTION, chat_history=history)
    return json.dumps(output.structured_response) if output.structured_response else str(output)


run.go(agent)
