package exporter

import (
	"context"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/exporter/exporterhelper"

	"github.com/agentdelta/agentdeltaexporter/config"
	"github.com/agentdelta/agentdeltaexporter/internal/metadata"
)

// NewFactory returns the factory of the component type agentdelta.
func NewFactory() exporter.Factory { return newFactory(&instances{}) }

func newFactory(running *instances) exporter.Factory {
	return exporter.NewFactory(
		metadata.Type,
		func() component.Config { return config.Default() },
		exporter.WithTraces(running.traces, metadata.TracesStability),
		exporter.WithLogs(running.logs, metadata.LogsStability),
	)
}

func (i *instances) traces(ctx context.Context, set exporter.Settings, cfg component.Config) (exporter.Traces, error) {
	share, err := i.share(set, cfg.(*config.Config))
	if err != nil {
		return nil, err
	}
	return exporterhelper.NewTraces(ctx, set, cfg, share.consumeTraces, share.options()...)
}

func (i *instances) logs(ctx context.Context, set exporter.Settings, cfg component.Config) (exporter.Logs, error) {
	share, err := i.share(set, cfg.(*config.Config))
	if err != nil {
		return nil, err
	}
	share.hints.joinedByLogs()
	return exporterhelper.NewLogs(ctx, set, cfg, share.consumeLogs, share.options()...)
}

// options are the same for both signals. A push is only read, so other exporters may have it at the same time.
func (s *share) options() []exporterhelper.Option {
	return []exporterhelper.Option{
		exporterhelper.WithStart(s.start),
		exporterhelper.WithShutdown(s.shutdown),
		exporterhelper.WithCapabilities(consumer.Capabilities{MutatesData: false}),
		exporterhelper.WithTimeout(s.cfg.TimeoutConfig),
		exporterhelper.WithRetry(s.cfg.Retry),
		exporterhelper.WithQueue(s.cfg.Queue),
	}
}
