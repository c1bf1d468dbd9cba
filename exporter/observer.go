package exporter

import (
	"context"

	"go.uber.org/zap"

	"github.com/agentdelta/agentdeltaexporter/internal/pending"
)

// observer passes on what happens to pending traces: counts to the telemetry, what an operator has to act on to the log
// and the component's status.
type observer struct{ *instance }

// TraceOpened implements pending.Observer. Open traces are counted where they are held.
func (o *observer) TraceOpened() {}

// FragmentKept implements pending.Observer.
func (o *observer) FragmentKept(trace pending.TraceID, agent bool, data []byte) {
	o.names.kept(trace, agent, data)
}

// TraceForgotten implements pending.Observer.
func (o *observer) TraceForgotten(trace pending.TraceID) { o.names.forgotten(trace) }

// TraceClosed implements pending.Observer.
func (o *observer) TraceClosed(reason pending.CloseReason, file bool) {
	o.telemetry.closed(reason, file)
	if !file {
		o.page.empty()
	}
}

// SpansLate implements pending.Observer.
func (o *observer) SpansLate(spans int) { o.telemetry.late(spans) }

// FragmentSkipped implements pending.Observer. What spoils one value may spoil all, so the log tells each reason once, and
// the rest at debug level.
func (o *observer) FragmentSkipped(trace pending.TraceID, reason pending.SkipReason) {
	o.telemetry.fragmentSkipped(context.Background(), reason)
	log := o.logger.Debug
	if o.once.first("skipped " + reason.String()) {
		log = o.logger.Warn
	}
	log("a part of a trace that the storage kept can't be used; fragments_skipped counts them",
		zap.Stringer("trace_id", trace), zap.Stringer("reason", reason))
}

// WriteFailed implements pending.Observer. One full disk fails every trace, so each failure is worth a count, and the
// log at debug level; Health tells when it begins and ends.
func (o *observer) WriteFailed(trace pending.TraceID, err error) {
	o.telemetry.writeFailed(err)
	o.tellPanic(trace, err)
	o.page.failed()
	o.silence.failed(err)
	o.logger.Debug("could not write a file; will try again", zap.Stringer("trace_id", trace), zap.Error(err))
}

// StoreBroken implements pending.Observer.
func (o *observer) StoreBroken(err error) {
	o.logger.Error("the storage is broken; nothing is taken, and nothing that it keeps is written", zap.Error(err))
	o.status.set(err)
}

// Health implements pending.Observer.
func (o *observer) Health(err error) {
	if err != nil {
		o.logger.Warn("files can't be written; traces are kept and tried again", zap.Error(err))
	} else {
		o.logger.Info("files can be written again")
	}
	o.status.set(err)
}
