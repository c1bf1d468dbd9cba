"""AG2's conversable agent."""

from autogen import ConversableAgent, LLMConfig

from . import run


def agent() -> str:
    config = LLMConfig({"model": "gpt-4o-mini", "base_url": run.MODEL_ADDRESS + "/v1", "api_key": "none", "max_retries": run.RETRIES})
    skipper = ConversableAgent("skipper", llm_config=config, functions=list(run.TOOLS), human_input_mode="NEVER")
    reply = skipper.run(message=run.QUESTION, max_turns=6)
    reply.process()
    return [m for m in reply.messages if m.get("content")][-1]["content"]


run.go(agent)
