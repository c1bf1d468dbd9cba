#!/usr/bin/env python3
"""Writes vectors.json, weather.jsonl and weather.utf8.jsonl: what Python itself answers, frozen for the Go tests.

    python3 testdata/make_vectors.py            (Python 3.11, for Unicode 14.0.0; standard library only)
    python3 testdata/make_vectors.py --check    reads "JSON<tab>literal" lines and judges each literal

Nothing here is copied from the Go code: contents come from repr, str.isidentifier, json.dumps and hashlib.
"""
import ast
import hashlib
import json
import math
import pathlib
import sys
import unicodedata

HERE = pathlib.Path(__file__).resolve().parent
SURROGATES = range(0xD800, 0xE000)


class Number:
    """A number that keeps its JSON spelling."""

    def __init__(self, text):
        self.text = text


def read(text):
    return json.loads(text, parse_int=Number, parse_float=Number)


def literal(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{literal(k)}: {literal(value[k])}" for k in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    return value.text if isinstance(value, Number) else repr(value)


def call_input(value):
    if isinstance(value, dict) and all(k.isidentifier() for k in value):
        return ", ".join(f"{k}={literal(value[k])}" for k in sorted(value))
    if value is None:
        return ""
    return value if isinstance(value, str) else literal(value)


def node_id(node_type, content):
    return hashlib.sha256(f"{node_type}:{content}".encode()).hexdigest()[:16]


def sweep(holds):
    """SHA-256 over one byte for each code point but surrogates: 1 when holds(character)."""
    codes = (c for c in range(sys.maxunicode + 1) if c not in SURROGATES)
    return hashlib.sha256(bytes(holds(chr(c)) for c in codes)).hexdigest()


TEXTS = [
    "", "Tokyo", "it's", 'say "hi"', """both ' and \"""", "'", '"', "\\", "\\'", "a\\nb", "line\nbreak", "\r\n\t", "\0\x01\x1f",
    "\x7f\x80\x9f\xa0\xad", " ", "naïve café", "四半期レポート", "🚀", "👩\u200d👩\u200d👧\u200d👦", "🇯🇵", "e\u0301", "العربية",
    "\u200b\u200e\u2028\u2029\u202f\u2060\ufeff", "\ue000\uf8ff", "\ufffd\ufffe\uffff", "\U0001d173\U000e0001\U000f0000\U0010ffff",
    "\u0378\u0530", "\U0001fae0", "\U0001fae8", "\u3000", "<script>&amp;</script>", "/slash/", "{'not': 'json'}", "%s {0} {{}}",
    "\u1680\u2000\u205f", "\u180e", "\u061c", "\U00013430", "\U0001f6dc",
]

NAMES = [
    "", "a", "_", "__x__", "a1", "1a", "a-b", "a b", "a.b", "class", "None", "True", "é", "été", "名前", "ª", "µ", "·", "a·", "²",
    "a²", "\u2118", "\u212e", "\u1885", "a\u0301", "\u0301a", "\u200c", "a\u200c", "\U0001d4d0", "a\U0001d7d8", "\U0001d7d8", "🚀",
    "\u1369", "a\u1369", "a\u30fb", "\uff3f", "a\uff3f", "x" * 300, "$", "a$", "@a", "#", "a\n", "\u0e33", "a\u0e33", "\u037a", "ﬁ",
    "\U0001e4d0", "\U00031350",
]

DOCUMENTS = [
    "null", "true", "false", "0", "-0", "1", "1.0", "1.50", "1e5", "1E+5", "12345678901234567890123", "NaN", "Infinity", "-Infinity",
    '""', '"Tokyo"', "[]", "{}", "[[]]", "[{}]", '{"": ""}', "[1, 2, 3]", "[null, true, false]", '{"a": 1}', '{"b": 1, "a": 2}',
    '{"location": "Tokyo"}', '{"unit": "C", "city": "Tokyo"}', '{"q": "it\'s", "deep": true, "n": 1.50}',
    '{"place": {"lon": 2, "lat": null}}', '{"Content-Type": "text/html"}', '[1, "a\\u200db"]', '{"a": {"c": [], "b": {}}}',
    '{"Z": 1, "a": 2, "_": 3, "\\u00e9": 4, "\\ud835\\udcd0": 5, "\\uff21": 6}', '{"1": "one", "10": "ten", "2": "two"}',
    '{"it\'s": "\\"", "say \\"hi\\"": "\'"}', '{"a b": [1.0, {"y": 1e2, "x": -0.0}]}', '{"class": 1, "from": 2}',
    '{"text": "\\u56db\\u534a\\u671f \\ud83d\\ude80 \\"Q3\\""}', '{"nan": NaN, "list": [Infinity, -Infinity]}',
    '{"html": "<b>&amp;</b>", "control": "\\u0000\\u001f\\u007f\\u0080\\u2028"}', '{"long": "' + "é" * 600 + '"}',
    '["' + "x" * 499 + '", 1]', '{"a": "' + "\\u200d" * 200 + '"}',
]

CALLS = [(name, document, limit) for document in DOCUMENTS for name, limit in (("get_weather", 500), ("t", 7))]

CONTENTS = [(t, text) for t in ("start", "llm", "tool_call", "tool_return", "end") for text in
            ("", "get_weather(location='Tokyo')", "Tokyo: 22°C, sunny.", "a\nb", "🚀", "\0")]

STEPS = [
    ("start", "What is the weather in Tokyo?", {"agent": "weather"}),
    ("llm", "I should look up the current weather.", {"model": "gpt-4o", "tool_calls": ["get_weather"]}),
    ("tool_call", "get_weather(location='Tokyo')",
     {"tool": "get_weather", "call_id": "call_1", "arguments": {"location": "Tokyo"}}),
    ("tool_return", '{"temp": 22, "condition": "sunny"}', {"tool": "get_weather", "call_id": "call_1", "status": "ok"}),
    ("end", "Tokyo: 22°C, sunny.", {"status": "ok"}),
]

EDGES = [(1, 2, "sequence", ""), (2, 3, "llm_decision", ""), (3, 4, "tool_call", "get_weather"), (4, 5, "tool_return", "tool_output")]


def weather():
    yield {"type": "trace_meta", "run_id": "weather/東京", "trace_id": "5ee0000000000000000000000000a001", "complete": True}
    for step, (kind, content, metadata) in enumerate(STEPS, 1):
        yield {"type": "node", "id": node_id(kind, content), "step": step, "node_type": kind, "content": content,
               "metadata": metadata}
    for source, target, kind, label in EDGES:
        yield {"type": "edge", "source_step": source, "target_step": target, "edge_type": kind, "label": label}


def dumps(document, ascii):
    """json.dumps, with numbers as they are spelled in the document."""
    found = {}

    def hold(text):
        key = f"\x01number{len(found)}\x01"
        found[json.dumps(key)] = text
        return key

    text = json.dumps(json.loads(document, parse_int=hold, parse_float=hold, parse_constant=hold), ensure_ascii=ascii)
    for key, spelling in found.items():
        text = text.replace(key, spelling)
    return text


def vectors():
    return {
        "python": sys.version.split()[0],
        "unicode": unicodedata.unidata_version,
        "sweeps": {
            "printable": sweep(str.isprintable),
            "identifier_start": sweep(str.isidentifier),
            "identifier_part": sweep(lambda c: ("a" + c).isidentifier()),
        },
        "reprs": [{"text": t, "repr": repr(t)} for t in TEXTS],
        "identifiers": [{"text": n, "identifier": n.isidentifier()} for n in NAMES],
        "literals": [{"json": d, "literal": literal(read(d)), "call": call_input(read(d))} for d in DOCUMENTS],
        "dumps": [{"json": d, "ascii": dumps(d, True), "utf8": dumps(d, False)} for d in DOCUMENTS],
        "calls": [{"name": n, "json": d, "limit": m, "content": f"{n}({call_input(read(d))[:m]})"} for n, d, m in CALLS],
        "ids": [{"type": t, "content": c, "id": node_id(t, c)} for t, c in CONTENTS],
    }


def same(one, other):
    if isinstance(one, float) and isinstance(other, float) and math.isnan(one):
        return math.isnan(other)
    if isinstance(one, dict):
        return isinstance(other, dict) and one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, list):
        return isinstance(other, list) and len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


def check(lines):
    """Each literal must be spelled as literal() spells it, and evaluate to the value it came from."""
    count = 0
    for line in lines:
        document, text = line.rstrip("\n").split("\t")
        document, text = json.loads(document), json.loads(text)
        if text != literal(read(document)):
            sys.exit(f"{document}\n  is      {text}\n  must be {literal(read(document))}")
        if not same(ast.literal_eval(text), json.loads(document)):
            sys.exit(f"{document}\n  {text}\n  evaluates to another value")
        count += 1
    print(count)


def main():
    if unicodedata.unidata_version != "14.0.0":
        sys.exit(f"unicodedata {unicodedata.unidata_version}: run this with Python 3.11, which has 14.0.0")
    if "--check" in sys.argv:
        sys.stdin.reconfigure(encoding="utf-8", newline="\n")
        return check(sys.stdin)
    (HERE / "vectors.json").write_text(json.dumps(vectors(), indent=1) + "\n")
    for name, ascii in (("weather.jsonl", True), ("weather.utf8.jsonl", False)):
        text = "".join(json.dumps(record, ensure_ascii=ascii) + "\n" for record in weather())
        (HERE / name).write_bytes(text.encode())


main()
