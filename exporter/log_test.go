package exporter

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	zaptest "go.uber.org/zap/zaptest/observer"

	"github.com/agentdelta/agentdeltaexporter/config"
)

// logged runs an exporter whose log can be read.
func logged(t *testing.T, cfg *config.Config, on *host) (*running, *zaptest.ObservedLogs) {
	t.Helper()
	core, lines := zaptest.New(zapcore.DebugLevel)
	set := settings()
	set.Logger = zap.New(core)
	return create(t, NewFactory(), set, cfg, on).start(t), lines
}

func TestAQueueThatAcknowledgesTooEarlyIsWarnedOf(t *testing.T) {
	storage := component.MustNewID("file_storage")
	for name, test := range map[string]struct {
		change func(*config.Config)
		warned bool
	}{
		"a queue in memory before a storage":        {func(c *config.Config) { c.Queue.GetOrInsertDefault() }, true},
		"a queue that waits for its result":         {func(c *config.Config) { c.Queue.GetOrInsertDefault().WaitForResult = true }, false},
		"a queue with a storage of its own":         {func(c *config.Config) { c.Queue.GetOrInsertDefault().StorageID = &storage }, false},
		"no queue":                                  {func(*config.Config) {}, false},
		"a queue in memory before traces in memory": {func(c *config.Config) { c.Queue.GetOrInsertDefault(); c.Storage = nil }, false},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := configured(t)
			on := withStorage(&keeper{}, cfg)
			test.change(cfg)
			run, lines := logged(t, cfg, on)
			run.stop(t)
			warnings := lines.FilterLevelExact(zapcore.WarnLevel).FilterMessageSnippet("sending_queue")
			assert.Equal(t, test.warned, warnings.Len() == 1, "%v", lines.All())
		})
	}
}

func TestTheLogHoldsNoContent(t *testing.T) {
	cfg := configured(t)
	run, lines := logged(t, cfg, &host{})
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), chat(weatherTrace, true)))
	require.NoError(t, run.traces.ConsumeTraces(t.Context(), agent(weatherTrace)))
	run.stop(t)
	require.Equal(t, 1, lines.FilterMessage("wrote a file").Len())
	for _, line := range lines.All() {
		text, err := zapcore.NewJSONEncoder(zapcore.EncoderConfig{MessageKey: "m"}).EncodeEntry(line.Entry, line.Context)
		require.NoError(t, err)
		assert.NotContains(t, text.String(), question)
		assert.NotContains(t, text.String(), answer)
	}
}
