package exporter

import (
	"encoding/hex"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap/zapcore"
	zaptest "go.uber.org/zap/zaptest/observer"

	"github.com/agentdelta/agentdeltaexporter/config"
	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/steps"
)

// paged is a configuration with a status page on any free port.
func paged(t *testing.T, change ...func(*config.StatusPage)) *config.Config {
	t.Helper()
	cfg := configured(t)
	page := cfg.StatusPage.GetOrInsertDefault()
	page.Server.NetAddr.Endpoint = "127.0.0.1:0"
	for _, c := range change {
		c(page)
	}
	return cfg
}

func showingContent(p *config.StatusPage) { p.ShowContent = true }

// visit asks the status page of a running exporter for a path.
func visit(t *testing.T, lines *zaptest.ObservedLogs, path string) (status int, page string) {
	t.Helper()
	served := lines.FilterMessage("the status page is served").All()
	require.Len(t, served, 1)
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Get("http://" + served[0].ContextMap()["address"].(string) + path)
	require.NoError(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer.StatusCode, string(body)
}

func TestTheStatusPageShowsATraceWhileItIsOpen(t *testing.T) {
	id := hex.EncodeToString(weatherTrace[:])
	cfg := paged(t, showingContent)
	run, lines := logged(t, cfg, &host{})
	_, page := visit(t, lines, "/")
	assert.Contains(t, page, "no span has come")

	require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
	_, page = visit(t, lines, "/")
	assert.Contains(t, page, `href="/open/`+id+`"`)
	assert.Contains(t, page, "Its root span hasn&#39;t come")
	status, page := visit(t, lines, "/open/"+id)
	assert.Equal(t, http.StatusOK, status)
	assert.Contains(t, page, answer)
	assert.Contains(t, page, "incomplete")
	for _, unknown := range []string{"/open/abc", "/open/" + id[:30] + "zz", "/open/" + id[:31] + "f"} {
		status, page = visit(t, lines, unknown)
		assert.Equal(t, http.StatusNotFound, status)
		assert.Contains(t, page, "nothing is kept of this trace")
	}
	run.stop(t)
	_, err := net.Dial("tcp", lines.FilterMessage("the status page is served").All()[0].ContextMap()["address"].(string))
	require.Error(t, err, "the port is free again")
}

func TestTheStatusPageShowsWhatWasWritten(t *testing.T) {
	for name, test := range map[string]struct {
		change []func(*config.StatusPage)
		shown  bool
	}{"with content": {[]func(*config.StatusPage){showingContent}, true}, "without": {nil, false}} {
		t.Run(name, func(t *testing.T) {
			cfg := paged(t, test.change...)
			cfg.MaxOpenTraces = 1 // the second trace has the first one written at once
			run, lines := logged(t, cfg, &host{})
			require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
			require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
			other := weatherTrace
			other[0]++
			require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(other, true)))

			path := hex.EncodeToString(weatherTrace[:]) + ".jsonl"
			_, first := visit(t, lines, "/")
			assert.Contains(t, first, `href="/runs/`+path+`"`)
			_, page := visit(t, lines, "/runs/"+path)
			for _, text := range []string{"weather", "gpt-4o-mini", "genai", "<dd>3</dd>", "memory"} {
				assert.Contains(t, page, text)
			}
			status, file := visit(t, lines, "/files/"+path)
			if test.shown {
				assert.Contains(t, page, question)
				written, err := os.ReadFile(filepath.Join(cfg.Directory, path))
				require.NoError(t, err)
				assert.Equal(t, string(written), file)
			} else {
				assert.NotContains(t, first+page+file, question)
				assert.NotContains(t, first+page+file, answer)
				assert.Equal(t, http.StatusNotFound, status)
			}
			run.stop(t)
		})
	}
}

func TestTheStatusPageSaysWhatTurnsTextsOn(t *testing.T) {
	cfg := paged(t)
	cfg.MaxOpenTraces = 1 // the second trace has the first one written at once
	run, lines := logged(t, cfg, &host{})
	ids := map[bool][16]byte{true: weatherTrace, false: {1}}
	for texts, id := range ids {
		require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(id, texts)))
		require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat([16]byte{9, byte(len(lines.All()))}, true)))
		_, page := visit(t, lines, "/runs/"+hex.EncodeToString(id[:])+".jsonl")
		assert.Contains(t, page, "<h2>Steps</h2>")
		assert.Equal(t, !texts, strings.Contains(page, "set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true"), "%v", texts)
	}
	run.stop(t)
}

func TestTheStatusPageTellsOfTracesThatGetNoFile(t *testing.T) {
	cfg := paged(t)
	cfg.MaxOpenTraces = 1
	run, lines := logged(t, cfg, &host{})
	plain := chat(weatherTrace, false)
	plain.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0).Attributes().Clear()
	plain.ResourceSpans().At(0).ScopeSpans().At(0).Scope().SetName("an.http.library")
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), plain))
	_, page := visit(t, lines, "/")
	assert.Contains(t, page, "No agent, model or tool seen yet, so it gets no file.")
	assert.Contains(t, page, "by any known convention")
	assert.Contains(t, page, "<code>an.http.library</code>")
	status, page := visit(t, lines, "/open/"+hex.EncodeToString(weatherTrace[:]))
	assert.Equal(t, http.StatusNotFound, status)
	assert.Contains(t, page, "no agent, model or tool was seen in this trace yet")

	other := weatherTrace
	other[0]++
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(other, true)))
	_, page = visit(t, lines, "/")
	assert.Contains(t, page, "<dt>Without a step</dt><dd>1</dd>")
	run.stop(t)
}

func TestThereIsNoPageUnlessAsked(t *testing.T) {
	run, lines := logged(t, configured(t), &host{})
	run.stop(t)
	assert.Zero(t, lines.FilterMessage("the status page is served").Len())
}

func TestAPageThatCantBeServedIsToldAtStart(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	cfg := paged(t, func(p *config.StatusPage) { p.Server.NetAddr.Endpoint = taken.Addr().String() })
	run := create(t, NewFactory(), settings(), cfg, &host{})
	require.ErrorContains(t, run.traces.Start(t.Context(), run.host), "status_page: endpoint: ")
	require.NoError(t, run.traces.Shutdown(t.Context()))
	require.NoError(t, run.logs.Shutdown(t.Context()))
}

func TestAPageThatOtherMachinesReachIsWarnedOf(t *testing.T) {
	for endpoint, warned := range map[string]bool{"127.0.0.1:0": false, "0.0.0.0:0": true} {
		cfg := paged(t, func(p *config.StatusPage) { p.Server.NetAddr.Endpoint = endpoint })
		run, lines := logged(t, cfg, &host{})
		run.stop(t)
		warnings := lines.FilterLevelExact(zapcore.WarnLevel).FilterMessageSnippet("other machines may reach it")
		assert.Equal(t, warned, warnings.Len() == 1, endpoint)
	}
}

func TestAFaultWhileATraceIsShownIsToldWithoutItsValue(t *testing.T) {
	w := watch(t, paged(t), &host{})
	require.NoError(t, w.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
	healthy := w.reader.build
	w.reader.build = func([]observation.Observation, steps.Options) (agentdelta.Trace, bool) { panic(answer) }
	status, page := visit(t, w.lines, "/open/"+hex.EncodeToString(weatherTrace[:]))
	assert.Equal(t, http.StatusNotFound, status)
	assert.Contains(t, page, "panic: string")
	assert.NotContains(t, page, answer)
	assert.Equal(t, 1, w.lines.FilterLevelExact(zapcore.ErrorLevel).Len())
	w.reader.build = healthy
	w.stop(t)
}
