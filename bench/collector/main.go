// Command collector loads built collectors, one exporter after the other, and compares what they take: as many spans as
// they acknowledge, from a sender on the same machine.
//
//	make load
//
// Of each it keeps a CPU profile and a heap profile.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/agentdelta/agentdeltaexporter/bench/page"
)

// exporters are those of collector.yaml, the one that all are compared with first.
const exporters = "file,file/trace,nop,agentdelta,agentdelta/storage"

// settings are the command's flags.
type settings struct {
	collector, config, profiles, files, into, exporters string
	duration                                            time.Duration
	senders                                             int
}

func main() {
	var s settings
	flag.StringVar(&s.collector, "collector", "build/load/otelcol-load", "the collector's binary")
	flag.StringVar(&s.config, "config", "bench/collector/collector.yaml", "its configuration")
	flag.StringVar(&s.profiles, "profiles", "build/load/profiles", "the folder that profiles are written to")
	flag.StringVar(&s.files, "files", "build/load/files", "the folder for what they write; it is removed when the last one has ended")
	flag.StringVar(&s.into, "into", "", "a page that takes the table, beside standard output")
	flag.StringVar(&s.exporters, "exporters", exporters, "which are loaded, the one that the others are compared with first")
	flag.DurationVar(&s.duration, "for", time.Minute, "how long each exporter is loaded")
	flag.IntVar(&s.senders, "senders", 8, "how many connections send at once")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, &s)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "collector:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, s *settings) error {
	for _, folder := range []string{s.profiles, s.files} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
	}
	defer func() { _ = os.RemoveAll(s.files) }()
	var out strings.Builder
	to := io.MultiWriter(os.Stdout, &out)
	fmt.Fprintf(to, "%s, %s, %d processors. %s an exporter.\n\n", time.Now().UTC().Format(time.DateOnly), runtime.Version(), runtime.NumCPU(), s.duration)
	fmt.Fprintln(to, "| exporter | spans/s | times the first | cpu-ns a span | most memory, MB | live heap over time, MB | refused | files |")
	fmt.Fprintln(to, "|---|---|---|---|---|---|---|---|")
	var yardstick float64
	for name := range strings.SplitSeq(s.exporters, ",") {
		r, err := measure(ctx, s, name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		rate := float64(r.spans) / r.elapsed.Seconds()
		if yardstick == 0 {
			yardstick = rate
		}
		fmt.Fprintf(to, "| %s | %.0f | %.2f | %.0f | %d | %s | %d | %s |\n", name, rate, rate/yardstick,
			float64(r.cpu.Nanoseconds())/float64(r.spans), r.memory>>20, megabytes(r.heaps), r.refused, r.files)
	}
	if s.into == "" {
		return nil
	}
	return page.Put(s.into, "load", out.String())
}

// result is what one exporter took.
type result struct {
	sent
	elapsed time.Duration
	cpu     time.Duration // of the collector, its shutdown included
	memory  int64         // its most
	heaps   []int64       // what is alive, over time
	files   string
}

// measure runs a collector with one exporter under load. Its files stay until all have run: ext4 searches past the inodes
// of files that were deleted in the last minutes, which would make the next one's files cost ten times as much.
func measure(ctx context.Context, s *settings, name string) (result, error) {
	folder, err := os.MkdirTemp(s.files, "run")
	if err != nil {
		return result{}, err
	}
	c, err := start(s, name, folder)
	if err != nil {
		return result{}, err
	}
	defer c.kill()
	if err := c.ready(ctx); err != nil {
		return result{}, err
	}
	var r result
	watched := make(chan error, 1)
	go func() {
		var err error
		r.heaps, err = c.watch(ctx, s.duration, filepath.Join(s.profiles, filepath.Base(name)))
		watched <- err
	}()
	begin := time.Now()
	r.sent, err = send(ctx, c.grpc, s.senders, begin.Add(s.duration))
	r.elapsed = time.Since(begin)
	if failed := <-watched; err == nil {
		err = failed
	}
	if err != nil {
		return result{}, err
	}
	if err := c.stop(&r); err != nil {
		return result{}, err
	}
	r.files, err = countFiles(filepath.Join(folder, "traces"), r.traces)
	return r, err
}
