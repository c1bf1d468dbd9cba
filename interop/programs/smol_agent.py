"""smolagents' tool calling agent."""

from smolagents import OpenAIServerModel, ToolCallingAgent, tool

from . import run


def agent() -> str:
    model = OpenAIServerModel("gpt-4o-mini", api_base=run.MODEL_ADDRESS + "/v1", client_kwargs={"max_retries": run.RETRIES})
    return ToolCallingAgent([tool(f) for f in run.TOOLS], model, verbosity_level=0).run(run.QUESTION)


run.go(agent)
