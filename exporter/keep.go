package exporter

import (
	"context"
	"time"

	"go.uber.org/zap"

	"github.com/agentdelta/agentdeltaexporter/internal/agentdelta"
	"github.com/agentdelta/agentdeltaexporter/internal/destination"
)

// prunePeriod is how often the directory is looked through for files that may not stay.
const prunePeriod = 5 * time.Minute

// prune removes what `keep` doesn't allow to stay, at once and then again and again until ctx ends.
func (i *instance) prune(ctx context.Context, files *destination.Directory) {
	if !i.cfg.Keep.IsSet() {
		return
	}
	ticker := time.NewTicker(prunePeriod)
	defer ticker.Stop()
	for ctx.Err() == nil {
		i.pruneOnce(ctx, files)
		select {
		case <-ctx.Done():
		case <-ticker.C:
		}
	}
}

func (i *instance) pruneOnce(ctx context.Context, files *destination.Directory) {
	keep := destination.Keep{
		For: i.cfg.Keep.For, Files: i.cfg.Keep.Files, Bytes: i.cfg.Keep.Bytes,
		Rest: i.cfg.LateWindow, // until then its trace may rewrite it
	}
	removed := 0
	err := files.Prune(ctx, i.clock(), keep, func(reason destination.Removal) {
		removed++
		i.telemetry.fileRemoved(ctx, reason)
	})
	if removed > 0 {
		i.logger.Debug("removed files that `keep` doesn't allow to stay", zap.Int("files", removed))
	}
	if err != nil && ctx.Err() == nil {
		i.logger.Warn("old files can't be removed", zap.Error(err))
	}
}

// wroteIt tells by a file's first line whether this exporter wrote it, in whatever version.
func wroteIt(line []byte) bool {
	if _, ok := traceOf(line); !ok {
		return false
	}
	meta, err := agentdelta.ReadMeta(line)
	return err == nil && meta.Fields.Get(agentdelta.KeyExporterVersion).Text() != ""
}
