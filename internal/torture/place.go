package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// place is where a collector runs, again and again: its folder and its addresses.
type place struct {
	collector, config, folder string
	grpc, http                string // addresses of the receiver
	before                    int64  // the log's size when the last collector began
}

func newPlace(s settings, name string) (*place, error) {
	at := &place{collector: s.collector, config: s.config, folder: filepath.Join(s.directory, name)}
	if err := os.MkdirAll(at.folder, 0o700); err != nil {
		return nil, err
	}
	var err error
	if at.grpc, err = freeAddress(); err != nil {
		return nil, err
	}
	at.http, err = freeAddress()
	return at, err
}

func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

func (p *place) traces() string { return filepath.Join(p.folder, "traces") }

func (p *place) log() string { return filepath.Join(p.folder, "log") }

// process is a running collector.
type process struct {
	command *exec.Cmd
	ended   chan error
}

// start runs a collector. It doesn't wait until the receiver is up: senders try again.
func (p *place) start() (*process, error) {
	log, err := os.OpenFile(p.log(), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	defer func() { _ = log.Close() }()
	if p.before, err = log.Seek(0, io.SeekEnd); err != nil {
		return nil, err
	}
	r := &process{command: exec.Command(p.collector, "--config", p.config), ended: make(chan error, 1)} //nolint:gosec // the caller's own binary
	r.command.Env = append(os.Environ(), "TORTURE_TRACES="+p.traces(), "TORTURE_STATE="+filepath.Join(p.folder, "state"),
		"TORTURE_GRPC="+p.grpc, "TORTURE_HTTP="+p.http)
	r.command.Stdout, r.command.Stderr = log, log
	if err := r.command.Start(); err != nil {
		return nil, err
	}
	go func() { r.ended <- r.command.Wait() }()
	return r, nil
}

// kill ends a collector as nothing else does: it can't finish anything.
func (r *process) kill() error {
	select {
	case err := <-r.ended:
		return fmt.Errorf("the collector ended before it was killed: %w", err)
	default:
	}
	if err := r.command.Process.Kill(); err != nil {
		return err
	}
	var exit *exec.ExitError
	err := <-r.ended
	if status, ok := syscall.WaitStatus(0), errors.As(err, &exit); ok {
		if status, ok = exit.Sys().(syscall.WaitStatus); ok && status.Signal() == syscall.SIGKILL {
			return nil
		}
	}
	return fmt.Errorf("the collector wasn't killed but ended: %w", err)
}

// serve runs a collector for a task, stops it as an operator would, and waits until it has written everything.
func (p *place) serve(ctx context.Context, task func() error) error {
	r, err := p.start()
	if err != nil {
		return err
	}
	err = task()
	if failed := r.command.Process.Signal(syscall.SIGTERM); !errors.Is(failed, os.ErrProcessDone) {
		err = errors.Join(err, failed)
	}
	select {
	case ended := <-r.ended:
		err = errors.Join(err, ended)
	case <-ctx.Done():
		err = errors.Join(err, ctx.Err(), r.command.Process.Kill(), <-r.ended)
	}
	return errors.Join(err, p.complaints())
}

// grace is how long a collector gets, once it says that it is ready, until it listens for signals, which it does right
// after saying so: one that comes in between ends it without a shutdown.
//
// Source: open-telemetry/opentelemetry-collector:otelcol/collector.go (Run).
const grace = time.Second

// ready waits until the last collector can be stopped. Its receiver is up before that.
func (p *place) ready(ctx context.Context) error {
	for {
		log, err := os.ReadFile(p.log())
		if err != nil {
			return err
		}
		if bytes.Contains(log[p.before:], []byte("Everything is ready")) {
			return pause(ctx, grace)
		}
		if err := pause(ctx, 10*time.Millisecond); err != nil {
			return err
		}
	}
}

// complaints is an error when a collector logged one, or panicked.
func (p *place) complaints() error {
	log, err := os.ReadFile(p.log())
	if err != nil {
		return err
	}
	for line := range bytes.Lines(log) {
		if bytes.Contains(line, []byte("\terror\t")) || bytes.Contains(line, []byte("panic:")) {
			return fmt.Errorf("%s: %s", p.log(), bytes.TrimSpace(line))
		}
	}
	return nil
}
