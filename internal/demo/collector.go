package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// collector is a running collector. Its log is kept for the case that something fails.
type collector struct {
	command *exec.Cmd
	log     bytes.Buffer
	ended   chan error
}

// start runs a collector, and returns a context that is done when the process has ended. It doesn't wait until the
// receiver is up: sending tries again.
func start(ctx context.Context, s settings) (*collector, context.Context, error) {
	if err := checkFree(s.address); err != nil {
		return nil, nil, err
	}
	alive, end := context.WithCancelCause(ctx)
	c := &collector{ended: make(chan error, 1)}
	c.command = exec.CommandContext(ctx, s.collector, "--config", s.config)              //nolint:gosec // the caller's own binary
	c.command.Cancel = func() error { return c.command.Process.Signal(syscall.SIGTERM) } // it writes what is open
	c.command.WaitDelay = time.Minute
	c.command.Env = append(os.Environ(), "AGENTDELTA_DIRECTORY="+s.directory)
	c.command.Stdout, c.command.Stderr = &c.log, &c.log
	if err := c.command.Start(); err != nil {
		end(err)
		return nil, nil, err
	}
	go func() {
		err := c.command.Wait()
		c.ended <- err
		end(errors.Join(errors.New("the collector has ended"), err))
	}()
	return c, alive, nil
}

// checkFree fails when something listens already, which would take the requests in the collector's place.
func checkFree(address string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("%s: must be free for the collector's receiver: %w", address, err)
	}
	return listener.Close()
}

// stop ends the collector as an operator would and waits until it has written everything. With the failure that made
// it necessary, it returns the collector's log too.
func (c *collector) stop(failure error) error {
	err := c.command.Process.Signal(syscall.SIGTERM)
	if errors.Is(err, os.ErrProcessDone) {
		err = nil
	}
	ended := <-c.ended
	if errors.Is(ended, context.Canceled) {
		ended = nil // it was interrupted, and has stopped well
	}
	err = errors.Join(failure, err, ended)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, c.log.Bytes())
	}
	return nil
}
