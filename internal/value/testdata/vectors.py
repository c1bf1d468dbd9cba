"""Writes json_dumps.json and python_repr.json: what Python itself makes of values.

Run with Python 3.11 or later and langchain-core (for the messages) installed:

    python3 vectors.py

json_dumps.json: {"source": a JSON text, "ascii": json.dumps of it, "utf8": the same with ensure_ascii=False}
python_repr.json: {"repr": a repr or str, "json": json.dumps of what it says}
"""

import collections
import dataclasses
import datetime
import decimal
import enum
import json
import pathlib
import uuid

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from pydantic import BaseModel

HERE = pathlib.Path(__file__).parent

SOURCES = [
    'null', 'true', 'false', '0', '17', '1234567890123456789012345', '[]', '{}', '""',
    '[1, 2,3 , 4]', '{"b": 1, "a": {"z": [], "y": {}}}', ' \t\r\n[ \n] ',
    '"plain"', '"quote \\" backslash \\\\ slash \\/ and /"', '"\\b\\f\\n\\r\\t"', '"\\u0000\\u0001\\u001f\\u007f"',
    '"<script>&amp;\\u2028\\u2029"', '"\u00e9\u4e16\U0001f600"', '"\\u00E9\\uD83D\\uDE00"', '"\x7f\x80\xa0"',
    '{"\u00e9": "\u00fc", "": 0, "a b": null}', '{"a": 1, "b": 2, "a": 3}', '[NaN, Infinity, -Infinity]',
    '"raw \n\t\x01 controls"', '"\uffff\U0010ffff"', '[[[[["deep"]]]]]', '{"temp": 22, "condition": "sunny"}',
]


class Color(enum.Enum):
    RED = "red"


@dataclasses.dataclass
class Point:
    x: int
    label: str


class Reply(BaseModel):
    answer: str
    score: float
    tags: list[str]


Pair = collections.namedtuple("Pair", "left right")


def local_class():
    @dataclasses.dataclass
    class Inner:
        n: int

    return Inner(1)


def call(name, /, *args, **fields):
    return {"__class__": name} | {str(i): a for i, a in enumerate(args)} | fields


LITERALS = [
    None, True, False, 0, -7, 1.5, 1e100, 1e-7, "", "a", "it's", 'say "hi"', "it's \"both\"", "\\ \n \r \t",
    "\x00\x1f\x7f\x80\xa0", "\u00e9\u4e16\U0001f600\u200d\u2028\ue000", [], {}, [1, "2", None], {"a": {"b": [True]}},
    {"it's": "x"}, {1: "a", 2.5: "b", None: "c", False: "d"}, [[[[]]]], float("nan"), float("inf"), float("-inf"),
]

# Each with what it says.
OTHERS = [
    ((), []), ((1,), [1]), ((1, 2), [1, 2]), ({1}, [1]), (set(), []), (frozenset(), []), (frozenset({1}), [1]),
    (b"text\n\x00", "text\n\x00"), (b"\xc3\xa9", "\u00e9"), (b"\xff'", "b\"\\xff'\""), (2j, "2j"), (1 + 2j, "1+2j"), (..., "..."),
    (Color.RED, "<Color.RED: 'red'>"), (int, "<class 'int'>"), ([Color.RED], ["<Color.RED: 'red'>"]),
    (Point(1, "a"), call("Point", x=1, label="a")),
    (local_class(), call("local_class.<locals>.Inner", n=1)),
    (Pair(1, [2]), call("Pair", left=1, right=[2])),
    (Reply(answer="a", score=1.0, tags=["t"]), call("Reply", answer="a", score=1.0, tags=["t"])),
    (datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone.utc),
     call("datetime.datetime", 2026, 1, 2, 0, 0, tzinfo="datetime.timezone.utc")),
    (decimal.Decimal("1.10"), call("Decimal", "1.10")),
    (uuid.UUID(int=1), call("UUID", "00000000-0000-0000-0000-000000000001")),
    (collections.defaultdict(int, a=1), call("defaultdict", "<class 'int'>", {"a": 1})),
    (collections.Counter("aab"), call("Counter", {"a": 2, "b": 1})),
    (ValueError("bad", 1), call("ValueError", "bad", 1)),
    (HumanMessage("it's"), call("HumanMessage", content="it's", additional_kwargs={}, response_metadata={})),
    (ToolMessage("7", name="add", tool_call_id="c1"),
     call("ToolMessage", content="7", name="add", tool_call_id="c1")),
    (AIMessage("", tool_calls=[{"name": "add", "args": {"a": 3}, "id": "c1"}]),
     call("AIMessage", content="", additional_kwargs={}, response_metadata={},
          tool_calls=[{"name": "add", "args": {"a": 3}, "id": "c1", "type": "tool_call"}],
          invalid_tool_calls=[])),
]

STRS = [
    (Reply(answer="it's", score=1.0, tags=["t"]), {"answer": "it's", "score": 1.0, "tags": ["t"]}),
    (ToolMessage("7", name="add", tool_call_id="c1"), {"content": "7", "name": "add", "tool_call_id": "c1"}),
    (HumanMessage([{"type": "text", "text": "a\nb"}]),
     {"content": [{"type": "text", "text": "a\nb"}], "additional_kwargs": {}, "response_metadata": {}}),
]


def write(name, vectors):
    (HERE / name).write_text("[\n" + ",\n".join(json.dumps(v) for v in vectors) + "\n]\n")


def dumps(source):
    value = json.loads(source, strict=False)
    return {"source": source, "ascii": json.dumps(value), "utf8": json.dumps(value, ensure_ascii=False)}


write("json_dumps.json", [dumps(source) for source in SOURCES])
write(
    "python_repr.json",
    [{"repr": repr(v), "json": json.dumps(v)} for v in LITERALS]
    + [{"repr": repr(v), "json": json.dumps(says)} for v, says in OTHERS]
    + [{"repr": str(v), "json": json.dumps(says)} for v, says in STRS],
)
