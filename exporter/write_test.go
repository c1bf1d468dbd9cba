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
		change func(*config.Config)
		check  func(*testing.T, file)
	}{
		"text is escaped by default": {func(*config.Config) {}, func(t *testing.T, f file) {
			assert.Contains(t, f.raw, `Sunny, 22\u00b0C.`)
		}},
		"text is UTF-8 without ascii": {func(c *config.Config) { c.ASCII = false }, func(t *testing.T, f file) {
			assert.Contains(t, f.raw, answer)
		}},
		"a model's text is cut at limits::llm": {func(c *config.Config) { c.Limits.LLM = 5 }, func(t *testing.T, f file) {
			assert.Equal(t, []string{whole[0], "llm Sunny", whole[2]}, f.steps)
		}},
		"start and end are cut at limits::text": {func(c *config.Config) { c.Limits.Text = 4 }, func(t *testing.T, f file) {
			assert.Equal(t, []string{"start What", whole[1], "end Sunn"}, f.steps)
		}},
		"ids are written on request": {func(c *config.Config) { c.Metadata = []string{config.IDs} }, func(t *testing.T, f file) {
			assert.Contains(t, f.raw, chatSpan.String())
		}},
		"ids are left out by default": {func(*config.Config) {}, func(t *testing.T, f file) {
			assert.NotContains(t, f.raw, chatSpan.String())
		}},
		"the meta line names trace and version": {func(*config.Config) {}, func(t *testing.T, f file) {
			assert.Equal(t, weatherTrace.String(), f.meta["trace_id"])
			assert.Equal(t, version, f.meta["exporter_version"])
			assert.Equal(t, true, f.meta["complete"])
		}},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := configured(t)
			test.change(cfg)
			run := start(t, cfg, &host{})
			require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
			require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
			run.stop(t)
			test.check(t, read(t, cfg.Directory, weatherTrace))
		})
	}
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
