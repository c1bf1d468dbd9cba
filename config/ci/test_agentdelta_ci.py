"""Tests of what the recipe decides, with a stand-in for agentdelta. In this folder: python3 -m unittest"""

import contextlib
import importlib.util
import io
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "agentdelta_ci"), str(HERE / "testdata")]

import judging  # noqa: E402
import running  # noqa: E402
from recordings import Broken, Trace  # noqa: E402

SPEC = importlib.util.spec_from_file_location("recipe", HERE / "agentdelta_ci" / "__main__.py")
recipe = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(recipe)

ID = "4bf92f3577b34da6a3ce929d0e0e4736"


def step(kind, content, /, **metadata):
    return {"node_type": kind, "content": content, "metadata": metadata}


def weather(tool="get_weather", answer="It is sunny in Tokyo."):
    return [
        step("start", "What is the weather in Tokyo?"),
        step("llm", "I should look up the weather."),
        step("tool_call", tool + "(location='Tokyo')", tool=tool),
        step("tool_return", "sunny, 22 degrees", tool=tool),
        step("llm", answer),
        step("end", answer),
    ]


def textless():
    return [step("start", ""), step("llm", "[not recorded: chat]", content="not recorded"), step("end", "", content="not recorded")]


class Folders(unittest.TestCase):
    def setUp(self):
        temp = tempfile.TemporaryDirectory()
        self.addCleanup(temp.cleanup)
        self.root = Path(temp.name)

    def write(self, name, steps, **meta):
        path = self.root / (name + ".jsonl")
        path.parent.mkdir(parents=True, exist_ok=True)
        records = [dict(type="trace_meta", run_id=name, **meta)]
        records += [dict(type="node", step=i + 1, **s) for i, s in enumerate(steps)]
        path.write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")

    def call(self, *arguments, env=None):
        """The exit code and what was printed."""
        out = io.StringIO()
        quiet = {k: v for k, v in os.environ.items() if not k.startswith("GITHUB_")}
        with mock.patch.dict(os.environ, dict(quiet, **(env or {})), clear=True), \
                contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = recipe.main([str(a) for a in arguments])
        return code, out.getvalue()

    def compare(self, *options, env=None):
        return self.call("compare", self.root / "base", self.root / "cand", *options, env=env)


