"""DSPy: ReAct where there are tools, else Predict."""

import dspy
import pydantic

from . import run


class Boat(pydantic.BaseModel):
    name: str
    built: int
    rig: str


class Ask(dspy.Signature):
    """Answer the question."""

    question: str = dspy.InputField()
    answer: str = dspy.OutputField()


class Extract(dspy.Signature):
    """Extract the boat."""

    question: str = dspy.InputField()
    answer: Boat = dspy.OutputField()


class Talk(dspy.Signature):
    """Go on with the talk."""

    question: str = dspy.InputField()
    history: dspy.History = dspy.InputField()
    answer: str = dspy.OutputField()


def agent():
    dspy.configure(lm=dspy.LM("openai/gpt-4o-mini", api_base=run.MODEL_ADDRESS + "/v1", api_key="none", cache=False, num_retries=run.RETRIES))
    if run.SCRIPT.get("structured"):
        return dspy.Predict(Extract)(question=run.QUESTION).answer.model_dump()
    if run.HISTORY:
        said = [m["content"] for m in run.HISTORY]
        told = [{"question": q, "answer": a} for q, a in zip(said[::2], said[1::2])]
        return dspy.Predict(Talk)(question=run.QUESTION, history=dspy.History(messages=told)).answer
    program = dspy.ReAct(Ask, tools=run.TOOLS) if run.TOOLS else dspy.Predict(Ask)
    return program(question=run.QUESTION).answer


run.go(agent)
