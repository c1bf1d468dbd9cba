"""LlamaIndex's function agent."""

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.llms import ChatMessage
from llama_index.llms.openai import OpenAI

from . import run


async def agent() -> str:
    skipper = FunctionAgent(name="skipper", tools=list(run.TOOLS), llm=OpenAI("gpt-4o-mini", max_retries=run.RETRIES, api_base=run.MODEL_ADDRESS + "/v1"),
                            streaming=run.STREAM)
    history = [ChatMessage(role=m["role"], content=m["content"]) for m in run.HISTORY]
    return str(await skipper.run(run.QUESTION, chat_history=history))


run.go(agent)
