"""CrewAI's crew of one agent and one task."""

from crewai import LLM, Agent, Crew, Task
from crewai.tools import tool

from . import run


def agent() -> str:
    llm = LLM("openai/gpt-4o-mini", base_url=run.MODEL_ADDRESS + "/v1", api_key="none", max_retries=run.RETRIES)
    skipper = Agent(role="skipper", goal="answer", backstory="at sea", llm=llm, tools=[tool(f) for f in run.TOOLS], max_retry_limit=0)
    task = Task(description=run.QUESTION, expected_output="an answer", agent=skipper)
    return Crew([skipper], [task]).kickoff().raw


run.go(agent)
