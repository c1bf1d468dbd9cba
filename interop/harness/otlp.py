"""OTLP requests as one line of OTLP/JSON: ids in hexadecimal, 64-bit integers as text, enums as numbers."""

from __future__ import annotations

import base64
import gzip
import json

from google.protobuf import json_format
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

KINDS = {"traces": ExportTraceServiceRequest, "logs": ExportLogsServiceRequest}
IDS = {"traceId", "spanId", "parentSpanId"}


def as_json(signal: str, body: bytes, headers) -> str:
    """The request as it arrived, as text without a line feed."""
    if headers.get("Content-Encoding") == "gzip":
        body = gzip.decompress(body)
    if "json" in headers.get("Content-Type", ""):
        return json.dumps(json.loads(body), ensure_ascii=False, separators=(",", ":"))
    message = KINDS[signal]()
    message.ParseFromString(body)
    value = json_format.MessageToDict(message, use_integers_for_enums=True)
    return json.dumps(hexadecimal(value), ensure_ascii=False, separators=(",", ":"))


def hexadecimal(value):
    """The value with its ids in hexadecimal, as OTLP/JSON has them; protobuf's own JSON form has base64."""
    if isinstance(value, list):
        return [hexadecimal(v) for v in value]
    if isinstance(value, dict):
        return {k: base64.b64decode(v).hex() if k in IDS else hexadecimal(v) for k, v in value.items()}
    return value


def trace_ids(lines: list[str]) -> list[str]:
    """The trace ids of requests, in the order of their first span."""
    found: dict[str, None] = {}
    for span in spans(lines):
        found.setdefault(span["traceId"].lower())
    return list(found)


def spans(lines: list[str]):
    """Every span of the requests, with its scope's name and version."""
    for line in lines:
        for resource in json.loads(line).get("resourceSpans", []):
            for scope in resource.get("scopeSpans", []):
                for span in scope.get("spans", []):
                    yield {"scope": scope.get("scope", {}), **span}