class Comparing(Folders):
    def test_equal_runs_pass(self):
        self.write("base/refund", weather())
        self.write("cand/refund", weather())
        code, text = self.compare()
        self.assertEqual(0, code, text)
        self.assertIn("ok    refund  score 100.0", text)
        self.assertIn("passed: 1 pairs, 0 cases with problems", text)

    def test_a_switched_tool_fails_and_is_named(self):
        self.write("base/refund", weather())
        self.write("cand/refund", weather(tool="search_web"))
        code, text = self.compare()
        self.assertEqual(1, code, text)
        self.assertIn("tool at step 3: get_weather -> search_web", text)
        self.assertIn("forks at step 3: tool_call get_weather(location='Tokyo') -> tool_call search_web(location='Tokyo')", text)

    def test_a_tool_that_a_model_finds_alike_fails_all_the_same(self):
        self.write("base/refund", weather())
        self.write("cand/refund", weather(tool="get_weathers"))
        code, text = self.compare()
        self.assertEqual(1, code, text)
        self.assertIn("tool at step 3: get_weather -> get_weathers", text)
        self.assertNotIn("forks", text)

    def test_other_arguments_and_tools_that_fail_are_noted(self):
        steps = weather()
        steps[2]["content"] = "get_weather(location='Tokyos')"
        steps[3]["metadata"]["status"] = "error"
        self.write("base/refund", weather())
        self.write("cand/refund", steps)
        code, text = self.compare()
        self.assertEqual(0, code, text)
        self.assertIn("note: other arguments at step 3: get_weather(location='Tokyo') -> get_weather(location='Tokyos')", text)
        self.assertIn("note: get_weather failed at step 4", text)
        self.write("base/refund", steps)
        self.assertNotIn("note", self.compare()[1])

    def test_only_so_much_is_noted(self):
        steps = [step("tool_call", "get_weather(location='Tokyo number %d')" % n, tool="get_weather") for n in range(9)]
        other = [dict(s, content=s["content"].replace("number", "numbers")) for s in steps]
        self.write("base/refund", steps)
        self.write("cand/refund", other)
        text = self.compare()[1]
        self.assertEqual(5, text.count("other arguments"), text)
        self.assertIn("note: 4 more like these", text)

    def test_another_answer_is_a_fork(self):
        self.write("base/refund", weather())
        self.write("cand/refund", weather(answer="It is sunny in Kyoto now."))
        code, text = self.compare()
        self.assertEqual(1, code, text)
        self.assertIn("forks at step 5: llm It is sunny in Tokyo. -> llm It is sunny in Kyoto now.", text)

    def test_a_lost_step_is_a_fork_though_agentdelta_sees_none(self):
        self.write("base/refund", weather())
        self.write("cand/refund", weather()[:2] + weather()[4:])
        code, text = self.compare("--minimum-score", "0")
        self.assertEqual(1, code, text)
        self.assertIn("forks at step 3: gone: tool_call get_weather(location='Tokyo')", text)
        self.assertIn("tool at step 3: gone: get_weather", text)

    def test_a_new_step_is_a_fork(self):
        self.write("base/refund", weather()[:2] + weather()[4:])
        self.write("cand/refund", weather())
        code, text = self.compare()
        self.assertEqual(1, code, text)
        self.assertIn("forks at step 3: new: tool_call get_weather(location='Tokyo')", text)

    def test_a_case_without_its_pair_fails(self):
        for name in ("base/refund", "cand/refund", "base/cancel", "cand/greet"):
            self.write(name, weather())
        code, text = self.compare()
        self.assertEqual(1, code, text)
        self.assertIn("is in the baseline alone: it didn't run, or was written under another name", text)
        self.assertIn("is in the candidate alone: a new case needs a baseline", text)
        self.assertIn("FAILED: 1 pairs, 2 cases with problems", text)

    def test_new_cases_may_be_allowed_but_not_lost_ones(self):
        for name in ("base/refund", "cand/refund", "cand/greet"):
            self.write(name, weather())
        code, text = self.compare("--allow-new")
        self.assertEqual(0, code, text)
        self.assertIn("note: is in the candidate alone", text)
        (self.root / "cand" / "refund.jsonl").unlink()
        self.assertEqual(1, self.compare("--allow-new")[0])

    def test_no_pairs_at_all_fail(self):
        for name in ("base/refund", "cand/Refund"):
            self.write(name, weather())
        code, text = self.compare("--allow-new")
        self.assertEqual(1, code, text)
        self.assertIn("no pairs: no case of the candidate has the name of one of the baseline", text)

    def test_an_empty_candidate_fails(self):
        self.write("base/refund", weather())
        (self.root / "cand").mkdir()
        code, text = self.compare()
        self.assertEqual(1, code, text)
        self.assertIn("has no files; did the agent's spans reach the collector?", text)

    def test_an_empty_baseline_fails(self):
        self.write("cand/refund", weather())
        (self.root / "base").mkdir()
        code, text = self.compare("--allow-new")
        self.assertEqual(1, code, text)
        self.assertIn("has no files; record one first", text)

    def test_a_file_named_by_its_trace_id_pairs_with_nothing(self):
        self.write("base/refund", weather())
        self.write("cand/refund", weather())
        self.write("cand/" + ID, weather())
        code, text = self.compare("--allow-new")
        self.assertEqual(1, code, text)
        self.assertIn("is named by its trace id and pairs with nothing: set test.case.name", text)

    def test_equal_runs_without_texts_fail(self):
        self.write("base/refund", textless())
        self.write("cand/refund", textless())
        code, text = self.compare()
        self.assertEqual(1, code, text)
        self.assertIn("has 1 steps without texts in the baseline, from step 2 on ([not recorded: chat])", text)
        self.assertIn("has 1 steps without texts in the candidate", text)

    def test_an_agent_that_records_no_answer_is_no_gap(self):
        steps = weather()[:-1] + [step("end", "", content="not recorded")]
        self.write("base/refund", steps)
        self.write("cand/refund", steps)
        self.assertEqual(0, self.compare()[0])

    def test_a_file_without_steps_fails(self):
        self.write("base/refund", [])
        self.write("cand/refund", [])
        code, text = self.compare()
        self.assertEqual(1, code, text)
        self.assertIn("has no steps in the candidate", text)

    def test_the_minimum_score_can_be_raised(self):
        steps = [step("llm", "one two three four five six seven eight nine ten %d" % i) for i in range(9)]
        self.write("base/refund", steps)
        self.write("cand/refund", steps + [step("end", "!")])
        self.assertIn("scores 90.0, below the minimum", self.compare("--minimum-score", "95")[1])
        self.assertNotIn("below the minimum", self.compare()[1])

    def test_an_incomplete_run_is_noted(self):
        self.write("base/refund", weather())
        self.write("cand/refund", weather(), complete=False)
        code, text = self.compare()
        self.assertEqual(0, code, text)
        self.assertIn("note: is incomplete in the candidate", text)

    def test_texts_that_were_masked_or_cut_are_noted(self):
        steps = weather()
        steps[1]["metadata"]["content"], steps[3]["metadata"]["content"] = "redacted", "truncated"
        self.write("base/refund", weather())
        self.write("cand/refund", steps)
        code, text = self.compare()
        self.assertEqual(0, code, text)
        self.assertIn("note: has 1 steps with redacted texts in the candidate", text)
        self.assertIn("note: has 1 steps with truncated texts in the candidate", text)

    def test_cases_in_folders_pair_by_their_whole_path(self):
        for name in ("base/shop/refund", "cand/shop/refund", "base/bank/refund", "cand/bank/refund"):
            self.write(name, weather())
        code, text = self.compare()
        self.assertEqual(0, code, text)
        self.assertIn("2 pairs", text)


