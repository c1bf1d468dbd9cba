"""A recorded run once more: with other ids, at other times, in another order, or with another tool."""

from __future__ import annotations

import hashlib
import json
import pathlib
import random
import re

SIGNALS = ("traces", "logs")
DAY = 86_400_000_000_000
HEX = re.compile(r"(?<![0-9a-fA-F])(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{16})(?![0-9a-fA-F])")
TIME = re.compile(r'("\w*[tT]imeUnixNano": ?"?)(\d+)')


class Recording:
    """The requests of a case, as text."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.requests = [(s, line) for s in SIGNALS if (folder / f"{s}.jsonl").exists()
                         for line in (folder / f"{s}.jsonl").read_text("utf-8").splitlines() if line.strip()]
        self.ids = {i.lower() for _, text in self.requests for i in re.findall(r'"(?:traceId|spanId|parentSpanId)": ?"(\w+)"', text)}
        times = [int(t) for _, text in self.requests for _, t in TIME.findall(text)]
        self.first = min((t for t in times if t), default=0)

    def again(self, salt: str, renamed: tuple[str, str] | None = None):
        """Its requests as another run would send them: yields signals and requests."""
        rng = random.Random(salt)
        requests = [piece for s, text in self.requests for piece in self.pieces(s, self.moved(text, salt, renamed))]
        requests += rng.sample(requests, len(requests) // 4)
        rng.shuffle(requests)
        yield from requests

    def moved(self, text: str, salt: str, renamed: tuple[str, str] | None) -> str:
        text = HEX.sub(lambda m: other(m[0], salt) if m[0].lower() in self.ids else m[0], text)
        text = TIME.sub(lambda m: m[1] + str(self.later(int(m[2]))), text)
        return re.sub(rf"(?<![A-Za-z0-9]){re.escape(renamed[0])}(?![A-Za-z0-9])", renamed[1], text) if renamed else text

    def later(self, time: int) -> int:
        """Forty days later, on a machine that takes a third longer for everything."""
        return time and self.first + 40 * DAY + (time - self.first) * 4 // 3

    @staticmethod
    def pieces(signal: str, text: str):
        """Each span in a request of its own. Log records stay together, for their order in a request counts."""
        if signal == "logs":
            yield signal, text
            return
        for resource in json.loads(text).get("resourceSpans", []):
            for scope in resource.get("scopeSpans", []):
                for span in scope.get("spans", []):
                    alone = {**resource, "scopeSpans": [{**scope, "spans": [span]}]}
                    yield signal, json.dumps({"resourceSpans": [alone]}, ensure_ascii=False)


def other(identifier: str, salt: str) -> str:
    """Another id, the same one for the same id."""
    return hashlib.sha256(f"{salt}:{identifier.lower()}".encode()).hexdigest()[:len(identifier)]
