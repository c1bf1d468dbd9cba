"""LangGraph's prebuilt agent, as it was before LangChain 1."""

import json

from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.prebuilt import create_react_agent

from . import run, tools

model = ChatOpenAI(model="gpt-4o-mini", max_retries=run.RETRIES)


def wrapped(function):
    made = tool(function)
    made.handle_tool_error = True
    return made


def local_guide():
    inner = create_react_agent(model, [tool(tools.sights)], name="local_guide")

    @tool
    def local_guide(task: str) -> str:
        """Ask the local guide."""
        return inner.invoke({"messages": [{"role": "user", "content": task}]})["messages"][-1].text()

    return local_guide


def agent() -> str:
    offered = [wrapped(f) for f in run.TOOLS] + ([local_guide()] if run.BASE == "subagent" else [])
    given = {"messages": [*run.HISTORY, {"role": "user", "content": run.QUESTION}]}
    if run.SCRIPT.get("structured"):
        return json.dumps(model.with_structured_output(run.BOAT | {"title": "boat", "description": "A boat."}).invoke(given["messages"]))
    graph = create_react_agent(model, offered, name="skipper")
    if run.STREAM:
        *_, state = graph.stream(given, stream_mode="values")
    else:
        state = graph.invoke(given)
    return state["messages"][-1].text()


run.go(agent)
