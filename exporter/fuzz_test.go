package exporter

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/agentdelta/agentdeltaexporter/config"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/pending"
	"github.com/agentdelta/agentdeltaexporter/internal/replay"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// line is the whole way from requests to files, without a clock and a disk.
type line struct {
	*instance
	panics []panicked
	kept   map[pending.TraceID][]string
}

// unstarted makes an instance that is never started.
func unstarted(t testing.TB) *instance {
	cfg := config.Default()
	cfg.Path, cfg.RunID = "{run}/{case}", "{case}"
	cfg.Metadata = []string{config.Usage, config.Timing, config.IDs}
	made, err := newInstance(settings(), cfg)
	require.NoError(t, err)
	return made
}

func newLine(i *instance) *line { return &line{instance: i, kept: map[pending.TraceID][]string{}} }

func (l *line) take(p *push) {
	l.panics = append(l.panics, p.panics...)
	for _, f := range p.fragments {
		l.kept[f.Trace] = append(l.kept[f.Trace], string(f.Data))
	}
}

func (l *line) traces(td ptrace.Traces) {
	p := l.newPush()
	span.EachSpan(td, p.addSpan)
	p.entitle()
	l.take(p)
}

func (l *line) logs(ld plog.Logs) {
	p := l.newPush()
	events := events{push: p, index: map[owner]int{}}
	span.EachLog(ld, events.add)
	events.keep()
	l.take(p)
}

// files are the files of all traces, by their paths. Each trace's fragments come as its pending.Writer gets them.
func (l *line) files(t *testing.T) map[string]string {
	w := &writer{instance: l.instance}
	written := map[string]string{}
	for id, fragments := range l.kept {
		slices.Sort(fragments)
		fragments = slices.Compact(fragments)
		spans, labels, _ := w.decode(t.Context(), new(observation.Decoder), id, fragments)
		name := l.names.scheme.Name(id.String(), labels)
		trace, ok := l.reader.build(spans, w.options(id, name.RunID, pending.Closing{RootEnded: true}))
		if ok {
			written[pathOf(name)+" "+id.String()] = string(trace.AppendTo(nil, true))
		}
	}
	return written
}

// apart is a request for each span, the last one first.
func apart(td ptrace.Traces) (requests []ptrace.Traces) {
	for _, resource := range td.ResourceSpans().All() {
		for _, scope := range resource.ScopeSpans().All() {
			for _, s := range scope.Spans().All() {
				one := ptrace.NewTraces()
				to := one.ResourceSpans().AppendEmpty()
				resource.Resource().CopyTo(to.Resource())
				in := to.ScopeSpans().AppendEmpty()
				scope.Scope().CopyTo(in.Scope())
				s.CopyTo(in.Spans().AppendEmpty())
				requests = append(requests, one)
			}
		}
	}
	slices.Reverse(requests)
	return requests
}

// FuzzLine sends any bytes down the whole line, as requests of both signals in OTLP's two forms: nothing may panic, each
// file must be whole and in the format, its name must stay in the directory, and neither order nor repetition may change
// a byte of it.
func FuzzLine(f *testing.F) {
	for _, seed := range recorded(f, 6<<10) {
		f.Add(seed.traces, seed.logs, seed.json)
	}
	made := unstarted(f)
	f.Fuzz(func(t *testing.T, traces, logs []byte, json bool) {
		td, ld := unmarshal(traces, logs, json)
		checkLine(t, made, td, ld)
	})
}

func checkLine(t *testing.T, made *instance, td ptrace.Traces, ld plog.Logs) {
	td.MarkReadOnly()
	ld.MarkReadOnly()
	l, again := newLine(made), newLine(made)
	l.traces(td)
	l.logs(ld)
	again.logs(ld)
	for _, one := range append(apart(td), td) {
		again.traces(one)
	}
	again.logs(ld)
	require.Empty(t, append(l.panics, again.panics...))
	files := l.files(t)
	for name, file := range files {
		path, _, _ := strings.Cut(name, " ")
		require.True(t, fs.ValidPath(path), "%q", name)
		require.Empty(t, replay.Faults([]byte(file)), "%s", file)
	}
	require.Equal(t, files, again.files(t))
}

// unmarshal reads requests; of bytes that are none there is nothing.
func unmarshal(traces, logs []byte, json bool) (ptrace.Traces, plog.Logs) {
	var readTraces ptrace.Unmarshaler = &ptrace.ProtoUnmarshaler{}
	var readLogs plog.Unmarshaler = &plog.ProtoUnmarshaler{}
	if json {
		readTraces, readLogs = &ptrace.JSONUnmarshaler{}, &plog.JSONUnmarshaler{}
	}
	td, err := readTraces.UnmarshalTraces(traces)
	if err != nil {
		td = ptrace.NewTraces()
	}
	ld, err := readLogs.UnmarshalLogs(logs)
	if err != nil {
		ld = plog.NewLogs()
	}
	return td, ld
}

// recording is a request of each signal as it was recorded.
type recording struct {
	traces, logs []byte
	json         bool
}

// recorded reads the first requests of each recorded case that are no longer than most, in both forms.
func recorded(t testing.TB, most int) (all []recording) {
	cases, err := filepath.Glob("../testdata/cases/*/*")
	require.NoError(t, err)
	for _, folder := range cases {
		r := recording{firstLine(t, filepath.Join(folder, "traces.jsonl")), firstLine(t, filepath.Join(folder, "logs.jsonl")), true}
		if size := len(r.traces) + len(r.logs); size == 0 || size > most {
			continue
		}
		td, ld := unmarshal(r.traces, r.logs, true)
		traces, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(td)
		require.NoError(t, err)
		logs, err := (&plog.ProtoMarshaler{}).MarshalLogs(ld)
		require.NoError(t, err)
		all = append(all, r, recording{traces, logs, false})
	}
	require.NotEmpty(t, all)
	return all
}

// firstLine is the first line of a file, nothing if there is no such file.
func firstLine(t testing.TB, name string) []byte {
	text, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return nil
	}
	require.NoError(t, err)
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return line
}
