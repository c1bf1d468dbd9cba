"""LangChain's create_agent (LangGraph), over the OpenAI or the Anthropic integration."""

import json

from langchain.agents import create_agent
from langchain.chat_models import init_chat_model
from langchain_core.tools import tool

from . import run, tools

PROVIDER = {"anthropic": "anthropic:claude-sonnet-4-5"}
chosen = next((PROVIDER[v] for v in run.VARIANTS if v in PROVIDER), "openai:gpt-4o-mini")
options = {"use_responses_api": True} if "responses" in run.VARIANTS else {}
model = init_chat_model(chosen, max_retries=run.RETRIES, **options)


def answering(error: Exception) -> str:
    return f"Error: {error}"


def wrapped(function):
    made = tool(function)
    made.handle_tool_error = True
    return made


def local_guide() -> object:
    inner = create_agent(model, [tool(tools.sights)], name="local_guide")

    @tool
    def local_guide(task: str) -> str:
        """Ask the local guide."""
        return inner.invoke({"messages": [{"role": "user", "content": task}]})["messages"][-1].text

    return local_guide


def agent() -> str:
    offered = [wrapped(f) for f in run.TOOLS] + ([local_guide()] if run.BASE == "subagent" else [])
    options = {"response_format": run.BOAT | {"title": "boat", "description": "A boat."}} if run.SCRIPT.get("structured") else {}
    if run.APPROVAL:
        return paused()
    graph = create_agent(model, offered, name="skipper", middleware=middleware(), **options)
    given = {"messages": [*run.HISTORY, {"role": "user", "content": run.QUESTION}]}
    if run.BASE == "consent":
        return consented(given)
    if run.STREAM:
        *_, state = graph.stream(given, {"callbacks": callbacks()}, stream_mode="values")
    else:
        state = graph.invoke(given, {"callbacks": callbacks()})
    return json.dumps(state["structured_response"]) if options else state["messages"][-1].text


def paused() -> run.Paused:
    """A run that waits for a person to approve of a call."""
    from langchain.agents.middleware import HumanInTheLoopMiddleware
    from langgraph.checkpoint.memory import InMemorySaver

    asking = HumanInTheLoopMiddleware({f.__name__: True for f in run.TOOLS})
    graph = create_agent(model, [tool(f) for f in run.TOOLS], name="skipper", middleware=[asking], checkpointer=InMemorySaver())
    state = graph.invoke({"messages": [{"role": "user", "content": run.QUESTION}]}, {"callbacks": callbacks(), "configurable": {"thread_id": "1"}})
    assert state["__interrupt__"], "the run went on"
    return run.Paused(ended=False)


def consented(given: dict) -> str:
    """A run that pauses before its tool and goes on with a person's consent, within one span of the application."""
    from langchain.agents.middleware import HumanInTheLoopMiddleware
    from langgraph.checkpoint.memory import InMemorySaver
    from langgraph.types import Command
    from opentelemetry import trace

    asking = HumanInTheLoopMiddleware({f.__name__: True for f in run.TOOLS})
    graph = create_agent(model, [wrapped(f) for f in run.TOOLS], name="skipper", middleware=[asking], checkpointer=InMemorySaver())
    with trace.get_tracer("app").start_as_current_span("answer"):
        thread = {"configurable": {"thread_id": "1"}, "callbacks": callbacks()}
        assert "__interrupt__" in graph.invoke(given, thread), "the run went on"
        state = graph.invoke(Command(resume={"decisions": [{"type": "approve"}]}), thread)
    return state["messages"][-1].text


def callbacks() -> list:
    if not run.INSTRUMENT.startswith("langfuse"):
        return []
    from langfuse.langchain import CallbackHandler

    return [CallbackHandler()]


def middleware() -> list:
    """Has a failing tool answer with its error, as LangChain's page on errors of tools has it."""
    from langchain.agents.middleware import wrap_tool_call
    from langchain.messages import ToolMessage

    @wrap_tool_call
    def answer_errors(request, handler):
        try:
            return handler(request)
        except RuntimeError as error:
            return ToolMessage(answering(error), tool_call_id=request.tool_call["id"], status="error")

    return [answer_errors] if run.BASE == "tool_error" else []


run.go(agent)
