// Command torture shows that a collector which is killed loses nothing and breaks nothing. It sends traces and log events
// over OTLP/gRPC and OTLP/HTTP in many small requests, each until it is acknowledged, and kills the collector (SIGKILL)
// again and again meanwhile: after a random time, at the moment at which a temporary file appears, and at the moment at
// which a file gets its name. Then it plays the same requests to a collector that nobody kills, and compares.
//
//	make torture
//	go run ./internal/torture -collector build/otelcol-agentdelta -kills 200 -seed 7
//
// With -control it must find that acknowledged words are lost, for it is given a configuration that loses them: a search
// that can find nothing proves nothing.
//
// It fails unless every word of every acknowledged request is in the file of its trace, every file equals that of the
// run without a kill, byte for byte, nothing else lies in the folder, and one more start leaves every file as it is.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"syscall"
	"time"
)

type settings struct {
	collector, config string
	directory         string // of the run: files, state and log; what it holds is removed
	kills             int
	seed              uint64
	control           bool // the configuration loses, and that must be found
}

func main() {
	var s settings
	flag.StringVar(&s.collector, "collector", "build/otelcol-agentdelta", "the collector's binary")
	flag.StringVar(&s.config, "config", "internal/torture/collector.yaml", "its configuration")
	flag.StringVar(&s.directory, "directory", "build/torture", "where the run's files go; what it holds is removed")
	flag.IntVar(&s.kills, "kills", 50, "how often the collector is killed")
	flag.Uint64Var(&s.seed, "seed", 0, "of the requests and the kills; 0 takes another one each time")
	flag.BoolVar(&s.control, "control", false, "the configuration has a component that loses data on a kill: fail unless that is found")
	flag.Parse()
	if s.seed == 0 {
		s.seed = rand.Uint64()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, s, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "torture: seed %d: %v\n", s.seed, err)
		os.Exit(1) //nolint:gocritic // the signal handler ends with the process
	}
}

func run(ctx context.Context, s settings, out io.Writer) error {
	fmt.Fprintf(out, "seed %d\n", s.seed)
	if err := os.RemoveAll(s.directory); err != nil {
		return err
	}
	work := newWorkload(s.seed)
	killed, err := torture(ctx, s, work, out)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, work)
	if s.control {
		return control(killed.traces(), work.words(), out)
	}
	spared, err := spare(ctx, s, work)
	if err != nil {
		return err
	}
	files, err := compare(killed.traces(), spared.traces())
	if err := errors.Join(err, check(killed.traces(), work.words())); err != nil {
		return err
	}
	fmt.Fprintf(out, "%d files equal those of a run without a kill, and hold all that was acknowledged\n", files)
	return startOnceMore(ctx, killed)
}

// control fails unless something that was acknowledged is missing, and tells what.
func control(folder string, words []word, out io.Writer) error {
	var lost *faults
	switch err := check(folder, words); {
	case errors.As(err, &lost):
		fmt.Fprintf(out, "found what had to be found: %v\n", lost)
		return nil
	case err != nil:
		return err
	}
	return errors.New("nothing is lost, though the configuration loses: what is looked for can't be found like this")
}

// torture sends a workload to a collector that is killed meanwhile.
func torture(ctx context.Context, s settings, work *workload, out io.Writer) (*place, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute+time.Duration(s.kills)*10*time.Second)
	defer cancel()
	at, err := newPlace(s, "killed")
	if err != nil {
		return nil, err
	}
	sending := start(ctx, at, work.next, 20*time.Millisecond)
	killed, err := killAll(ctx, at, s)
	work.finish()
	if err != nil {
		return nil, err
	}
	fmt.Fprintln(out, killed)
	return at, at.serve(ctx, func() error { return errors.Join(at.ready(ctx), sending.wait()) })
}

// spare sends the requests again, to a collector that nobody kills.
func spare(ctx context.Context, s settings, work *workload) (*place, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	at, err := newPlace(s, "spared")
	if err != nil {
		return nil, err
	}
	sending := start(ctx, at, work.again(), 0)
	return at, at.serve(ctx, func() error { return errors.Join(at.ready(ctx), sending.wait()) })
}

// startOnceMore fails when a collector that finds nothing to do touches a file.
func startOnceMore(ctx context.Context, at *place) error {
	before, err := written(at.traces())
	if err != nil {
		return err
	}
	if err := at.serve(ctx, func() error { return at.ready(ctx) }); err != nil {
		return err
	}
	after, err := written(at.traces())
	if err != nil {
		return err
	}
	return untouched(before, after)
}
