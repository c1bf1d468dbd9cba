package exporter

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/agentdelta/agentdeltaexporter/internal/metadatatest"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
)

// count is the number of values that a histogram took.
func count(t *testing.T, telemetry *componenttest.Telemetry, name string) uint64 {
	t.Helper()
	m, err := telemetry.GetMetric(name)
	require.NoError(t, err)
	points := m.Data.(metricdata.Histogram[float64]).DataPoints
	require.Len(t, points, 1)
	return points[0].Count
}

func TestWhatIsKeptIsMeasuredWithItsBounds(t *testing.T) {
	cfg := configured(t)
	cfg.MaxOpenTraces, cfg.MaxOpenBytes = 7, 1<<20
	run, telemetry := measured(t, cfg, &host{})
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
	metadatatest.AssertEqualExporterAgentdeltaTracesKept(t, telemetry, points(point(1)), comparison...)
	metadatatest.AssertEqualExporterAgentdeltaTracesKeptLimit(t, telemetry, points(point(7)), comparison...)
	metadatatest.AssertEqualExporterAgentdeltaOpenBytesLimit(t, telemetry, points(point(1<<20)), comparison...)
	m, err := telemetry.GetMetric("otelcol_exporter_agentdelta_open_bytes")
	require.NoError(t, err)
	assert.Positive(t, m.Data.(metricdata.Gauge[int64]).DataPoints[0].Value)
	run.stop(t)
}

func TestBuildingAndWritingAreTimedApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := configured(t)
		run, telemetry := measured(t, cfg, &host{})
		require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
		require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
		obstruct(t, cfg.Directory)
		time.Sleep(cfg.Settle + 100*time.Millisecond)
		synctest.Wait()
		metadatatest.AssertEqualExporterAgentdeltaWriteFailures(t, telemetry,
			points(point(1, attribute.String("error.type", "other"))), comparison...)
		time.Sleep(time.Hour)
		metadatatest.AssertEqualExporterAgentdeltaWritesBlocked(t, telemetry, points(point(1)), comparison...)
		require.NoError(t, os.Remove(cfg.Directory))
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		metadatatest.AssertEqualExporterAgentdeltaWritesBlocked(t, telemetry, points(point(0)), comparison...)
		assert.Equal(t, uint64(1), count(t, telemetry, "otelcol_exporter_agentdelta_write_duration"))
		assert.GreaterOrEqual(t, count(t, telemetry, "otelcol_exporter_agentdelta_build_duration"), uint64(2), "each attempt builds")
		run.stop(t)
	})
}

func TestWhatTheStorageSpoiledIsCounted(t *testing.T) {
	cfg, kept := configured(t), &keeper{}
	cfg.MaxOpenBytes = heldShare - 1 // so that nothing is in memory as well
	run, telemetry := measured(t, cfg, withStorage(kept, cfg))
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
	kept.mu.Lock()
	for _, value := range kept.kept {
		value[len(value)-1]++
	}
	kept.mu.Unlock()
	run.stop(t)
	metadatatest.AssertEqualExporterAgentdeltaFragmentsSkipped(t, telemetry,
		points(point(1, withReason("corrupt"))), comparison...)
}

func TestWhatAnotherVersionWroteOfASpanCostsItselfAlone(t *testing.T) {
	cfg := configured(t)
	run := watch(t, cfg, &host{})
	made := run.instances.byID[settings().ID].instance
	p := made.newPush()
	span.EachSpan(chat(weatherTrace, true), p.addSpan)
	p.fragments[0].Data = append([]byte{1, 99}, p.fragments[0].Data...)
	require.NoError(t, made.traces.Add(t.Context(), made.clock(), p.fragments))
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
	run.stop(t)
	metadatatest.AssertEqualExporterAgentdeltaFragmentsSkipped(t, run.telemetry,
		points(point(1, withReason("unknown_version"))), comparison...)
	assert.Equal(t, whole, read(t, cfg.Directory, weatherTrace).steps)
}

var declaredMetric = regexp.MustCompile(`(?m)^    exporter_agentdelta_(\w+):$`)

// A metric that no test looks at is one that may count anything.
func TestEveryMetricIsLookedAtByATest(t *testing.T) {
	metadata, err := os.ReadFile("../metadata.yaml")
	require.NoError(t, err)
	tests := ""
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), "_test.go") {
			text, err := os.ReadFile(entry.Name())
			require.NoError(t, err)
			tests += string(text)
		}
	}
	all := declaredMetric.FindAllStringSubmatch(string(metadata), -1)
	require.NotEmpty(t, all)
	for _, metric := range all {
		camel := ""
		for word := range strings.SplitSeq(metric[1], "_") {
			camel += strings.ToUpper(word[:1]) + word[1:]
		}
		camel = strings.ReplaceAll(camel, "Id", "ID")
		assert.True(t, strings.Contains(tests, "AssertEqualExporterAgentdelta"+camel+"(") || strings.Contains(tests, `"otelcol_exporter_agentdelta_`+metric[1]+`"`), metric[1])
	}
}
