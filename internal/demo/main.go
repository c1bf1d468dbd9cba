// Command demo shows the collector at work, with nothing but its binary and recorded requests: it starts the collector,
// sends it the recordings as agents would, stops it as an operator would, and prints what was written.
//
//	go run ./internal/demo -collector build/otelcol-agentdelta testdata/cases/seed
//
// With -stay the collector goes on until it is interrupted, so that its status page can be looked at. With an empty
// -collector the recordings go to one that runs already, and that is all.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"io/fs"
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
	page              string // the address of its status page
	stay              bool   // until interrupted
	recordings        []string
}

func main() {
	var s settings
	flag.StringVar(&s.collector, "collector", "build/otelcol-agentdelta", "the collector's binary; empty for one that runs already")
	flag.StringVar(&s.config, "config", "config/collector/local.yaml", "the collector's configuration")
	flag.StringVar(&s.directory, "directory", "build/demo", "where the files go; what it holds is removed")
	flag.StringVar(&s.address, "address", "127.0.0.1:4318", "the collector's OTLP/HTTP receiver")
	flag.StringVar(&s.page, "page", "http://127.0.0.1:13134", "the collector's status page")
	flag.BoolVar(&s.stay, "stay", false, "keep the collector running until interrupted")
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
	to := &sender{endpoint: "http://" + s.address, pause: 100 * time.Millisecond}
	if s.collector == "" {
		return send(ctx, to, recordings, out)
	}
	if err := os.RemoveAll(s.directory); err != nil {
		return err
	}
	if err := collect(ctx, s, to, recordings, out); err != nil {
		return err
	}
	files, err := findFiles(s.directory)
	if err != nil {
		return err
	}
	longest, err := show(out, s.directory, files)
	if err != nil {
		return err
	}
	return whereToLook(out, s, longest)
}

// collect has a collector write the files of the recordings.
func collect(ctx context.Context, s settings, to *sender, recordings []string, out io.Writer) error {
	running, alive, err := start(ctx, s)
	if err != nil {
		return err
	}
	if err := send(alive, to, recordings, out); err != nil {
		return running.stop(err)
	}
	if s.stay {
		fmt.Fprintf(out, "\nlook at %s; Ctrl-C stops the collector\n", s.page)
		<-alive.Done()
		if ctx.Err() == nil {
			return running.stop(context.Cause(alive))
		}
	}
	return running.stop(nil)
}

// send posts the recordings to a collector.
func send(ctx context.Context, to *sender, recordings []string, out io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	for _, recording := range recordings {
		n, err := to.send(ctx, recording)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "sent %d requests of %s\n", n, recording)
	}
	return nil
}

// findFiles lists the files in and below a folder.
func findFiles(folder string) (files []string, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && filepath.Ext(path) == ".jsonl" {
			files = append(files, path)
		}
		return err
	})
	return files, err
}