class Breaking(Folders):
    def test_a_torn_file_is_named(self):
        self.write("base/refund", weather())
        self.write("cand/refund", weather())
        (self.root / "cand" / "refund.jsonl").write_text('{"type": "trace_meta"}\n{"type": "no', encoding="utf-8")
        code, text = self.compare()
        self.assertEqual(2, code, text)
        self.assertIn("refund.jsonl can't be read", text)

    def test_a_missing_baseline_says_how_to_record_one(self):
        self.write("cand/refund", weather())
        code, text = self.compare()
        self.assertEqual(2, code, text)
        self.assertIn("is no folder; a run without --baseline records one", text)

    def test_a_missing_package_is_named(self):
        self.write("base/refund", weather())
        self.write("cand/refund", weather())
        with mock.patch.dict(sys.modules, agentdelta=None):
            code, text = self.compare()
        self.assertEqual(2, code, text)
        self.assertIn("the package agentdelta is missing (pip install agentdelta)", text)

    def test_a_model_that_cant_be_fetched_is_no_verdict(self):
        self.write("base/refund", weather())
        self.write("cand/refund", weather())
        import agentdelta
        with mock.patch.object(agentdelta, "diff_traces", side_effect=OSError("offline")):
            code, text = self.compare()
        self.assertEqual(2, code, text)
        self.assertIn("agentdelta can't compare", text)

    def test_lines_end_at_newlines_alone(self):
        path = self.root / "a.jsonl"
        path.write_text('{"type": "node", "step": 1, "node_type": "llm", "content": "a\u2028b"}\n\n', encoding="utf-8")
        self.assertEqual("a\u2028b", Trace(path).nodes[0]["content"])


