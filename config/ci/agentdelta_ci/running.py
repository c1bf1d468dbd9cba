"""Runs an agent's tests while a collector runs."""

import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

from recordings import Broken, files

# What the exporter says in its log when something is missing; these lines are repeated where a user looks.
HINTS = ("no texts were recorded", "no files were written", "its id names the file")

DEFAULT_PORT = 4318


class Collector:
    """A collector that runs while the agent's tests do."""

    def __init__(self, options):
        self.options = options
        self.log = tempfile.NamedTemporaryFile(prefix="agentdelta-collector-", suffix=".log", delete=False)
        self.process = None

    def start(self):
        host, port = address(self.options.endpoint)
        if listens(host, port):
            raise Broken("%s is in use already: stop what listens there" % self.options.endpoint)
        env = dict(os.environ, AGENTDELTA_DIRECTORY=str(self.options.directory),
                   AGENTDELTA_HTTP=urlsplit(self.options.endpoint).netloc)
        if port != DEFAULT_PORT:
            env.setdefault("AGENTDELTA_GRPC", "127.0.0.1:0")  # any: the usual one may be another job's
        command = [self.options.collector, "--config", str(self.options.config)]
        try:
            self.process = subprocess.Popen(command, env=env, stdout=self.log, stderr=subprocess.STDOUT)
        except OSError as error:
            raise Broken("the collector %s can't be started: %s" % (self.options.collector, error)) from error
        until = time.monotonic() + self.options.start_timeout
        while not listens(host, port):
            if self.process.poll() is not None:
                raise Broken("the collector ended with code %d:\n%s" % (self.process.returncode, self.text()))
            if time.monotonic() > until:
                raise Broken("the collector doesn't listen on %s:\n%s" % (self.options.endpoint, self.text()))
            time.sleep(0.1)

    def stop(self):
        """Ends the collector as an operator would, and waits until it has written everything."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=self.options.stop_timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise Broken("the collector didn't stop within %ds:\n%s" % (self.options.stop_timeout, self.text())) from None
        if self.process.returncode != 0:
            raise Broken("the collector ended with code %d:\n%s" % (self.process.returncode, self.text()))

    def text(self):
        return Path(self.log.name).read_text(encoding="utf-8", errors="replace")

    def hints(self):
        return [spoken(line) for line in self.text().splitlines() if any(hint in line for hint in HINTS)]

    def close(self):
        self.log.close()
        os.unlink(self.log.name)


def spoken(line):
    """What a line of the collector's log says, and of which instrumentation."""
    parts = line.split("\t")
    if len(parts) != 5:
        return line
    try:
        fields = json.loads(parts[4])
    except ValueError:
        return line
    about = ["%s %s" % (key, fields[key]) for key in ("scope", "service", "error") if fields.get(key)]
    about += ["scopes %s" % ", ".join(fields["scopes"])] if fields.get("scopes") else []
    return parts[3] + (" (%s)" % "; ".join(about) if about else "")


def address(endpoint):
    parts = urlsplit(endpoint)
    if not parts.hostname or not parts.port:
        raise Broken("%s is no endpoint: must be like http://127.0.0.1:4318" % endpoint)
    return parts.hostname, parts.port


def listens(host, port):
    try:
        with socket.create_connection((host, port), timeout=1):
            return True
    except OSError:
        return False


def environment(options):
    """The variables that make an OpenTelemetry SDK send to the collector, and name the run.

    https://opentelemetry.io/docs/specs/otel/protocol/exporter/"""
    env = {key: value for key, value in os.environ.items()
           if not re.fullmatch(r"OTEL_EXPORTER_OTLP_(TRACES|LOGS)_(ENDPOINT|PROTOCOL|HEADERS)", key)}
    env.update(OTEL_EXPORTER_OTLP_ENDPOINT=options.endpoint, OTEL_EXPORTER_OTLP_PROTOCOL="http/protobuf")
    for key, value in (("TRACES", "otlp"), ("LOGS", "otlp"), ("METRICS", "none")):
        env.setdefault("OTEL_%s_EXPORTER" % key, value)
    kept = [pair for pair in env.get("OTEL_RESOURCE_ATTRIBUTES", "").split(",")
            if pair and pair.split("=")[0].strip() != "cicd.pipeline.run.id"]
    env["OTEL_RESOURCE_ATTRIBUTES"] = ",".join(kept + ["cicd.pipeline.run.id=" + options.run])
    return env


def record(options):
    """Runs the command while a collector runs, and returns the folder of its files and the command's exit code."""
    folder = options.directory / options.run
    if folder.exists() and files(folder):
        raise Broken("%s holds files of an earlier run: remove them, or choose another --run" % folder)
    options.directory.mkdir(parents=True, exist_ok=True)
    collector = Collector(options)
    try:
        collector.start()
        try:
            code = subprocess.call(options.command, env=environment(options))
        except OSError as error:
            raise Broken("%s can't be run: %s" % (options.command[0], error)) from error
        finally:
            collector.stop()
        for hint in collector.hints():
            print("collector: " + hint)
    finally:
        collector.close()
    return folder, code
