"""The built collector, with the exporter in it, as a child process."""

from __future__ import annotations

import http.client
import os
import pathlib
import shutil
import signal
import subprocess
import time

from .scenarios import HERE

ROOT = HERE.parent
BINARY = ROOT / "build" / "otelcol-agentdelta"
PATHS = {"traces": "/v1/traces", "logs": "/v1/logs"}


class Collector:
    """Used in a with statement; when that ends, the collector has been stopped as an operator would and has written all."""

    def __init__(self, directory: pathlib.Path, port: int) -> None:
        self.directory, self.port = directory, port

    def __enter__(self) -> Collector:
        subprocess.run(["make", "--silent", "build"], cwd=ROOT, check=True, capture_output=True)
        shutil.rmtree(self.directory, ignore_errors=True)
        environment = os.environ | {"AGENTDELTA_DIRECTORY": str(self.directory), "INTEROP_PORT": str(self.port)}
        self.directory.parent.mkdir(parents=True, exist_ok=True)
        self.log = open(self.directory.parent / "collector.log", "w", encoding="utf-8")
        command = [str(BINARY), "--config", str(HERE / "collector.yaml")]
        self.process = subprocess.Popen(command, env=environment, stdout=self.log, stderr=self.log)
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port)
        self.listens()
        return self

    def listens(self) -> None:
        """Waits until the receiver is up."""
        while self.process.poll() is None:
            try:
                self.post("traces", '{"resourceSpans":[]}')
                return
            except ConnectionRefusedError:
                self.connection.close()
                time.sleep(0.05)
        raise RuntimeError(f"the collector ended: {(self.directory.parent / 'collector.log').read_text('utf-8')[-600:]}")

    def post(self, signal_name: str, request: str) -> None:
        """Sends a request in OTLP's JSON form."""
        self.connection.request("POST", PATHS[signal_name], request.encode(), {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        body = answer.read()
        if answer.status != http.client.OK:
            raise RuntimeError(f"the collector refused {request[:120]}: {answer.status} {body[:300]!r}")

    def __exit__(self, *_failure) -> None:
        self.connection.close()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=120)
        self.log.close()
