"""The true steps of a run, from the script, the model server's log and the tools' log; never from spans.

An event is a request or response of the model server, a tool_start or tool_end of a tool, a run_end or run_error.
"""

from __future__ import annotations

import json
import re


def steps(scenario: dict, events: list[dict]) -> list[dict]:
    """The steps that the run's file must have, in the form of an expected.json."""
    truth = Truth(events)
    made = [{"node_type": "start", "content": scenario["question"]}]
    made += truth.level("main")
    return made + truth.end()


class Truth:
    """A run's events, sorted into generations and executions of tools."""

    def __init__(self, events: list[dict]) -> None:
        self.events = events
        self.generations = {part: [e for e in events if e["event"] == "response" and e["status"] == 200 and e["part"] == part]
                            for part in ("main", "sub")}
        self.executions = executions(events)
        self.messages = messages(events)

    def level(self, part: str) -> list[dict]:
        """The steps of one agent: each generation, then each call it asked for and its return."""
        made = []
        for generation in self.generations[part]:
            made.append({"node_type": "llm", "content": generation["text"] or generation["reasoning"],
                         "reasoning": generation["reasoning"], "asks": bool(generation["calls"]),
                         "answer": generation["calls"][:1] if generation["answers"] else []})
            if generation["answers"]:
                continue
            for call in generation["calls"]:
                made += self.call(part, call)
        return made

    def call(self, part: str, call: dict) -> list[dict]:
        made = [{"node_type": "tool_call", "call": {"name": call["name"], "arguments": call["args"]}}]
        if "back" in call:  # a tool of the framework's own, which the tools' log doesn't know
            return [step | {"own": True} for step in (*made, {"node_type": "tool_return", "content": call["back"]})]
        execution = self.execution(call)
        back = returned(execution, self.message(call))
        if part == "main" and self.generations["sub"] and not execution:
            made += self.level("sub")
            if back:  # an agent's answer, as it gave it or as the model was told it
                back = choice("tool_return", [self.generations["sub"][-1]["text"], back["content"]])
        return made + ([back] if back else [])

    def execution(self, call: dict) -> dict | None:
        """The execution of a call: same tool and arguments, else the same tool, each once."""
        named = [e for e in self.executions if plain(call["name"]).endswith(plain(e["name"])) and not e.get("taken")]
        found = next((e for e in named if e["args"] == call["args"]), named[0] if named else None)
        if found:
            found["taken"] = True
        return found

    def message(self, call: dict) -> str | None:
        """What the model was told of a call."""
        same = [m for m in self.messages if m.get("id") == call["id"]]
        same = same or [m for m in self.messages if not m.get("id") and m.get("name") == call["name"]]
        if not same and call["name"].startswith("transfer_to_"):
            same = self.handed_over()
        return formed(same[0]["text"]) if same else None

    def handed_over(self) -> list[dict]:
        """What an agent that takes over is told instead of the result of the call that handed over to it."""
        asked = [e["turns"] for e in self.events if e["event"] == "request"]
        return [t for t in asked[1] if t["role"] == "user" and t not in asked[0]] if len(asked) > 1 else []

    def end(self) -> list[dict]:
        """The run's end: its output as the program saw it, or as the model said it; an error's text. None, or one without
        a text, when it waits for a person."""
        for event in self.events:
            if event["event"] == "run_error":
                return [{"node_type": "end", "contains": [said(event["error"])], "metadata": {"status": "error"}}]
            if event["event"] == "run_paused":
                return [{"node_type": "end", "optional": True}] if event["ended"] else []
        output = next(e["output"] for e in self.events if e["event"] == "run_end")
        last = self.generations["main"][-1]
        text = last["text"] or (written(last["calls"][0]["args"]) if last["answers"] else "")
        text = text or next((c["back"] for c in last["calls"] if "back" in c), "")
        return [choice("end", [text, written(output)])]


def executions(events: list[dict]) -> list[dict]:
    """Every execution of a tool, with its result or error, in the order in which they began."""
    begun = {e["key"]: dict(e) for e in events if e["event"] == "tool_start"}
    for event in events:
        if event["event"] == "tool_end":
            begun[event["key"]] |= {k: event[k] for k in ("result", "error") if k in event}
    return list(begun.values())


def messages(events: list[dict]) -> list[dict]:
    """The tool messages that the model was sent, the first of each call id first."""
    return [t for e in events if e["event"] == "request" for t in e["turns"] if t["role"] == "tool"]


def returned(execution: dict | None, message: str | None) -> dict | None:
    if execution and "error" in execution:
        told = execution["error"] in (message or execution["error"])
        text = {"contains": [execution["error"]]} if told else {"any": [message, execution["error"], *inner(message)]}
        return {"node_type": "tool_return", **text, "metadata": {"status": "error"}}
    if execution and "result" in execution:
        return choice("tool_return", [written(execution["result"]), *([] if message is None else [message])])
    return None if message is None else {"node_type": "tool_return", "content": message}


