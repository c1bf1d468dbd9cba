"""smolagents' tool calling agent."""

from smolagents import OpenAIServerModel, ToolCallingAgent, tool

from . import run, tools


def agent() -> str:
    model = OpenAIServerModel("gpt-4o-mini", api_base=run.MODEL_ADDRESS + "/v1", client_kwargs={"max_retries": run.RETRIES})
    if run.BASE == "subagent":
        guide = ToolCallingAgent([tool(tools.sights)], model, name="local_guide", description="Knows Tavira.", verbosity_level=0)
        return ToolCallingAgent([], model, managed_agents=[guide], verbosity_level=0).run(run.QUESTION)
    return ToolCallingAgent([tool(f) for f in run.TOOLS], model, verbosity_level=0).run(run.QUESTION)


run.go(agent)
