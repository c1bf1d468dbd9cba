package exporter

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agentdelta/agentdeltaexporter/internal/metadatatest"
)

// A storage loses the generation of a run that was written. A late span must not cost the file that step.
func TestAFileThatShowsWhatTheStorageLostStays(t *testing.T) {
	for reason, harm := range map[string]func(kept map[string][]byte, key string){
		"corrupt": func(kept map[string][]byte, key string) { kept[key][len(kept[key])/2] ^= 1 },
		"missing": func(kept map[string][]byte, key string) { delete(kept, key) },
	} {
		t.Run(reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { checkSpared(t, reason, harm) })
		})
	}
}

func checkSpared(t *testing.T, reason string, harm func(kept map[string][]byte, key string)) {
	t.Helper()
	cfg, kept := configured(t), &keeper{}
	run := watch(t, cfg, withStorage(kept, cfg))
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
	time.Sleep(cfg.Settle + time.Second)
	synctest.Wait()
	before := read(t, cfg.Directory, weatherTrace)
	require.Equal(t, whole, before.steps)

	kept.mu.Lock()
	harm(kept.kept, fmt.Sprintf("f/%016x/%s", 0, weatherTrace))
	kept.mu.Unlock()
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, false)))
	run.stop(t)
	assert.Equal(t, before, read(t, cfg.Directory, weatherTrace))
	text, err := os.ReadFile(filepath.Join(cfg.Directory, weatherTrace.String()+".late.jsonl"))
	require.NoError(t, err)
	late := parse(t, string(text))
	assert.Equal(t, []string{whole[0], "llm [not recorded: chat gpt-4o-mini]", whole[2]}, late.steps)
	assert.Equal(t, false, late.meta["complete"])

	metadatatest.AssertEqualExporterAgentdeltaFragmentsSkipped(t, run.telemetry, points(point(1, withReason(reason))), comparison...)
	metadatatest.AssertEqualExporterAgentdeltaFilesBeside(t, run.telemetry, points(point(1, withReason("damaged"))), comparison...)
	told := run.lines.FilterMessageSnippet("the storage").All()
	require.Len(t, told, 2)
	for _, line := range told {
		assert.Equal(t, weatherTrace.String(), line.ContextMap()["trace_id"])
		assert.NotContains(t, fmt.Sprint(line), question)
	}
}
