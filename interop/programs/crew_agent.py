"""CrewAI's crew of one agent and one task."""

from crewai import LLM, Agent, Crew, Task
from crewai.tools import tool
from crewai.utilities import i18n

from . import run

# The product's prompts in words of our own, where one object has them: a capture holds the script's texts alone.
if hasattr(i18n, "I18N_DEFAULT"):
    i18n.I18N_DEFAULT._prompts["slices"] |= {"task": "{input}", "task_no_tools": "{input}", "native_task": "{input}", "role_playing": "{role}",
                                             "tools": "", "expected_output": "", "post_tool_reasoning": "Go on."}


def agent() -> str:
    llm = LLM("openai/gpt-4o-mini", base_url=run.MODEL_ADDRESS + "/v1", api_key="none", max_retries=run.RETRIES)
    skipper = Agent(role="skipper", goal="answer", backstory="at sea", llm=llm, tools=[tool(f) for f in run.TOOLS], max_retry_limit=0)
    task = Task(description=run.QUESTION, expected_output="an answer", agent=skipper)
    return Crew(agents=[skipper], tasks=[task]).kickoff().raw


run.go(agent)
