package exporter

import (
	"errors"

	"go.uber.org/zap"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/crash"
	"github.com/agentdelta/agentdeltaexporter/internal/dialect"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/pending"
	"github.com/agentdelta/agentdeltaexporter/internal/span"
	"github.com/agentdelta/agentdeltaexporter/internal/steps"
)

// reader is the pure part of the way from spans to a file: the part that meets what others sent. It must not panic; that
// it costs no more than what it was reading when it does can only be tested with one that does.
type reader struct {
	span  func(*span.Span, *observation.Observation)
	log   func(*span.Log) (observation.Observation, bool)
	build func([]observation.Observation, steps.Options) (agentdelta.Trace, bool)
}

func newReader() reader {
	return reader{span: dialect.ReadInto, log: dialect.ReadLog, build: steps.Build}
}

// panicked is a panic and the trace that it was about.
type panicked struct {
	trace pending.TraceID
	err   *crash.Error
}

func (i *instance) tellPanics(all []panicked) {
	for _, p := range all {
		i.tellPanic(p.trace, p.err)
	}
}

// tellPanic tells, once for each place, of a fault of this module. Metrics count how often it is met.
func (i *instance) tellPanic(trace pending.TraceID, err error) {
	var fault *crash.Error
	if errors.As(err, &fault) && i.once.first(fault.Where) {
		i.logger.Error("a fault of the exporter: please report this line", zap.Stringer("trace_id", trace), zap.Error(fault))
	}
}
