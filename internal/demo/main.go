// Command demo shows the collector at work, with nothing but its binary and recorded requests: it starts the collector,
// sends it the recordings as agents would, stops it as an operator would, and prints what was written.
//
//	go run ./internal/demo -collector build/otelcol-agentdelta testdata/cases/seed
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

type settings struct {
	collector, config string
	directory         string // for the files; emptied first
	address           string // of the collector's OTLP/HTTP receiver
	recordings        []string
}

func main() {
	var s settings
	flag.StringVar(&s.collector, "collector", "build/otelcol-agentdelta", "the collector's binary")
	flag.StringVar(&s.config, "config", "config/collector/local.yaml", "the collector's configuration")
	flag.StringVar(&s.directory, "directory", "build/demo", "where the files go; what it holds is removed")
	flag.StringVar(&s.address, "address", "127.0.0.1:4318", "the collector's OTLP/HTTP receiver")
	flag.Parse()
	s.recordings = flag.Args()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, s, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1) //nolint:gocritic // the signal handler ends with the process
	}
}

func run(ctx context.Context, s settings, out io.Writer) error {
	recordings, err := findRecordings(s.recordings...)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(s.directory); err != nil {
		return err
	}
	if err := collect(ctx, s, recordings, out); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(s.directory, "*.jsonl"))
	if err != nil {
		return err
	}
	return show(out, s.directory, files)
}

// collect has a collector write the files of the recordings.
func collect(ctx context.Context, s settings, recordings []string, out io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	running, ctx, err := start(ctx, s)
	if err != nil {
		return err
	}
	to := &sender{endpoint: "http://" + s.address, pause: 100 * time.Millisecond}
	for _, recording := range recordings {
		n, err := to.send(ctx, recording)
		if err != nil {
			return running.stop(err)
		}
		fmt.Fprintf(out, "sent %d requests of %s\n", n, recording)
	}
	return running.stop(nil)
}
