"""Haystack's agent."""

from haystack.components.agents import Agent
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.dataclasses import ChatMessage
from haystack.tools import Tool
from haystack.utils import Secret

from . import run, tools


def agent() -> str:
    offered = [Tool(f.__name__, tools.description(f), tools.schema(f), f) for f in run.TOOLS]
    model = OpenAIChatGenerator(Secret.from_token("none"), model="gpt-4o-mini", api_base_url=run.MODEL_ADDRESS + "/v1", max_retries=run.RETRIES)
    skipper = Agent(chat_generator=model, tools=offered, streaming_callback=(lambda chunk: None) if run.STREAM else None)
    given = [ChatMessage.from_user(m["content"]) if m["role"] == "user" else ChatMessage.from_assistant(m["content"]) for m in run.HISTORY]
    return skipper.run([*given, ChatMessage.from_user(run.QUESTION)])["messages"][-1].text


run.go(agent)
