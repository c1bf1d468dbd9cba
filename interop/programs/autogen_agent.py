"""AutoGen's assistant agent."""

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import TextMessageTermination
from autogen_agentchat.teams import Swarm
from autogen_agentchat.tools import AgentTool
from autogen_core.model_context import UnboundedChatCompletionContext
from autogen_core.models import AssistantMessage, UserMessage
from autogen_ext.models.openai import OpenAIChatCompletionClient
from opentelemetry import trace

from . import run, tools
from .boat import Boat


def assistant(name: str, offered: list, **options) -> AssistantAgent:
    client = OpenAIChatCompletionClient(model="gpt-4o-mini", max_retries=run.RETRIES, base_url=run.MODEL_ADDRESS + "/v1")
    options |= {"model_client_stream": True} if run.STREAM else {}
    return AssistantAgent(name, client, tools=offered, system_message=None, max_tool_iterations=5, **options)


async def agent() -> str:
    offered, options = list(run.TOOLS), {}
    if run.BASE == "handoff":
        return await handed_over()
    if run.BASE == "subagent":
        offered.append(AgentTool(assistant("local_guide", [tools.sights], description="Knows Tavira."), return_value_as_last_message=True))
    if run.SCRIPT.get("structured"):
        options["output_content_type"] = Boat
    history = [UserMessage(content=m["content"], source="user") if m["role"] == "user" else
               AssistantMessage(content=m["content"], source="skipper") for m in run.HISTORY]
    skipper = assistant("skipper", offered, model_context=UnboundedChatCompletionContext(history), **options)
    if run.STREAM:
        *_, result = [event async for event in skipper.run_stream(task=run.QUESTION)]
    else:
        result = await skipper.run(task=run.QUESTION)
    output = result.messages[-1].content
    return output if isinstance(output, str) else output.model_dump_json()


async def handed_over() -> str:
    office = assistant("harbour_office", [tools.mooring_bill], description="Knows bills.")
    team = Swarm([assistant("skipper", [], handoffs=["harbour_office"]), office], termination_condition=TextMessageTermination("harbour_office"))
    with trace.get_tracer("app").start_as_current_span("run_team"):  # else each message of the team is a trace of its own
        return (await team.run(task=run.QUESTION)).messages[-1].content


run.go(agent)