class Telling(Folders):
    def test_github_is_told_where_it_looks(self):
        self.write("base/refund", weather())
        self.write("cand/refund", weather(answer="50% | <b>more</b>"), complete=False)
        summary = self.root / "summary.md"
        report = self.root / "report.json"
        code, text = self.compare("--report", report, env={"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)})
        self.assertEqual(1, code, text)
        self.assertIn("::error title=agentdelta::refund forks at step 5", text)
        self.assertIn("50%25", text)
        page = summary.read_text(encoding="utf-8")
        self.assertIn("## agentdelta: failed", page)
        self.assertIn("50% \\| &lt;b>more", page)
        self.assertIn("; note: is incomplete in the candidate", page)
        found = json.loads(report.read_text(encoding="utf-8"))
        self.assertTrue(found["failed"])
        self.assertEqual(["refund"], [c["case"] for c in found["cases"]])

    def test_elsewhere_nothing_is_annotated(self):
        self.write("base/refund", weather())
        (self.root / "cand").mkdir()
        self.assertNotIn("::error", self.compare()[1])


class Running(unittest.TestCase):
    def options(self, **more):
        return recipe.parse(["run", "--collector", "otelcol", "--run", "candidate", "--", "true"])

    def environment(self, **env):
        with mock.patch.dict(os.environ, env, clear=True):
            return running.environment(self.options())

    def test_the_sdk_is_pointed_at_the_collector(self):
        env = self.environment(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT="https://elsewhere.example", OTEL_EXPORTER_OTLP_HEADERS="a=b")
        self.assertEqual("http://127.0.0.1:4318", env["OTEL_EXPORTER_OTLP_ENDPOINT"])
        self.assertNotIn("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", env)
        self.assertEqual("otlp", env["OTEL_TRACES_EXPORTER"])

    def test_the_run_is_named_beside_what_is_set(self):
        env = self.environment(OTEL_RESOURCE_ATTRIBUTES="test.case.name=refund,cicd.pipeline.run.id=old")
        self.assertEqual("test.case.name=refund,cicd.pipeline.run.id=candidate", env["OTEL_RESOURCE_ATTRIBUTES"])
        self.assertEqual("cicd.pipeline.run.id=candidate", self.environment()["OTEL_RESOURCE_ATTRIBUTES"])

    def test_a_run_that_names_no_folder_is_refused(self):
        for name in ("", "..", "a/b", ".hidden"):
            with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
                recipe.parse(["run", "--collector", "x", "--run", name, "--", "true"])

    def test_what_the_comparison_needs_is_looked_for_before_the_tests_run(self):
        arguments = ["run", "--collector", "/nowhere/otelcol", "--directory", "/nowhere/traces"]
        for more, package, want in (
            (["--baseline", "/nowhere/base"], True, "the baseline /nowhere/base is no folder"),
            (["--baseline", str(HERE)], None, "the package agentdelta is missing"),
        ):
            out = io.StringIO()
            packages = mock.patch.dict(sys.modules, {} if package else {"agentdelta": None})
            with packages, mock.patch.object(recipe, "record") as record, contextlib.redirect_stderr(out):
                self.assertEqual(2, recipe.main(arguments + more + ["--", "true"]))
            self.assertIn(want, out.getvalue())
            record.assert_not_called()

    def test_another_endpoint_leaves_the_usual_ports_to_others(self):
        for endpoint, http, grpc in (
            ("http://127.0.0.1:4318", "127.0.0.1:4318", None),
            ("http://[::1]:14318", "[::1]:14318", "127.0.0.1:0"),
        ):
            options = self.options()
            options.endpoint = endpoint
            collector = running.Collector(options)
            self.addCleanup(collector.close)
            with mock.patch.object(running, "listens", side_effect=[False, True]), \
                    mock.patch.object(running.subprocess, "Popen") as popen, mock.patch.dict(os.environ, clear=True):
                collector.start()
            env = popen.call_args.kwargs["env"]
            self.assertEqual((http, grpc), (env["AGENTDELTA_HTTP"], env.get("AGENTDELTA_GRPC")))

    def test_the_collectors_hints_are_told_without_its_log_around_them(self):
        fields = json.dumps({"resource": {"service.name": "otelcol"}, "scope": "chat", "service": "shop", "scopes": ["a", "b"]})
        line = "\t".join(["2026-11-30T12:00:00Z", "warn", "exporter/hint.go:77", "no texts were recorded", fields])
        self.assertEqual("no texts were recorded (scope chat; service shop; scopes a, b)", running.spoken(line))
        for other in ("a line", line + "}", line.replace("\t", " ")):
            self.assertEqual(other, running.spoken(other))

    def test_an_endpoint_without_a_port_is_refused(self):
        with self.assertRaises(Broken):
            running.address("127.0.0.1")

    def test_a_collector_that_isnt_there_is_named(self):
        options = self.options()
        options.collector, options.endpoint = "/nowhere/otelcol", "http://127.0.0.1:1"
        collector = running.Collector(options)
        self.addCleanup(collector.close)
        with self.assertRaisesRegex(Broken, "/nowhere/otelcol can't be started"):
            collector.start()


class Differences(unittest.TestCase):
    def test_equal_steps_have_none(self):
        self.assertIsNone(judging.first_difference([]))


if __name__ == "__main__":
    unittest.main()