def choice(node_type: str, texts: list[str]) -> dict:
    """A step whose content is one of the texts."""
    distinct = list(dict.fromkeys(texts))
    return {"node_type": node_type, **({"content": distinct[0]} if len(distinct) == 1 else {"any": distinct})}


def written(value) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def formed(text: str) -> str:
    """The text; one that holds an object or a list in the form of every other, whatever its blanks."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else text


def inner(message: str) -> list[str]:
    """The error of a message that is an object with nothing else."""
    value = json.loads(message) if message.startswith('{"error": "') else {}
    return list(value.values()) if len(value) == 1 else []


def plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def said(error: str) -> str:
    """The part of an error's text that every library keeps: what the server or the tool said."""
    for text in ("The model is out at sea.", "The buoy does not answer"):
        if text in error:
            return text
    return error.splitlines()[0][:60]


# What can't be expected, where a library doesn't record it: name -> what is done with the steps.
def without_text(made: list[dict]) -> list[dict]:
    """No text of either side: the kinds of steps and the tools' names remain."""
    kept = []
    for step in made:
        name = step.get("call", {}).get("name")
        kept.append({"node_type": step["node_type"], **({"tool": name} if name else {})})
    return kept[:-1] + [kept[-1] | {"optional": True}]


def without_steps(*node_types: str):
    def drop(made: list[dict]) -> list[dict]:
        return [s for s in made if s["node_type"] not in node_types]
    return drop


def without(node_type: str, *keys: str):
    def drop(made: list[dict]) -> list[dict]:
        return [{k: v for k, v in s.items() if s["node_type"] != node_type or k not in keys} for s in made]
    return drop


def without_arguments(made: list[dict]) -> list[dict]:
    return [{"node_type": "tool_call", "tool": s["call"]["name"]} if "call" in s else s for s in made]


def without_reasoning(made: list[dict]) -> list[dict]:
    """A turn that only calls tools has no text; its reasoning is nowhere."""
    return [s | {"content": ""} if s.get("reasoning") and s["reasoning"] == s["content"] else s for s in made]


def without_words(made: list[dict]) -> list[dict]:
    """Of a turn that calls tools only the calls are recorded."""
    return [s | {"content": ""} if s["node_type"] == "llm" and made[i + 1]["node_type"] == "tool_call" else s for i, s in enumerate(made)]


def reasoning_as_text(made: list[dict]) -> list[dict]:
    """Reasoning is recorded as if it were text, before the text."""
    return [s | {"content": s["reasoning"] + s["content"]} if s.get("reasoning") and s["reasoning"] != s["content"] else s for s in made]


def without_text_of_calls(made: list[dict]) -> list[dict]:
    """A turn that calls tools is recorded without its text."""
    return [s | {"content": ""} if s.get("asks") else s for s in made]


def answers_by_tool(made: list[dict]) -> list[dict]:
    """The tool by which a structured answer is given runs like any other."""
    kept = []
    for step in made:
        kept.append(step)
        for call in step.get("answer", []):
            kept += [{"node_type": "tool_call", "call": {"name": call["name"], "arguments": call["args"]}}, {"node_type": "tool_return"}]
    return kept


def known(made: list[dict]) -> list[dict]:
    """The steps without what only the functions above look at."""
    return [{k: v for k, v in s.items() if k not in ("reasoning", "asks", "answer", "own")} for s in made]


def without_end(made: list[dict]) -> list[dict]:
    return made[:-1]


def without_pause(made: list[dict]) -> list[dict]:
    return [*made, {"node_type": "end", "optional": True}]


def not_nested(made: list[dict]) -> list[dict]:
    """Only the outermost agent's steps."""
    kept, depth = [], 0
    for i, step in enumerate(made):
        if step["node_type"] == "tool_return" and depth:
            depth -= 1
        if not depth:
            kept.append(step)
        following = made[i + 1]["node_type"] if i + 1 < len(made) else ""
        if step["node_type"] == "tool_call" and (depth or following not in ("tool_return", "")):
            depth += 1
    return kept


def without_own_tool(made: list[dict]) -> list[dict]:
    """The tool with which the framework has its model end is run, but not recorded."""
    return [s for s in made if not s.get("own")]


UNRECORDED = {
    "texts": without_text,
    "tools": without_steps("tool_call", "tool_return"),
    "returns": without_steps("tool_return"),
    "generations": without_steps("llm"),
    "arguments": without_arguments,
    "results": without("tool_return", "content", "any", "contains"),
    "words of calls": without_words,
    "returns": lambda made: [s for s in made if s["node_type"] != "tool_return"],
    "tool status": without("tool_return", "metadata"),
    "input": without("start", "content"),
    "output": without("end", "content", "any"),
    "reasoning": without_reasoning,
    "what is reasoning": reasoning_as_text,
    "text of calls": without_text_of_calls,
    "answers": without("llm", "content"),
    "error": without("end", "contains", "metadata"),
    "end": without_end,
    "pause": without_pause,
    "nested agent": not_nested,
    "own tool": without_own_tool,
}
