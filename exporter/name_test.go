package exporter

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/otel/attribute"
	"go.uber.org/zap/zapcore"

	"github.com/agentdelta/agentdeltaexporter/config"
	"github.com/agentdelta/agentdeltaexporter/internal/metadatatest"
)

// paired is a configuration in which runs and cases name files.
func paired(t *testing.T) *config.Config {
	t.Helper()
	cfg := configured(t)
	cfg.Path, cfg.RunID = "{run}/{case}", "{run}/{case}"
	return cfg
}

// run is one whole run of a case that began at a time.
type run struct {
	trace pcommon.TraceID
	begin pcommon.Timestamp
	run   string
	name  string // of the case
}

func traceOfTest(n byte) pcommon.TraceID { return pcommon.TraceID{0xca, 15: n} }

// resourced gives all of a push's resources the names of a run.
func (r run) resourced(td ptrace.Traces) ptrace.Traces {
	for _, spans := range td.ResourceSpans().All() {
		attrs := spans.Resource().Attributes()
		for key, text := range map[string]string{"cicd.pipeline.run.id": r.run, "test.case.name": r.name} {
			if text != "" {
				attrs.PutStr(key, text)
			}
		}
		for _, scope := range spans.ScopeSpans().All() {
			for _, s := range scope.Spans().All() {
				s.SetStartTimestamp(s.StartTimestamp() + r.begin)
				s.SetEndTimestamp(s.EndTimestamp() + r.begin)
			}
		}
	}
	return td
}

// pushes are the run as two pushes: its generation, then its root.
func (r run) pushes() []ptrace.Traces {
	return []ptrace.Traces{r.resourced(chat(r.trace, true)), r.resourced(agent(r.trace))}
}

// consume pushes runs, those that are later in the list first.
func (r *running) consume(t *testing.T, runs ...run) {
	t.Helper()
	for _, one := range slices.Backward(runs) {
		for _, td := range one.pushes() {
			require.NoError(t, r.traces.ConsumeTraces(t.Context(), td))
		}
	}
}

// owners maps each file's path to the last byte of its trace's id.
func owners(t *testing.T, directory string) map[string]byte {
	t.Helper()
	found := map[string]byte{}
	require.NoError(t, filepath.WalkDir(directory, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		line, _, _ := strings.Cut(string(text), "\n")
		trace, ok := traceOf([]byte(line))
		assert.True(t, ok, "%s: %s", path, line)
		name, _ := filepath.Rel(directory, path)
		found[filepath.ToSlash(name)] = trace[15]
		return err
	}))
	return found
}

func TestRunsAndCasesNameFiles(t *testing.T) {
	cfg := paired(t)
	exporter := start(t, cfg, &host{})
	exporter.consume(t, run{traceOfTest(1), 0, "base", "refund"}, run{traceOfTest(2), 0, "candidate", "refund"})
	exporter.stop(t)
	assert.Equal(t, map[string]byte{"base/refund.jsonl": 1, "candidate/refund.jsonl": 2}, owners(t, cfg.Directory))

	text, err := os.ReadFile(filepath.Join(cfg.Directory, "base/refund.jsonl"))
	require.NoError(t, err)
	var meta map[string]any
	require.NoError(t, json.Unmarshal(text[:strings.IndexByte(string(text), '\n')], &meta))
	assert.Equal(t, "base/refund", meta["run_id"])
	assert.Equal(t, traceOfTest(1).String(), meta["trace_id"])
}

func TestTheRootMayNameACaseAfterAllElse(t *testing.T) {
	cfg := paired(t)
	exporter := start(t, cfg, &host{})
	unnamed := run{trace: traceOfTest(1), run: "base"}
	pushes := unnamed.pushes()
	pushes[1].ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0).Attributes().PutStr("test.case.name", "refund")
	for _, td := range pushes {
		require.NoError(t, exporter.traces.ConsumeTraces(t.Context(), td))
	}
	exporter.stop(t)
	assert.Equal(t, map[string]byte{"base/refund.jsonl": 1}, owners(t, cfg.Directory))
}

// The three runs of one case, in the order of their starts and not of their ids.
var three = []run{
	{traceOfTest(3), 100, "base", "refund"}, {traceOfTest(1), 200, "base", "refund"}, {traceOfTest(2), 300, "base", "refund"},
}

var numbered = map[string]byte{"base/refund.jsonl": 3, "base/refund~2.jsonl": 1, "base/refund~3.jsonl": 2}

func TestNumbersInNamesAreExplainedOnce(t *testing.T) {
	for want, runs := range map[int][]run{0: three[:1], 1: three} {
		cfg := paired(t)
		exporter, lines := logged(t, cfg, &host{})
		exporter.consume(t, runs...)
		exporter.stop(t)
		assert.Equal(t, want, lines.FilterMessageSnippet("gets a number, which pairs").Len())
	}
}

func TestTracesOfOneNameAreNumberedByTheirStart(t *testing.T) {
	for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		for how, stop := range map[string]func(*testing.T, *running, *config.Config){
			"at shutdown": func(*testing.T, *running, *config.Config) {},
			"as they settle": func(_ *testing.T, _ *running, cfg *config.Config) {
				time.Sleep(cfg.Settle + time.Second)
				synctest.Wait()
			},
		} {
			t.Run(fmt.Sprint(how, " after arriving in the order ", order), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					cfg := paired(t)
					exporter := start(t, cfg, &host{})
					exporter.consume(t, three[order[0]], three[order[1]], three[order[2]])
					stop(t, exporter, cfg)
					exporter.stop(t)
					assert.Equal(t, numbered, owners(t, cfg.Directory))
				})
			})
		}
	}
}

func TestNumbersSurviveARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := process(t, map[string][]byte{}, nil, func(exporter *running) { exporter.consume(t, three[1], three[2]) })
		kept = process(t, kept, nil, func(exporter *running) {
			require.NoError(t, exporter.traces.ConsumeTraces(t.Context(), three[0].pushes()[0]))
		})
		unnamed := run{trace: three[0].trace, begin: three[0].begin} // named by what came before
		process(t, kept, numbered, func(exporter *running) {
			require.NoError(t, exporter.traces.ConsumeTraces(t.Context(), unnamed.pushes()[1]))
			time.Sleep(2*time.Second + time.Second)
			synctest.Wait()
		})
	})
}

// process runs an exporter over what is in the storage, in a directory of its own, and returns what is in the storage
// when it is killed. Files are those that it wrote by then.
func process(t *testing.T, kept map[string][]byte, files map[string]byte, live func(*running)) map[string][]byte {
	t.Helper()
	cfg, k := paired(t), &keeper{kept: kept}
	exporter := start(t, cfg, withStorage(k, cfg))
	live(exporter)
	left := k.snapshot()
	if files != nil {
		assert.Equal(t, files, owners(t, cfg.Directory))
	}
	exporter.stop(t)
	return left
}

func TestALateRunTakesNoNameThatAnotherHas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := paired(t)
		exporter := start(t, cfg, &host{})
		exporter.consume(t, three[2])
		time.Sleep(cfg.Settle + time.Second)
		exporter.consume(t, three[0], run{traceOfTest(9), 500, "base", "REFUND"})
		exporter.stop(t)
		assert.Equal(t, map[string]byte{"base/refund.jsonl": 2, "base/refund~2.jsonl": 3, "base/REFUND~3.jsonl": 9},
			owners(t, cfg.Directory), "not even one that differs in case alone")
	})
}

func TestWhatComesAfterTheLateWindowGoesBesideTheFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := paired(t)
		exporter, telemetry := measured(t, cfg, &host{})
		exporter.consume(t, three...)
		time.Sleep(cfg.Settle + cfg.LateWindow + time.Minute)
		synctest.Wait()
		require.NoError(t, exporter.traces.ConsumeTraces(t.Context(), three[1].pushes()[0]))
		exporter.stop(t)
		metadatatest.AssertEqualExporterAgentdeltaFilesBeside(t, telemetry, points(
			point(2, attribute.String("reason", "numbered")), point(1, attribute.String("reason", "late")),
		), comparison...)
		want := map[string]byte{"base/refund~2.late.jsonl": 1}
		for path, trace := range numbered {
			want[path] = trace
		}
		assert.Equal(t, want, owners(t, cfg.Directory))
	})
}

func TestATraceWithoutAValueIsNamedByItsIDAndTold(t *testing.T) {
	cfg := paired(t)
	exporter, lines := logged(t, cfg, &host{})
	exporter.consume(t, run{trace: traceOfTest(1), run: "base"}, run{trace: traceOfTest(2), run: "base"}, run{trace: traceOfTest(3)})
	exporter.stop(t)
	id := func(n byte) string { return traceOfTest(n).String() + ".jsonl" }
	assert.Equal(t, map[string]byte{"base/" + id(1): 1, "base/" + id(2): 2, id(3): 3}, owners(t, cfg.Directory))

	warnings := lines.FilterLevelExact(zapcore.WarnLevel).FilterMessageSnippet("its id names the file")
	require.Equal(t, 2, warnings.Len(), "once for {case} and once for {run}")
	for _, warning := range warnings.All() {
		assert.Contains(t, warning.Message, "OTEL_RESOURCE_ATTRIBUTES")
		assert.Equal(t, cfg.Path, warning.ContextMap()["path"])
	}
}

func TestFilesNamedByTraceIDsAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := paired(t)
		exporter, telemetry := measured(t, cfg, &host{})
		exporter.consume(t, run{trace: traceOfTest(1), run: "base"}, run{traceOfTest(2), 0, "base", "refund"})
		time.Sleep(cfg.Settle + time.Second)
		synctest.Wait()
		metadatatest.AssertEqualExporterAgentdeltaFilesNamedByTraceID(t, telemetry, points(point(1)), comparison...)
		exporter.stop(t)
	})
}

func TestNamesOfTraceIDsCostNothing(t *testing.T) {
	exporter, err := newInstance(settings(), configured(t))
	require.NoError(t, err)
	assert.Nil(t, exporter.names.book)
	p := exporter.newPush()
	p.entitle()
	assert.False(t, exporter.names.scheme.Reads())
	exporter.telemetry.close()
}

func TestNothingIsRememberedOfTracesThatAreGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := paired(t)
		factory := &instances{}
		held, err := factory.share(settings(), cfg)
		require.NoError(t, err)
		require.NoError(t, held.start(t.Context(), &host{}))
		for _, td := range three[0].pushes() {
			require.NoError(t, held.consumeTraces(t.Context(), td))
		}
		ahead, _ := held.names.book.Rivals(traceOfTest(99), "base/refund", 1)
		assert.Empty(t, ahead, "a trace that no one knows comes first")
		time.Sleep(cfg.Settle + cfg.LateWindow + time.Minute)
		synctest.Wait()
		assert.Equal(t, 0, held.names.book.Len())
		require.NoError(t, held.shutdown(t.Context()))
	})
}
