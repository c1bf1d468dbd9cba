package exporter

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/consumer/consumererror"
	"go.opentelemetry.io/collector/extension/xextension/storage"

	"github.com/agentdelta/agentdeltaexporter/internal/metadatatest"
	"github.com/agentdelta/agentdeltaexporter/internal/pending"
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

// spoiled is a storage whose file is damaged within, which bbolt finds when it opens it, and panics.
type spoiled struct{ keeper }

func (*spoiled) GetClient(context.Context, component.Kind, component.ID, string) (storage.Client, error) {
	panic("freepages: failed to get all reachable pages: " + question)
}

func TestStartRefusesAStorageThatIsDamaged(t *testing.T) {
	for name, extension := range map[string]component.Component{
		"when it is opened": &spoiled{}, "when it is read": &keeper{panics: true},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := configured(t)
			on := withStorage(extension, cfg)
			run := create(t, NewFactory(), settings(), cfg, on)
			err := run.traces.Start(t.Context(), on)
			require.ErrorIs(t, err, pending.ErrBroken)
			require.ErrorContains(t, err, "storage: ")
			require.ErrorContains(t, err, "recreate: true")
			assert.NotContains(t, err.Error(), question)
			run.stop(t)
		})
	}
}

func TestAStorageThatPanicsCostsNoSpanThatIsSentAgain(t *testing.T) {
	cfg, kept := configured(t), &keeper{}
	on := withStorage(kept, cfg)
	run := watch(t, cfg, on)
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
	kept.panics = true
	for range 3 {
		err := run.traces.ConsumeTraces(t.Context(), agent(weatherTrace))
		require.ErrorIs(t, err, pending.ErrBroken)
		assert.False(t, consumererror.IsPermanent(err))
		assert.NotContains(t, err.Error(), question)
	}
	require.ErrorIs(t, on.reason(), pending.ErrBroken)
	assert.Len(t, on.reported(), 2, "once for each signal")
	assert.Equal(t, 1, run.lines.FilterMessageSnippet("the storage is broken").Len())
	run.stop(t)
	assert.Zero(t, kept.closed, "nothing more is asked of it")

	kept.panics = false
	run = watch(t, cfg, on)
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
	run.stop(t)
	assert.Equal(t, whole, read(t, cfg.Directory, weatherTrace).steps)
}

// linesOf is what a start on a storage writes of the run, without the first line, and whether that says it is whole.
func linesOf(t *testing.T, kept map[string][]byte) (lines string, complete any) {
	t.Helper()
	cfg := configured(t)
	start(t, cfg, withStorage(&keeper{kept: kept}, cfg)).stop(t)
	made := read(t, cfg.Directory, weatherTrace)
	_, lines, _ = strings.Cut(made.raw, "\n")
	return lines, made.meta["complete"]
}

func TestTheFileOfATraceWithADamagedPartIsThatOfTheRest(t *testing.T) {
	cfg, extension := configured(t), &keeper{}
	run := start(t, cfg, withStorage(extension, cfg))
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
	whole := extension.snapshot()
	run.stop(t)
	require.Len(t, whole, 2)
	for key, value := range whole {
		rest := maps.Clone(whole)
		delete(rest, key)
		want, _ := linesOf(t, maps.Clone(rest))
		text := append([]byte(key), value...)
		for bit := 0; bit < 8*len(text); bit += 37 {
			text[bit/8] ^= 1 << (bit % 8)
			kept := maps.Clone(rest)
			kept[string(text[:len(key)])] = slices.Clone(text[len(key):])
			text[bit/8] ^= 1 << (bit % 8)
			lines, complete := linesOf(t, kept)
			require.Equal(t, want, lines, "bit %d of %s", bit, key)
			require.Equal(t, false, complete, "bit %d of %s", bit, key)
		}
	}
}
