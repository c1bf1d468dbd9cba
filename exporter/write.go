package exporter

import (
	"context"
	"encoding/hex"

	"go.uber.org/zap"

	"github.com/agentdelta/agentdeltaexporter/config"
	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/destination"
	"github.com/agentdelta/agentdeltaexporter/internal/naming"
	"github.com/agentdelta/agentdeltaexporter/internal/observation"
	"github.com/agentdelta/agentdeltaexporter/internal/pending"
	"github.com/agentdelta/agentdeltaexporter/internal/steps"
)

// writer turns what is kept of a trace into its file.
type writer struct {
	*instance
	files *destination.Directory
}

// Check implements pending.Writer.
func (w *writer) Check(context.Context) error { return w.files.Check() }

// Prepare implements pending.Writer.
func (w *writer) Prepare(ctx context.Context, id pending.TraceID, fragments [][]byte, closing pending.Closing, record []byte) (pending.Draft, error) {
	trace, name, ok := w.build(ctx, id, fragments, closing)
	if !ok {
		return nil, nil
	}
	path := pathOf(name)
	file, err := w.files.Draft(path, id, trace.AppendTo(nil, w.cfg.ASCII), record, w.names.rivals(id, path))
	if err != nil {
		return nil, err
	}
	return &draft{Draft: file, writer: w, id: id, trace: &trace, closing: closing, lacking: name.Lacking}, nil
}

// build puts together what a trace's file holds and what names it; false when the trace has no steps.
func (w *writer) build(ctx context.Context, id pending.TraceID, fragments [][]byte, closing pending.Closing) (agentdelta.Trace, naming.Name, bool) {
	spans, labels := w.decode(ctx, id, fragments)
	name := w.names.scheme.Name(id.String(), labels)
	trace, ok := w.reader.build(spans, w.options(id, name.RunID, closing))
	return trace, name, ok
}

// decode reads the fragments of a trace: what its spans say, and what names it. The storage checks that they are as they
// were written, so one that can't be read is this package's own fault; the rest of the trace doesn't suffer from it.
func (w *writer) decode(ctx context.Context, id pending.TraceID, fragments [][]byte) (all []observation.Observation, labels []observation.Label) {
	for _, data := range fragments {
		for len(data) > 0 {
			o, rest, err := observation.Decode(data)
			if err != nil {
				w.logger.Error("a part of a trace can't be read", zap.Stringer("trace_id", id), zap.Error(err))
				w.telemetry.fragmentSkipped(ctx, pending.Corrupt)
				break
			}
			data = rest
			if o.Role == observation.Title {
				labels = naming.Merge(labels, o.Labels)
				continue
			}
			all = append(all, o)
		}
	}
	return all, labels
}

func (w *writer) options(id pending.TraceID, runID string, closing pending.Closing) steps.Options {
	return steps.Options{
		TraceID:         id.String(),
		RunID:           runID,
		Limits:          w.limits,
		Complete:        closing.Complete(),
		ExporterVersion: version,
		Usage:           w.cfg.Has(config.Usage),
		Timing:          w.cfg.Has(config.Timing),
		IDs:             w.cfg.Has(config.IDs),
	}
}

// draft is a file about to be written that is counted when it is.
type draft struct {
	*destination.Draft
	writer  *writer
	id      pending.TraceID
	trace   *agentdelta.Trace
	closing pending.Closing
	lacking string // the placeholder for which the trace id stands in the file's name
}

// Write implements pending.Draft.
func (d *draft) Write(ctx context.Context) error {
	begin := d.writer.clock()
	if err := d.Draft.Write(ctx); err != nil {
		return err
	}
	w, now, steps := d.writer, d.writer.clock(), d.trace.Nodes
	w.names.written(d.id, d.Path())
	w.telemetry.written(ctx, steps, now.Sub(begin))
	w.page.wrote(now, d.Path(), d.trace, d.closing.Reason)
	if d.lacking != "" {
		w.telemetry.namedByTraceID(ctx)
		w.warnLacking(d.lacking)
	}
	w.logger.Debug("wrote a file",
		zap.String("path", d.Path()), zap.Int("steps", len(steps)), zap.Stringer("reason", d.closing.Reason))
	return nil
}

// traceOf reads the trace id from a file's first line, so that a file is replaced only by its own trace.
func traceOf(line []byte) (trace [16]byte, ok bool) {
	meta, err := agentdelta.ReadMeta(line)
	if err != nil {
		return trace, false
	}
	text := meta.Fields.Get(agentdelta.KeyTraceID).Text()
	if len(text) != hex.EncodedLen(len(trace)) {
		return trace, false
	}
	_, err = hex.Decode(trace[:], []byte(text))
	return trace, err == nil
}
