package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// script is a place whose collector is a shell script.
func script(t *testing.T, text string) *place {
	t.Helper()
	at, err := newPlace(settings{directory: t.TempDir()}, "run")
	require.NoError(t, err)
	at.collector, at.config = filepath.Join(at.folder, "collector"), "collector.yaml"
	require.NoError(t, os.WriteFile(at.collector, []byte("#!/bin/sh\n"+text+"\n"), 0o700))
	return at
}

func TestAFileIsSeenWhenItAppears(t *testing.T) {
	for name, appear := range map[string]func(path string) error{
		"made there": func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"renamed": func(path string) error {
			return errors.Join(os.WriteFile(path+".tmp", nil, 0o600), os.Rename(path+".tmp", path))
		},
		"linked": func(path string) error {
			return errors.Join(os.WriteFile(path+".tmp", nil, 0o600), os.Link(path+".tmp", path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			at := t.TempDir()
			type answer struct {
				seen bool
				err  error
			}
			done := make(chan answer, 1)
			go func() {
				seen, err := appears(t.Context(), at, isTrace, 1)
				done <- answer{seen, err}
			}()
			for n := 0; ; n++ { // until the watch stands and has seen two
				require.NoError(t, appear(filepath.Join(at, fmt.Sprint(n)+".jsonl")))
				select {
				case got := <-done:
					require.NoError(t, got.err)
					assert.True(t, got.seen)
					return
				default:
				}
			}
		})
	}
}

func TestAKilledCollectorIsKnownFromOneThatEnded(t *testing.T) {
	running, err := script(t, "exec sleep 60").start()
	require.NoError(t, err)
	require.NoError(t, running.kill())

	running, err = script(t, "exit 3").start()
	require.NoError(t, err)
	running.ended <- <-running.ended // once it has ended
	require.ErrorContains(t, running.kill(), "ended before it was killed")
}

// stands waits until a file is there.
func stands(path string) error {
	_, err := os.Stat(path)
	for os.IsNotExist(err) {
		_, err = os.Stat(path)
	}
	return err
}

func TestACollectorIsStoppedWhenItsTaskIsDone(t *testing.T) {
	at := script(t, `trap 'echo stopped; exit 0' TERM; touch "$TORTURE_STATE"; while :; do sleep 0.01; done`)
	up := func() error { return stands(filepath.Join(at.folder, "state")) }
	require.NoError(t, at.serve(t.Context(), up))
	log, err := os.ReadFile(at.log())
	require.NoError(t, err)
	assert.Equal(t, "stopped\n", string(log))

	broken := errors.New("broken")
	require.ErrorIs(t, at.serve(t.Context(), func() error { return errors.Join(up(), broken) }), broken)
}

func TestWhatACollectorComplainsOfIsAFailure(t *testing.T) {
	for _, line := range []string{"2026-01-01T00:00:00Z\terror\tstorage: lost", "panic: runtime error"} {
		at := script(t, `printf '`+line+`\n'; touch "$TORTURE_STATE"`)
		err := at.serve(t.Context(), func() error { return stands(filepath.Join(at.folder, "state")) })
		require.ErrorContains(t, err, line)
	}
}

func TestACollectorIsReadyWhenItSaysSo(t *testing.T) {
	at := script(t, "echo Everything is ready; exec sleep 60")
	for range 2 {
		running, err := at.start()
		require.NoError(t, err)
		require.NoError(t, at.ready(t.Context()))
		require.NoError(t, running.kill())
	}
	at = script(t, "exec sleep 60")
	require.NoError(t, os.WriteFile(at.log(), []byte("Everything is ready"), 0o600))
	running, err := at.start()
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, at.ready(ctx), context.Canceled, "an earlier one said so")
	require.NoError(t, running.kill())
}

func TestACollectorThatNeverComesUpIsWaitedForNoLongerThanTheContext(t *testing.T) {
	at := script(t, "")
	require.NoError(t, os.WriteFile(at.log(), nil, 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, at.ready(ctx), context.Canceled)
}

func TestKillsThatProveNothingAreAFailure(t *testing.T) {
	require.Error(t, killed{all: 50}.enough())
	require.NoError(t, killed{all: 50, between: 1}.enough())
	require.NoError(t, killed{all: 5}.enough(), "too few to tell")
}

func TestWhatASenderMayTryAgain(t *testing.T) {
	require.NoError(t, judge(nil))
	for code, again := range map[codes.Code]bool{
		codes.Unavailable: true, codes.ResourceExhausted: true, codes.DeadlineExceeded: true,
		codes.InvalidArgument: false, codes.Internal: false, codes.Unimplemented: false,
	} {
		err := judge(status.Error(code, "x"))
		require.Error(t, err)
		assert.Equal(t, again, !errors.Is(err, errRefused), code)
	}
}
