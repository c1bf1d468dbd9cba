package exporter

import (
	"context"
	"errors"
	"sync"
	"time"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/exporter"
	"go.uber.org/zap"

	"github.com/agentdelta/agentdeltaexporter/config"
	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/destination"
	"github.com/agentdelta/agentdeltaexporter/internal/naming"
	"github.com/agentdelta/agentdeltaexporter/internal/pending"
)

// version is what files name as the exporter's. It is the version that builder-config.yaml gives this module.
const version = "0.1.0"

// instance is the exporter of one component id, whatever the signals that lead to it.
type instance struct {
	id        component.ID
	cfg       *config.Config
	limits    agentdelta.Limits
	mostSpans int
	logger    *zap.Logger
	telemetry *telemetry
	status    *status
	names     *names
	once      *once
	reader    reader
	page      *page // nil when there is none
	settings  component.TelemetrySettings
	hints     *hints
	silence   *silence
	clock     func() time.Time
	pushes    sync.Pool // of *push, whose memory is used again
	contents  sync.Pool // of *[]byte, in which files are put together
	decoders  sync.Pool // of *observation.Decoder, with the memory of traces that were written

	// Set by start.
	client pending.Client // nil when open traces are in memory
	traces *pending.Traces
	stop   func() // ends the goroutines that run started, and waits for them
}

func newInstance(set exporter.Settings, cfg *config.Config) (*instance, error) {
	telemetry, err := newTelemetry(set.TelemetrySettings)
	if err != nil {
		return nil, err
	}
	scheme, err := naming.NewScheme(cfg.Run, cfg.Case, cfg.Path, cfg.RunID)
	if err != nil {
		return nil, err
	}
	i := &instance{
		id:        set.ID,
		cfg:       cfg,
		limits:    agentdelta.Limits{LLM: cfg.Limits.LLM, Tool: cfg.Limits.Tool, Text: cfg.Limits.Text},
		mostSpans: mostSpans,
		logger:    set.Logger,
		telemetry: telemetry,
		status:    &status{},
		names:     newNames(scheme),
		once:      &once{},
		reader:    newReader(),
		settings:  set.TelemetrySettings,
		hints:     &hints{logger: set.Logger, waiting: map[hint]pending.TraceID{}},
		silence:   &silence{},
		clock:     time.Now,
	}
	i.page = newPage(i)
	return i, nil
}

// start opens the directory and what an earlier process left in the storage. When one can't be opened it fails here,
// and not with the first trace.
func (i *instance) start(ctx context.Context, host component.Host) error {
	files, err := i.openDirectory()
	if err != nil {
		return err
	}
	if i.client, err = openStorage(ctx, host, i.cfg.Storage, i.id); err != nil {
		return err
	}
	if i.traces, err = i.openTraces(ctx, files); err != nil {
		return errors.Join(err, i.closeStorage(ctx))
	}
	if err := i.telemetry.observe(i.traces.Stats, int64(i.cfg.MaxOpenTraces), i.cfg.MaxOpenBytes); err != nil {
		return errors.Join(err, i.closeStorage(ctx))
	}
	if err := i.page.start(ctx, i, host, files); err != nil {
		i.telemetry.close()
		return errors.Join(err, i.closeStorage(ctx))
	}
	i.run(ctx, files)
	i.logStart()
	return nil
}

func (i *instance) openDirectory() (*destination.Directory, error) {
	return destination.Open(destination.Options{
		Directory: i.cfg.Directory,
		FileMode:  i.cfg.FileMode(),
		DirMode:   i.cfg.DirectoryMode(),
		Sync:      i.cfg.Fsync,
		Depth:     i.names.scheme.Folders(),
		TraceOf:   traceOf,
		Ours:      wroteIt,
	})
}

// heldShare is the part of what may be kept that is in memory beside the storage, until it's written.
const heldShare = 8

func (i *instance) openTraces(ctx context.Context, files *destination.Directory) (*pending.Traces, error) {
	return pending.Open(ctx, i.clock(), pending.Options{
		Settle:        i.cfg.Settle,
		IdleTimeout:   i.cfg.IdleTimeout,
		LateWindow:    i.cfg.LateWindow,
		MaxOpenTraces: i.cfg.MaxOpenTraces,
		MaxOpenBytes:  i.cfg.MaxOpenBytes,
		Store:         i.client,
		HeldBytes:     i.cfg.MaxOpenBytes / heldShare,
		Writer:        &writer{instance: i, files: files},
		Observer:      &observer{instance: i},
	})
}

// run starts the goroutines that write what is due, tell why nothing was, and remove what may not stay. They outlive the
// context, which is that of the start alone.
func (i *instance) run(ctx context.Context, files *destination.Directory) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	running.Go(func() { i.traces.Run(ctx, i.clock) })
	running.Go(func() { i.silence.watch(ctx, i.clock, i.view, i.logger) })
	running.Go(func() { i.prune(ctx, files) })
	i.stop = func() {
		cancel()
		running.Wait()
	}
}

// logStart tells what an operator would otherwise find out from lost data.
func (i *instance) logStart() {
	i.logger.Info("writing one file per trace",
		zap.String("directory", i.cfg.Directory),
		zap.Stringer("storage", storageName(i.cfg.Storage)),
		zap.Int("open_traces", i.traces.Stats().Open))
	if queue := i.cfg.Queue.Get(); i.cfg.Storage != nil && queue != nil && queue.StorageID == nil && !queue.WaitForResult {
		i.logger.Warn("sending_queue acknowledges spans while they are in memory only, before they reach `storage`: " +
			"a crash loses them; remove sending_queue, or set sending_queue::wait_for_result or sending_queue::storage")
	}
}

// mostViewed bounds the open traces that are looked through for one that explains why nothing is written.
const mostViewed = 1000

func (i *instance) view() pending.View { return i.traces.View(i.clock(), mostViewed) }

// shutdown writes every open trace, within the context's deadline, and gives back what start took.
func (i *instance) shutdown(ctx context.Context) error {
	i.page.close()
	i.stop()
	err := i.whatIsLost(i.traces.Shutdown(ctx, i.clock()))
	i.hints.flush()
	if why := i.silence.last(i.view()); why != nil {
		why.log(i.logger)
	}
	i.telemetry.close()
	return errors.Join(err, i.closeStorage(ctx))
}

// whatIsLost takes from an error of the last writes what a later start can still write, and names the rest in one line.
func (i *instance) whatIsLost(err error) error {
	var unwritten *pending.UnwrittenError
	switch {
	case !errors.As(err, &unwritten):
	case unwritten.Kept:
		i.logger.Warn("traces stay in the storage and are written after the next start", zap.Error(err))
		return nil
	default:
		i.logger.Error("traces are lost: they can't be written, and no `storage` keeps them", zap.Error(err))
	}
	return err
}
