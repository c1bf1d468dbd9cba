"""The Claude Agent SDK, with the scenario's tools in a server of its own process."""

import json
import os

import claude_agent_sdk as sdk

from . import run, tools

os.environ.update(CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1", DISABLE_TELEMETRY="1", DISABLE_AUTOUPDATER="1", IS_SANDBOX="1",
                  CLAUDE_CODE_MAX_RETRIES=str(run.RETRIES))


def offered(function):
    @sdk.tool(function.__name__, tools.description(function), tools.schema(function))
    async def call(arguments: dict) -> dict:
        try:
            result = function(**arguments)
        except RuntimeError as error:
            return {"content": [{"type": "text", "text": f"Error: {error}"}], "is_error": True}
        return {"content": [{"type": "text", "text": result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)}]}

    return call


async def agent() -> str:
    server = sdk.create_sdk_mcp_server("harbour", tools=[offered(f) for f in run.TOOLS])
    options = sdk.ClaudeAgentOptions(
        model="claude-sonnet-4-5", system_prompt="", setting_sources=[], tools=[], mcp_servers={"harbour": server} if run.TOOLS else {},
        allowed_tools=[f"mcp__harbour__{f.__name__}" for f in run.TOOLS], cwd=os.environ["HOME"], max_turns=8)
    output = ""
    async for message in sdk.query(prompt=run.QUESTION, options=options):
        if isinstance(message, sdk.ResultMessage):
            if message.is_error:
                raise RuntimeError(message.result)
            output = message.result
    return output


run.go(agent)
