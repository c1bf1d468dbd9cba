"""Plays recorded requests as an agent's tests would send them: with the resource that OpenTelemetry's variables say, and
trace ids of their own. Each recording is a case, and its folder's name the case's.

    python3 play.py [--switch OLD=NEW] [--unnamed] FOLDER...
"""

import argparse
import hashlib
import json
import os
import urllib.request
from pathlib import Path


def attributes(case):
    pairs = [p.split("=", 1) for p in os.environ.get("OTEL_RESOURCE_ATTRIBUTES", "").split(",") if p]
    if case:
        pairs.append(["test.case.name", case])
    return [{"key": key, "value": {"stringValue": value}} for key, value in pairs]


def renamed(trace):
    run = os.environ.get("OTEL_RESOURCE_ATTRIBUTES", "")
    return hashlib.sha256((run + trace).encode()).hexdigest()[:32]


def play(folder, options):
    endpoint = os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"]
    for line in (folder / "traces.jsonl").read_text(encoding="utf-8").split("\n"):
        for pair in options.switch:
            line = line.replace(*pair.split("=", 1))
        if line:
            post(endpoint + "/v1/traces", stamped(json.loads(line), None if options.unnamed else folder.name))


def stamped(request, case):
    for resource in request["resourceSpans"]:
        resource.setdefault("resource", {}).setdefault("attributes", []).extend(attributes(case))
        for scope in resource["scopeSpans"]:
            for span in scope["spans"]:
                span["traceId"] = renamed(span["traceId"])
    return request


def post(url, request):
    body = json.dumps(request).encode()
    urllib.request.urlopen(urllib.request.Request(url, body, {"Content-Type": "application/json"})).close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--switch", action="append", default=[])
    parser.add_argument("--unnamed", action="store_true")
    parser.add_argument("folders", nargs="*", type=Path)
    chosen = parser.parse_args()
    for one in chosen.folders:
        play(one, chosen)
