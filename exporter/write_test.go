package exporter

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/config"
)

func TestTheConfigurationReachesTheFile(t *testing.T) {
	for name, test := range map[string]struct {
		change     func(*config.Config)
		has, lacks string   // in the file
		steps      []string // all of them when nil
	}{
		"text is escaped by default": {
			change: func(*config.Config) {},
			has:    `Sunny, 22\u00b0C.`,
		},
		"text is UTF-8 without ascii": {
			change: func(c *config.Config) { c.ASCII = false },
			has:    answer,
		},
		"a model's text is cut at limits::llm": {
			change: func(c *config.Config) { c.Limits.LLM = 5 },
			steps:  []string{whole[0], "llm Sunny", whole[2]},
		},
		"start and end are cut at limits::text": {
			change: func(c *config.Config) { c.Limits.Text = 4 },
			steps:  []string{"start What", whole[1], "end Sunn"},
		},
		"ids are written on request": {
			change: func(c *config.Config) { c.Metadata = []string{config.IDs} },
			has:    chatSpan.String(),
		},
		"ids are left out by default": {
			change: func(*config.Config) {},
			lacks:  chatSpan.String(),
		},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := configured(t)
			test.change(cfg)
			f := play(t, cfg)
			assert.Contains(t, f.raw, test.has)
			if test.lacks != "" {
				assert.NotContains(t, f.raw, test.lacks)
			}
			if test.steps == nil {
				test.steps = whole
			}
			assert.Equal(t, test.steps, f.steps)
		})
	}
}

// play has an exporter write the whole run.
func play(t *testing.T, cfg *config.Config) file {
	t.Helper()
	run := start(t, cfg, &host{})
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
	run.stop(t)
	return read(t, cfg.Directory, weatherTrace)
}

func TestTheMetaLineNamesTraceAndVersion(t *testing.T) {
	meta := play(t, configured(t)).meta
	assert.Equal(t, weatherTrace.String(), meta["trace_id"])
	assert.Equal(t, version, meta["exporter_version"])
	assert.Equal(t, true, meta["complete"])
}

func TestATraceWithoutItsRootIsIncomplete(t *testing.T) {
	cfg := configured(t)
	run := start(t, cfg, &host{})
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
	run.stop(t)
	assert.Equal(t, false, read(t, cfg.Directory, weatherTrace).meta["complete"])
}

func TestTraceOf(t *testing.T) {
	const id = "5eed0000000000000000000000000001"
	for name, test := range map[string]struct {
		line string
		ok   bool
	}{
		"a file of this exporter has its trace":   {`{"type": "trace_meta", "run_id": "r", "trace_id": "` + id + `"}`, true},
		"a file of another tool has none":         {`{"type": "trace_meta", "run_id": "r"}`, false},
		"a shorter id is none":                    {`{"type": "trace_meta", "run_id": "r", "trace_id": "5eed"}`, false},
		"a longer id is none":                     {`{"type": "trace_meta", "run_id": "r", "trace_id": "` + id + `00"}`, false},
		"an id that isn't hexadecimal is none":    {`{"type": "trace_meta", "run_id": "r", "trace_id": "` + strings.Repeat("g", 32) + `"}`, false},
		"a line that isn't the first record none": {`{"type": "node", "trace_id": "` + id + `"}`, false},
		"text is none":                            {`hello`, false},
	} {
		t.Run(name, func(t *testing.T) {
			trace, ok := traceOf([]byte(test.line))
			assert.Equal(t, test.ok, ok)
			if test.ok {
				assert.Equal(t, [16]byte(weatherTrace), trace)
			}
		})
	}
}
