package exporter

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/exporter/exportertest"

	"github.com/agentdelta/agentdeltaexporter/internal/metadata"
)

func TestSpansAndLogEventsOfOneTraceMeetInOneFile(t *testing.T) {
	cfg := configured(t)
	run := start(t, cfg, &host{})
	require.NoError(t, run.logs.ConsumeLogs(t.Context(), content(weatherTrace)))
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, false)))
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
	run.stop(t)
	assert.Equal(t, whole, read(t, cfg.Directory, weatherTrace).steps)
}

func TestAnInstanceStopsWithItsLastSignal(t *testing.T) {
	cfg := configured(t)
	run := start(t, cfg, &host{})
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, false)))
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
	require.NoError(t, run.traces.Shutdown(t.Context()))

	// The queue of the other signal may still be drained into it.
	require.NoError(t, run.logs.ConsumeLogs(t.Context(), content(weatherTrace)))
	require.NoError(t, run.logs.Shutdown(t.Context()))
	assert.Equal(t, whole, read(t, cfg.Directory, weatherTrace).steps)
}

func TestAFileIsWrittenOnceItsTraceHasSettled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := configured(t)
		run := start(t, cfg, &host{})
		require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
		require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
		time.Sleep(cfg.Settle - 1)
		synctest.Wait()
		assertEmpty(t, cfg.Directory)
		time.Sleep(time.Second)
		synctest.Wait()
		assert.Equal(t, whole, read(t, cfg.Directory, weatherTrace).steps)
		run.stop(t)
	})
}

func TestComponentsOfTwoIDsShareNothing(t *testing.T) {
	factory := NewFactory()
	var runs []*running
	for _, name := range []string{"a", "b"} {
		set := settings()
		set.ID = component.NewIDWithName(metadata.Type, name)
		cfg := configured(t)
		run := create(t, factory, set, cfg, &host{}).start(t)
		require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
		runs = append(runs, run)
		defer func() { assert.NotEmpty(t, read(t, cfg.Directory, weatherTrace).steps) }()
	}
	for _, run := range runs {
		run.stop(t)
	}
}

func TestAComponentCanBeMadeAgainAfterItsShutdown(t *testing.T) {
	factory, cfg := NewFactory(), configured(t)
	for _, trace := range [][16]byte{{15: 1}, {15: 2}} {
		run := create(t, factory, settings(), cfg, &host{}).start(t)
		require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(trace)))
		run.stop(t)
		assert.NotEmpty(t, read(t, cfg.Directory, trace).steps)
	}
}

func TestWhatACollectorLeftUnstartedIsReplaced(t *testing.T) {
	factory := NewFactory()
	create(t, factory, settings(), configured(t), &host{}) // the collector failed to build its other pipelines
	cfg := configured(t)
	run := create(t, factory, settings(), cfg, &host{}).start(t)
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
	run.stop(t)
	assert.NotEmpty(t, read(t, cfg.Directory, weatherTrace).steps)
}

func TestShutdownIsSafeWithoutStartAndTwice(t *testing.T) {
	run := create(t, NewFactory(), settings(), configured(t), &host{})
	run.stop(t)
	run.stop(t)

	run = start(t, configured(t), &host{})
	run.stop(t)
	run.stop(t)
}

func TestAPushIsOnlyRead(t *testing.T) {
	run := start(t, configured(t), &host{})
	assert.False(t, run.traces.Capabilities().MutatesData)
	assert.False(t, run.logs.Capabilities().MutatesData)

	td, ld := chat(weatherTrace, true), content(weatherTrace)
	td.MarkReadOnly() // a change would panic
	ld.MarkReadOnly()
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), td))
	require.NoError(t, run.logs.ConsumeLogs(t.Context(), ld))
	run.stop(t)
}

func TestAPushIsNotKept(t *testing.T) {
	cfg := configured(t)
	run := start(t, cfg, &host{})
	td := chat(weatherTrace, true)
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), td))
	// Its memory is the collector's again, which uses it for another push.
	other := td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
	other.SetTraceID([16]byte{1})
	other.SetName("another")
	for _, value := range other.Attributes().All() {
		value.SetStr("another")
	}
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
	run.stop(t)
	assert.Equal(t, whole, read(t, cfg.Directory, weatherTrace).steps)
}

func TestTheFactoryMakesBothSignals(t *testing.T) {
	factory := NewFactory()
	assert.Equal(t, metadata.Type, factory.Type())
	assert.Equal(t, metadata.TracesStability, factory.TracesStability())
	assert.Equal(t, metadata.LogsStability, factory.LogsStability())
	_, err := factory.CreateMetrics(t.Context(), exportertest.NewNopSettings(metadata.Type), configured(t))
	require.Error(t, err)
	var _ exporter.Factory = factory
}
