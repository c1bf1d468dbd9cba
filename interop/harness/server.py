"""The loopback server of a run: the scripted model, the OTLP receiver and the log that the true steps come from.

    /r/<capture>/<scenario>/<path of the model's API>    answers as the script says
    /o/<capture>/<scenario>/v1/{traces,logs}             keeps what arrives, in order
    /t/<capture>/<scenario>                              takes an event of a tool or of the run's end
"""

from __future__ import annotations

import itertools
import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from . import answers, fields, otlp, requests, scenarios, script


class Run:
    """What is known of one run: its events in order and its OTLP requests in order."""

    def __init__(self, scenario: str) -> None:
        self.scenario, self.variants = scenarios.of(scenario)
        self.events: list[dict] = []
        self.requests: dict[str, list[str]] = {"traces": [], "logs": []}
        self.answered: dict[str, list[dict]] = {}  # an answer's key: the conversation up to it
        self.failures = 0
        self.numbers = itertools.count(1)
        self.lock = threading.Lock()

    def log(self, **event) -> None:
        with self.lock:
            self.events.append(event)

    def before(self, conversation: dict) -> list[dict]:
        """The turns that a client leaves to the server, by the id of the answer that it goes on from."""
        return self.answered.get(conversation.get("follows"), [])

    def answers(self, part: str) -> int:
        with self.lock:
            return sum(e["event"] == "response" and e["status"] == 200 and e["part"] == part for e in self.events)

    def fails(self, index: int, part: str) -> int:
        """The status with which this turn fails now, or 0."""
        failure = self.scenario.get("fail")
        with self.lock:
            if not failure or part == "other" or failure["turn"] != index or self.failures >= failure["times"]:
                return 0
            self.failures += 1
            return failure["status"]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_args) -> None:
        pass

    def do_GET(self) -> None:
        self.send(200, {"object": "list", "data": []})

    def do_POST(self) -> None:
        body = self.body()
        kind, capture, scenario, *rest = self.path.split("?")[0].strip("/").split("/", 3)
        run = self.server.run(capture, scenario)
        if kind == "o":
            self.receive(run, rest[0], body)
        elif kind == "t":
            run.log(**json.loads(body))
            self.send(200, {})
        else:
            self.answer(run, rest[0], json.loads(body or b"{}"))

    def body(self) -> bytes:
        if "chunked" in self.headers.get("Transfer-Encoding", ""):
            parts = []
            while size := int(self.rfile.readline().split(b";")[0], 16):
                parts.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            return b"".join(parts)
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def receive(self, run: Run, path: str, body: bytes) -> None:
        signal = path.rsplit("/", 1)[-1]
        if signal in run.requests:
            text = otlp.as_json(signal, body, self.headers)
            with run.lock:
                run.requests[signal].append(text)
        proto = "protobuf" in self.headers.get("Content-Type", "")
        self.send_response(200)
        self.send_header("Content-Type", "application/x-protobuf" if proto else "application/json")
        self.send_header("Content-Length", "0" if proto else "2")
        self.end_headers()
        if not proto:
            self.wfile.write(b"{}")

    def answer(self, run: Run, path: str, body: dict) -> None:
        found = requests.read(path, body)
        if found is None:
            self.send(404, {"error": {"message": f"no such path: {path}"}})
            return
        api, conversation = found
        conversation["turns"] = run.before(conversation) + conversation["turns"]
        part, chosen, index = script.plan(run.scenario, conversation)
        if run.scenario.get("hands_over"):  # an agent that takes over may not be told what was said before
            index = min(run.answers(part), len(chosen["turns"]) - 1)
        run.log(event="request", part=part, index=index, turns=conversation["turns"])
        time.sleep(0.01)
        if status := run.fails(index, part):
            run.log(event="response", part=part, status=status)
            self.send(status, answers.error(api, status), {"retry-after": "0", "retry-after-ms": "10"})
            return
        turn = script.answer(run.scenario, chosen, index, conversation, lambda: next(run.numbers))
        run.log(event="response", part=part, status=200, **turn)
        key, model = f"{next(run.numbers):04d}", conversation["model"]
        run.answered["resp_" + key] = [*conversation["turns"], {"role": "assistant", "text": turn["text"], "calls": turn["calls"]}]
        if fields.asked(conversation):
            turn = turn | {"calls": []}  # they are in its text
        if conversation["stream"]:
            self.stream(api, answers.EVENTS[api](turn, key, model))
        else:
            self.send(200, answers.WHOLE[api](turn, key, model))

    def stream(self, api: str, events) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/vnd.amazon.eventstream" if api == "bedrock" else "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for name, data in events:
            self.wfile.write(answers.frame(name, data) if api == "bedrock" else answers.line(name, data))
            self.wfile.flush()
        self.close_connection = True

    def send(self, status: int, value: dict, headers: dict | None = None) -> None:
        data = json.dumps(value, ensure_ascii=False).encode()
        self.send_response(status)
        for name, text in {"Content-Type": "application/json", "Content-Length": str(len(data)), **(headers or {})}.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(data)


class Server(ThreadingHTTPServer):
    """A server on loopback; runs are made when they are first asked for."""

    daemon_threads = True
    request_queue_size = 128  # agents and exporters call at once; a refused export would be a lost one

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.runs: dict[tuple[str, str], Run] = {}
        self.guard = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address) -> None:
        """A program that ended leaves connections open; that is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def run(self, capture: str, scenario: str) -> Run:
        with self.guard:
            return self.runs.setdefault((capture, scenario), Run(scenario))

    def address(self, kind: str, capture: str, scenario: str) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/{kind}/{capture}/{scenario}"
