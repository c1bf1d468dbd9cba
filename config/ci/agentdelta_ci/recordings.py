"""The files that the exporter writes, as far as a comparison needs them."""

import json
import re
from pathlib import Path

# Steps that say nothing when they have no texts. Agents often record neither question nor answer.
TELLING = ("llm", "tool_call")

TRACE_ID = re.compile(r"[0-9a-f]{32}(\.late(-\d+)?)?")


class Broken(Exception):
    """Why nothing can be said about the runs."""


class Trace:
    """A file: its steps, and what was recorded of them."""

    def __init__(self, path):
        self.path = path
        self.meta, self.nodes = {}, []
        try:
            for line in filter(None, path.read_text(encoding="utf-8").split("\n")):
                record = json.loads(line)
                if record["type"] == "trace_meta":
                    self.meta = record
                elif record["type"] == "node":
                    self.nodes.append(record)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Broken("%s can't be read: %s" % (path, error)) from error

    def textless(self):
        """The steps whose texts were not recorded."""
        return [n for n in self.nodes if n["node_type"] in TELLING and state(n) == "not recorded"]

    def texts(self, wanted):
        """How many steps have texts of a state, such as redacted."""
        return sum(state(n) == wanted for n in self.nodes)

    def tools(self):
        """The names of the tools that were called, in order, each with its step."""
        calls = [n for n in self.nodes if n["node_type"] == "tool_call"]
        return [(n.get("metadata", {}).get("tool") or n["content"].split("(")[0], n) for n in calls]


    def failed(self):
        """The returns of tools that failed."""
        return [n for n in self.nodes if n["node_type"] == "tool_return" and n.get("metadata", {}).get("status") == "error"]


def state(node):
    """Why a step's text isn't there in full; None if it is."""
    return node.get("metadata", {}).get("content")


def files(folder):
    """The trace files in and below a folder, by their path without the extension."""
    found = {}
    for path in sorted(Path(folder).rglob("*.jsonl")):
        name = path.relative_to(folder).with_suffix("").as_posix()
        if not any(part.startswith(".") for part in name.split("/")):
            found[name] = path
    return found


def is_trace_id(name):
    """Tells whether a file is named by its trace id, which no other run has."""
    return TRACE_ID.fullmatch(name.rsplit("/", 1)[-1]) is not None


def short(text, most=80):
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "\u2026"
