package exporter

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"syscall"
	"time"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/extension/xextension/storage"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/crash"
	"github.com/agentdelta/agentdeltaexporter/internal/destination"
	"github.com/agentdelta/agentdeltaexporter/internal/metadata"
	"github.com/agentdelta/agentdeltaexporter/internal/pending"
	"github.com/agentdelta/agentdeltaexporter/internal/steps"
)

// telemetry are the component's own metrics, declared in metadata.yaml. No attribute holds anything that spans brought
// but the names of dialects, which are few.
type telemetry struct{ builder *metadata.TelemetryBuilder }

func newTelemetry(set component.TelemetrySettings) (*telemetry, error) {
	builder, err := metadata.NewTelemetryBuilder(set)
	if err != nil {
		return nil, err
	}
	return &telemetry{builder}, nil
}

// observe makes the gauges show what stats gives, and its bounds.
func (t *telemetry) observe(stats func() pending.Stats, mostTraces, mostBytes int64) error {
	gauge := func(of func(pending.Stats) int64) metric.Int64Callback {
		return func(_ context.Context, o metric.Int64Observer) error {
			o.Observe(of(stats()))
			return nil
		}
	}
	return errors.Join(
		t.builder.RegisterExporterAgentdeltaTracesOpenCallback(gauge(func(s pending.Stats) int64 { return int64(s.Open) })),
		t.builder.RegisterExporterAgentdeltaWritesBlockedCallback(gauge(func(s pending.Stats) int64 {
			if s.Ill {
				return 1
			}
			return 0
		})),
		t.builder.RegisterExporterAgentdeltaTracesKeptCallback(gauge(func(s pending.Stats) int64 { return int64(s.Held) })),
		t.builder.RegisterExporterAgentdeltaTracesKeptLimitCallback(gauge(func(pending.Stats) int64 { return mostTraces })),
		t.builder.RegisterExporterAgentdeltaOpenBytesCallback(gauge(func(s pending.Stats) int64 { return s.Bytes })),
		t.builder.RegisterExporterAgentdeltaOpenBytesLimitCallback(gauge(func(pending.Stats) int64 { return mostBytes })),
	)
}

func (t *telemetry) close() { t.builder.Shutdown() }

func (t *telemetry) spans(ctx context.Context, p *push) {
	for from, n := range p.received {
		t.builder.ExporterAgentdeltaSpansReceived.Add(ctx, n, metric.WithAttributes(
			attribute.String("dialect", from.name()), attribute.String("role", from.role.String())))
	}
	for reason, n := range p.dropped {
		t.builder.ExporterAgentdeltaSpansDropped.Add(ctx, n, by("reason", string(reason)))
	}
	t.truncated(ctx, p)
}

func (t *telemetry) logRecords(ctx context.Context, p *push) {
	for from, n := range p.received {
		t.builder.ExporterAgentdeltaLogRecordsReceived.Add(ctx, n, by("dialect", from.name()))
	}
	for reason, n := range p.dropped {
		t.builder.ExporterAgentdeltaLogRecordsDropped.Add(ctx, n, by("reason", string(reason)))
	}
	t.truncated(ctx, p)
}

// name is the dialect's name; a span that none claimed has a word for that.
func (o origin) name() string {
	if o.dialect == "" {
		return "none"
	}
	return o.dialect
}

func (t *telemetry) late(spans int) {
	t.builder.ExporterAgentdeltaSpansLate.Add(context.Background(), int64(spans))
}

func (t *telemetry) closed(reason pending.CloseReason, file bool) {
	ctx := context.Background()
	t.builder.ExporterAgentdeltaTracesClosed.Add(ctx, 1, by("reason", reason.String()))
	if !file {
		t.builder.ExporterAgentdeltaTracesEmpty.Add(ctx, 1)
	}
}

func (t *telemetry) built(ctx context.Context, took time.Duration) {
	t.builder.ExporterAgentdeltaBuildDuration.Record(ctx, took.Seconds())
}

func (t *telemetry) written(ctx context.Context, nodes []agentdelta.Node, took time.Duration) {
	t.builder.ExporterAgentdeltaTracesWritten.Add(ctx, 1)
	t.builder.ExporterAgentdeltaWriteDuration.Record(ctx, took.Seconds())
	count := map[agentdelta.NodeType]int64{}
	for at := range nodes {
		count[nodes[at].Type]++
	}
	for kind, n := range count {
		t.builder.ExporterAgentdeltaStepsWritten.Add(ctx, n, by("node_type", string(kind)))
	}
}

func (t *telemetry) gaps(ctx context.Context, gaps []steps.Gap) {
	count := map[string]int64{}
	for i := range gaps {
		count[origin{dialect: gaps[i].Dialect}.name()]++
	}
	for dialect, n := range count { // a counter keeps the name, which is a piece of all that was stored of a trace
		t.builder.ExporterAgentdeltaStepsWithoutContent.Add(ctx, n, by("dialect", strings.Clone(dialect)))
	}
}

var unplacedNames = [...]string{steps.NoSpan: "no_span", steps.NoStep: "no_step"}

func (t *telemetry) unplaced(ctx context.Context, spans [len(unplacedNames)]int64) {
	for reason, n := range spans {
		if n > 0 {
			t.builder.ExporterAgentdeltaSpansUnplaced.Add(ctx, n, by("reason", unplacedNames[reason]))
		}
	}
}

func (t *telemetry) truncated(ctx context.Context, p *push) {
	for dialect, n := range p.truncated {
		t.builder.ExporterAgentdeltaSpansTruncated.Add(ctx, n, by("dialect", dialect))
	}
}

func (t *telemetry) fileRemoved(ctx context.Context, reason destination.Removal) {
	t.builder.ExporterAgentdeltaFilesRemoved.Add(ctx, 1, by("reason", string(reason)))
}

func (t *telemetry) beside(ctx context.Context, reason destination.Beside) {
	if reason != "" {
		t.builder.ExporterAgentdeltaFilesBeside.Add(ctx, 1, by("reason", string(reason)))
	}
}

func (t *telemetry) namedByTraceID(ctx context.Context) {
	t.builder.ExporterAgentdeltaFilesNamedByTraceID.Add(ctx, 1)
}

func (t *telemetry) fragmentSkipped(ctx context.Context, reason pending.SkipReason) {
	t.builder.ExporterAgentdeltaFragmentsSkipped.Add(ctx, 1, by("reason", reason.String()))
}

func (t *telemetry) writeFailed(err error) {
	t.builder.ExporterAgentdeltaWriteFailures.Add(context.Background(), 1, by("error.type", errorType(err)))
}

// errorType sorts failures by who can mend them.
func errorType(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, storage.ErrStorageFull):
		return "no_space"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return "permission"
	case errors.As(err, new(*crash.Error)):
		return "panic"
	default:
		return "other"
	}
}

func by(key, value string) metric.MeasurementOption {
	return metric.WithAttributes(attribute.String(key, value))
}
