package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// collector is a running collector and its addresses.
type collector struct {
	command     *exec.Cmd
	grpc, pprof string
}

func start(s *settings, exporter, folder string) (*collector, error) {
	c := &collector{command: exec.Command(s.collector, "--config", s.config)} //nolint:gosec // the caller's own binary
	var err error
	if c.grpc, err = freeAddress(); err != nil {
		return nil, err
	}
	if c.pprof, err = freeAddress(); err != nil {
		return nil, err
	}
	if err := os.Mkdir(filepath.Join(folder, "traces"), 0o700); err != nil {
		return nil, err
	}
	c.command.Env = append(os.Environ(), "LOAD_EXPORTER="+exporter, "LOAD_FOLDER="+folder, "LOAD_GRPC="+c.grpc, "LOAD_PPROF="+c.pprof)
	c.command.Stderr = os.Stderr
	return c, c.command.Start()
}

func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

// ready waits until pprof answers. Senders wait for the receiver themselves.
func (c *collector) ready(ctx context.Context) error {
	for {
		if err := c.get(ctx, "cmdline", io.Discard); err == nil {
			return nil
		}
		if err := pause(ctx, 50*time.Millisecond); err != nil {
			return err
		}
	}
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// looks is how often the heap is looked at.
const looks = 6

// watch takes a CPU profile over the middle of a time, looks at what is alive on the heap over and over, and keeps a look
// from the middle as a profile.
func (c *collector) watch(ctx context.Context, d time.Duration, path string) (heaps []int64, err error) {
	profiled := make(chan error, 1)
	go func() {
		time.Sleep(d / 4)
		profiled <- c.save(ctx, fmt.Sprintf("profile?seconds=%d", max(1, int(d.Seconds())/2)), path+"-cpu.pprof")
	}()
	for at := range looks {
		if err := pause(ctx, d*9/10/looks); err != nil {
			return nil, err
		}
		var text strings.Builder
		if err := c.get(ctx, "heap?gc=1&debug=1", &text); err != nil {
			return nil, err
		}
		alive, err := aliveOf(text.String())
		if err != nil {
			return nil, err
		}
		heaps = append(heaps, alive)
		if at == looks/2 {
			if err := c.save(ctx, "heap", path+"-heap.pprof"); err != nil {
				return nil, err
			}
		}
	}
	return heaps, <-profiled
}

func (c *collector) save(ctx context.Context, what, path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(c.get(ctx, what, file), file.Close())
}

func (c *collector) get(ctx context.Context, what string, to io.Writer) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+c.pprof+"/debug/pprof/"+what, nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", what, response.Status)
	}
	_, err = io.Copy(to, response.Body)
	return err
}

// stop ends the collector as an operator would, and notes what it used.
func (c *collector) stop(r *result) error {
	if err := c.command.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	if err := c.command.Wait(); err != nil {
		return err
	}
	r.cpu = c.command.ProcessState.UserTime() + c.command.ProcessState.SystemTime()
	if usage, ok := c.command.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.memory = usage.Maxrss << 10
	}
	return nil
}

// kill ends a collector that an error left running.
func (c *collector) kill() {
	if c.command.ProcessState == nil {
		_ = c.command.Process.Kill()
		_ = c.command.Wait()
	}
}

// countFiles says how many files there are of how many traces.
func countFiles(folder string, traces int) (string, error) {
	files := 0
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".jsonl" {
			files++
		}
		return err
	})
	if files == 0 {
		return "", err
	}
	return fmt.Sprintf("%d of %d", files, traces), err
}

func megabytes(sizes []int64) string {
	var list []string
	for _, size := range sizes {
		list = append(list, strconv.FormatInt(size>>20, 10))
	}
	return strings.Join(list, " ")
}
