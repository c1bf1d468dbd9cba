"""Google ADK."""

import os

from google.adk.agents import Agent
from google.adk.events import Event
from google.adk.models import Gemini
from google.adk.runners import InMemoryRunner
from google.adk.tools.agent_tool import AgentTool
from google.genai import types

from . import run, tools
from .boat import Boat

RETRIES = types.HttpRetryOptions(attempts=run.RETRIES + 1, initial_delay=0.05)
MODEL = Gemini(model="gemini-2.5-flash", retry_options=RETRIES)
os.environ["GOOGLE_GENAI_USE_VERTEXAI"] = "0"


async def agent() -> str:
    offered, options = list(run.TOOLS), {}
    if run.BASE == "subagent":
        offered.append(AgentTool(Agent(name="local_guide", model=MODEL, tools=[tools.sights], description="Knows Tavira.")))
    if run.BASE == "handoff":
        options["sub_agents"] = [Agent(name="harbour_office", model=MODEL, tools=[tools.mooring_bill], description="Knows bills.")]
    if run.SCRIPT.get("structured"):
        options["output_schema"] = Boat
    runner = InMemoryRunner(Agent(name="skipper", model=MODEL, tools=offered, **options), app_name="interop")
    session = await runner.session_service.create_session(app_name="interop", user_id="user")
    for message in run.HISTORY:
        said = types.Content(role="user" if message["role"] == "user" else "model", parts=[types.Part(text=message["content"])])
        author = "user" if message["role"] == "user" else "skipper"
        await runner.session_service.append_event(session, Event(author=author, content=said))
    output = ""
    message = types.Content(role="user", parts=[types.Part(text=run.QUESTION)])
    async for event in runner.run_async(user_id="user", session_id=session.id, new_message=message):
        if getattr(event, "error_message", None):
            raise RuntimeError(event.error_message)
        if event.is_final_response() and event.content:
            output = "".join(p.text or "" for p in event.content.parts)
    return output


run.go(agent)
