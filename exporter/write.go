package exporter

import (
	"context"
	"encoding/hex"
	"errors"
	"slices"
	"time"

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
	looks bool // at a trace that isn't written now: what it lacks is told when it is
}

// Check implements pending.Writer.
func (w *writer) Check(context.Context) error { return w.files.Check() }

// Prepare implements pending.Writer.
func (w *writer) Prepare(ctx context.Context, id pending.TraceID, fragments []string, closing pending.Closing, record []byte) (pending.Draft, error) {
	begin := w.clock()
	b, ok := w.build(ctx, id, fragments, closing)
	if !ok {
		w.telemetry.unplaced(ctx, b.unplaced)
		return nil, nil
	}
	content := w.content(&b.trace)
	w.telemetry.built(ctx, w.clock().Sub(begin))
	path := pathOf(b.name)
	file, err := w.files.Draft(path, id, *content, record, w.names.rivals(id, path))
	if err != nil {
		return nil, err
	}
	return &draft{Draft: file, built: b, content: content, writer: w, id: id, closing: closing}, nil
}

// keptContent bounds the buffers that are kept. As many are in use as files are written together.
const keptContent = 1 << 16

// content is what the file of a trace holds, in a buffer that is used again once the file is written.
func (w *writer) content(trace *agentdelta.Trace) *[]byte {
	buffer, again := w.contents.Get().(*[]byte)
	if !again {
		buffer = new([]byte)
	}
	*buffer = trace.AppendTo((*buffer)[:0], w.cfg.ASCII)
	return buffer
}

// built is what a trace's file holds, what names it, and what its steps lack.
type built struct {
	trace agentdelta.Trace
	name  naming.Name
	gaps  []steps.Gap

	unplaced [2]int64 // spans whose log records are in no file, by steps.Unplaced
}

// build puts a trace together; it returns false when the trace has no steps.
func (w *writer) build(ctx context.Context, id pending.TraceID, fragments []string, closing pending.Closing) (b built, ok bool) {
	decoder, again := w.decoders.Get().(*observation.Decoder)
	if !again {
		decoder = new(observation.Decoder)
	}
	spans, labels, whole := w.decode(ctx, decoder, id, fragments)
	b.name = w.names.scheme.Name(id.String(), labels)
	options := w.options(id, b.name.RunID, closing)
	options.Complete = options.Complete && whole
	options.Gap = func(g steps.Gap) { b.gaps = append(b.gaps, g) }
	options.Unplaced = func(reason steps.Unplaced) { b.unplaced[reason]++ }
	b.trace, ok = w.reader.build(spans, options)
	decoder.Reset() // a file has texts and values of its observations, nothing else
	w.decoders.Put(decoder)
	return b, ok
}

// mostSpans is how many spans a file is made of. Nested in each other, several millions would need a larger stack than a
// process can have, which ends it, and each of its restarts.
const mostSpans = 1_000_000

// decode reads the fragments of a trace: what its spans say, and what names it. The storage checks that they are as they
// were written, so one that can't be read is this package's own fault; the rest of the trace doesn't suffer from it. It
// isn't whole if there are too many spans.
func (w *writer) decode(ctx context.Context, decoder *observation.Decoder, id pending.TraceID, fragments []string) (all []observation.Observation, labels []observation.Label, whole bool) {
	held := 0
	for _, data := range fragments {
		held += observation.Held(data)
	}
	decoder.Grow(min(held, w.mostSpans))
	for _, data := range fragments {
		if read := len(decoder.All()); read > 0 && read+observation.Held(data) > w.mostSpans {
			w.skipped(ctx, pending.Excess)
			continue
		}
		if err := decoder.Decode(data); err != nil {
			w.logger.Error("a part of a trace can't be read", zap.Stringer("trace_id", id), zap.Error(err))
			w.skipped(ctx, skipReason(err))
		}
	}
	all = decoder.All()
	if len(all) > w.mostSpans { // of one push
		all = all[:w.mostSpans]
		w.skipped(ctx, pending.Excess)
	}
	all = slices.DeleteFunc(all, func(o observation.Observation) bool {
		if o.Role == observation.Title {
			labels = naming.Merge(labels, o.Labels)
		}
		return o.Role == observation.Title
	})
	return all, labels, held <= w.mostSpans
}

func (w *writer) skipped(ctx context.Context, reason pending.SkipReason) {
	if !w.looks {
		w.telemetry.fragmentSkipped(ctx, reason)
	}
}

func skipReason(err error) pending.SkipReason {
	if errors.Is(err, observation.ErrVersion) {
		return pending.Unknown
	}
	return pending.Corrupt
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
	built
	content *[]byte // nil once it's written
	writer  *writer
	id      pending.TraceID
	closing pending.Closing
}

// Write implements pending.Draft.
func (d *draft) Write(ctx context.Context) error {
	if d.content == nil {
		return nil
	}
	begin := d.writer.clock()
	if err := d.Draft.Write(ctx); err != nil {
		return err
	}
	d.tell(ctx, begin)
	d.free()
	return nil
}

// free gives back the memory of a file that stands.
func (d *draft) free() {
	d.trace.Free()
	if cap(*d.content) <= keptContent {
		d.writer.contents.Put(d.content)
	}
	d.content = nil
}

// tell passes on what there is to know about a file that was written.
func (d *draft) tell(ctx context.Context, begin time.Time) {
	w, now, steps := d.writer, d.writer.clock(), d.trace.Nodes
	w.names.written(d.id, d.Path())
	w.telemetry.written(ctx, steps, now.Sub(begin))
	w.telemetry.gaps(ctx, d.gaps)
	w.telemetry.unplaced(ctx, d.unplaced)
	w.telemetry.beside(ctx, d.beside())
	w.noteNumbered(d.beside())
	w.warnSpared(d)
	w.page.wrote(now, d.Path(), &d.built, d.closing.Reason)
	w.silence.written()
	w.hints.note(d.id, d.gaps, d.closing.Reason)
	if lacking := d.name.Lacking; lacking != "" {
		w.telemetry.namedByTraceID(ctx)
		w.warnLacking(lacking)
	}
	w.logger.Debug("wrote a file",
		zap.String("path", d.Path()), zap.Int("steps", len(steps)), zap.Stringer("reason", d.closing.Reason))
}

// damaged says that a file isn't replaced because it shows what the storage has lost since.
const damaged destination.Beside = "damaged"

// beside tells why the file doesn't have the name that its trace wanted.
func (d *draft) beside() destination.Beside {
	if why := d.Beside(); why != destination.Late || !d.closing.Spared {
		return why
	}
	return damaged
}

// warnSpared tells, once, what a file beside that of its own trace comes from if not from the time.
func (w *writer) warnSpared(d *draft) {
	if d.closing.Spared && w.once.first(string(damaged)) {
		w.logger.Warn("the storage has lost a part of a trace that its file shows: the file stays, and what is left of the trace, "+
			"with what came late, is in another", zap.Stringer("trace_id", d.id), zap.String("path", d.Path()))
	}
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
