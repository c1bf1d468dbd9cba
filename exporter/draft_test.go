package exporter

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/agentdelta/agentdeltaexporter/config"
	"github.com/agentdelta/agentdeltaexporter/internal/pending"
)

// drafts prepares files as they are written: several at a time, each in the memory of one that was written before.
type drafts struct {
	*testing.T
	*writer
	kept map[pending.TraceID][]string
	cfg  *config.Config
}

func newDrafts(t *testing.T, traces byte) *drafts {
	cfg := configured(t)
	i, err := newInstance(settings(), cfg)
	require.NoError(t, err)
	t.Cleanup(i.telemetry.close)
	files, err := i.openDirectory()
	require.NoError(t, err)
	l := newLine(i)
	for n := range traces {
		l.traces(chat(pcommon.TraceID{1, n}, true))
	}
	return &drafts{t, &writer{instance: i, files: files}, l.kept, cfg}
}

func (d *drafts) prepare(n byte) pending.Draft {
	id := pending.TraceID{1, n}
	draft, err := d.Prepare(d.Context(), id, d.kept[id], pending.Closing{RootEnded: true}, nil)
	require.NoError(d, err)
	return draft
}

// file is what stands in the file of a trace, and what should.
func (d *drafts) file(n byte) (stands, should string) {
	id := pending.TraceID{1, n}
	data, err := os.ReadFile(filepath.Join(d.cfg.Directory, id.String()+".jsonl"))
	require.NoError(d, err)
	b, ok := d.build(d.Context(), id, d.kept[id], pending.Closing{RootEnded: true})
	require.True(d, ok)
	return string(data), string(b.trace.AppendTo(nil, d.cfg.ASCII))
}

func TestFilesThatAreWrittenInTheMemoryOfOthersAreTheirOwn(t *testing.T) {
	const traces, together = 20, 5
	d := newDrafts(t, traces)
	for n := byte(0); n < traces; n += together {
		var prepared []pending.Draft
		for at := range byte(together) {
			prepared = append(prepared, d.prepare(n+at))
		}
		for _, draft := range prepared {
			require.NoError(t, draft.Write(t.Context()))
			require.NoError(t, draft.Write(t.Context()), "writing again is harmless, to the next ones too")
		}
	}
	for n := range byte(traces) {
		stands, should := d.file(n)
		assert.Equal(t, should, stands)
	}
}
